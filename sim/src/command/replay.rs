//! `sim replay`: runs a case and compares how it ends with what its file says.

use super::traced::traced;
use super::unwritable;
use crate::cli::ReplayArgs;
use crate::summary::{self, Identity};
use sim::case::Case;
use std::process::ExitCode;

/// Runs a case. The exit status is that of the run.
pub fn replay(args: &ReplayArgs) -> Result<ExitCode, String> {
    let case = Case::read(&args.file)?;
    let identity = Identity::of(&case.scenario);
    if !args.json {
        super::print(&format!("{}\n", case.story))?;
        summary::begin(&identity, &case.scenario).map_err(|error| unwritable(&error))?;
    }
    let parts = case.parts()?();
    let outcome = traced(&args.trace, &case.scenario, |watch| case.run_watched(parts, watch))?;
    let is_failure = outcome.verdict.exit_status() != 0;
    let command = is_failure.then(|| super::run::replay_command(&args.file));
    let written = if args.json {
        summary::json(&identity, &outcome, command.as_deref(), Some(&case.failure))
    } else {
        summary::end(&outcome, command.as_deref(), Some(&case.failure))
    };
    written.map_err(|error| unwritable(&error))?;
    Ok(ExitCode::from(outcome.verdict.exit_status()))
}
