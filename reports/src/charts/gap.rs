//! One gap under three place rules, hammered from three sides.

use super::{Chart, INK, LABEL_SIZE, LEFT, axes, ink, letters};
use crate::picture::{Anchor, Picture};
use crate::rows::{Growth, Rows};
use crate::scale::Scale;
use crate::schemes::Scheme;
use crate::workload::Workload;

const WIDTH: u32 = 1104;
const HEIGHT: u32 = 450;
const DOWN: (f64, f64) = (112.0, 360.0);
const PANEL_FIRST: f64 = 64.0;
const PANEL_STEP: f64 = 346.0;
const PANEL_WIDTH: f64 = 205.0;
const INSERTS: u32 = 1_000;
const BYTES: [u32; 5] = [0, 60, 120, 180, 240];
const LABEL_STEP: f64 = 18.0;

pub(super) fn chart(rows: &Rows) -> Chart {
    let mut picture = Picture::new(WIDTH, HEIGHT);
    let y = Scale::linear((BYTES[0], BYTES[4]), (DOWN.1, DOWN.0));
    axes::name(&mut picture, "longest key in bytes", (LEFT, 60.0), Anchor::Start);
    axes::level_numbers(&mut picture, &y, PANEL_FIRST, &BYTES);

    let mut left = PANEL_FIRST;
    for workload in Workload::GAPS {
        let x = Scale::linear((0, INSERTS), (left, left + PANEL_WIDTH));
        panel(&mut picture, &x, &y, rows, workload);
        left += PANEL_STEP;
    }
    Chart {
        name: "gap",
        title: "One gap under three place rules, hammered from three sides".into(),
        says: says(rows),
        picture,
    }
}

fn panel(picture: &mut Picture, x: &Scale, y: &Scale, rows: &Rows, workload: Workload) {
    let across = x.places();
    picture.text(workload.name(), (across.0, DOWN.0 - 20.0), Anchor::Start, LABEL_SIZE, INK);
    axes::upright(picture, x, DOWN, &[0, 500, INSERTS], "");
    axes::level(picture, y, across, &BYTES);
    axes::base(picture, across, DOWN.1);
    axes::name(picture, "inserts", (across.0 + PANEL_WIDTH / 2.0, DOWN.1 + 36.0), Anchor::Middle);

    let mut ends = Vec::new();
    for scheme in Scheme::OURS.into_iter().rev() {
        let growth: Vec<_> =
            rows.growth_of(scheme, workload).take_while(|row| row.operations <= INSERTS).cloned().collect();
        let place = |row: &Growth, bytes: u32| (x.at(row.operations), y.at(bytes));
        axes::band(picture, &growth, place, ink(scheme));
        let last = rows.growth_at(scheme, workload, INSERTS).p50;
        ends.push((scheme, last, y.at(last)));
    }
    for (scheme, last, at) in spread(ends) {
        let label = format!("{} {last}", scheme.name());
        picture.text(label, (across.1 + 8.0, at), Anchor::Start, LABEL_SIZE, letters(scheme));
    }
}

/// Moves labels apart that would lie over each other, the lowest first and each no more than it must.
fn spread(mut labels: Vec<(Scheme, u32, f64)>) -> Vec<(Scheme, u32, f64)> {
    labels.sort_by(|a, b| b.2.total_cmp(&a.2));
    for at in 1..labels.len() {
        labels[at].2 = labels[at].2.min(labels[at - 1].2 - LABEL_STEP);
    }
    labels
}

fn says(rows: &Rows) -> String {
    let of = |scheme: Scheme| {
        let [lower, upper, alternating] =
            Workload::GAPS.map(|workload| rows.growth_at(scheme, workload, INSERTS).p50);
        format!("{} {lower}, {upper}, {alternating}", scheme.name())
    };
    format!(
        "Longest key in bytes after 1,000 inserts toward the lower bound, toward the upper, and alternating \
         (medians): {}. Each band holds 90 of 100 seeds; the midpoint draws nothing and has none.",
        Scheme::OURS.map(of).join("; "),
    )
}
