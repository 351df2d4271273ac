//! The reproduction table.

use super::block::{Block, Table};
use crate::figures::{Figure, Kind};
use crate::rows::Rows;

pub(super) fn blocks(rows: &Rows) -> Vec<Block> {
    let counted = || rows.figures.iter().filter(|figure| figure.kind != Kind::Timing);
    let reproduced = counted().filter(|figure| figure.verdict().reproduced()).count();
    vec![
        Block::Text(format!(
            "{reproduced} of {} lines are reproduced. Ours is the median over the seeds with the range of all of them, or \
             one number where all agree. `cargo run --release -p reports -- --figure F7` computes the lines of one figure \
             alone; `F7` stands for any of them.",
            counted().count(),
        )),
        Block::Table(Table::of(
            &["", "figure", ">published", ">ours", "verdict", "how ours was measured", "command"],
            rows.figures.iter().map(line).collect(),
        )),
    ]
}

fn line(figure: &Figure) -> Vec<String> {
    vec![
        figure.id.clone(),
        figure.name.clone(),
        figure.published_shown(),
        figure.ours_shown(),
        figure.verdict().to_string(),
        figure.measured.clone(),
        format!("`-- {}`", figure.command()),
    ]
}
