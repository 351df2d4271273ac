//! `sim replay`: runs a case and compares how it ends with what its file says; or what a fuzzer's bytes give.

use super::printed;
use super::watched::{Watchers, check_outputs};
use crate::cli::ReplayArgs;
use crate::summary::{self, Identity};
use sim::case::{Case, Failure};
use sim::fuzz;
use sim::outcome::Outcome;
use sim::scenario::Scenario;
use sim::world::Parts;
use std::path::Path;
use std::process::ExitCode;

/// Runs a case. The exit status is that of the run.
pub fn replay(args: &ReplayArgs) -> Result<ExitCode, String> {
    check_outputs(&args.watch, args.json)?;
    match (&args.bytes, &args.file) {
        (Some(hex), _) => replay_bytes(hex, args),
        (None, Some(file)) => replay_case(file, args),
        (None, None) => Err("which case? its file, or `--bytes HEX`, says it".to_owned()),
    }
}

fn replay_case(file: &Path, args: &ReplayArgs) -> Result<ExitCode, String> {
    let case = Case::read(file).map_err(|why| match Scenario::read(file) {
        Ok(_) => format!("{0} is a scenario and no case; `sim --scenario {0}` runs it", file.display()),
        Err(_) => why,
    })?;
    let parts = case.parts()?();
    let identity = begin(Some(&case.story), &case.scenario, args)?;
    let mut watchers = Watchers::open(&args.watch, &case.scenario, case.variant.as_deref())?;
    let outcome = case.run_watched(parts, |seen| watchers.see(seen));
    let watched = watchers.end(&outcome);
    let status = end(&identity, &outcome, &super::run::replay_command(file), Some(&case.failure), args)?;
    watched.map(|()| status)
}

fn replay_bytes(hex: &str, args: &ReplayArgs) -> Result<ExitCode, String> {
    let data = fuzz::parse_hex(hex)?;
    let (scenario, bytes) = fuzz::scenario(&data);
    let identity = begin(None, &scenario, args)?;
    let mut watchers = Watchers::open(&args.watch, &scenario, None)?;
    let outcome = fuzz::run(scenario, bytes, Parts::default(), |seen| watchers.see(seen));
    let watched = watchers.end(&outcome);
    let status = end(&identity, &outcome, &fuzz::command(&data), None, args)?;
    watched.map(|()| status)
}

fn begin(story: Option<&str>, scenario: &Scenario, args: &ReplayArgs) -> Result<Identity, String> {
    let identity = Identity::of(scenario);
    if !args.json {
        story.map_or(Ok(()), |story| super::print(&format!("{story}\n")))?;
        printed(summary::begin(&identity, scenario))?;
    }
    Ok(identity)
}

fn end(
    identity: &Identity,
    outcome: &Outcome,
    command: &str,
    stored: Option<&Failure>,
    args: &ReplayArgs,
) -> Result<ExitCode, String> {
    let is_failure = outcome.verdict.exit_status() != 0;
    let command = is_failure.then_some(command);
    let written = if args.json {
        summary::json(identity, outcome, command, stored)
    } else {
        summary::end(outcome, command, stored)
    };
    printed(written)?;
    Ok(ExitCode::from(outcome.verdict.exit_status()))
}
