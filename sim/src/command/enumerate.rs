//! `sim enumerate`: runs small worlds with every choice in turn, or one of them with given choices.

use super::watched::{Watchers, check_outputs};
use super::{print, printed, reproduce};
use crate::cli::EnumerateArgs;
use crate::summary::{self, Identity};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use sim::case::parts_of;
use sim::enumerate::{Enumeration, Found, Merging, Small, enumerate, follow, smalls};
use sim::outcome::Verdict;
use std::fmt::Write;
use std::process::ExitCode;

/// Runs the worlds that the arguments name. The exit status is that of the first that did not hold.
pub fn enumerate_worlds(args: &EnumerateArgs) -> Result<ExitCode, String> {
    check_outputs(&args.watch, args.json)?;
    let all = smalls(args.size());
    let worlds: Vec<&Small> = all.iter().filter(|small| small.name.starts_with(&args.world)).collect();
    let known = || all.iter().map(|small| small.name.as_str()).collect::<Vec<_>>().join(", ");
    match (&args.choices, worlds.as_slice()) {
        (_, []) => Err(format!("no small world is called `{}`; the known ones are {}", args.world, known())),
        (Some(_), [small]) => follow_one(small, args),
        (Some(_), _) => Err(format!("whose choices? `--world` names one of {}", known())),
        (None, _) if args.watch.is_wanted() => {
            Err("what is written is one run: `--choices` says which".to_owned())
        }
        (None, worlds) => enumerate_all(worlds, args),
    }
}

fn enumerate_all(worlds: &[&Small], args: &EnumerateArgs) -> Result<ExitCode, String> {
    let parts = parts_of(args.variant.as_deref())?;
    super::silence_panics();
    if !args.json {
        print(&format!("{:<28}{:>9}{:>9}{:>9}{:>9}\n", "world", "runs", "merged", "states", "choices"))?;
    }
    let mut rows = Vec::new();
    let mut worst = Verdict::Held;
    let mut command = None;
    for small in worlds {
        let bar = progress_bar(&small.name);
        let enumeration = enumerate(small, parts, Merging::On, |so_far| {
            bar.set_position(so_far.runs);
            bar.set_message(format!("{} states", so_far.states));
        });
        bar.finish_and_clear();
        let verdict = enumeration.verdict(small);
        let choices = enumeration.found.as_ref().map(|Found { choices, .. }| choices.as_slice());
        let again = choices.map(|choices| reproducing(small, args, choices));
        if args.json {
            rows.push(as_json(small, &enumeration, &verdict, again.as_deref()));
        } else {
            print(&row(small, &enumeration, &verdict))?;
        }
        if worst == Verdict::Held && verdict != Verdict::Held {
            (worst, command) = (verdict, again);
        }
    }
    let command = command.map_or(String::new(), |command| format!("  reproduce: {command}"));
    if args.json {
        print(&format!("{}\n", json!({ "verdict": worst.name(), "worlds": rows })))?;
    } else {
        print(&format!("\n{}{command}\n", worst.name()))?;
    }
    Ok(ExitCode::from(worst.exit_status()))
}

fn follow_one(small: &Small, args: &EnumerateArgs) -> Result<ExitCode, String> {
    let parts = parts_of(args.variant.as_deref())?;
    let chosen = args.choices.as_ref().map_or(&[][..], |chosen| &chosen.0);
    super::silence_panics();
    let refused = |misfit| format!("{}: {misfit}", small.name);
    follow(small, parts(), chosen, |_| ()).map_err(refused)?;
    let identity = Identity::of(&small.scenario);
    if !args.json {
        printed(summary::begin(&identity, &small.scenario))?;
    }
    let mut watchers = Watchers::open(&args.watch, &small.scenario, args.variant.as_deref())?;
    let outcome = follow(small, parts(), chosen, |seen| watchers.see(seen)).map_err(refused)?;
    let watched = watchers.end(&outcome);
    let is_failure = outcome.verdict.exit_status() != 0;
    let command = is_failure.then(|| reproducing(small, args, chosen));
    let written = if args.json {
        summary::json(&identity, &outcome, command.as_deref(), None)
    } else {
        summary::end(&outcome, command.as_deref(), None)
    };
    printed(written)?;
    watched.map(|()| ExitCode::from(outcome.verdict.exit_status()))
}

/// The command that makes one run of a world again.
fn reproducing(small: &Small, args: &EnumerateArgs, choices: &[u32]) -> String {
    let choices: Vec<String> = choices.iter().map(u32::to_string).collect();
    let mut arguments = vec!["enumerate".to_owned(), "--world".to_owned(), small.name.clone()];
    let sizes = [("--clients", args.clients), ("--edits", args.edits), ("--frames", args.frames)];
    let relevant = if small.name.starts_with("writes") { &sizes[..2] } else { &sizes[2..] };
    arguments.extend(relevant.iter().flat_map(|(flag, size)| [(*flag).to_owned(), size.to_string()]));
    arguments.extend(args.variant.iter().flat_map(|name| ["--variant".to_owned(), name.clone()]));
    arguments.extend(["--choices".to_owned(), choices.join(",")]);
    format!("sim {}", reproduce::shell(&arguments))
}

fn row(small: &Small, enumeration: &Enumeration, verdict: &Verdict) -> String {
    let Enumeration { runs, merged, states, choices_max, .. } = enumeration;
    let mut row = format!("{:<28}{runs:>9}{merged:>9}{states:>9}{choices_max:>9}\n", small.name);
    for reason in verdict.reasons() {
        writeln!(row, "  {reason}").expect("a string takes any text");
    }
    row
}

fn as_json(small: &Small, enumeration: &Enumeration, verdict: &Verdict, command: Option<&str>) -> Value {
    json!({
        "world": small.name,
        "runs": enumeration.runs,
        "merged": enumeration.merged,
        "states": enumeration.states,
        "choices": enumeration.choices_max,
        "events": enumeration.events,
        "laws": enumeration.laws,
        "reached": enumeration.reached,
        "verdict": verdict.name(),
        "reasons": verdict.reasons(),
        "reproduce": command,
    })
}

fn progress_bar(world: &str) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    let style = ProgressStyle::with_template("{spinner} {prefix}: {human_pos} runs, {msg}, {elapsed}");
    bar.set_style(style.expect("the template is valid"));
    bar.set_prefix(world.to_owned());
    bar
}
