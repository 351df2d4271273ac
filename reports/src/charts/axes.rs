//! What every plot has: the lines of its grid, the numbers beside them, and the marks of a band.

use super::{GRID, INK, MUTED, TICK_SIZE};
use crate::band::Band;
use crate::picture::{Anchor, Ink, Picture, Point};
use crate::rows::Growth;
use crate::scale::Scale;
use crate::text::thousands;

/// An upright line for each value, its number below.
pub(super) fn upright(
    picture: &mut Picture,
    x: &Scale,
    (top, bottom): (f64, f64),
    ticks: &[u32],
    unit: &str,
) {
    for &tick in ticks {
        let at = x.at(tick);
        picture.line(vec![(at, top), (at, bottom)], GRID, 1.0);
        let label = format!("{}{unit}", thousands(tick));
        picture.text(label, (at, bottom + 14.0), Anchor::Middle, TICK_SIZE, MUTED);
    }
}

/// A level line for each value.
pub(super) fn level(picture: &mut Picture, y: &Scale, (left, right): (f64, f64), ticks: &[u32]) {
    for &tick in ticks {
        let at = y.at(tick);
        picture.line(vec![(left, at), (right, at)], GRID, 1.0);
    }
}

/// The numbers of level lines, to the left of where these begin.
pub(super) fn level_numbers(picture: &mut Picture, y: &Scale, left: f64, ticks: &[u32]) {
    for &tick in ticks {
        picture.text(thousands(tick), (left - 8.0, y.at(tick)), Anchor::End, TICK_SIZE, MUTED);
    }
}

/// The line on which a plot stands.
pub(super) fn base(picture: &mut Picture, (left, right): (f64, f64), at: f64) {
    picture.line(vec![(left, at), (right, at)], MUTED, 1.25);
}

/// Growth as a line at the median on a tint from the 5th to the 95th percentile.
pub(super) fn band(picture: &mut Picture, rows: &[Growth], place: impl Fn(&Growth, u32) -> Point, ink: Ink) {
    let upper = rows.iter().map(|row| place(row, row.p95));
    let lower = rows.iter().rev().map(|row| place(row, row.p5));
    picture.tint(upper.chain(lower).collect(), ink);
    picture.line(rows.iter().map(|row| place(row, row.p50)).collect(), ink, 2.25);
}

/// A band lying on its side: thin from the least to the greatest, thick from the 5th to the 95th
/// percentile, a dot at the median. `place` tells where a value lies.
pub(super) fn whisker(picture: &mut Picture, band: &Band, place: impl Fn(u32) -> f64, at: f64, ink: Ink) {
    let mut span = |least, most, width| picture.line(vec![(place(least), at), (place(most), at)], ink, width);
    if band.min < band.max {
        span(band.min, band.max, 1.5);
        span(band.p5, band.p95, 6.0);
    }
    picture.dot((place(band.p50), at), 5.75, ink);
    picture.dot((place(band.p50), at), 2.25, Ink(0xff, 0xff, 0xff));
}

/// A dot on a line with a ring of white around it.
pub(super) fn mark(picture: &mut Picture, at: Point, ink: Ink) {
    picture.dot(at, 6.0, Ink(0xff, 0xff, 0xff));
    picture.dot(at, 4.5, ink);
}

/// The name of an axis.
pub(super) fn name(picture: &mut Picture, text: &str, at: Point, anchor: Anchor) {
    picture.text(text, at, anchor, TICK_SIZE, INK);
}
