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
mod verdict;
mod writes;

pub use timing::{Timing, committed as committed_timings, timings};
pub use verdict::Verdict;

use crate::band::Band;
use crate::text::thousands;
use serde::{Deserialize, Serialize};

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
    /// That it happens, without a number: "some".
    Some,
    /// Words.
    Text,
    /// A time on another machine, which nobody can repeat here.
    Timing,
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

    /// A figure that was published as "some", and how many ours are.
    fn some(id: &str, name: &str, ours: Band, unit: &'static str, measured: &str) -> Self {
        let some = Published { kind: Kind::Some, least: 1, most: 1, decimals: 0, unit };
        Self { published_text: "some".to_owned(), ..Self::number(id, name, some, ours, measured) }
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
        if matches!(self.kind, Kind::Text | Kind::Some) {
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

    /// The command that computes this line alone, of which it is the one with that number of its figure.
    pub fn command(&self, number: usize) -> String {
        const RUN: &str = "cargo run --release -p reports --";
        match self.kind {
            Kind::Timing => format!("{RUN} --timings"),
            _ => format!("{RUN} --figure {}.{number}", self.id),
        }
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

/// One figure by name, such as `F7`, or one line of it, such as `F7.3`.
pub fn measure_one(name: &str, seeds: u32) -> Option<Vec<Figure>> {
    let (id, number) = name.split_once('.').map_or((name, None), |(id, number)| (id, Some(number)));
    let (_, measure) = ALL.iter().find(|(known, _)| *known == id)?;
    let Some(number) = number else { return Some(measure(seeds)) };
    let before = number.parse::<usize>().ok()?.checked_sub(1)?;
    Some(vec![measure(seeds).into_iter().nth(before)?])
}

/// Lines of figures, each with its number among those of its figure.
pub fn numbered(figures: &[Figure]) -> impl Iterator<Item = (usize, &Figure)> {
    figures.chunk_by(|a, b| a.id == b.id).flat_map(|lines| (1..).zip(lines))
}

#[cfg(test)]
mod tests {
    use super::{Band, Figure, Published, measure, measure_one};

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
    fn what_is_said_to_happen_must_happen_with_every_seed() {
        let figure = |ours| Figure::some("F0", "", Band::of(ours), "of 1,000", "");
        assert_eq!(
            (figure([1, 3]).verdict().to_string(), figure([1, 3]).verdict().reproduced()),
            ("with every seed".into(), true)
        );
        assert_eq!(
            (figure([0, 3]).verdict().to_string(), figure([0, 3]).verdict().reproduced()),
            ("not with every seed".into(), false)
        );
        assert_eq!(
            (figure([1, 3]).published_shown(), figure([1, 3]).ours_shown()),
            ("some".into(), "1 (1–3) of 1,000".into())
        );
    }

    #[test]
    fn one_line_of_a_figure_is_asked_for_by_its_number() {
        let all = measure_one("F8", 1).expect("a figure");
        for (number, line) in super::numbered(&all) {
            assert_eq!(measure_one(&format!("F8.{number}"), 1).expect("a line"), std::slice::from_ref(line));
            assert!(line.command(number).ends_with(&format!(" --figure F8.{number}")));
        }
        for none in ["F8.0", "F8.5", "F8.", "F8.x", "F0.1", "F0"] {
            assert_eq!(measure_one(none, 1), None, "{none}");
        }
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
