//! The command line.

use clap::Parser;
use std::fs;
use std::path::{Path, PathBuf};

/// Measures how order keys grow and writes one page with pictures, tables and the numbers behind them.
///
/// The same seeds give the same files, byte for byte.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch that somebody types")]
#[derive(Debug, Parser)]
#[command(name = "reports", version)]
pub struct Cli {
    /// Where the report goes [default: reports/results of this repository]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Write nothing: compute again, compare with what is there, and name what differs (exit status 1)
    #[arg(long)]
    pub check: bool,

    /// A few seeds, in seconds, and no recordings. Writes to target/reports-quick unless --out says otherwise.
    /// With --check: compute these seeds again and compare with what was committed of them, and make everything
    /// else again from the committed rows
    #[arg(long)]
    pub quick: bool,

    /// Measure nothing: make pictures and pages again from the rows that are there, and from reports/timings.csv
    #[arg(long, conflicts_with_all = ["check", "quick"])]
    pub redraw: bool,

    /// Compute the lines of one published figure, such as F7, or one line of it alone, such as F7.3, and print them
    #[arg(long, value_name = "FIGURE", conflicts_with_all = ["check", "redraw", "keys", "recording", "out"])]
    pub figure: Option<String>,

    /// Type recordings of editing again and print how keys grow
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["check", "redraw", "keys", "out"])]
    pub recording: Vec<PathBuf>,

    /// Print what a file of keys, one a line in the order of their making, amounts to
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "redraw", "out"])]
    pub keys: Option<PathBuf>,

    /// Measure the one figure that is a time, and write reports/timings.csv
    #[arg(long, conflicts_with_all = ["check", "quick", "redraw", "keys", "recording", "figure", "out"])]
    pub timings: bool,
}

impl Cli {
    /// The directory to write to or to compare with.
    pub fn directory(&self) -> PathBuf {
        match &self.out {
            Some(directory) => directory.clone(),
            None if self.quick && !self.check => package().with_file_name("target").join("reports-quick"),
            None => package().join("results"),
        }
    }
}

/// Where this package lies.
pub(crate) fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The recordings that lie beside the repository, if any do, in the order of their names.
pub(crate) fn recordings() -> Vec<PathBuf> {
    let beside = package().join("../../shared/traces");
    let Ok(entries) = fs::read_dir(beside) else { return Vec::new() };
    let is_recording = |path: &PathBuf| path.to_string_lossy().ends_with(".json.gz");
    let mut paths: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_recording).collect();
    paths.sort();
    paths
}
