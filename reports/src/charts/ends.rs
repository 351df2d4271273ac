//! Appends and prepends: what an integer part is for.

use super::plot::{Axis, Line, Panel, Plot, Spot};
use super::{Body, Draft};
use crate::ink::{Pen, pen};
use crate::measure::growth::Growth;
use crate::rows::Rows;
use crate::schemes::Scheme;
use crate::shortest::existing_bytes;
use crate::text::{capitalized, listed, thousands};
use crate::workload::Workload;
use order_key::KEY_BYTES_MAX;

const ENDS: [Workload; 2] = [Workload::Append, Workload::Prepend];

/// How far the linear axis goes: where a fraction has filled most of its key, and an integer part has not begun.
const LINEAR_MAX: u32 = 10_000;

const DRAWN: [(Scheme, &str); 7] = [
    (Scheme::MiddleHalf, "ours, Greenspan"),
    (Scheme::RandomSuffix, Scheme::RandomSuffix.name()),
    (Scheme::FloatMidpoint, Scheme::FloatMidpoint.name()),
    (Scheme::Base95Fraction, Scheme::Base95Fraction.name()),
    (Scheme::PlainFraction, Scheme::PlainFraction.name()),
    (Scheme::JitteredFraction, Scheme::JitteredFraction.name()),
    (Scheme::ReplicaSuffix, Scheme::ReplicaSuffix.name()),
];

pub(super) fn chart(rows: &Rows) -> Draft {
    let panel = |end: Workload| {
        let x =
            Axis::logarithmic(&format!("{}, logarithmic", end.name()), &[1, 10, 100, 1_000, 10_000, 100_000]);
        panel(rows, end, (x, Axis::longest_logarithmic(1)))
    };
    Draft {
        name: "ends",
        title: "Appends are nearly free with an integer part, and fill the key without one".into(),
        says: says(rows),
        is_twin: false,
        body: Body::Plot(Plot { panels: ENDS.map(panel).into() }),
    }
}

pub(super) fn linear(rows: &Rows) -> Draft {
    let panel = |end: Workload| {
        let x = Axis::linear(end.name(), &[0, 2_500, 5_000, 7_500, LINEAR_MAX]);
        panel(rows, end, (x, Axis::longest()))
    };
    let after = |scheme| rows.growth_at(scheme, Workload::Append, LINEAR_MAX).map_or(0, |row| row.p50);
    Draft {
        name: "ends-linear",
        title: "Appends and prepends over linear axes".into(),
        says: format!(
            "The same lines up to {}. What looks alike over logarithmic axes is a straight line that climbs to the cap, or \
             one that stays on the ground: {} bytes for plain fractions at the right edge, {} for ours.",
            thousands(LINEAR_MAX),
            after(Scheme::PlainFraction),
            after(Scheme::MiddleHalf),
        ),
        is_twin: true,
        body: Body::Plot(Plot { panels: ENDS.map(panel).into() }),
    }
}

fn panel(rows: &Rows, end: Workload, (x, y): (Axis, Axis)) -> Panel {
    let inside = |row: &&Growth| f64::from(row.operations) <= x.values.1;
    let least = rows.growth_of(Scheme::MiddleHalf, end).filter(inside);
    let least = least.map(|row| Spot::exactly(row.operations, existing_bytes(row.operations)));
    let mut lines = vec![Line::of("least possible", Pen::bound(), least.collect())];
    lines.extend(DRAWN.map(|(scheme, name)| {
        let points = rows.growth_of(scheme, end).filter(inside).map(Spot::of_longest);
        Line::of(name, pen(scheme), points.collect())
    }));
    lines.retain(|line| !line.points.is_empty());
    Panel { heading: capitalized(end.name()), x, y, lines }
}

fn says(rows: &Rows) -> String {
    let inserts = Workload::Append.operations_max();
    let ours = rows.growth_at(Scheme::MiddleHalf, Workload::Append, inserts).map_or(0, |row| row.max);
    let ends =
        [Scheme::ReplicaSuffix, Scheme::JitteredFraction, Scheme::PlainFraction, Scheme::Base95Fraction].map(
            |scheme| {
                let keys = rows.keys(scheme, Workload::Append).p50;
                format!("{} after {}", scheme.name(), thousands(keys))
            },
        );
    format!(
        "After {} appends the longest key has {ours} bytes wherever keys begin with an integer part, whatever the rule \
         for the digits behind it. Without one every append makes the last key longer: the cap of {KEY_BYTES_MAX} \
         bytes is met by {}. The replica suffix fares worst because it becomes part of the key that the next append \
         starts from. The dashed line is the least length at which so many keys with an integer part exist at all; a \
         fraction, which has none, may begin with a byte less. {}",
        thousands(inserts),
        listed(&ends),
        prepends(rows),
    )
}

/// Whether prepends come as far as appends: by scheme, over all seeds.
fn prepends(rows: &Rows) -> String {
    let keys = |scheme: Scheme| ENDS.map(|end| rows.keys(scheme, end));
    let is_alike = |scheme: &Scheme| {
        let [appends, prepends] = keys(*scheme);
        appends.min <= prepends.max && prepends.min <= appends.max
    };
    let (alike, other): (Vec<Scheme>, Vec<Scheme>) = Scheme::ALL.into_iter().partition(is_alike);
    if other.is_empty() {
        return "Prepends come as far under every scheme.".into();
    }
    let longest = |scheme: &Scheme| {
        let at = |end: Workload| rows.growth_at(*scheme, end, end.operations_max()).map(|row| row.p50);
        ENDS.map(at)
    };
    let is_mirror = |scheme: &&Scheme| longest(scheme)[0] == longest(scheme)[1];
    let mirrored = alike.iter().filter(is_mirror).count();
    let shown = |scheme: &Scheme| {
        let [appends, prepends] = keys(*scheme);
        let [appends, prepends] = [appends, prepends].map(|keys| thousands(keys.p50));
        format!("{} ({appends} appends, {prepends} prepends{})", scheme.name(), why_apart(*scheme))
    };
    format!(
        "Prepends come as far under {} of the {} schemes{}, but not under {}.",
        alike.len(),
        Scheme::ALL.len(),
        if mirrored == alike.len() { ", with keys as long" } else { "" },
        listed(&other.iter().map(shown).collect::<Vec<_>>()),
    )
}

/// Why the two ends differ, where that is known.
const fn why_apart(scheme: Scheme) -> &'static str {
    match scheme {
        Scheme::Base95Fraction => ": its middle digit has more digits below it than above",
        Scheme::ReplicaSuffix => ": its suffix ends in a low digit, which cannot be lowered",
        Scheme::RandomSuffix => ": what is glued on unchecked puts the new first key behind the old one",
        _ => "",
    }
}
