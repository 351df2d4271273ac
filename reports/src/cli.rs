//! The command line.

use clap::Parser;
use std::path::{Path, PathBuf};

/// Measures how order keys grow and writes one page with pictures, tables and the numbers behind them.
///
/// The same seeds give the same files, byte for byte.
#[derive(Debug, Parser)]
#[command(name = "reports", version)]
pub struct Cli {
    /// Where the report goes [default: reports/results of this repository]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Write nothing: compute again, compare with what is there, and name each file that differs (exit
    /// status 1)
    #[arg(long)]
    check: bool,

    /// Ten seeds instead of two hundred, in a second. Writes to target/reports-quick unless --out says
    /// otherwise. With --check: compute these seeds again, make everything else from the committed rows
    #[arg(long)]
    quick: bool,
}

/// Seeds of a full report.
const SEEDS: u32 = 200;

/// Seeds of a first look.
const SEEDS_QUICK: u32 = 10;

impl Cli {
    /// How many seeds to run.
    pub const fn seeds(&self) -> u32 {
        if self.quick { SEEDS_QUICK } else { SEEDS }
    }

    /// Whether to compare instead of writing.
    pub const fn check(&self) -> bool {
        self.check
    }

    /// Whether only the first seeds are run.
    pub const fn quick(&self) -> bool {
        self.quick
    }

    /// The directory to write to or to compare with.
    pub fn directory(&self) -> PathBuf {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        match &self.out {
            Some(directory) => directory.clone(),
            None if self.quick && !self.check => package.with_file_name("target").join("reports-quick"),
            None => package.join("results"),
        }
    }
}
