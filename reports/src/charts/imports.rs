//! Many rows at once.

use super::plot::{Line, Panel, Plot, Spot};
use super::{Body, Draft};
use crate::ink::{Ink, Pen};
use crate::measure::imports::Import;
use crate::rows::Rows;
use crate::shortest::fitting_bytes;
use crate::text::thousands;

pub(super) fn chart(rows: &Rows) -> Draft {
    let panels = Panel::both_ways("rows imported", &[10, 100, 1_000, 10_000], || lines(rows));
    Draft {
        name: "imports",
        title: "An import in one call stays at the least length that fits".into(),
        says: says(rows),
        is_twin: false,
        body: Body::Plot(Plot { panels }),
    }
}

fn lines(rows: &Rows) -> Vec<Line> {
    let at_once = |row: &Import| Spot::exactly(row.rows, row.at_once_longest);
    let looped = |row: &Import| Some(Spot::exactly(row.rows, row.loop_longest?));
    let least = |row: &Import| Spot::exactly(row.rows, fitting_bytes(row.rows));
    let marked = |line: Line| Line { marks: line.points.clone(), ..line };
    let end = |points: &[Spot]| points.last().map_or(0.0, |spot| spot.y);
    let (at_once, looped): (Vec<Spot>, Vec<Spot>) =
        (rows.imports.iter().map(at_once).collect(), rows.imports.iter().filter_map(looped).collect());
    vec![
        marked(Line::of(
            format!("between_n {}", end(&at_once)),
            Pen { width: 4.0, ..Pen::solid(Ink::Teal) },
            at_once,
        )),
        Line::of("least possible", Pen::bound(), rows.imports.iter().map(least).collect()),
        marked(Line::of(format!("a loop {}", end(&looped)), Pen::dashed(Ink::Amber), looped)),
    ]
}

fn says(rows: &Rows) -> String {
    let of = |count| rows.imports.iter().find(|row| row.rows == count);
    let Some(row) = of(1_000) else { return String::new() };
    let failed: Vec<String> = rows
        .imports
        .iter()
        .filter(|row| row.loop_done == 0)
        .map(|row| format!(" At {} rows the loop meets the cap with every seed.", thousands(row.rows)))
        .collect();
    format!(
        "Rows put between `a0` and `a1`. Told how many will come, `between_n` gives 1,000 rows keys of at most {} bytes, \
         {} bytes in all; asked row by row, the same rows end at {} bytes, {} in all.{}",
        row.at_once_longest,
        thousands(row.at_once_bytes as u32),
        row.loop_longest.unwrap_or_default(),
        thousands(row.loop_bytes.unwrap_or_default() as u32),
        failed.concat(),
    )
}
