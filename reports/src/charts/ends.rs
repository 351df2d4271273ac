//! An open end against one gap: what appends and prepends cost, and what hammering costs.

use super::{Chart, INK, LABEL_SIZE, LEFT, MUTED, axes, ink, letters};
use crate::picture::{Anchor, Picture, Point};
use crate::rows::{Growth, Rows};
use crate::scale::Scale;
use crate::schemes::Scheme;
use crate::text::{span, thousands};
use crate::workload::Workload;
use order_key::KEY_BYTES_MAX;

const WIDTH: u32 = 960;
const HEIGHT: u32 = 540;
const ACROSS: (f64, f64) = (70.0, 930.0);
const DOWN: (f64, f64) = (84.0, 450.0);
const BYTES: [u32; 9] = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const CAP: u32 = KEY_BYTES_MAX as u32;

pub(super) fn chart(rows: &Rows) -> Chart {
    let mut picture = Picture::new(WIDTH, HEIGHT);
    let x = Scale::logarithmic((1, 100_000), ACROSS);
    let y = Scale::logarithmic((1, 700), (DOWN.1, DOWN.0));
    let place = |row: &Growth, bytes: u32| (x.at(row.operations), y.at(bytes));

    axes::upright(&mut picture, &x, DOWN, &[1, 10, 100, 1_000, 10_000, 100_000], "");
    axes::level(&mut picture, &y, ACROSS, &BYTES);
    axes::level_numbers(&mut picture, &y, ACROSS.0, &BYTES);
    axes::base(&mut picture, ACROSS, DOWN.1);
    axes::name(&mut picture, "longest key in bytes, logarithmic", (LEFT, 60.0), Anchor::Start);
    axes::name(&mut picture, "inserts, logarithmic", (ACROSS.1, 488.0), Anchor::End);
    cap_line(&mut picture, &y);

    for workload in Workload::GAPS {
        let to_cap = rows.keys_to_cap(GAP, workload);
        let gap = rows.growth_of(GAP, workload).take_while(|row| row.operations <= to_cap.p50);
        axes::band(&mut picture, &steps(gap), place, ink(GAP));
    }
    for workload in Workload::ENDS {
        axes::band(&mut picture, &steps(rows.growth_of(END, workload)), place, ink(END));
    }
    labels(&mut picture, rows, place);
    Chart {
        name: "ends",
        title: "Inserts at an open end, and inserts into one gap".into(),
        says: says(rows),
        picture,
    }
}

/// The rule whose gap is drawn.
const GAP: Scheme = Scheme::MiddleHalf;

/// At an open end all rules give the same keys; this one lends its colour.
const END: Scheme = Scheme::ExactMidpoint;

/// A row again where the next one begins, while keys are short: they grow in whole bytes, so the line
/// goes level and then straight up. Further on rows are several bytes apart.
fn steps<'r>(rows: impl Iterator<Item = &'r Growth>) -> Vec<Growth> {
    let mut steps: Vec<Growth> = Vec::new();
    for row in rows {
        if let Some(last) = steps.last().filter(|last| last.p50 < 16) {
            steps.push(Growth { operations: row.operations, ..last.clone() });
        }
        steps.push(row.clone());
    }
    steps
}

fn cap_line(picture: &mut Picture, y: &Scale) {
    let at = y.at(CAP);
    picture.dashes((ACROSS.0, at), ACROSS.1, INK, 1.25);
    picture.text(format!("cap: {CAP} bytes"), (ACROSS.0 + 8.0, at + 13.0), Anchor::Start, LABEL_SIZE, INK);
}

fn labels(picture: &mut Picture, rows: &Rows, place: impl Fn(&Growth, u32) -> Point) {
    let after_1000 = rows.growth_at(GAP, Workload::GapLower, 1_000);
    let (x, y) = place(after_1000, after_1000.p50);
    axes::mark(picture, (x, y), ink(GAP));
    let label = format!("one gap: {} bytes after 1,000 inserts", after_1000.p50);
    picture.text(label, (x - 14.0, y - 6.0), Anchor::End, LABEL_SIZE, letters(GAP));

    let to_cap = rows.keys_to_cap(GAP, Workload::GapLower);
    let (x, y) = place(&Growth { operations: to_cap.p50, ..after_1000.clone() }, CAP);
    axes::mark(picture, (x, y), ink(GAP));
    let label = format!("full after {} inserts", thousands(to_cap.p50));
    picture.text(label, (x + 14.0, y + 14.0), Anchor::Start, LABEL_SIZE, letters(GAP));

    let operations_max = Workload::Append.operations_max();
    let last = rows.growth_at(END, Workload::Append, operations_max);
    let (x, y) = place(last, last.max);
    axes::mark(picture, (x, y), ink(END));
    let label = format!("appends, prepends: {} bytes after {} inserts", last.max, thousands(operations_max));
    picture.text(label, (x - 4.0, y - 18.0), Anchor::End, LABEL_SIZE, letters(END));
    let below = "the same under every place rule";
    picture.text(below, (x - 4.0, y + 18.0), Anchor::End, LABEL_SIZE, MUTED);
}

fn says(rows: &Rows) -> String {
    let operations_max = Workload::Append.operations_max();
    let end = rows.longest_at_ends();
    let gap = rows.growth_at(GAP, Workload::GapLower, 1_000).p50;
    let to_cap = rows.keys_to_cap(GAP, Workload::GapLower);
    format!(
        "After {} appends or prepends the longest key has {} bytes under every place rule: at an open end \
         the next integer is taken and no place is chosen. Hammering one gap is paid for at every insert: \
         with the {}, keys of {gap} bytes after 1,000 inserts, and after {} ({} over the seeds) no key of \
         {CAP} bytes is left. The three lines of the gap, one for each side that is hammered, lie on each \
         other.",
        thousands(operations_max),
        span(end.min, end.max),
        GAP.name(),
        thousands(to_cap.p50),
        span(to_cap.min, to_cap.max),
    )
}
