//! Bands lying one below the other over one axis, each with its name before it and its value behind it.

use super::layout::{Width, begin, count, end, paragraph, room};
use super::plot::Axis;
use crate::ink::{Ink, Pen};
use crate::picture::{Anchor, Picture};
use crate::scale::Scale;

/// Bands over one axis.
#[derive(Clone, Debug)]
pub struct Bands {
    /// The axis.
    pub axis: Axis,
    /// From top to bottom.
    pub rows: Vec<Row>,
    /// What the marks mean.
    pub key: String,
    /// A value that all are compared with, and its name.
    pub compared: Option<(f64, String)>,
}

/// One row.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its name.
    pub label: String,
    /// What is written behind it.
    pub value: String,
    /// How it looks.
    pub pen: Pen,
    /// The bands on it.
    pub bands: Vec<Reach>,
}

/// A band in numbers: the least, the 5th percentile, the median, the 95th percentile and the greatest.
pub type Reach = [f64; 5];

impl Bands {
    /// Draws it.
    pub fn picture(&self, title: &str, identity: &str, width: Width) -> Picture {
        let (mut picture, top) = begin(title, width);
        let widest = |text: fn(&Row) -> &str| {
            self.rows.iter().map(|row| room(text(row), width.label())).fold(0.0, f64::max)
        };
        let (left, right) = width.across();
        let (before, behind) = (widest(|row| &row.label), widest(|row| &row.value));
        // On a phone names stand above their bands.
        let is_wide = width == Width::Wide;
        let across = (if is_wide { left + before + 14.0 } else { left + 8.0 }, right - behind - 14.0);
        let step = step(width);
        let first = top + if self.compared.is_some() { 24.0 } else { 8.0 };
        let down = (first, first + step * count(self.rows.len()) + 4.0);
        let x = self.axis.scale(across);
        self.draw_grid(&mut picture, &x, down, width);
        for (row, above) in self.rows.iter().zip(0_u32..) {
            let middle = first + step * f64::from(above) + middle(width);
            row.draw(&mut picture, &x, middle, width);
        }
        let below = down.1 + 14.0 + width.tick() * 1.4;
        picture.text(self.axis.name.clone(), (across.1, below), Anchor::End, width.tick(), Ink::Muted);
        let below =
            paragraph(&mut picture, &self.key, below + width.tick() * 1.5, width.tick(), Ink::Muted, width);
        end(picture, below - 6.0, identity, width)
    }

    /// Where a line over all rows may be drawn between a top and a bottom: on a phone not through the names.
    fn clear_of_names(&self, (top, bottom): (f64, f64), width: Width) -> Vec<(f64, f64)> {
        if width == Width::Wide {
            return vec![(top, bottom)];
        }
        let piece = |above: usize| {
            let middle = top + 4.0 + step(width) * count(above) + middle(width);
            (middle - 9.0, (middle + 11.0).min(bottom))
        };
        (0..self.rows.len()).map(piece).collect()
    }

    fn draw_grid(&self, picture: &mut Picture, x: &Scale, (top, bottom): (f64, f64), width: Width) {
        self.axis.draw_below(picture, x, (top, bottom), width);
        if let Some((value, name)) = &self.compared {
            let at = x.at(*value);
            for (from, to) in self.clear_of_names((top - 4.0, bottom), width) {
                picture.line(vec![(at, from), (at, to)], Ink::Text, 1.5);
            }
            picture.text(name.clone(), (at, top - 12.0), Anchor::Middle, width.label(), Ink::Text);
        }
    }
}

/// From a row to the next.
const fn step(width: Width) -> f64 {
    match width {
        Width::Wide => 27.0,
        Width::Narrow => 38.0,
    }
}

/// From the top of a row to its bands.
const fn middle(width: Width) -> f64 {
    match width {
        Width::Wide => step(width) / 2.0,
        Width::Narrow => step(width) - 10.0,
    }
}

impl Row {
    fn draw(&self, picture: &mut Picture, x: &Scale, middle: f64, width: Width) {
        let ink = self.pen.ink;
        let (left, right) = x.places();
        let (label, anchor) = match width {
            Width::Wide => ((left - 12.0, middle), Anchor::End),
            Width::Narrow => ((width.margin(), middle - 16.0), Anchor::Start),
        };
        picture.text(self.label.clone(), label, anchor, width.label(), ink);
        for &[min, p5, p50, p95, max] in &self.bands {
            let mut span = |from, to, width| {
                picture.line(vec![(x.at(from), middle), (x.at(to), middle)], ink, width);
            };
            if min < max {
                span(min, max, 1.5);
                span(p5, p95, 5.0);
            }
            picture.dot((x.at(p50), middle), 5.0, ink);
            picture.dot((x.at(p50), middle), 2.0, Ink::Ground);
        }
        picture.text(self.value.clone(), (right + 10.0, middle), Anchor::Start, width.label(), ink);
    }
}
