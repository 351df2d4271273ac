//! `sim swarm`: many seeds over the cores, their rows in a file, and what they come to together.

use super::shrink::file_stem;
use super::{reproduce, say};
use crate::cli::SwarmArgs;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use sim::case::{Case, Failure, parts_of};
use sim::shrink::shrink;
use sim::swarm::{First, Header, Row, Rows, Shard, Summary, Swarm};
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// Runs a swarm, or a shard of one.
pub fn swarm(args: &SwarmArgs) -> Result<ExitCode, String> {
    let swarm = plan(args)?;
    let header = header(args, &swarm)?;
    let mut summary = Summary::new(header.clone());
    let mut rows = if args.resume {
        Rows::resume(&args.out, &header, |row| summary.add(row))?
    } else {
        Rows::create(&args.out, &header)?
    };
    super::silence_panics();
    let clock = Clock::start(swarm.shard.share(swarm.seeds), args.time);
    let begin = summary.runs();
    let before = (summary.events(), summary.simulated_us());
    let take = |row: &Row| {
        if let Some(failure) = row.failure.as_ref().filter(|met| !summary.failures().contains_key(&met.law)) {
            let kept = keep_first(&swarm, args, row.seed, failure).map_err(io::Error::other)?;
            clock.bar.suspend(|| say(&kept));
        }
        rows.write(row)?;
        summary.add(row).map_err(io::Error::other)?;
        let (events, simulated_us) = (summary.events() - before.0, summary.simulated_us() - before.1);
        clock.show(summary.runs() - begin, events, simulated_us);
        Ok(())
    };
    swarm.run(begin, jobs(args), || clock.goes_on(), take).map_err(|error| error.to_string())?;
    clock.stop(summary.runs() - begin);
    for (law, First { seed, message, .. }) in summary.failures() {
        let failure = Failure { law: law.clone(), message: message.clone() };
        say(&keep_small(&swarm, args, *seed, &failure)?);
    }
    tell(&summary, args.json)
}

/// Prints a summary and gives its exit status.
pub fn tell(summary: &Summary, json: bool) -> Result<ExitCode, String> {
    let text = if json { format!("{}\n", summary.json()) } else { summary.to_string() };
    super::print(&text)?;
    Ok(ExitCode::from(summary.exit_status()))
}

fn plan(args: &SwarmArgs) -> Result<Swarm, String> {
    let source = super::source(&args.scenario)?;
    let start = args.start;
    let beyond = u64::MAX - start;
    let seeds = args.seeds.unwrap_or(beyond);
    if seeds > beyond {
        return Err(format!("{seeds} seeds from {start} on go beyond the last, {}", u64::MAX));
    }
    let parts = parts_of(args.variant.as_deref())?;
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    Ok(Swarm { source, limits: args.scenario.limits(), parts, start, seeds, shard })
}

/// What identifies the swarm; fails if its first scenario cannot be had.
fn header(args: &SwarmArgs, swarm: &Swarm) -> Result<Header, String> {
    const NOT_OF_THE_RUN: [&str; 7] =
        ["--seeds", "--start", "--for", "--jobs", "--shard", "--out", "--shrink-runs"];
    let mut arguments = reproduce::arguments(&NOT_OF_THE_RUN);
    arguments.retain(|argument| argument != "--json" && argument != "--resume");
    Ok(Header {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: env!("SIM_COMMIT").to_owned(),
        scenario: swarm.scenario(swarm.start)?.digest(),
        judges_states: arguments.is_empty(),
        arguments: reproduce::shell(&arguments),
        start: swarm.start,
        seeds: swarm.seeds,
        timed: args.time.is_some(),
        shard: swarm.shard,
    })
}

fn jobs(args: &SwarmArgs) -> usize {
    let cores = || available_parallelism().map_or(1, NonZeroUsize::get);
    args.jobs.map_or_else(cores, |jobs| jobs as usize)
}

/// Keeps the first failure of a law at once, lest the swarm be killed before its end.
fn keep_first(swarm: &Swarm, args: &SwarmArgs, seed: u64, failure: &Failure) -> Result<String, String> {
    let case = case(swarm, args, seed, failure)?;
    keep(&case, &args.out.join(format!("{}.json", file_stem(&case))))
}

/// Keeps it once more, made small.
fn keep_small(swarm: &Swarm, args: &SwarmArgs, seed: u64, failure: &Failure) -> Result<String, String> {
    let case = case(swarm, args, seed, failure)?;
    match shrink(&case, args.shrink_runs, |_| ()) {
        Ok(small) => keep(&small.case, &args.out.join(format!("{}-small.json", file_stem(&case)))),
        Err(why) => Ok(format!("warning: seed {seed} cannot be made small: {why}")),
    }
}

fn case(swarm: &Swarm, args: &SwarmArgs, seed: u64, failure: &Failure) -> Result<Case, String> {
    Ok(Case::new(swarm.scenario(seed)?, args.variant.clone(), failure.clone()))
}

/// Writes a case and says so.
fn keep(case: &Case, path: &Path) -> Result<String, String> {
    case.write(path).map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
    Ok(format!("kept {}: {}", path.display(), case.story))
}

/// The time that passes outside: when to stop, and how fast it goes.
struct Clock {
    started: Instant,
    stops_after: Option<Duration>,
    bar: ProgressBar,
}

impl Clock {
    fn start(runs: u64, stops_after: Option<Duration>) -> Self {
        let bar = ProgressBar::new(runs);
        let style = match stops_after {
            None => {
                ProgressStyle::with_template("{bar:30} {human_pos} of {human_len} runs, {eta} left, {msg}")
            }
            Some(_) => ProgressStyle::with_template("{elapsed} {human_pos} runs, {msg}"),
        };
        bar.set_style(style.expect("the template is valid"));
        Self { started: now(), stops_after, bar }
    }

    fn goes_on(&self) -> bool {
        self.stops_after.is_none_or(|stops_after| self.elapsed() < stops_after)
    }

    fn show(&self, runs: u64, events: u64, simulated_us: u64) {
        self.bar.set_position(runs);
        self.bar.set_message(self.speed(runs, events, simulated_us));
    }

    fn speed(&self, runs: u64, events: u64, simulated_us: u64) -> String {
        let millis = self.elapsed().as_millis().max(1) as u64;
        let per_second = |count: u64| HumanCount(count.saturating_mul(1_000) / millis);
        let (runs, events, faster) =
            (per_second(runs), per_second(events), per_second(simulated_us / 1_000_000));
        format!("{runs} runs/s, {events} events/s, {faster} times real time")
    }

    fn elapsed(&self) -> Duration {
        now() - self.started
    }

    /// Says how many runs were made; a bar that is finished stands at its end, not at the last run.
    fn stop(&self, runs: u64) {
        let (seconds, said) = (self.elapsed().as_secs(), self.bar.message());
        self.bar.finish_and_clear();
        let colon = if said.is_empty() { "" } else { ": " };
        say(&format!("{runs} runs in {seconds} s{colon}{said}"));
    }
}

#[expect(clippy::disallowed_methods, reason = "shows the speed and ends the swarm; no run sees it")]
fn now() -> Instant {
    Instant::now()
}
