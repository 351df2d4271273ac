//! The published figures, ours beside them, and whether the two agree: one file for each thing that was
//! published. (SPEC §9)
//!
//! A figure is a row: what was published as numbers, ours over the seeds, and how ours was measured. The verdict
//! follows from the numbers and is never stored.

mod digits;
mod ends;
mod float;
mod fractions;
mod gap;
mod glued;
mod greenspan;
mod timing;
mod writes;

pub use timing::{Timing, committed as committed_timings, timings};

use crate::band::Band;
use crate::text::thousands;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One published figure and ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figure {
    /// Its number in the list of published figures.
    pub id: String,
    /// What it counts.
    pub name: String,
    /// In what.
    pub unit: String,
    /// How many decimals the numbers have: 184 with one decimal is 18.4.
    pub decimals: u32,
    /// How it was published.
    pub kind: Kind,
    /// What was published, or the lower end of a span.
    pub published_least: u32,
    /// What was published, or the upper end of a span.
    pub published_most: u32,
    /// Ours: the least over the seeds.
    pub min: u32,
    /// Ours: 5th percentile.
    pub p5: u32,
    /// Ours: median.
    pub p50: u32,
    /// Ours: 95th percentile.
    pub p95: u32,
    /// Ours: the greatest.
    pub max: u32,
    /// What was published, where it is a text.
    pub published_text: String,
    /// Ours, where it is a text.
    pub text: String,
    /// How ours was measured.
    pub measured: String,
}

/// How a figure was published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A number that holds for whoever counts.
    Exact,
    /// The outcome of one run with chance in it.
    OneRun,
    /// A number said to be approximate: within a twentieth.
    About,
    /// A span.
    Span,
    /// Words.
    Text,
    /// A time on another machine, which nobody can repeat here.
    Timing,
}

/// Whether ours agrees with what was published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every seed gives the published figure.
    Equal,
    /// Some seed gives something else than the one right count.
    Differs,
    /// The published run lies among our seeds.
    InsideOurs,
    /// The published run is below all our seeds.
    BelowOurs,
    /// The published run is above all our seeds.
    AboveOurs,
    /// Our median lies in the published span, or near what was published as approximate.
    MedianInside,
    /// Our median is below the published span.
    MedianBelow,
    /// Our median is above the published span.
    MedianAbove,
    /// Not comparable across machines.
    OtherMachine,
}

impl Verdict {
    /// Compares a published number, or span, with ours.
    const fn of(kind: Kind, least: u32, most: u32, ours: &Band) -> Self {
        match kind {
            Kind::Exact | Kind::OneRun if ours.min == least && ours.max == least => Self::Equal,
            Kind::Exact | Kind::Text => Self::Differs,
            Kind::OneRun if least < ours.min => Self::BelowOurs,
            Kind::OneRun if least > ours.max => Self::AboveOurs,
            Kind::OneRun => Self::InsideOurs,
            Kind::About => {
                let slack = least.div_ceil(20);
                Self::of(Kind::Span, least - slack, most + slack, ours)
            }
            Kind::Span if ours.p50 < least => Self::MedianBelow,
            Kind::Span if ours.p50 > most => Self::MedianAbove,
            Kind::Span => Self::MedianInside,
            Kind::Timing => Self::OtherMachine,
        }
    }

    /// Whether the figure is reproduced.
    pub const fn reproduced(self) -> bool {
        matches!(self, Self::Equal | Self::InsideOurs | Self::MedianInside)
    }
}

impl Figure {
    /// A figure in numbers.
    fn number(id: &str, name: impl Into<String>, published: Published, ours: Band, measured: &str) -> Self {
        let Published { kind, least, most, decimals, unit } = published;
        let Band { min, p5, p50, p95, max } = ours;
        Self {
            id: id.to_owned(),
            name: name.into(),
            unit: unit.to_owned(),
            decimals,
            kind,
            published_least: least,
            published_most: most,
            min,
            p5,
            p50,
            p95,
            max,
            published_text: String::new(),
            text: String::new(),
            measured: measured.to_owned(),
        }
    }

    /// A figure in words.
    fn text(id: &str, name: &str, published: &str, ours: impl Into<String>, measured: &str) -> Self {
        let nothing = Published { kind: Kind::Text, least: 0, most: 0, decimals: 0, unit: "" };
        let figure = Self::number(id, name, nothing, Band::exactly(0), measured);
        Self { published_text: published.to_owned(), text: ours.into(), ..figure }
    }

    /// Ours over the seeds.
    pub const fn ours(&self) -> Band {
        Band { min: self.min, p5: self.p5, p50: self.p50, p95: self.p95, max: self.max }
    }

    /// Compares the two.
    pub fn verdict(&self) -> Verdict {
        if self.kind == Kind::Text && self.published_text == self.text {
            return Verdict::Equal;
        }
        Verdict::of(self.kind, self.published_least, self.published_most, &self.ours())
    }

    /// What was published, for people.
    pub fn published_shown(&self) -> String {
        if self.kind == Kind::Text {
            return self.published_text.clone();
        }
        let about = if self.kind == Kind::About { "about " } else { "" };
        let least = self.show(self.published_least);
        if self.published_least == self.published_most {
            return format!("{about}{least} {}", self.unit);
        }
        format!("{about}{least}–{} {}", self.show(self.published_most), self.unit)
    }

    /// Ours, for people: the median, and the range where seeds differ.
    pub fn ours_shown(&self) -> String {
        if self.kind == Kind::Text {
            return self.text.clone();
        }
        let median = self.show(self.p50);
        if self.min == self.max {
            return format!("{median} {}", self.unit);
        }
        format!("{median} ({}–{}) {}", self.show(self.min), self.show(self.max), self.unit)
    }

    /// What behind `cargo run --release -p reports --` computes this line alone.
    pub fn command(&self) -> String {
        if self.kind == Kind::Timing { "--timings".to_owned() } else { format!("--figure {}", self.id) }
    }

    /// A number with its decimals.
    pub fn show(&self, value: u32) -> String {
        let unit = 10_u32.pow(self.decimals);
        let whole = thousands(value / unit);
        match self.decimals {
            0 => whole,
            decimals => format!("{whole}.{:0width$}", value % unit, width = decimals as usize),
        }
    }
}

/// What was published, in numbers.
#[derive(Clone, Copy)]
struct Published {
    kind: Kind,
    least: u32,
    most: u32,
    decimals: u32,
    unit: &'static str,
}

impl Published {
    const fn of(kind: Kind, value: u32, unit: &'static str) -> Self {
        Self { kind, least: value, most: value, decimals: 0, unit }
    }

    const fn exact(value: u32, unit: &'static str) -> Self {
        Self::of(Kind::Exact, value, unit)
    }

    const fn one_run(value: u32, unit: &'static str) -> Self {
        Self::of(Kind::OneRun, value, unit)
    }

    const fn about(value: u32, unit: &'static str) -> Self {
        Self::of(Kind::About, value, unit)
    }

    const fn span(least: u32, most: u32, unit: &'static str) -> Self {
        Self { most, ..Self::of(Kind::Span, least, unit) }
    }

    const fn decimals(self, decimals: u32) -> Self {
        Self { decimals, ..self }
    }
}

/// The lines of a figure, those with chance in them over so many seeds.
type Measure = fn(u32) -> Vec<Figure>;

/// The figures and what computes each.
const ALL: [(&str, Measure); 12] = [
    ("F1", |_| ends::appends()),
    ("F2", |_| ends::prepends()),
    ("F3", gap::fraction_only),
    ("F4", gap::one_gap),
    ("F5", glued::glued),
    ("F6", |_| float::float()),
    ("F7", fractions::fractions),
    ("F8", |_| greenspan::greenspan()),
    ("F9", |_| digits::bits()),
    ("F10", |_| timing::committed()),
    ("F11", |_| writes::writes()),
    ("F12", |_| digits::hand_made()),
];

/// The names of the figures.
pub fn ids() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|&(id, _)| id)
}

/// All figures, those with chance in them over the seeds `0..seeds`.
pub fn measure(seeds: u32, finished: impl Fn() + Sync) -> Vec<Figure> {
    let of = |at: usize| {
        let figures = ALL[at].1(seeds);
        finished();
        figures
    };
    crate::pool::each(ALL.len(), of).concat()
}

/// One figure, by name.
pub fn measure_one(id: &str, seeds: u32) -> Option<Vec<Figure>> {
    ALL.iter().find(|(name, _)| *name == id).map(|(_, measure)| measure(seeds))
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Equal => "equal",
            Self::Differs => "differs",
            Self::InsideOurs => "inside our range",
            Self::BelowOurs => "below our range",
            Self::AboveOurs => "above our range",
            Self::MedianInside => "our median agrees",
            Self::MedianBelow => "our median is below",
            Self::MedianAbove => "our median is above",
            Self::OtherMachine => "another machine",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Band, Figure, Published, measure};

    #[track_caller]
    fn verdict(published: Published, ours: impl IntoIterator<Item = u32>, expected: &str) {
        let figure = Figure::number("F0", "a figure", published, Band::of(ours), "");
        assert_eq!(figure.verdict().to_string(), expected);
        let is_refuted =
            expected.contains("differs") || expected.contains("below") || expected.contains("above");
        assert_eq!(figure.verdict().reproduced(), !is_refuted);
    }

    #[test]
    fn an_exact_figure_bears_no_other_count() {
        let published = Published::exact(61, "keys");
        verdict(published, [61, 61], "equal");
        verdict(published, [60, 60], "differs");
        verdict(published, [61, 62], "differs");
        verdict(published, [60, 61], "differs");
    }

    #[test]
    fn one_run_must_lie_among_ours() {
        let published = Published::one_run(184, "bytes");
        verdict(published, [184, 184, 184], "equal");
        verdict(published, [183, 185], "inside our range");
        verdict(published, [184, 185], "inside our range");
        verdict(published, [185, 186], "below our range");
        verdict(published, [182, 183], "above our range");
    }

    #[test]
    fn a_span_must_hold_our_median() {
        let published = Published::span(175, 180, "bytes");
        verdict(published, [170, 175, 190], "our median agrees");
        verdict(published, [170, 180, 190], "our median agrees");
        verdict(published, [170, 174, 190], "our median is below");
        verdict(published, [170, 181, 190], "our median is above");
    }

    #[test]
    fn what_is_about_right_is_within_a_twentieth() {
        let published = Published::about(50, "inserts");
        verdict(published, [47], "our median agrees");
        verdict(published, [53], "our median agrees");
        verdict(published, [46], "our median is below");
        verdict(published, [54], "our median is above");
    }

    #[test]
    fn words_are_equal_or_not() {
        assert_eq!(Figure::text("F0", "", "c1aH", "c1aH", "").verdict().to_string(), "equal");
        assert_eq!(Figure::text("F0", "", "c1aH", "c1aG", "").verdict().to_string(), "differs");
    }

    #[test]
    fn numbers_have_their_decimals() {
        let figure =
            Figure::number("F0", "", Published::exact(595, "bits").decimals(2), Band::exactly(5), "");
        assert_eq!((figure.published_shown(), figure.ours_shown()), ("5.95 bits".into(), "0.05 bits".into()));
    }

    /// With the seeds of a quick run; a longer one holds them too.
    #[test]
    fn every_figure_is_reproduced() {
        for figure in measure(20, || {}) {
            let is_timing = figure.kind == super::Kind::Timing;
            assert!(is_timing || figure.verdict().reproduced(), "{figure:#?}");
        }
    }
}
