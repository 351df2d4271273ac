//! `--trace`: the file that all that happens in a run is written to.

use crate::cli::TraceArgs;
use sim::outcome::Outcome;
use sim::scenario::Scenario;
use sim::simulate::Seen;
use sim::trace::Trace;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;

/// Makes a run that `run` watches, and writes its trace if one is wanted.
pub fn traced(
    args: &TraceArgs,
    scenario: &Scenario,
    run: impl FnOnce(&mut dyn FnMut(Seen<'_>)) -> Outcome,
) -> Result<Outcome, String> {
    let Some(path) = &args.file else { return Ok(run(&mut |_| ())) };
    let file = File::create(path).map_err(|error| unwritable(path, &error))?;
    let mut trace = Trace::new(BufWriter::new(file), scenario);
    let outcome = run(&mut |seen| trace.see(seen));
    trace.end(&outcome).map_err(|error| unwritable(path, &error))?;
    Ok(outcome)
}

fn unwritable(path: &Path, error: &io::Error) -> String {
    format!("{} cannot be written: {error}", path.display())
}
