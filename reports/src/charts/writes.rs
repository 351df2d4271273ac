//! What inserts write under the designs that were rejected, and what else they bring.

use super::plot::{Axis, Line, Panel, Plot, Spot};
use super::{Body, Draft};
use crate::ink::{Ink, Pen};
use crate::measure::halfway::{ITEMS, Order};
use crate::measure::writes::{Design, SIBLINGS_MAX, Where, Writes};
use crate::rows::Rows;
use crate::scale::rounded;
use crate::text::{hundredths, percent, thousands};

const fn pen(design: Design) -> Pen {
    match design {
        Design::Keys => Pen { width: 3.0, ..Pen::solid(Ink::Blue) },
        Design::RekeyedKeys => Pen::dashed(Ink::Teal),
        Design::IndexRecord => Pen::solid(Ink::Amber),
        Design::DensePositions => Pen::solid(Ink::Plum),
        Design::SparsePositions => Pen::dashed(Ink::Slate),
    }
}

/// Its name beside a line.
const fn short(design: Design) -> &'static str {
    match design {
        Design::Keys => "a key each",
        Design::RekeyedKeys => "re-keyed",
        Design::IndexRecord => "index record",
        Design::DensePositions => "dense",
        Design::SparsePositions => "sparse",
    }
}

pub(super) fn chart(rows: &Rows) -> Draft {
    let records = |row: &Writes| f64::from(row.centirecords) / 100.0;
    let bytes = |row: &Writes| f64::from(row.centibytes) / 100.0;
    let powers = [1, 10, 100, 1_000, 10_000];
    let more = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];
    let mut panels = Vec::new();
    for (place, heading) in [(Where::Random, "at random places"), (Where::OneGap, "always behind the first")]
    {
        panels.push(panel(
            rows,
            place,
            &format!("Records, {heading}"),
            "records for each insert",
            &powers,
            records,
        ));
        panels.push(panel(rows, place, &format!("Bytes, {heading}"), "bytes for each insert", &more, bytes));
    }
    Draft {
        name: "writes",
        title: "What one insert writes as the list grows".into(),
        says: says(rows),
        is_twin: false,
        body: Body::Plot(Plot { panels }),
    }
}

fn panel(rows: &Rows, place: Where, heading: &str, y: &str, ticks: &[u32], of: fn(&Writes) -> f64) -> Panel {
    let line = |design: Design| {
        let points = rows.writes.iter().filter(|row| (row.design, row.place) == (design, place));
        let points: Vec<Spot> = points.map(|row| Spot::exactly(row.siblings, of(row).max(1.0))).collect();
        let end = points.last().map_or(0, |last| rounded(last.y));
        Line::of(format!("{} {}", short(design), thousands(end)), pen(design), points)
    };
    Panel {
        heading: heading.to_owned(),
        x: Axis::logarithmic("siblings, logarithmic", &[10, 100, 1_000, SIBLINGS_MAX]),
        y: Axis::logarithmic(&format!("{y}, logarithmic"), ticks),
        lines: Design::ALL.into_iter().rev().map(line).collect(),
    }
}

fn says(rows: &Rows) -> String {
    let of = |design, place| {
        let is_it = |row: &&Writes| (row.design, row.place, row.siblings) == (design, place, SIBLINGS_MAX);
        rows.writes.iter().find(is_it)
    };
    let bytes = |design, place| of(design, place).map_or(0, |row| (row.centibytes + 50) / 100);
    let records = |design, place| of(design, place).map_or(0, |row| row.centirecords);
    format!(
        "Numbers behind the names: the right end of each line, rounded. **Dense** are positions 0, 1, 2 and so on, **sparse** \
         ones 1,024 apart, **re-keyed** our keys with all renumbered when one passes 64 bytes. At {} siblings and random \
         places a key each writes one record with {} bytes of order; an index record rewrites \
         {} bytes of references each time, and dense positions {} records. Sparse positions look as cheap as keys until \
         one spot is used again and again, where they renumber {} records for each insert on average; keys re-keyed at 64 \
         bytes then rewrite {} records. Keys without re-keying meet their cap in that gap, after {} siblings, where the line ends. A point is the mean of the inserts since the \
         point before: most of them write a record or two, and a spike is the one among them that renumbered the whole list.",
        thousands(SIBLINGS_MAX),
        bytes(Design::Keys, Where::Random),
        thousands(bytes(Design::IndexRecord, Where::Random)),
        thousands((records(Design::DensePositions, Where::Random) + 50) / 100),
        thousands((records(Design::SparsePositions, Where::OneGap) + 50) / 100),
        hundredths(records(Design::RekeyedKeys, Where::OneGap)),
        thousands(capped_after(rows)),
    )
}

/// The last number of siblings at which keys without re-keying were still within their cap in one gap.
fn capped_after(rows: &Rows) -> u32 {
    let is_it = |row: &&Writes| (row.design, row.place) == (Design::Keys, Where::OneGap);
    rows.writes.iter().filter(is_it).map(|row| row.siblings).max().unwrap_or_default()
}

pub(super) fn halfway(rows: &Rows) -> Draft {
    let line = |name: &str, order: Order, pen: Pen| {
        let points = rows.halfway.iter().filter(|row| row.order == order);
        let points = points.map(|row| Spot::exactly(row.done_percent, f64::from(row.pairs_permille) / 10.0));
        Line::of(name, pen, points.collect())
    };
    let panel = Panel {
        heading: String::new(),
        x: Axis::linear("per cent of the items renumbered", &[0, 25, 50, 75, 100]),
        y: Axis::linear("per cent of all pairs out of order", &[0, 5, 10, 15, 20]),
        lines: vec![
            line("first to last", Order::List, Pen::solid(Ink::Plum)),
            line("in any order", Order::Any, Pen::dashed(Ink::Amber)),
        ],
    };
    let worst =
        |order| rows.halfway.iter().filter(|row| row.order == order).map(|row| row.pairs_permille).max();
    let [list, any] =
        [Order::List, Order::Any].map(|order| percent(worst(order).unwrap_or_default() * 1_000));
    Draft {
        name: "halfway",
        title: "What a reader sees when a renumbering stops on the way".into(),
        says: format!(
            "{} items numbered 1,024 apart are numbered anew, a record at a time. Stopped on the way, by a crash, a limit \
             on writes or because a reader has only part of it yet, up to {list} of all pairs stand in the wrong order if \
             items are written from the first to the last, {any} in any order. A key never changes for somebody else's \
             insert, so there is no such moment; re-keying is one atomic commit.",
            thousands(ITEMS as u32),
        ),
        is_twin: false,
        body: Body::Plot(Plot { panels: vec![panel] }),
    }
}

pub(super) fn meetings(rows: &Rows) -> Draft {
    let seen = |ppm: u32| f64::from(ppm.max(10));
    let index = rows.meetings.iter().map(|row| Spot::exactly(row.writers, seen(row.index_ppm)));
    let formula = rows.meetings.iter().map(|row| Spot::exactly(row.writers, seen(row.index_formula_ppm)));
    let met = rows.meetings.iter().filter(|row| row.moves_ppm > 0);
    let moves = met.map(|row| Spot::exactly(row.writers, seen(row.moves_ppm)));
    let panel = Panel {
        heading: String::new(),
        x: Axis::logarithmic("people editing one list, logarithmic", &[2, 10, 100, 1_000]),
        y: Axis {
            name: "edits that meet another, logarithmic".into(),
            is_logarithmic: true,
            values: (10.0, 1e6),
            ticks: [10, 100, 1_000, 10_000, 100_000, 1_000_000]
                .map(|ppm| (f64::from(ppm), percent(ppm)))
                .into(),
        },
        lines: vec![
            Line {
                marks: index.collect(),
                ..Line::of("index record", Pen::solid(Ink::Amber), formula.collect())
            },
            Line::of("moves by key", Pen::solid(Ink::Blue), moves.collect()),
        ],
    };
    let ten = rows.meetings.iter().find(|row| row.writers == 10);
    let hundred = rows.meetings.iter().find(|row| row.writers == 100);
    let index = |row: Option<&crate::measure::meetings::Meeting>| percent(row.map_or(0, |row| row.index_ppm));
    Draft {
        name: "meetings",
        title: "How often two writers meet on one record".into(),
        says: format!(
            "Everybody edits once a minute, with 200 ms between reading and writing. Ten people meet on an index record in \
             {} of edits, a hundred in {} (dots: measured; line: formula). With keys, an insert writes a record of its \
             own and meets nobody; a move meets only another move of the same one of 1,000 items: {} of moves among a \
             hundred people.",
            index(ten),
            index(hundred),
            percent(hundred.map_or(0, |row| row.moves_ppm)),
        ),
        is_twin: false,
        body: Body::Plot(Plot { panels: vec![panel] }),
    }
}
