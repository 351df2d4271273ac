//! The published figures, ours beside them, and whether the two agree. (SPEC §9)

use crate::band::Band;
use crate::rows::{Rows, Trial, csv_of};
use crate::schemes::Scheme;
use crate::text::thousands;
use crate::workload::Workload;
use order_key::KEY_BYTES_MAX;
use serde::Serialize;
use std::fmt;

/// One published figure and ours.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Its number in the list of published figures.
    pub id: &'static str,
    /// What it counts.
    pub name: String,
    /// The place rule that it is about.
    pub scheme: Scheme,
    /// In what.
    pub unit: Unit,
    /// What was published.
    pub published: Published,
    /// What was measured here, over the seeds.
    pub ours: Band,
    /// How ours was measured.
    pub measured: &'static str,
}

/// What a figure counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Keys.
    Keys,
    /// Bytes of one key.
    Bytes,
    /// Thousandths of a byte, so that no figure is a fraction.
    Millibytes,
}

/// A published figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Published {
    /// A count that holds for whoever counts.
    Exact(u32),
    /// The outcome of one run with chance in it.
    OneRun(u32),
    /// An average, given as a span.
    Average(u32, u32),
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
    /// Our median lies in the published span.
    MedianInside,
    /// Our median is below the published span.
    MedianBelow,
    /// Our median is above the published span.
    MedianAbove,
}

impl Verdict {
    /// Compares a published figure with ours.
    pub const fn of(published: Published, ours: &Band) -> Self {
        match published {
            Published::Exact(figure) | Published::OneRun(figure)
                if ours.min == figure && ours.max == figure =>
            {
                Self::Equal
            }
            Published::Exact(_) => Self::Differs,
            Published::OneRun(figure) if figure < ours.min => Self::BelowOurs,
            Published::OneRun(figure) if figure > ours.max => Self::AboveOurs,
            Published::OneRun(_) => Self::InsideOurs,
            Published::Average(least, _) if ours.p50 < least => Self::MedianBelow,
            Published::Average(_, most) if ours.p50 > most => Self::MedianAbove,
            Published::Average(..) => Self::MedianInside,
        }
    }

    /// Whether the figure is reproduced.
    pub const fn reproduced(self) -> bool {
        matches!(self, Self::Equal | Self::InsideOurs | Self::MedianInside)
    }
}

impl Figure {
    /// Compares the two.
    pub const fn verdict(&self) -> Verdict {
        Verdict::of(self.published, &self.ours)
    }
}

/// F1 to F4 from the rows.
pub fn figures(rows: &Rows) -> Vec<Figure> {
    [appends(rows), prepends(rows), fraction_only(rows), one_gap(rows)].concat()
}

fn appends(rows: &Rows) -> Vec<Figure> {
    const MEASURED: &str = "every key of the run counted, the `a0` it starts from left out";
    key_lengths(rows, "F1", Workload::Append, [(2, 61), (3, 3_844), (4, 96_095)], MEASURED)
}

fn prepends(rows: &Rows) -> Vec<Figure> {
    const MEASURED: &str = "the mirror image of F1, below `a0`";
    key_lengths(rows, "F2", Workload::Prepend, [(2, 62), (3, 3_844), (4, 96_094)], MEASURED)
}

/// The exact histogram, length by length, and that there is no other length.
fn key_lengths(
    rows: &Rows,
    id: &'static str,
    workload: Workload,
    published: [(u32, u32); 3],
    measured: &'static str,
) -> Vec<Figure> {
    let scheme = Scheme::MiddleHalf;
    let lengths = || rows.lengths_of(scheme, workload);
    let inserts = thousands(workload.operations_max());
    let figure = |name: String, keys, of_length: &dyn Fn(u32) -> bool| {
        let chosen = || lengths().filter(|row| of_length(row.key_bytes));
        let least = chosen().map(|row| row.keys_least).sum();
        let most = chosen().map(|row| row.keys_most).sum();
        let (published, ours) = (Published::Exact(keys), Band::of([least, most]));
        Figure { id, name, scheme, unit: Unit::Keys, published, ours, measured }
    };
    let listed = |(key_bytes, keys)| {
        let name = format!("{inserts} {}: keys of {key_bytes} bytes", workload.name());
        figure(name, keys, &|found| found == key_bytes)
    };
    let other = figure(format!("{inserts} {}: keys of any other length", workload.name()), 0, &|found| {
        published.iter().all(|&(key_bytes, _)| key_bytes != found)
    });
    published.into_iter().map(listed).chain([other]).collect()
}

/// A gap hammered toward its upper bound is appending without an integer part: a fraction that only
/// ever grows upward.
fn fraction_only(rows: &Rows) -> Vec<Figure> {
    const LENGTH: &str =
        "inserts between `a0` and `a1`, always right below `a1`; the two bytes of `a0` not counted";
    const CAP: &str =
        "the same, until no key of 512 bytes is left, so 510 bytes of fraction; published as about 2,900";
    const RATE: &str = "those 510 bytes, divided by the keys made";
    let figure = |name: &str, unit, published, measured, of: &dyn Fn(&Trial) -> u32| {
        let scheme = Scheme::MiddleHalf;
        let ours = Band::of(rows.trials_of(scheme, Workload::GapUpper).map(of));
        Figure { id: "F3", name: name.to_owned(), scheme, unit, published, ours, measured }
    };
    let at_100 = |trial: &Trial| trial.bytes_at_100 - INTEGER_BYTES;
    let at_1000 = |trial: &Trial| trial.bytes_at_1000 - INTEGER_BYTES;
    let rate = |trial: &Trial| (FRACTION_BYTES_MAX * 1_000 + trial.keys_to_cap / 2) / trial.keys_to_cap;
    vec![
        figure("fraction after 100 appends", Unit::Bytes, Published::OneRun(18), LENGTH, &at_100),
        figure("fraction after 1,000 appends", Unit::Bytes, Published::OneRun(179), LENGTH, &at_1000),
        figure("appends until the cap", Unit::Keys, Published::OneRun(2_900), CAP, &|trial| {
            trial.keys_to_cap
        }),
        figure("each append", Unit::Millibytes, Published::Average(175, 180), RATE, &rate),
    ]
}

fn one_gap(rows: &Rows) -> Vec<Figure> {
    const MEASURED: &str = "longest key after 1,000 inserts between `a0` and `a1`, always right above `a0`";
    let figure = |(scheme, bytes): (Scheme, u32)| Figure {
        id: "F4",
        name: format!("1,000 inserts into one gap, {}", scheme.name()),
        scheme,
        unit: Unit::Bytes,
        published: Published::OneRun(bytes),
        ours: Band::of(rows.trials_of(scheme, Workload::GapLower).map(|trial| trial.bytes_at_1000)),
        measured: MEASURED,
    };
    [(Scheme::MiddleHalf, 184), (Scheme::ExactMidpoint, 202), (Scheme::FullWidth, 221)].map(figure).into()
}

/// The integer part of every key between `a0` and `a1`.
const INTEGER_BYTES: u32 = 2;

/// What the cap leaves for the fraction.
const FRACTION_BYTES_MAX: u32 = KEY_BYTES_MAX as u32 - INTEGER_BYTES;

impl Unit {
    /// A value in this unit, for people.
    pub fn show(self, value: u32) -> String {
        match self {
            Self::Keys | Self::Bytes => thousands(value),
            Self::Millibytes => format!("{}.{:03}", value / 1_000, value % 1_000),
        }
    }

    /// The unit's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Keys => "keys",
            Self::Bytes | Self::Millibytes => "bytes",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Equal => "equal",
            Self::Differs => "differs",
            Self::InsideOurs => "inside our range",
            Self::BelowOurs => "below our range",
            Self::AboveOurs => "above our range",
            Self::MedianInside => "our median is inside",
            Self::MedianBelow => "our median is below",
            Self::MedianAbove => "our median is above",
        })
    }
}

/// The figures as CSV.
pub fn csv(figures: &[Figure]) -> Vec<u8> {
    csv_of(&figures.iter().map(FigureRow::of).collect::<Vec<_>>())
}

#[derive(Serialize)]
struct FigureRow {
    id: &'static str,
    figure: String,
    unit: &'static str,
    published_least: String,
    published_most: String,
    ours_least: String,
    ours_median: String,
    ours_most: String,
    verdict: String,
}

impl FigureRow {
    fn of(figure: &Figure) -> Self {
        let plain = |value| figure.unit.show(value).replace(',', "");
        let (least, most) = match figure.published {
            Published::Exact(figure) | Published::OneRun(figure) => (figure, figure),
            Published::Average(least, most) => (least, most),
        };
        Self {
            id: figure.id,
            figure: figure.name.replace(',', ""),
            unit: figure.unit.name(),
            published_least: plain(least),
            published_most: plain(most),
            ours_least: plain(figure.ours.min),
            ours_median: plain(figure.ours.p50),
            ours_most: plain(figure.ours.max),
            verdict: figure.verdict().to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Band, Published, Verdict, figures};
    use crate::measure::measure;
    use crate::rows::Rows;

    #[track_caller]
    fn verdict(published: Published, ours: impl IntoIterator<Item = u32>, expected: &str) {
        assert_eq!(Verdict::of(published, &Band::of(ours)).to_string(), expected);
    }

    #[test]
    fn an_exact_figure_bears_no_other_count() {
        verdict(Published::Exact(61), [61, 61], "equal");
        verdict(Published::Exact(61), [60, 60], "differs");
        verdict(Published::Exact(61), [61, 62], "differs");
        verdict(Published::Exact(61), [60, 61], "differs");
    }

    #[test]
    fn one_run_must_lie_among_ours() {
        verdict(Published::OneRun(184), [184, 184, 184], "equal");
        verdict(Published::OneRun(184), [183, 185], "inside our range");
        verdict(Published::OneRun(184), [184, 185], "inside our range");
        verdict(Published::OneRun(184), [185, 186], "below our range");
        verdict(Published::OneRun(184), [182, 183], "above our range");
    }

    #[test]
    fn an_average_must_hold_our_median() {
        verdict(Published::Average(175, 180), [170, 175, 190], "our median is inside");
        verdict(Published::Average(175, 180), [170, 180, 190], "our median is inside");
        verdict(Published::Average(175, 180), [170, 174, 190], "our median is below");
        verdict(Published::Average(175, 180), [170, 181, 190], "our median is above");
    }

    #[test]
    fn only_agreement_counts_as_reproduced() {
        use Verdict::{
            AboveOurs, BelowOurs, Differs, Equal, InsideOurs, MedianAbove, MedianBelow, MedianInside,
        };
        assert!([Equal, InsideOurs, MedianInside].into_iter().all(Verdict::reproduced));
        let refuted = [Differs, BelowOurs, AboveOurs, MedianBelow, MedianAbove];
        assert!(!refuted.into_iter().any(Verdict::reproduced));
    }

    #[track_caller]
    fn verdicts_of(rows: &Rows, id: &str) -> Vec<Verdict> {
        figures(rows).iter().filter(|figure| figure.id == id).map(super::Figure::verdict).collect()
    }

    #[test]
    fn f1_and_f2_are_exact() {
        let rows = measure(2, || {});
        assert_eq!(verdicts_of(&rows, "F1"), [Verdict::Equal; 4]);
        assert_eq!(verdicts_of(&rows, "F2"), [Verdict::Equal; 4]);
    }

    #[test]
    fn wrong_rows_refute_every_figure() {
        let mut rows = measure(2, || {});
        for length in &mut rows.lengths {
            length.key_bytes += 3;
        }
        for trial in &mut rows.trials {
            trial.bytes_at_100 *= 2;
            trial.bytes_at_1000 *= 2;
            trial.keys_to_cap *= 2;
        }
        for figure in figures(&rows) {
            assert!(!figure.verdict().reproduced(), "{} still holds: {}", figure.id, figure.name);
        }
    }
}
