//! One gap hammered from one side: how keys grow there, and how many it gives.

use super::plot::{Axis, Line, Panel, Plot, Spot};
use super::rows::{Bands, Reach, Row};
use super::{Body, Draft};
use crate::band::Band;
use crate::ink::{Pen, pen};
use crate::measure::growth::Growth;
use crate::rows::Rows;
use crate::schemes::Scheme;
use crate::shortest::{fitting_bytes, forced_bytes};
use crate::text::{capitalized, listed, span, thousands};
use crate::workload::Workload;
use order_key::KEY_BYTES_MAX;

const INSERTS: u32 = 1_000;

/// The five whose keys can be told apart here.
const DRAWN: [Scheme; 5] =
    [Scheme::MiddleHalf, Scheme::ExactMidpoint, Scheme::FullWidth, Scheme::Greenspan, Scheme::Base95Fraction];

pub(super) fn growth(rows: &Rows) -> Draft {
    let panel = |gap: Workload| {
        let x = Axis::linear("inserts", &[0, 250, 500, 750, INSERTS]);
        let y = Axis::linear("longest key in bytes", &[0, 50, 100, 150, 200]).up_to(240.0);
        panel(rows, gap, (x, y))
    };
    Draft {
        name: "gap",
        title: "One gap pays for every insert, and no scheme escapes".into(),
        says: growth_says(rows),
        is_twin: false,
        body: Body::Plot(Plot { panels: Workload::GAPS.map(panel).into() }),
    }
}

pub(super) fn logarithmic(rows: &Rows) -> Draft {
    let panel = |gap: Workload| {
        let x = Axis::logarithmic("inserts, logarithmic", &[1, 10, 100, 1_000]).up_to(4_000.0);
        panel(rows, gap, (x, Axis::longest_logarithmic(2)))
    };
    Draft {
        name: "gap-log",
        title: "One gap over logarithmic axes, up to the cap".into(),
        says: "The same lines, further: each up to the last number of inserts that was looked at before half of its seeds \
               have met the cap. A few inserts at one spot cost next to nothing; from some ten on the lines run side by side, \
               and twice as many inserts take twice as many bytes."
            .into(),
        is_twin: true,
        body: Body::Plot(Plot { panels: Workload::GAPS.map(panel).into() }),
    }
}

fn panel(rows: &Rows, workload: Workload, (x, y): (Axis, Axis)) -> Panel {
    let inside = |row: &&Growth| f64::from(row.operations) <= x.values.1;
    let bound = |name: &str, pen: Pen, bytes: fn(u32) -> u32| {
        let rows = rows.growth_of(Scheme::MiddleHalf, workload).filter(inside);
        Line::of(name, pen, rows.map(|row| Spot::exactly(row.operations, bytes(row.operations))).collect())
    };
    let mut lines = vec![
        bound("if foreseen", Pen::bound(), fitting_bytes),
        bound("sides picked", Pen::forced(), forced_bytes),
    ];
    for scheme in DRAWN.into_iter().rev() {
        let points: Vec<Spot> =
            rows.growth_of(scheme, workload).filter(inside).map(Spot::of_longest).collect();
        let ends_there = points.last().is_some_and(|last| last.x <= INSERTS.into());
        let end = points.last().filter(|_| ends_there).map_or(String::new(), |last| format!(" {}", last.y));
        lines.push(Line::of(format!("{}{end}", scheme.name()), pen(scheme), points));
    }
    Panel { heading: capitalized(workload.name()), x, y, lines }
}

fn growth_says(rows: &Rows) -> String {
    let sides = |scheme: Scheme| {
        Band::of(Workload::GAPS.map(|gap| rows.growth_at(scheme, gap, INSERTS).map_or(0, |row| row.p50)))
    };
    let of = |scheme: Scheme| format!("{} {}", scheme.name(), span(sides(scheme).min, sides(scheme).max));
    let forced = forced_bytes(INSERTS);
    let below: Vec<String> = DRAWN
        .into_iter()
        .filter(|&scheme| sides(scheme).min < forced)
        .map(|scheme| format!("{} with {}", scheme.name(), sides(scheme).min))
        .collect();
    format!(
        "Longest key in bytes after {} inserts at one spot, from the best side to the worst: {}. Bands hold 90 of 100 \
         seeds, the numbers behind the names are those after {0} inserts. Two bounds are drawn. The dashed line, **if \
         foreseen**, is what so many keys need when their number is known beforehand ({} bytes), as in an import. The dotted \
         one, **sides picked**, is what every scheme in base 62 must reach against somebody who looks at each new key and then \
         picks the worse side for the next ({forced} bytes): a bit for each insert. It is no bound for a side that is fixed \
         from the start: there a scheme may lie below it ({}), for it has then left more room on that side than \
         on the other, and base 95 has more bits in a digit besides. The middle half is the same from each side.",
        thousands(INSERTS),
        listed(&DRAWN.map(of)),
        fitting_bytes(INSERTS),
        listed(&below),
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
        is_twin: false,
        body: Body::Bands(Bands {
            axis: Axis::linear("keys", &[0, 1_000, 2_000, 3_000]).up_to(3_700.0),
            rows: Scheme::ALL.map(row).into(),
            key: "a dot for each side: its median; thick: 90 of 100 seeds; thin: all seeds; numbers: medians from the \
                  worst side to the best"
                .into(),
            compared: Some((f64::from(forced_keys()), format!("sides picked: {}", thousands(forced_keys())))),
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
    let sides = |scheme: Scheme| Band::of(Workload::GAPS.map(|gap| rows.keys(scheme, gap).p50));
    let worst = |scheme: Scheme| thousands(sides(scheme).min);
    let beyond: Vec<String> = Scheme::ALL
        .into_iter()
        .filter(|&scheme| sides(scheme).max > forced_keys())
        .map(|scheme| format!("{} up to {}", scheme.name(), thousands(sides(scheme).max)))
        .collect();
    format!(
        "Further right is better. Judged by its worst side, the middle half gives {} keys and the exact midpoint {}. The line \
         is for somebody who looks at each new key and then picks the side: against them no scheme with our integer part in \
         base 62 can promise more than {}. The dots are sides fixed from the start, and such a side may lie beyond the line \
         ({}): what a scheme gives more there it gives less elsewhere, except that a fraction has the two bytes of the integer \
         part to spend, and base 95 more bits in each digit. The float has {} and then returns one of its bounds. The random \
         suffix glued on unchecked gives out at once on most sides: its results land beyond the upper key, and asking again \
         does not help.",
        worst(Scheme::MiddleHalf),
        worst(Scheme::ExactMidpoint),
        thousands(forced_keys()),
        listed(&beyond),
        worst(Scheme::FloatMidpoint),
    )
}
