//! `sim zoo`: hunts every broken variant, and the product, and says what caught which.

use super::watched::{Watchers, check_outputs, log_at_a_glance};
use crate::cli::{WatchArgs, ZooArgs};
use serde_json::json;
use sim::case::{Case, Failure};
use sim::hunt::{Catch, DETERMINISTIC, SEEDS_MAX, hunt};
use sim::shrink::shrink;
use sim::zoo::{VARIANTS, Variant, find};
use std::fmt::Write;
use std::process::ExitCode;
use std::time::Instant;

/// Hunts start from several seeds. Each must catch; the median says how soon.
const STARTS: [u64; 3] = [1, 1_001, 2_001];

/// One variant, or the product, and what became of it.
struct Row {
    name: &'static str,
    caught: Option<Catch>,
    /// How many edits are left of the run that caught it when it is made small.
    shrunk: Option<usize>,
    milliseconds: u64,
    /// What is wrong with this row, if something is.
    wrong: Option<String>,
}

/// Hunts them all, or shows one.
pub fn zoo(args: &ZooArgs) -> Result<ExitCode, String> {
    super::silence_panics();
    if let Some(name) = &args.name {
        return show(find(name)?, &args.watch);
    }
    if args.watch.is_wanted() {
        return Err("which variant? `sim zoo NAME` shows the run that catches it".to_owned());
    }
    let rows: Vec<Row> = VARIANTS.iter().map(Some).chain([None]).map(row).collect();
    super::print(&if args.json { rows_json(&rows) } else { rows_table(&rows) })?;
    let mut wrong = rows.iter().filter_map(|row| row.wrong.as_deref()).peekable();
    if wrong.peek().is_none() {
        return Ok(ExitCode::SUCCESS);
    }
    wrong.for_each(super::say);
    Ok(ExitCode::from(1))
}

/// Hunts a variant from each start, or the product where there is none.
fn row(variant: Option<&'static Variant>) -> Row {
    let name = variant.map_or("the product", |variant| variant.name);
    let mut catches = Vec::new();
    for start in STARTS {
        let started = now();
        let caught = hunt(variant, start);
        catches.push((caught, started.elapsed().as_millis() as u64));
    }
    let wrong = catches.iter().find_map(|(caught, _)| wrong(variant, caught.as_ref()));
    catches.sort_by_key(|(caught, _)| caught.as_ref().map_or(u64::MAX, |caught| caught.seeds));
    let (caught, milliseconds) = catches.swap_remove(STARTS.len() / 2);
    let shrunk = caught.as_ref().and_then(|caught| shrunk_edits(&caught.case));
    Row { name, caught, shrunk, milliseconds, wrong }
}

/// How many edits are left of a case after a few hundred runs; `None` for what no single run shows.
fn shrunk_edits(case: &Case) -> Option<usize> {
    const RUNS_MAX: u32 = 400;
    Some(shrink(case, RUNS_MAX, |_| ()).ok()?.case.scenario.workload.edits())
}

fn wrong(variant: Option<&Variant>, caught: Option<&Catch>) -> Option<String> {
    match (variant, caught) {
        (None, None) => None,
        (None, Some(Catch { case, .. })) => Some(format!("the product: {}", case.story)),
        (Some(Variant { name, .. }), None) => Some(format!("{name}: not caught in {SEEDS_MAX} seeds")),
        (Some(Variant { name, laws, .. }), Some(Catch { case, .. })) => {
            let law = case.failure.law.as_str();
            let names = laws.contains(&law);
            (!names).then(|| format!("{name}: caught by `{law}`, which it does not name"))
        }
    }
}

fn rows_table(rows: &[Row]) -> String {
    let mut table = format!(
        "{:<38}{:<22}{:>6}{:>10}{:>8}{:>8}\n",
        "variant", "caught by", "seeds", "events", "ms", "shrunk"
    );
    for Row { name, caught, shrunk, milliseconds, .. } in rows {
        let (law, seeds, events) = match caught {
            Some(Catch { seeds, events, case }) => (case.failure.law.as_str(), *seeds, *events),
            None => ("none", SEEDS_MAX, 0),
        };
        let shrunk = shrunk.map_or_else(|| "-".to_owned(), |edits| edits.to_string());
        writeln!(table, "{name:<38}{law:<22}{seeds:>6}{events:>10}{milliseconds:>8}{shrunk:>8}")
            .expect("a string takes any text");
    }
    table
}

fn rows_json(rows: &[Row]) -> String {
    let variants = rows.iter().map(|Row { name, caught, shrunk, milliseconds, .. }| {
        json!({
            "name": name,
            "law": caught.as_ref().map(|caught| &caught.case.failure.law),
            "seeds": caught.as_ref().map_or(SEEDS_MAX, |caught| caught.seeds),
            "events": caught.as_ref().map(|caught| caught.events),
            "milliseconds": milliseconds,
            "edits_shrunk": shrunk,
        })
    });
    format!("{}\n", json!({ "variants": variants.collect::<Vec<_>>() }))
}

/// The story of one variant, and the smallest run that catches it.
fn show(variant: &Variant, watch: &WatchArgs) -> Result<ExitCode, String> {
    const RUNS_MAX: u32 = 5_000;
    check_outputs(watch, false)?;
    let Variant { name, story, laws, .. } = variant;
    super::print(&format!("{name}\n  {story}\n  may be caught by {}\n", laws.join(", ")))?;
    let caught = hunt(Some(variant), STARTS[0]);
    let wrong = wrong(Some(variant), caught.as_ref());
    let Some(Catch { seeds, events, case }) = caught else {
        return Err(format!("`{name}` was not caught in {SEEDS_MAX} seeds"));
    };
    let Failure { law, message } = &case.failure;
    let seed = case.scenario.seed;
    super::print(&format!(
        "  caught in seed {seed} after {seeds} seeds and {events} events\n  {law}: {message}\n"
    ))?;
    if law == DETERMINISTIC {
        super::print(&format!(
            "  sim {seed} --check-determinism --variant '{name}' names the first event\n"
        ))?;
    } else {
        show_small(&shrink(&case, RUNS_MAX, |_| ())?.case, variant, watch)?;
    }
    wrong.map_or(Ok(ExitCode::SUCCESS), Err)
}

/// A case made small, and what happens in it.
fn show_small(small: &Case, variant: &Variant, watch: &WatchArgs) -> Result<(), String> {
    let Case { story, failure: Failure { law, message }, .. } = small;
    super::print(&format!("  {story}\n  {law}: {message}\n"))?;
    if watch.log.is_none() {
        let log = log_at_a_glance(small, "`--log FILE` writes it")?;
        super::print(&format!("\n{log}"))?;
    }
    let mut watchers = Watchers::open(watch, &small.scenario, Some(variant.name))?;
    let outcome = small.run_watched((variant.parts)(), |seen| watchers.see(seen));
    watchers.end(&outcome)
}

#[expect(clippy::disallowed_methods, reason = "how long a hunt took, not what was met")]
fn now() -> Instant {
    Instant::now()
}
