//! `sim run`, and `sim` alone: runs one seed and says what held.

use super::watched::{Watchers, check_outputs, is_standard_output};
use super::{printed, reproduce, say, twice};
use crate::cli::{RunArgs, ScenarioArgs};
use crate::summary::{self, Identity};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rand_chacha::rand_core::SeedableRng;
use sim::case::{Case, Failure, attempt_watched, parts_of};
use sim::digest::Digest;
use sim::outcome::{Outcome, Verdict};
use sim::scenario::{Scenario, Source, Workload};
use sim::simulate::{Seen, simulate_watched};
use sim::world::Parts;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

/// Runs one seed.
pub fn run(args: &RunArgs) -> Result<ExitCode, String> {
    check_outputs(&args.watch, args.json)?;
    let source = super::source(&args.scenario)?;
    let seed = args.seed.given().or(source.seed()).unwrap_or_else(fresh_seed);
    let scenario = plan(&source, seed, &args.scenario)?;
    let parts = parts_of(args.variant.as_deref())?;
    if args.check_determinism {
        return twice::compare(&reproducing(args, seed), args.json);
    }
    if args.events {
        return tell_events(scenario, parts());
    }
    let identity = Identity::of(&scenario);
    if !args.json {
        printed(summary::begin(&identity, &scenario))?;
    }
    let mut watchers = Watchers::open(&args.watch, &scenario, args.variant.as_deref())?;
    let watched = [&args.watch.trace, &args.watch.log, &args.watch.picture];
    let bar = if watched.into_iter().flatten().any(|path| is_standard_output(path)) {
        ProgressBar::hidden()
    } else {
        progress_bar(&scenario)
    };
    let kept = scenario.clone();
    let progress = |operations| bar.set_position(operations);
    let outcome = attempt_watched(scenario, parts(), progress, |seen| watchers.see(seen));
    bar.finish_and_clear();
    let watched = watchers.end(&outcome);
    let command = match &outcome.verdict {
        Verdict::Held => None,
        Verdict::Vacuous(_) => Some(command(args, seed)),
        Verdict::Broken(_) | Verdict::Unsettled(_) => Some(save(kept, args, seed, &outcome)),
    };
    let written = if args.json {
        summary::json(&identity, &outcome, command.as_deref(), None)
    } else {
        summary::end(&outcome, command.as_deref(), None)
    };
    printed(written)?;
    watched.map(|()| ExitCode::from(outcome.verdict.exit_status()))
}

/// The scenario of a seed as the arguments want it.
pub fn plan(source: &Source, seed: u64, args: &ScenarioArgs) -> Result<Scenario, String> {
    source.scenario(seed, args.limits())
}

/// Saves the case of a run that failed. Gives the command that runs it again, which without the file draws
/// the scenario anew.
fn save(scenario: Scenario, args: &RunArgs, seed: u64, outcome: &Outcome) -> String {
    let failure = Failure::of(outcome).expect("the run failed");
    let path = args.save.join(format!("seed-{seed}.json"));
    match Case::new(scenario, args.variant.clone(), failure).write(&path) {
        Ok(()) => replay_command(&path),
        Err(error) => {
            say(&format!("warning: {} cannot be written: {error}", path.display()));
            command(args, seed)
        }
    }
}

/// The command that runs a case.
pub fn replay_command(path: &Path) -> String {
    format!("sim {}", reproduce::shell(&["replay".to_owned(), path.to_string_lossy().into_owned()]))
}

fn command(args: &RunArgs, seed: u64) -> String {
    format!("sim {}", reproduce::shell(&reproducing(args, seed)))
}

/// The arguments that give the same run again.
fn reproducing(args: &RunArgs, seed: u64) -> Vec<String> {
    let mut arguments = reproduce::arguments(&["--save", "--trace", "--log", "--picture"]);
    arguments.retain(|argument| argument != "--check-determinism" && argument != "--json");
    if args.seed.given().is_none() {
        arguments.splice(..0, ["--seed".to_owned(), seed.to_string()]);
    }
    arguments
}

/// Prints a line for each event: when it happened, what, and what tells its content from others.
fn tell_events(scenario: Scenario, parts: Parts) -> Result<ExitCode, String> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut written = Ok(());
    let watch = |seen: Seen<'_>| {
        let Seen::Step(world) = seen else { return };
        for event in world.happened() {
            let mut digest = Digest::default();
            event.digest(&mut digest, &world.repositories);
            let line = writeln!(out, "{} us {event:?} {}", world.now_us, digest.finish());
            written = std::mem::replace(&mut written, Ok(())).and(line);
        }
    };
    let outcome = simulate_watched(scenario, parts, |_| (), watch);
    let last = writeln!(out, "{}  digest {}", outcome.verdict.name(), outcome.digest);
    printed(written.and(last).and_then(|()| out.flush()))?;
    Ok(ExitCode::from(outcome.verdict.exit_status()))
}

/// A bar on a terminal for a run that takes a while, nothing in a pipe.
fn progress_bar(scenario: &Scenario) -> ProgressBar {
    let operations = match &scenario.workload {
        Workload::Edits(edits) => edits.len(),
        Workload::Recording(recording) => recording.keystrokes.len(),
    };
    let bar = ProgressBar::with_draw_target(Some(operations as u64), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:40} {human_pos} of {human_len} operations, {eta} left");
    bar.set_style(style.expect("the template is valid"));
    bar
}

/// A seed that nobody chose. Kept short, so that it is easy to type again.
pub fn fresh_seed() -> u64 {
    #[expect(clippy::disallowed_methods, reason = "picks the seed; the run itself knows no clock")]
    let since_epoch = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let nanos = since_epoch.map_or(0, |time| time.as_nanos() as u64);
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(nanos ^ u64::from(std::process::id()));
    u64::from(rand_core::Rng::next_u32(&mut rng))
}
