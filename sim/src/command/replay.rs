//! `sim replay`: runs a case and compares how it ends with what its file says.

use super::unwritable;
use super::watched::{Watchers, check_outputs};
use crate::cli::ReplayArgs;
use crate::summary::{self, Identity};
use sim::case::Case;
use std::process::ExitCode;

/// Runs a case. The exit status is that of the run.
pub fn replay(args: &ReplayArgs) -> Result<ExitCode, String> {
    check_outputs(&args.watch, args.json)?;
    let case = Case::read(&args.file)?;
    let identity = Identity::of(&case.scenario);
    if !args.json {
        super::print(&format!("{}\n", case.story))?;
        summary::begin(&identity, &case.scenario).map_err(|error| unwritable(&error))?;
    }
    let parts = case.parts()?();
    let mut watchers = Watchers::open(&args.watch, &case.scenario, case.variant.as_deref())?;
    let outcome = case.run_watched(parts, |seen| watchers.see(seen));
    let watched = watchers.end(&outcome);
    let is_failure = outcome.verdict.exit_status() != 0;
    let command = is_failure.then(|| super::run::replay_command(&args.file));
    let written = if args.json {
        summary::json(&identity, &outcome, command.as_deref(), Some(&case.failure))
    } else {
        summary::end(&outcome, command.as_deref(), Some(&case.failure))
    };
    written.map_err(|error| unwritable(&error))?;
    watched.map(|()| ExitCode::from(outcome.verdict.exit_status()))
}
