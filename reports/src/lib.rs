//! Plots and tables of how order keys grow.
//!
//! One line from seeds to a page, and nothing flows back:
//!
//! ```text
//! schemes × workloads × seeds ─► rows ─┬─► charts ─┬─► pictures
//!                                      └─► page ◄──┘
//! ```
//!
//! * Only [`measure`] and [`figures`] make keys. Everything after them is made from rows, and rows are files: whoever
//!   doubts a picture or a verdict can compute it again from them.
//! * The same seeds give the same files, byte for byte, on every machine: results come in the order of the work
//!   whatever the threads do, floating point is used where it is exact or correctly rounded and never for a decision
//!   of a scheme but the float's own, and there is no time in them.
//! * Verdicts and the numbers in sentences are computed, never typed.
//!
//! ```
//! let lines = reports::figures::measure_one("F8", 1).unwrap();
//! assert!(lines.iter().all(|line| line.verdict().to_string() == "equal"));
//! ```
#![forbid(unsafe_code)]

pub mod schemes;
pub mod workload;

pub mod drive;
pub mod shortest;
pub mod tally;

pub mod band;
pub mod figures;
pub mod measure;
pub mod pool;
pub mod rows;
pub mod tables;

pub mod gate;

pub mod ink;
pub mod picture;
pub mod scale;
pub mod text;

pub mod charts;
pub mod draw;

pub mod json;
pub mod page;
pub mod results;

pub mod cli;
mod error;
pub mod keys;
mod print;

pub use error::Error;

use cli::Cli;
use indicatif::{ProgressBar, ProgressStyle};
use measure::Effort;
use results::{QUICK, Results};
use rows::Rows;
use std::path::Path;

/// Does what the command line asks and tells it.
///
/// # Errors
/// Results that differ, growth beyond its bounds, and files that cannot be read or written.
pub fn run(cli: &Cli) -> Result<String, Error> {
    if let Some(path) = &cli.keys {
        return keys::tell(path);
    }
    if let Some(id) = &cli.figure {
        return print::figure(id, cli.quick);
    }
    if cli.timings {
        return print::timings();
    }
    if !cli.recording.is_empty() {
        return print::recordings(&cli.recording);
    }
    let directory = cli.directory();
    if cli.redraw {
        let rows = Rows::read(&directory)?.with_timings();
        let quick = Rows::read(&directory.join(QUICK))?.with_timings();
        return written(&Results::of(&rows).with_quick(&quick), &rows, &directory);
    }
    match (cli.check, cli.quick) {
        (true, true) => check_quick(&directory),
        (true, false) => check(&directory),
        (false, true) => {
            let rows = measured(&Effort::quick())?;
            written(&Results::of(&rows), &rows, &directory)
        }
        (false, false) => {
            let (rows, quick) = measured_in_full(&directory)?;
            written(&Results::of(&rows).with_quick(&quick), &rows, &directory)
        }
    }
}

fn written(results: &Results, rows: &Rows, directory: &Path) -> Result<String, Error> {
    results.write(directory)?;
    let bounds = gate::hold(rows)?;
    Ok(format!(
        "{} files written to {}; {bounds} bounds on growth hold\nread {}\n",
        results.count(),
        directory.display(),
        directory.join("index.html").display(),
    ))
}

fn check(directory: &Path) -> Result<String, Error> {
    let (rows, quick) = measured_in_full(directory)?;
    let results = Results::of(&rows).with_quick(&quick);
    results.compare(directory)?;
    let bounds = gate::hold(&rows)?;
    let (count, directory) = (results.count(), directory.display());
    Ok(format!("{count} files in {directory} are as computed; {bounds} bounds on growth hold\n"))
}

/// A few seeds are computed again and compared with what was committed of them, and with the first seeds of the
/// committed report; every other file is made again from the committed rows.
fn check_quick(directory: &Path) -> Result<String, Error> {
    let committed = Rows::read(directory)?;
    let quick = measured(&Effort::quick())?;
    let results = Results::of(&committed.with_first_of(&quick)).with_quick(&quick);
    results.compare(directory)?;
    let bounds = gate::hold(&quick)? + gate::hold(&committed)?;
    let (count, directory) = (results.count(), directory.display());
    Ok(format!("{count} files in {directory} are as computed; {bounds} bounds on growth hold\n"))
}

/// The rows of a full run, and those of a quick one. Where no recordings are at hand, what was committed of them is
/// kept.
fn measured_in_full(directory: &Path) -> Result<(Rows, Rows), Error> {
    let recordings = cli::recordings();
    let quick = measured(&Effort::quick())?;
    if !recordings.is_empty() {
        return Ok((measured(&Effort::full(recordings))?, quick));
    }
    let committed = Rows::read(directory)?;
    let rows = measured(&Effort::full(recordings))?;
    eprintln!(
        "reports: no recordings beside the repository, so their rows are those of {}",
        directory.display()
    );
    Ok((rows.with_recordings_of(&committed), quick))
}

/// Measures with a bar on a terminal.
fn measured(effort: &Effort) -> Result<Rows, Error> {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed} left {eta}")
        .expect("a template of ours");
    let bar = ProgressBar::new(Rows::steps(effort) as u64).with_style(style);
    let rows = Rows::measure(effort, || bar.inc(1));
    bar.finish_and_clear();
    rows
}
