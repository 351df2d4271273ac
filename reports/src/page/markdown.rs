//! The page as Markdown, with pictures from files.

use super::block::{Block, Table};
use crate::charts::Chart;

/// The whole page.
pub(super) fn markdown(title: &str, identity: &str, blocks: &[Block], charts: &[Chart]) -> String {
    let mut page = format!("# {title}\n\n{identity}\n");
    for block in blocks {
        page.push('\n');
        page.push_str(&block_text(block, charts));
    }
    page
}

fn block_text(block: &Block, charts: &[Chart]) -> String {
    match block {
        Block::Heading(text) => format!("## {text}\n"),
        Block::Text(text) => format!("{text}\n"),
        Block::List(points) => format!("* {}\n", points.join("\n* ")),
        Block::Table(table) => table_text(table),
        Block::Lines(lines) => format!("```text\n{}\n```\n", lines.join("\n").replace("```", "'''")),
        Block::Chart(at) => {
            let Chart { name, title, says, .. } = &charts[*at];
            format!("### {title}\n\n{says}\n\n[![{title}]({name}.png)]({name}.svg)\n")
        }
    }
}

fn table_text(table: &Table) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule: Vec<String> =
        table.numbers.iter().map(|&number| if number { "---:" } else { "---" }.to_owned()).collect();
    let rows: String = table.rows.iter().map(|row| line(row)).collect();
    format!("{}{}{rows}", line(&table.head), line(&rule))
}
