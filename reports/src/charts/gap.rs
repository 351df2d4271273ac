//! One gap hammered from one side: how keys grow there, and how many it gives.

use super::plot::{Axis, Line, Panel, Plot, Spot};
use super::rows::{Bands, Reach, Row};
use super::{Body, Draft};
use crate::band::Band;
use crate::ink::{Pen, pen};
use crate::rows::Rows;
use crate::schemes::Scheme;
use crate::shortest::{fitting_bytes, forced_bytes};
use crate::text::{listed, span, thousands};
use crate::workload::Workload;
use order_key::KEY_BYTES_MAX;

const INSERTS: u32 = 1_000;

/// The five whose keys can be told apart here.
const DRAWN: [Scheme; 5] =
    [Scheme::MiddleHalf, Scheme::ExactMidpoint, Scheme::FullWidth, Scheme::Greenspan, Scheme::Base95Fraction];

pub(super) fn growth(rows: &Rows) -> Draft {
    let panels = Workload::GAPS.map(|workload| panel(rows, workload)).into();
    Draft {
        name: "gap",
        title: "One gap pays for every insert, and no scheme escapes".into(),
        says: growth_says(rows),
        body: Body::Plot(Plot { panels }),
    }
}

fn panel(rows: &Rows, workload: Workload) -> Panel {
    let bound = |name: &str, bytes: fn(u32) -> u32| {
        let at = |row: &crate::measure::growth::Growth| Spot::exactly(row.operations, bytes(row.operations));
        let points = rows.growth_of(Scheme::MiddleHalf, workload).take_while(|row| row.operations <= INSERTS);
        Line::of(name, Pen::bound(), points.map(at).collect())
    };
    let mut lines = vec![bound("room for all", fitting_bytes), bound("forced", forced_bytes)];
    for scheme in DRAWN.into_iter().rev() {
        let points: Vec<Spot> = rows
            .growth_of(scheme, workload)
            .take_while(|row| row.operations <= INSERTS)
            .map(|row| Spot {
                x: row.operations.into(),
                low: row.p5.into(),
                y: row.p50.into(),
                high: row.p95.into(),
            })
            .collect();
        let last = points.last().map_or(0.0, |last| last.y);
        lines.push(Line::of(format!("{} {last}", scheme.name()), pen(scheme), points));
    }
    Panel {
        heading: workload.name().replacen("one", "One", 1),
        x: Axis::linear("inserts", &[0, 250, 500, 750, INSERTS]),
        y: Axis::linear("longest key in bytes", &[0, 50, 100, 150, 200]).up_to(240.0),
        lines,
    }
}

fn growth_says(rows: &Rows) -> String {
    let of = |scheme: Scheme| {
        let sides = Workload::GAPS.map(|gap| rows.growth_at(scheme, gap, INSERTS).map_or(0, |row| row.p50));
        let band = Band::of(sides);
        format!("{} {}", scheme.name(), span(band.min, band.max))
    };
    format!(
        "Longest key in bytes after {} inserts at one spot, from the best side to the worst: {}. Bands hold 90 of 100 \
         seeds. The lower dashed line is what so many keys need if their number is known beforehand ({} bytes); the \
         upper one is what somebody who looks at each new key and then picks the side forces on every scheme in base 62 \
         ({} bytes): a bit for each insert. A side that stays fixed lets a scheme do a little better on it, at the cost \
         of the other; the middle half is the same from each.",
        thousands(INSERTS),
        listed(&DRAWN.map(of)),
        fitting_bytes(INSERTS),
        forced_bytes(INSERTS),
    )
}

pub(super) fn cap(rows: &Rows) -> Draft {
    let row = |scheme: Scheme| {
        let sides = Workload::GAPS.map(|gap| rows.keys(scheme, gap));
        let medians = Band::of(sides.map(|side| side.p50));
        let reach =
            |Band { min, p5, p50, p95, max }: Band| -> Reach { [min, p5, p50, p95, max].map(f64::from) };
        Row {
            label: scheme.name().to_owned(),
            value: span(medians.min, medians.max),
            pen: pen(scheme),
            bands: sides.map(reach).into(),
        }
    };
    Draft {
        name: "cap",
        title: format!("How many keys one gap gives before the cap of {KEY_BYTES_MAX} bytes"),
        says: cap_says(rows),
        body: Body::Bands(Bands {
            axis: Axis::linear("keys", &[0, 1_000, 2_000, 3_000]).up_to(3_700.0),
            rows: Scheme::ALL.map(row).into(),
            key: "a dot for each side: its median; thick: 90 of 100 seeds; thin: all seeds; numbers: medians from the \
                  worst side to the best"
                .into(),
            compared: Some((f64::from(forced_keys()), format!("bound {}", thousands(forced_keys())))),
        }),
    }
}

/// How many inserts an adversary can be kept from exhausting the cap: a bit each.
fn forced_keys() -> u32 {
    const FAR_BEYOND: u32 = 10 * KEY_BYTES_MAX as u32;
    (1..FAR_BEYOND)
        .take_while(|&inserts| forced_bytes(inserts) <= KEY_BYTES_MAX as u32)
        .last()
        .unwrap_or_default()
}

fn cap_says(rows: &Rows) -> String {
    let worst = |scheme: Scheme| Band::of(Workload::GAPS.map(|gap| rows.keys(scheme, gap).p50)).min;
    format!(
        "Further right is better. Judged by its worst side, the middle half gives {} keys and the exact midpoint {}, \
         and no base-62 scheme can promise more than {} to somebody who picks the side each time. The float has {} \
         and then returns one of its bounds. The random suffix glued on unchecked gives out at once on most sides: its \
         results land beyond the upper key, and asking again does not help.",
        thousands(worst(Scheme::MiddleHalf)),
        thousands(worst(Scheme::ExactMidpoint)),
        thousands(forced_keys()),
        thousands(worst(Scheme::FloatMidpoint)),
    )
}
