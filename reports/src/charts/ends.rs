//! Appends: what an integer part is for.

use super::plot::{Axis, Line, Panel, Plot, Spot};
use super::{Body, Draft};
use crate::ink::{Ink, Pen, pen};
use crate::rows::Rows;
use crate::schemes::Scheme;
use crate::shortest::existing_bytes;
use crate::text::{listed, thousands};
use crate::workload::Workload;
use order_key::KEY_BYTES_MAX;

pub(super) fn chart(rows: &Rows) -> Draft {
    let drawn = [
        (Scheme::MiddleHalf, "ours, Greenspan"),
        (Scheme::RandomSuffix, Scheme::RandomSuffix.name()),
        (Scheme::FloatMidpoint, Scheme::FloatMidpoint.name()),
        (Scheme::Base95Fraction, Scheme::Base95Fraction.name()),
        (Scheme::PlainFraction, Scheme::PlainFraction.name()),
        (Scheme::JitteredFraction, Scheme::JitteredFraction.name()),
        (Scheme::ReplicaSuffix, Scheme::ReplicaSuffix.name()),
    ];
    let mut lines = vec![Line::of(
        "least possible",
        Pen::bound(),
        rows.growth_of(Scheme::MiddleHalf, Workload::Append)
            .map(|row| Spot::exactly(row.operations, existing_bytes(row.operations)))
            .collect(),
    )];
    lines.extend(drawn.map(|(scheme, name)| {
        let points = rows.growth_of(scheme, Workload::Append).map(|row| Spot {
            x: row.operations.into(),
            low: row.p5.into(),
            y: row.p50.into(),
            high: row.p95.into(),
        });
        Line::of(name, pen(scheme), points.collect())
    }));
    lines.push(Line::of(
        format!("cap: {KEY_BYTES_MAX}"),
        Pen { ink: Ink::Text, ..Pen::bound() },
        [1, 100_000].map(|x| Spot::exactly(x, KEY_BYTES_MAX as u32)).into(),
    ));
    let panel = Panel {
        heading: String::new(),
        x: Axis::logarithmic("appends, logarithmic", &[1, 10, 100, 1_000, 10_000, 100_000]),
        y: Axis::logarithmic("longest key in bytes, logarithmic", &[1, 2, 4, 8, 16, 32, 64, 128, 256, 512]),
        lines,
    };
    Draft {
        name: "ends",
        title: "Appends are nearly free with an integer part, and fill the key without one".into(),
        says: says(rows),
        body: Body::Plot(Plot { panels: vec![panel] }),
    }
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
         bytes is met by {}. Prepends are the mirror image. The replica suffix fares worst because it becomes part of \
         the key that the next append starts from.",
        thousands(inserts),
        listed(&ends),
    )
}
