//! The page: what the rows say, in words, tables and pictures; once as Markdown for reading in the repository and once
//! as one HTML file. Every number in a sentence is computed from the rows.

mod block;
mod choice;
mod growth;
mod html;
mod markdown;
mod published;
mod recordings;

use crate::charts::Chart;
use crate::rows::Rows;
use crate::schemes::Scheme;
use crate::tables::TABLES;
use block::{Block, Table};

const TITLE: &str = "How order keys grow";

/// The page in both forms.
pub struct Pages {
    /// For reading in the repository.
    pub markdown: String,
    /// One file that needs nothing else.
    pub html: String,
}

impl Pages {
    /// Makes both from one list of blocks.
    pub fn of(rows: &Rows, charts: &[Chart]) -> Self {
        let (blocks, identity) = (blocks(rows, charts), rows.identity());
        Self {
            markdown: markdown::markdown(TITLE, &identity, &blocks, charts),
            html: html::html(TITLE, &identity, &blocks, charts),
        }
    }
}

fn blocks(rows: &Rows, charts: &[Chart]) -> Vec<Block> {
    let chart = |name: &str| charts.iter().position(|chart| chart.name == name).map(Block::Chart);
    let mut blocks = choice::blocks(rows);
    let heading = |text: &str| Block::Heading(text.to_owned());

    blocks.push(heading("At the ends, all over, and in one gap"));
    blocks.extend(
        ["ends", "ends-linear", "random", "random-linear", "gap", "gap-log", "cap"]
            .into_iter()
            .filter_map(chart),
    );
    blocks.extend(growth::blocks(rows));
    blocks.push(heading("Real editing"));
    blocks.extend(["recordings", "recordings-linear"].into_iter().filter_map(chart));
    blocks.extend(recordings::blocks(rows));
    blocks.push(heading("Imports"));
    blocks.extend(chart("imports"));
    blocks.push(heading("Several writers at once"));
    blocks.extend(["collisions", "suffixes", "crowd"].into_iter().filter_map(chart));
    blocks.extend(growth::crowds(rows));
    blocks.extend(chart("interleaving"));
    blocks.extend(recordings::people(rows));
    blocks.push(heading("What is written"));
    blocks.extend(["writes", "halfway", "meetings"].into_iter().filter_map(chart));
    blocks.push(heading("Published figures beside ours"));
    blocks.extend(published::blocks(rows));
    blocks.extend(chart("published"));
    blocks.extend(schemes());
    blocks.extend(files(charts));
    blocks
}

fn schemes() -> Vec<Block> {
    let line = |scheme: Scheme| vec![scheme.name().to_owned(), scheme.about().to_owned()];
    vec![
        Block::Heading("The schemes".into()),
        Block::Table(Table::of(&["scheme", "what it is"], Scheme::ALL.map(line).into())),
    ]
}

fn files(charts: &[Chart]) -> Vec<Block> {
    let columns = |columns: &[(&[&str], &str)]| -> String {
        let told = |&(names, about): &(&[&str], &str)| {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            format!("{}: {about}", names.join(", "))
        };
        columns.iter().map(told).collect::<Vec<_>>().join(" · ")
    };
    let mut lines: Vec<Vec<String>> = TABLES
        .iter()
        .map(|table| vec![format!("[{0}]({0})", table.file), table.about.to_owned(), columns(table.columns)])
        .collect();
    for (file, about, holds) in [
        (
            "../limits.csv",
            "bound on growth, which every run is held against",
            "`metric`: what is bounded, its unit first; `least`, `most`: what it may be",
        ),
        (
            "../timings.csv",
            "scheme: the times of F10, written by `-- --timings` alone",
            "`scheme`: whose; `centinanoseconds`: one `between`, in hundredths of a nanosecond",
        ),
        ("results.json", "all tables in one file", "of each table `columns` and `rows`, nothing as `null`"),
        ("index.html", "this page as one file, for a screen or a phone", ""),
    ] {
        let name = file.trim_start_matches("../");
        lines.push(vec![format!("[{name}]({file})"), about.to_owned(), holds.to_owned()]);
    }
    let pictures: Vec<String> =
        charts.iter().map(|chart| format!("[{0}.svg]({0}.svg)", chart.name)).collect();
    vec![
        Block::Heading("Files".into()),
        Block::Table(Table::of(&["file", "one row for", "columns and their units"], lines)),
        Block::Text(format!("Pictures without pixels: {}.", pictures.join(", "))),
        Block::Text(
            "`cargo run --release -p reports` writes this directory anew, the same to the byte; with `-- --check` it \
             compares instead and names what differs. `-- --quick` is a first look in seconds, `-- --recording FILE` and \
             `-- --keys FILE` measure recordings and keys of your own."
                .into(),
        ),
    ]
}
