//! Random places and random moves: what keys weigh in a list that is edited all over.

use super::plot::{Axis, Line, Panel, Plot, Spot};
use super::{Body, Draft};
use crate::ink::pen;
use crate::rows::Rows;
use crate::schemes::Scheme;
use crate::text::tenths;
use crate::workload::{MOVED_ITEMS, Workload};

const DRAWN: [Scheme; 7] = [
    Scheme::MiddleHalf,
    Scheme::ExactMidpoint,
    Scheme::FullWidth,
    Scheme::Greenspan,
    Scheme::PlainFraction,
    Scheme::Base95Fraction,
    Scheme::FloatMidpoint,
];

pub(super) fn chart(rows: &Rows) -> Draft {
    let powers = [1, 10, 100, 1_000, 10_000];
    let axis = |name: &str| Axis::logarithmic(&format!("{name}, logarithmic"), &powers);
    Draft {
        name: "random",
        title: "Edits all over a list keep keys short under every scheme that draws or halves".into(),
        says: says(rows),
        is_twin: false,
        body: Body::Plot(Plot { panels: panels(rows, axis) }),
    }
}

pub(super) fn linear(rows: &Rows) -> Draft {
    let axis = |name: &str| Axis::linear(name, &[0, 2_500, 5_000, 7_500, 10_000]);
    Draft {
        name: "random-linear",
        title: "Edits all over a list, over linear axes".into(),
        says: "The same lines with equal steps for equal numbers of inserts. An average key grows fast at first and then \
               hardly: each doubling of the list costs the same part of a byte."
            .into(),
        is_twin: true,
        body: Body::Plot(Plot { panels: panels(rows, axis) }),
    }
}

fn panels(rows: &Rows, axis: impl Fn(&str) -> Axis) -> Vec<Panel> {
    vec![
        panel(rows, Workload::Random, "Inserts at random places", axis("inserts")),
        panel(rows, Workload::Moves, "Random moves among 1,000 items", axis("moves")),
    ]
}

fn panel(rows: &Rows, workload: Workload, heading: &str, x: Axis) -> Panel {
    let keys = |operations| if workload == Workload::Moves { MOVED_ITEMS } else { operations };
    let mean = |bytes: u64, operations: u32| f64::from(bytes as u32) / f64::from(keys(operations));
    let mut lines = Vec::new();
    for scheme in DRAWN {
        let points: Vec<Spot> = rows
            .growth_of(scheme, workload)
            .map(|row| Spot::exactly(row.operations, mean(row.bytes, row.operations)))
            .collect();
        let last = rows.growth_of(scheme, workload).last();
        let label = last.map_or(String::new(), |row| tenths(row.bytes, keys(row.operations).into()));
        lines.push(Line::of(format!("{} {label}", scheme.name()), pen(scheme), points));
    }
    Panel {
        heading: heading.to_owned(),
        x,
        y: Axis::linear("bytes of an average key", &[0, 5, 10, 15, 20]),
        lines,
    }
}

fn says(rows: &Rows) -> String {
    let of = |scheme: Scheme, workload| rows.growth_of(scheme, workload).last();
    let mean = |scheme, workload| {
        of(scheme, workload).map_or(String::new(), |row| {
            let keys = if workload == Workload::Moves { MOVED_ITEMS } else { row.operations };
            tenths(row.bytes, keys.into())
        })
    };
    let longest = of(Scheme::MiddleHalf, Workload::Random).map_or(0, |row| row.max);
    format!(
        "After 10,000 inserts at random places an average key of ours has {} bytes and the longest of all seeds \
         {longest}; plain fractions, which spend no byte on an integer part, have {}. Moves of random items take \
         random places too, and 10,000 of them leave keys of {} bytes on average; schemes without an integer part still carry \
         what 1,000 appends cost them. Schemes with a suffix are left out; \
         they are longer by it at every level.",
        mean(Scheme::MiddleHalf, Workload::Random),
        mean(Scheme::PlainFraction, Workload::Random),
        mean(Scheme::MiddleHalf, Workload::Moves),
    )
}
