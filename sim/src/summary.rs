//! The summary of a run: for people, and as JSON.

use serde_json::{Value, json};
use sim::case::Failure;
use sim::outcome::Outcome;
use sim::scenario::{Discipline, Keys, Scenario, Weather, Workload};
use std::io::{self, Write};

/// What identifies a run.
#[derive(Debug)]
pub struct Identity {
    seed: u64,
    scenario: String,
}

impl Identity {
    /// The identity of the run that a scenario gives.
    pub fn of(scenario: &Scenario) -> Self {
        Self { seed: scenario.seed, scenario: scenario.digest() }
    }
}

/// The first lines: what identifies the run, and what it is.
pub fn begin(identity: &Identity, scenario: &Scenario) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let (version, commit) = (env!("CARGO_PKG_VERSION"), env!("SIM_COMMIT"));
    let Identity { seed, scenario: digest } = identity;
    writeln!(out, "sim {version}  seed {seed}  commit {commit}  scenario {digest}")?;
    writeln!(out)?;
    let clients = scenario.clients;
    match &scenario.workload {
        Workload::Edits(edits) => {
            let mut kinds: Vec<_> = edits.iter().map(|edit| edit.kind).collect();
            kinds.sort_unstable();
            kinds.dedup();
            let kinds: Vec<String> = kinds.iter().map(|kind| format!("{kind:?}").to_lowercase()).collect();
            writeln!(out, "  clients    {clients}, {} edits: {}", edits.len(), kinds.join(", "))?;
        }
        Workload::Recording(recording) => {
            let keystrokes = recording.keystrokes.len();
            writeln!(out, "  clients    {clients}, {keystrokes} keystrokes of {}", recording.file)?;
        }
    }
    writeln!(out, "  cap        {} bytes", scenario.key_bytes_max)?;
    writeln!(out, "  keys       {}", keys(scenario))?;
    writeln!(out, "  authors    {}", authors(scenario))?;
    writeln!(out, "  network    {}", weather(&scenario.network))?;
    for (index, view) in scenario.views.iter().enumerate() {
        let store = format!("{:?}", view.store).to_lowercase();
        writeln!(out, "  view {index}     {store}, {}", weather(&view.weather))?;
    }
    Ok(())
}

/// The rest: what happened, what was checked, and in the last line verdict, digest and, for a run that did not
/// hold, the command that runs it again. A replay says too whether it ended as its file says (`stored`).
pub fn end(outcome: &Outcome, command: Option<&str>, stored: Option<&Failure>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out)?;
    let (seconds, tenths) = (outcome.simulated_us / 1_000_000, outcome.simulated_us / 100_000 % 10);
    writeln!(out, "  {} events in {seconds}.{tenths} simulated seconds", outcome.events)?;
    let counts: Vec<String> = outcome.counts.iter().map(|(what, count)| format!("{count} {what}")).collect();
    for line in counts.chunks(5) {
        writeln!(out, "  {}", line.join(", "))?;
    }
    write_states(&mut out, outcome)?;
    let keys = outcome.key_bytes;
    writeln!(out, "  key bytes: median {}, 99 % {}, longest {}", keys.p50, keys.p99, keys.max)?;
    if let Some(recording) = &outcome.recording {
        writeln!(out, "  recording: {} nodes of {} expected", recording.nodes, recording.nodes_expected)?;
        match recording.cap_met_at {
            Some(edit) => writeln!(out, "  the cap was met at edit {edit}, where the replay stopped")?,
            None => writeln!(out, "  the cap was not met")?,
        }
        if let Some(place) = &recording.interleaved {
            let (at, recorded, met) = (place.at, &place.recorded, &place.met);
            writeln!(
                out,
                "  at character {at} two people typed into one gap: {recorded:?} came out as {met:?}"
            )?;
        }
    }
    writeln!(out)?;
    writeln!(out, "  {:<20} {:>12}", "law", "compared")?;
    for (law, compared) in &outcome.laws {
        writeln!(out, "  {law:<20} {compared:>12}")?;
    }
    writeln!(out)?;
    for reason in outcome.verdict.reasons() {
        writeln!(out, "  {reason}")?;
    }
    if let Some(stored) = stored {
        let ended = if is_as_stored(outcome, stored) { "as" } else { "otherwise than" };
        writeln!(out, "  {ended} the file says: {}: {}", stored.law, stored.message)?;
    }
    write!(out, "{}  digest {}", outcome.verdict.name(), outcome.digest)?;
    match command {
        Some(command) => writeln!(out, "  reproduce: {command}"),
        None => writeln!(out),
    }
}

/// Which of SPEC's states the run reached, and how often; lines that end before the usual width.
fn write_states(out: &mut impl Write, outcome: &Outcome) -> io::Result<()> {
    const LINE_CHARS_MAX: usize = 110;
    const INDENT: &str = "    ";
    let states: Vec<String> =
        outcome.states.iter().map(|(state, times)| format!("{state} ×{times}")).collect();
    writeln!(out, "  states reached: {}", states.len())?;
    let mut line = String::new();
    for state in states {
        if !line.is_empty() && line.chars().count() + state.chars().count() > LINE_CHARS_MAX {
            writeln!(out, "{INDENT}{line}")?;
            line.clear();
        }
        let comma = if line.is_empty() { "" } else { ", " };
        line.extend([comma, &state]);
    }
    if line.is_empty() { Ok(()) } else { writeln!(out, "{INDENT}{line}") }
}

/// Whether a run broke the law that its file says.
fn is_as_stored(outcome: &Outcome, stored: &Failure) -> bool {
    Failure::of(outcome).is_some_and(|failure| failure.law == stored.law)
}

/// One JSON object with all that the summary says.
pub fn json(
    identity: &Identity,
    outcome: &Outcome,
    command: Option<&str>,
    stored: Option<&Failure>,
) -> io::Result<()> {
    let laws: serde_json::Map<String, Value> =
        outcome.laws.iter().map(|&(law, compared)| (law.to_owned(), compared.into())).collect();
    let mut object = json!({
        "seed": identity.seed,
        "version": env!("CARGO_PKG_VERSION"),
        "commit": env!("SIM_COMMIT"),
        "scenario": identity.scenario,
        "verdict": outcome.verdict.name(),
        "reasons": outcome.verdict.reasons(),
        "digest": outcome.digest,
        "events": outcome.events,
        "operations": outcome.operations,
        "simulated_us": outcome.simulated_us,
        "laws": laws,
        "key_bytes": outcome.key_bytes,
        "counts": outcome.counts,
        "states": outcome.states,
    });
    if let Some(command) = command {
        object["reproduce"] = json!(command);
    }
    if let Some(stored) = stored {
        object["stored"] = json!(stored);
        object["as_stored"] = json!(is_as_stored(outcome, stored));
    }
    if let Some(recording) = &outcome.recording {
        object["recording"] = json!(recording);
    }
    writeln!(io::stdout().lock(), "{object}")
}

/// Who makes keys, and by which rules.
fn keys(scenario: &Scenario) -> String {
    if scenario.keys == Keys::Local {
        return "made by each client from what it sees".to_owned();
    }
    let mut words = vec![match scenario.servers {
        1 => "made by one server".to_owned(),
        servers => format!("made by {servers} server instances"),
    }];
    words.push(match scenario.discipline {
        Discipline::Lock => "under the parent's lock".to_owned(),
        Discipline::UniqueIndex => "under a unique index".to_owned(),
    });
    words.push(if scenario.repairs { "ties repaired" } else { "ties refused" }.to_owned());
    words.extend(scenario.rekey_bytes_max.map(|bytes| format!("groups renumbered past {bytes} bytes")));
    words.join(", ")
}

/// Whose repositories there are, and who writes past the server.
fn authors(scenario: &Scenario) -> String {
    let mut words = vec![scenario.authors.to_string()];
    words.extend(scenario.writes_per_minute.map(|writes| format!("at most {writes} writes a minute each")));
    let rogues = scenario.rogue_writes.len();
    words.extend((rogues > 0).then(|| format!("{rogues} writes past the server")));
    words.join(", ")
}

/// The weather of a link in words.
fn weather(weather: &Weather) -> String {
    let Weather { loss_ppm, repeat_ppm, delay_us } = weather;
    let percent = |ppm: u32| format!("{}.{} %", ppm / 10_000, ppm / 1_000 % 10);
    let (min, max) = (delay_us.min_us, delay_us.max_us);
    let millis = |us: u64| format!("{}.{}", us / 1_000, us / 100 % 10);
    format!(
        "{} lost, {} repeated, {} to {} ms late",
        percent(*loss_ppm),
        percent(*repeat_ppm),
        millis(min),
        millis(max)
    )
}
