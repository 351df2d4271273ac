//! The command `sim`: runs one seed and says what held.

mod cli;
mod summary;

use clap::Parser;
use cli::{Cli, Command, RunArgs, WorkloadArg};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rand_chacha::rand_core::SeedableRng;
use sim::outcome::Outcome;
use sim::recording::Recording;
use sim::scenario::{self, Limits, Scenario, Workload};
use sim::simulate::simulate;
use sim::world::Parts;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return fail(&cli::one_line(&error)),
        Err(help) => {
            let _ = help.print();
            return ExitCode::SUCCESS;
        }
    };
    let answered = match cli.command {
        None => run(&cli.run),
        Some(Command::Run(args)) => run(&args),
        Some(Command::Conform(_)) => conform(),
    };
    answered.unwrap_or_else(|message| fail(&format!("error: {message}")))
}

fn fail(message: &str) -> ExitCode {
    eprintln!("{message}");
    ExitCode::from(2)
}

/// Runs one seed.
fn run(args: &RunArgs) -> Result<ExitCode, String> {
    let seed = args.seed.or(args.seed_flag).unwrap_or_else(fresh_seed);
    let scenario = plan(seed, args)?;
    let identity = summary::Identity::of(&scenario);
    if !args.json {
        summary::begin(&identity, &scenario).map_err(|error| unwritable(&error))?;
    }
    let bar = progress_bar(&scenario);
    let outcome = simulate(scenario, Parts::default(), |operations| bar.set_position(operations));
    bar.finish_and_clear();
    let written =
        if args.json { summary::json(&identity, &outcome) } else { summary::end(&identity, &outcome) };
    written.map_err(|error| unwritable(&error))?;
    Ok(exit_code(&outcome))
}

/// The scenario that the arguments ask for.
fn plan(seed: u64, args: &RunArgs) -> Result<Scenario, String> {
    let limits = Limits { operations: args.operations, ..Limits::default() };
    let WorkloadArg::Recording(path) = &args.workload else {
        return Ok(scenario::draw(seed, limits));
    };
    let recording = Recording::read(path).map_err(|error| format!("{} {error}", path.display()))?;
    Ok(scenario::draw_recording(seed, recording, limits))
}

/// Answers questions about keys until the input ends.
fn conform() -> Result<ExitCode, String> {
    sim::conform::serve(io::stdin().lock(), io::stdout().lock()).map_err(|error| unwritable(&error))?;
    Ok(ExitCode::SUCCESS)
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
fn fresh_seed() -> u64 {
    #[expect(clippy::disallowed_methods, reason = "picks the seed; the run itself knows no clock")]
    let since_epoch = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let nanos = since_epoch.map_or(0, |time| time.as_nanos() as u64);
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(nanos ^ u64::from(std::process::id()));
    u64::from(rand_core::Rng::next_u32(&mut rng))
}

fn exit_code(outcome: &Outcome) -> ExitCode {
    ExitCode::from(outcome.verdict.exit_status())
}

fn unwritable(error: &io::Error) -> String {
    let _ = io::stdout().flush();
    format!("standard output cannot be written: {error}")
}
