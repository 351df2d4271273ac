//! Plots and tables of how order keys grow.
//!
//! One line from seeds to a page, and nothing flows back:
//!
//! ```text
//! schemes × workloads × seeds ─► rows ─┬─► figures ─┬─► page
//!                                      └─► charts ──┴─► pictures
//! ```
//!
//! * Only [`measure`] makes keys. Everything after it is made from rows, and rows are files: whoever
//!   doubts a picture or a verdict can compute it again from them.
//! * The same seeds give the same files, byte for byte, on every machine: seeds are taken in order
//!   whatever the threads do, pictures are drawn in whole numbers, and there is no time in them.
//! * Verdicts and the numbers in sentences are computed, never typed.
//!
//! ```
//! let rows = reports::measure::measure(3, || {});
//! for figure in reports::figures::figures(&rows).iter().filter(|figure| figure.id == "F1") {
//!     assert_eq!(figure.verdict().to_string(), "equal");
//! }
//! ```
#![forbid(unsafe_code)]

pub mod schemes;
pub mod workload;

pub mod measure;
pub mod rows;

pub mod band;
pub mod text;

pub mod figures;

pub mod picture;
pub mod scale;

pub mod charts;
pub mod draw;

pub mod page;
pub mod results;

pub mod cli;
mod error;

pub use error::Error;

use cli::Cli;
use indicatif::ProgressBar;
use results::Results;
use rows::Rows;

/// Does what the command line asks and tells it in one line.
///
/// # Errors
/// Results that differ, and files that cannot be read or written.
pub fn run(cli: &Cli) -> Result<String, Error> {
    let directory = cli.directory();
    let rows = measured(cli)?;
    let results = Results::of(&rows);
    if cli.check() {
        results.compare(&directory)?;
        return Ok(format!("{} files in {} are as computed", results.count(), directory.display()));
    }
    results.write(&directory)?;
    Ok(format!("{} files written to {}", results.count(), directory.display()))
}

/// The rows of this run; for a quick check, those committed with the first seeds computed again.
fn measured(cli: &Cli) -> Result<Rows, Error> {
    let bar = ProgressBar::new(measure::PAIRS as u64); // on a terminal only
    let rows = measure::measure(cli.seeds(), || bar.inc(1));
    bar.finish_and_clear();
    if cli.check() && cli.quick() {
        return Ok(Rows::read(&cli.directory())?.overlaid(&rows));
    }
    Ok(rows)
}
