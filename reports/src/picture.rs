//! A picture as plain data: shapes in the order of drawing, before anything is drawn.
//!
//! Both files of a picture, SVG and PNG, come from this one list, and what a picture must be, every
//! label whole and none over another, is checked on the list.

/// Shapes on a white ground, in units of one pixel of a page at its usual size.
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

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink(pub u8, pub u8, pub u8);

/// One thing to draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A filled polygon; `tint` thins its colour so that what lies below shows.
    Area {
        /// Its corners.
        points: Vec<Point>,
        /// Its colour.
        ink: Ink,
        /// Whether it is see-through.
        tint: bool,
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

impl Picture {
    /// An empty picture.
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width, height, shapes: Vec::new() }
    }

    /// Draws a filled polygon.
    pub fn area(&mut self, points: Vec<Point>, ink: Ink) {
        self.shapes.push(Shape::Area { points, ink, tint: false });
    }

    /// Draws a see-through polygon.
    pub fn tint(&mut self, points: Vec<Point>, ink: Ink) {
        self.shapes.push(Shape::Area { points, ink, tint: true });
    }

    /// Draws a line.
    pub fn line(&mut self, points: Vec<Point>, ink: Ink, width: f64) {
        self.shapes.push(Shape::Line { points, ink, width });
    }

    /// Draws a level line in dashes.
    pub fn dashes(&mut self, from: Point, to_x: f64, ink: Ink, width: f64) {
        const DASH: f64 = 6.0;
        const SPACE: f64 = 4.0;
        let mut x = from.0;
        while x < to_x {
            self.line(vec![(x, from.1), ((x + DASH).min(to_x), from.1)], ink, width);
            x += DASH + SPACE;
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
