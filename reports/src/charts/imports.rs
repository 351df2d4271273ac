//! Many rows at once.

use super::plot::{Axis, Line, Panel, Plot, Spot};
use super::{Body, Draft};
use crate::ink::{Ink, Pen};
use crate::rows::Rows;
use crate::shortest::fitting_bytes;
use crate::text::thousands;

pub(super) fn chart(rows: &Rows) -> Draft {
    let at_once = |row: &crate::measure::imports::Import| Spot::exactly(row.rows, row.at_once_longest);
    let looped = |row: &crate::measure::imports::Import| Some(Spot::exactly(row.rows, row.loop_longest?));
    let least = |row: &crate::measure::imports::Import| Spot::exactly(row.rows, fitting_bytes(row.rows));
    let marked = |line: Line| Line { marks: line.points.clone(), ..line };
    let panel = Panel {
        heading: String::new(),
        x: Axis::logarithmic("rows imported, logarithmic", &[10, 100, 1_000, 10_000]),
        y: Axis::logarithmic("longest key in bytes, logarithmic", &[2, 4, 8, 16, 32, 64, 128, 256, 512]),
        lines: vec![
            Line::of("least possible", Pen::bound(), rows.imports.iter().map(least).collect()),
            marked(Line::of("between_n", Pen::solid(Ink::Blue), rows.imports.iter().map(at_once).collect())),
            marked(Line::of(
                "a loop",
                Pen::dashed(Ink::Amber),
                rows.imports.iter().filter_map(looped).collect(),
            )),
        ],
    };
    Draft {
        name: "imports",
        title: "An import in one call stays at the least length that fits".into(),
        says: says(rows),
        body: Body::Plot(Plot { panels: vec![panel] }),
    }
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
