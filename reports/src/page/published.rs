//! The reproduction table.

use super::block::{Block, Table};
use crate::figures::{Figure, Kind, numbered};
use crate::rows::Rows;

pub(super) fn blocks(rows: &Rows) -> Vec<Block> {
    let counted = || rows.figures.iter().filter(|figure| figure.kind != Kind::Timing);
    let reproduced = counted().filter(|figure| figure.verdict().reproduced()).count();
    let (counted, all) = (counted().count(), rows.figures.len());
    vec![
        Block::Text(format!(
            "{reproduced} of {counted} lines are reproduced. The table has {all}: the other {} are times on another machine \
             (F10), which nobody can repeat here and which are not counted. Ours is the median over the seeds with the \
             range of all of them, or one number where all agree. The command behind each line computes that line alone, \
             and without the number behind the point all lines of its figure. F10's measures the times anew and writes \
             them to `reports/timings.csv`.",
            all - counted,
        )),
        Block::Table(Table::of(
            &[
                "",
                "figure",
                ">published",
                ">ours",
                "verdict",
                "how ours was measured, and the command that does",
            ],
            numbered(&rows.figures).map(line).collect(),
        )),
    ]
}

fn line((number, figure): (usize, &Figure)) -> Vec<String> {
    vec![
        format!("{}.{number}", figure.id),
        figure.name.clone(),
        figure.published_shown(),
        figure.ours_shown(),
        figure.verdict().to_string(),
        format!("{}: `{}`", figure.measured, figure.command(number)),
    ]
}
