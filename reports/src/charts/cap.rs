//! How many keys one gap gives before none fits.

use super::{Chart, INK, LABEL_SIZE, LEFT, SMALL_SIZE, axes, ink, letters};
use crate::band::Band;
use crate::picture::{Anchor, Picture};
use crate::rows::Rows;
use crate::scale::Scale;
use crate::schemes::Scheme;
use crate::text::{span, thousands};
use crate::workload::Workload;
use order_key::KEY_BYTES_MAX;

const WIDTH: u32 = 960;
const HEIGHT: u32 = 510;
const ACROSS: (f64, f64) = (210.0, 764.0);
const DOWN: (f64, f64) = (66.0, 420.0);
const GROUP_STEP: f64 = 118.0;
const ROW_STEP: f64 = 27.0;

pub(super) fn chart(rows: &Rows) -> Chart {
    let mut picture = Picture::new(WIDTH, HEIGHT);
    let x = Scale::linear((2_200, 3_200), ACROSS);
    axes::upright(&mut picture, &x, DOWN, &[2_200, 2_400, 2_600, 2_800, 3_000, 3_200], "");
    axes::base(&mut picture, ACROSS, DOWN.1);
    let name = format!("keys made between a0 and a1 until none of {KEY_BYTES_MAX} bytes is left");
    axes::name(&mut picture, &name, (ACROSS.1, 456.0), Anchor::End);
    let key = "dot: median · thick: 90 of 100 seeds · thin: all seeds";
    picture.text(key, (LEFT, 456.0), Anchor::Start, SMALL_SIZE, INK);

    let mut top = DOWN.0 + 14.0;
    for workload in Workload::GAPS {
        picture.text(workload.name(), (LEFT, top), Anchor::Start, LABEL_SIZE, INK);
        let mut at = top + ROW_STEP;
        for scheme in Scheme::OURS {
            let band = rows.keys_to_cap(scheme, workload);
            picture.text(scheme.name(), (ACROSS.0 - 14.0, at), Anchor::End, LABEL_SIZE, letters(scheme));
            axes::whisker(&mut picture, &band, |keys| x.at(keys), at, ink(scheme));
            picture.text(label(&band), (ACROSS.1 + 14.0, at), Anchor::Start, LABEL_SIZE, letters(scheme));
            at += ROW_STEP;
        }
        top += GROUP_STEP;
    }
    Chart {
        name: "cap",
        title: "How many keys one gap gives before it is full".into(),
        says: says(rows),
        picture,
    }
}

fn label(band: &Band) -> String {
    let median = thousands(band.p50);
    if band.min == band.max { median } else { format!("{median} ({})", span(band.min, band.max)) }
}

fn says(rows: &Rows) -> String {
    let of = |scheme: Scheme| {
        let medians = Band::of(Workload::GAPS.map(|workload| rows.keys_to_cap(scheme, workload).p50));
        format!("{} {}", scheme.name(), span(medians.min, medians.max))
    };
    format!(
        "Further to the right is better: more keys before a gap must be rebuilt. From the worst side to the \
         best, medians: {}. The axis starts at 2,200.",
        Scheme::OURS.map(of).join("; "),
    )
}
