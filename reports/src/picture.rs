//! A picture as plain data: shapes in the order of drawing, before anything is drawn.
//!
//! Both files of a picture, SVG and PNG, come from this one list, and what a picture must be, every
//! label whole and none over another, is checked on the list.

use crate::ink::Ink;

/// Shapes on the ground of the page, in units of one pixel of a page at its usual size.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Units from left to right.
    pub width: u32,
    /// Units from top to bottom.
    pub height: u32,
    /// Later ones cover earlier ones.
    pub shapes: Vec<Shape>,
}

/// A place in a picture, from the upper left.
pub type Point = (f64, f64);

/// One thing to draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A filled polygon, see-through.
    Area {
        /// Its corners.
        points: Vec<Point>,
        /// Its colour.
        ink: Ink,
    },
    /// A line through some points.
    Line {
        /// The points.
        points: Vec<Point>,
        /// Its colour.
        ink: Ink,
        /// Its width.
        width: f64,
    },
    /// A filled circle.
    Dot {
        /// Its centre.
        at: Point,
        /// Its radius.
        radius: f64,
        /// Its colour.
        ink: Ink,
    },
    /// A line of text.
    Text(Text),
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// What it says.
    pub text: String,
    /// Where its anchor is; vertically the middle of its capitals.
    pub at: Point,
    /// Which part of it stands there.
    pub anchor: Anchor,
    /// The height of its letters with their space.
    pub size: f64,
    /// Its colour.
    pub ink: Ink,
}

/// The part of a text that stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// How a line is broken: lengths of what is drawn and of what is left out, by turns. Nothing is left out where
/// there are none.
pub type Dashes = &'static [f64];

impl Picture {
    /// An empty picture.
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width, height, shapes: Vec::new() }
    }

    /// Draws a see-through polygon.
    pub fn area(&mut self, points: Vec<Point>, ink: Ink) {
        self.shapes.push(Shape::Area { points, ink });
    }

    /// Draws a line.
    pub fn line(&mut self, points: Vec<Point>, ink: Ink, width: f64) {
        self.shapes.push(Shape::Line { points, ink, width });
    }

    /// Draws a broken line.
    pub fn dashed(&mut self, points: Vec<Point>, ink: Ink, width: f64, dashes: Dashes) {
        if dashes.is_empty() {
            return self.line(points, ink, width);
        }
        for piece in pieces(&points, dashes) {
            self.line(piece, ink, width);
        }
    }

    /// Draws a dot.
    pub fn dot(&mut self, at: Point, radius: f64, ink: Ink) {
        self.shapes.push(Shape::Dot { at, radius, ink });
    }

    /// Writes a line of text.
    pub fn text(&mut self, text: impl Into<String>, at: Point, anchor: Anchor, size: f64, ink: Ink) {
        self.shapes.push(Shape::Text(Text { text: text.into(), at, anchor, size, ink }));
    }

    /// The texts.
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        self.shapes.iter().filter_map(|shape| match shape {
            Shape::Text(text) => Some(text),
            _ => None,
        })
    }
}

/// The drawn pieces of a broken line.
fn pieces(points: &[Point], dashes: Dashes) -> Vec<Vec<Point>> {
    let mut pieces = Vec::new();
    let mut piece = vec![points[0]];
    let (mut turn, mut left) = (0, dashes[0]);
    for pair in points.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        loop {
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let length = (dx * dx + dy * dy).sqrt();
            if length <= left {
                left -= length;
                piece.push(to);
                break;
            }
            from = (from.0 + dx * left / length, from.1 + dy * left / length);
            piece.push(from);
            if turn % 2 == 0 {
                pieces.push(std::mem::take(&mut piece));
            }
            turn += 1;
            left = dashes[turn % dashes.len()];
            piece = vec![from];
        }
    }
    if turn % 2 == 0 && piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn a_broken_line_leaves_out_every_second_length() {
        let drawn = pieces(&[(0.0, 0.0), (10.0, 0.0)], &[4.0, 2.0]);
        assert_eq!(drawn, [[(0.0, 0.0), (4.0, 0.0)], [(6.0, 0.0), (10.0, 0.0)]]);
        let around_a_corner = pieces(&[(0.0, 0.0), (3.0, 0.0), (3.0, 3.0)], &[4.0, 2.0]);
        assert_eq!(around_a_corner, [vec![(0.0, 0.0), (3.0, 0.0), (3.0, 1.0)]]);
    }
}
