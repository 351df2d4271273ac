//! Lines over two axes, in one panel or several, each line with its name at its end.

use super::layout::{Width, apart, begin, broken, count, end, room};
use crate::ink::{Ink, Pen};
use crate::measure::growth::Growth;
use crate::picture::{Anchor, Picture, Point};
use crate::scale::Scale;
use crate::text::thousands;
use order_key::KEY_BYTES_MAX;

/// One or more panels under one title.
#[derive(Clone, Debug)]
pub struct Plot {
    /// What is drawn.
    pub panels: Vec<Panel>,
}

/// Lines over two axes.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What is drawn, where there are several.
    pub heading: String,
    /// From left to right.
    pub x: Axis,
    /// From bottom to top.
    pub y: Axis,
    /// Later ones cover earlier ones; names come in this order where they would be equal.
    pub lines: Vec<Line>,
}

/// An axis with its unit.
#[derive(Clone, Debug)]
pub struct Axis {
    /// What it counts and in what.
    pub name: String,
    /// Whether equal steps are equal ratios.
    pub is_logarithmic: bool,
    /// The value at its beginning and at its end.
    pub values: (f64, f64),
    /// Values with what is written at them.
    pub ticks: Vec<(f64, String)>,
}

/// A line with its name.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its name.
    pub label: String,
    /// How it looks.
    pub pen: Pen,
    /// Where it goes.
    pub points: Vec<Spot>,
    /// What is marked with dots, each with its span as a stroke.
    pub marks: Vec<Spot>,
}

/// A value over another, with its span.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// Along the first axis.
    pub x: f64,
    /// The lower end of its span.
    pub low: f64,
    /// Along the second axis.
    pub y: f64,
    /// The upper end of its span.
    pub high: f64,
}

impl Spot {
    /// A value without a span.
    pub fn exactly(x: impl Into<f64>, y: impl Into<f64>) -> Self {
        let (x, y) = (x.into(), y.into());
        Self { x, low: y, y, high: y }
    }

    /// The longest key after so many inserts: its median, and 90 of 100 seeds.
    pub fn of_longest(row: &Growth) -> Self {
        Self { x: row.operations.into(), low: row.p5.into(), y: row.p50.into(), high: row.p95.into() }
    }
}

impl Line {
    /// A line without marks.
    pub fn of(label: impl Into<String>, pen: Pen, points: Vec<Spot>) -> Self {
        Self { label: label.into(), pen, points, marks: Vec::new() }
    }
}

impl Axis {
    /// Equal steps for equal differences.
    pub fn linear(name: &str, ticks: &[u32]) -> Self {
        Self::new(name, false, ticks)
    }

    /// Equal steps for equal ratios.
    pub fn logarithmic(name: &str, ticks: &[u32]) -> Self {
        Self::new(name, true, ticks)
    }

    fn new(name: &str, is_logarithmic: bool, ticks: &[u32]) -> Self {
        let ticks: Vec<(f64, String)> = ticks.iter().map(|&tick| (tick.into(), thousands(tick))).collect();
        let values = (ticks[0].0, ticks[ticks.len() - 1].0);
        Self { name: name.to_owned(), is_logarithmic, values, ticks }
    }

    /// The same up to another value than the last tick.
    #[must_use]
    pub const fn up_to(mut self, value: f64) -> Self {
        self.values.1 = value;
        self
    }

    /// The longest key up to the cap, by equal steps.
    pub fn longest() -> Self {
        Self::linear("longest key in bytes", &[0, 128, 256, 384, 512]).with_cap()
    }

    /// The same by equal ratios, from so many bytes on.
    pub fn longest_logarithmic(from: u32) -> Self {
        let bytes: Vec<u32> = (0..10).map(|bits| 1 << bits).filter(|&bytes| bytes >= from).collect();
        Self::logarithmic("longest key in bytes, logarithmic", &bytes).with_cap()
    }

    /// The same with the cap named, which must be the last tick.
    fn with_cap(mut self) -> Self {
        let cap = KEY_BYTES_MAX as u32;
        let (value, text) = self.ticks.last_mut().expect("an axis has ticks");
        assert!((*value - f64::from(cap)).abs() < 0.5, "the cap of {cap} is not the last tick");
        *text = format!("cap {cap}");
        self
    }

    /// Draws it as the lower edge of what lies between a top and a bottom, with a line up from each tick.
    pub(super) fn draw_below(
        &self,
        picture: &mut Picture,
        scale: &Scale,
        (top, bottom): (f64, f64),
        width: Width,
    ) {
        let reach = |(value, text): &(f64, String)| {
            let (at, half) = (scale.at(*value), room(text, width.tick()) / 2.0);
            (at - half, at + half + 4.0)
        };
        let last = self.ticks.len() - 1;
        let (end, _) = reach(&self.ticks[last]);
        let mut free = f64::NEG_INFINITY;
        for (number, tick) in self.ticks.iter().enumerate() {
            let at = scale.at(tick.0);
            picture.line(vec![(at, top), (at, bottom)], Ink::Grid, 1.0);
            let (from, to) = reach(tick);
            // Numbers that would touch the one before or the last are left out; the line says where they were.
            if number == last || (from >= free && to <= end) {
                let place = (at, bottom + 13.0);
                picture.text(tick.1.clone(), place, Anchor::Middle, width.tick(), Ink::Muted);
                free = to;
            }
        }
        let (left, right) = scale.places();
        picture.line(vec![(left, bottom), (right, bottom)], Ink::Muted, 1.25);
    }

    pub(super) fn scale(&self, places: (f64, f64)) -> Scale {
        if self.is_logarithmic {
            Scale::logarithmic(self.values, places)
        } else {
            Scale::linear(self.values, places)
        }
    }
}

impl Plot {
    /// Draws it.
    pub fn picture(&self, title: &str, identity: &str, width: Width) -> Picture {
        let (mut picture, mut top) = begin(title, width);
        let columns = if width == Width::Wide && self.panels.len() > 1 { 2_u8 } else { 1 };
        let (left, right) = width.across();
        let gap = 26.0;
        let each = (right - left - gap * f64::from(columns - 1)) / f64::from(columns);
        for row in self.panels.chunks(columns.into()) {
            let mut bottom = top;
            for (panel, at) in row.iter().zip([left, left + each + gap]) {
                bottom = panel.draw(&mut picture, (at, at + each), top, width).max(bottom);
            }
            top = bottom + 14.0;
        }
        end(picture, top - 14.0, identity, width)
    }
}

impl Panel {
    /// The longest key against a count up to 10,000, once over logarithmic axes and once over linear ones.
    pub(super) fn both_ways(counted: &str, powers: &[u32], lines: impl Fn() -> Vec<Line>) -> Vec<Self> {
        let panel = |heading: &str, x, y| Self { heading: heading.to_owned(), x, y, lines: lines() };
        let logarithmic = Axis::logarithmic(&format!("{counted}, logarithmic"), powers);
        let linear = Axis::linear(counted, &[0, 2_500, 5_000, 7_500, 10_000]);
        vec![
            panel("Over logarithmic axes", logarithmic, Axis::longest_logarithmic(2)),
            panel("Over linear axes", linear, Axis::longest()),
        ]
    }

    /// Draws it from a top on; tells where it ends.
    fn draw(&self, picture: &mut Picture, (left, right): (f64, f64), top: f64, width: Width) -> f64 {
        let mut top = top + 8.0;
        for line in self.heading_lines(right - left, width) {
            picture.text(line, (left, top), Anchor::Start, width.label() + 1.0, Ink::Text);
            top += width.label() * 1.5;
        }
        picture.text(self.y.name.clone(), (left, top + 2.0), Anchor::Start, width.tick(), Ink::Muted);
        let step = width.label() + 3.0;
        let names = step * count(self.lines.len()) + 10.0;
        let height = if width == Width::Wide { 250.0_f64 } else { 210.0 }.max(names);
        let down = (top + 20.0, top + 20.0 + height);
        let numbers = widest(self.y.ticks.iter().map(|(_, text)| text.as_str()), width.tick());
        let names = widest(self.lines.iter().map(|line| line.label.as_str()), width.label());
        let across = (left + numbers + 6.0, right - names - 24.0);

        let (x, y) = (self.x.scale(across), self.y.scale((down.1, down.0)));
        self.draw_grid(picture, &x, &y, width);
        for line in &self.lines {
            line.draw(picture, &x, &y);
        }
        self.draw_names(picture, &x, &y, width);
        let base = down.1 + 14.0 + width.tick() * 1.3;
        picture.text(self.x.name.clone(), (across.1, base), Anchor::End, width.tick(), Ink::Muted);
        base + width.tick()
    }

    fn heading_lines(&self, room: f64, width: Width) -> Vec<String> {
        if self.heading.is_empty() { Vec::new() } else { broken(&self.heading, width.label() + 1.0, room) }
    }

    fn draw_grid(&self, picture: &mut Picture, x: &Scale, y: &Scale, width: Width) {
        let ((left, right), (bottom, top)) = (x.places(), y.places());
        for (value, text) in &self.y.ticks {
            let at = y.at(*value);
            picture.line(vec![(left, at), (right, at)], Ink::Grid, 1.0);
            picture.text(text.clone(), (left - 6.0, at), Anchor::End, width.tick(), Ink::Muted);
        }
        self.x.draw_below(picture, x, (top, bottom), width);
    }

    /// The names at the right, each with a hair to the end of its line.
    fn draw_names(&self, picture: &mut Picture, x: &Scale, y: &Scale, width: Width) {
        let right = x.places().1;
        let (bottom, top) = y.places();
        let ends: Vec<Point> = self
            .lines
            .iter()
            .map(|line| line.points.last().map_or((right, bottom), |last| (x.at(last.x), y.at(last.y))))
            .collect();
        let places: Vec<f64> = ends.iter().map(|&(_, at)| at).collect();
        let moved = apart(&places, width.label() + 3.0, (top, bottom));
        for ((line, &end), at) in self.lines.iter().zip(&ends).zip(moved) {
            let hair = vec![end, (right + 4.0, end.1), (right + 16.0, at)];
            picture.line(hair, Ink::Muted, 0.5);
            let place = (right + 19.0, at);
            picture.text(line.label.clone(), place, Anchor::Start, width.label(), line.pen.ink);
        }
    }
}

impl Line {
    fn draw(&self, picture: &mut Picture, x: &Scale, y: &Scale) {
        let Pen { ink, dashes, width } = self.pen;
        let place = |spot: &Spot, value: f64| (x.at(spot.x), y.at(value));
        let is_spread = self.points.iter().any(|spot| spot.low < spot.high);
        if is_spread {
            let upper = self.points.iter().map(|spot| place(spot, spot.high));
            let lower = self.points.iter().rev().map(|spot| place(spot, spot.low));
            picture.area(upper.chain(lower).collect(), ink);
        }
        let line: Vec<Point> = self.points.iter().map(|spot| place(spot, spot.y)).collect();
        if line.len() > 1 {
            picture.dashed(line, ink, width, dashes);
        }
        for spot in &self.marks {
            if spot.low < spot.high {
                picture.line(vec![place(spot, spot.low), place(spot, spot.high)], ink, 1.25);
            }
            picture.dot(place(spot, spot.y), 3.5, ink);
        }
    }
}

/// The room of the widest of some texts.
fn widest<'t>(texts: impl Iterator<Item = &'t str>, size: f64) -> f64 {
    texts.map(|text| room(text, size)).fold(0.0, f64::max)
}
