//! What a run came to: its verdict, what was checked, and the figures that the summary shows.

use crate::law::Breach;
use crate::law::recording::{self, Interleaved};
use crate::scenario::{Scenario, Workload};
use crate::tally::{Tally, key_lengths};
use crate::world::World;
use crate::world::typist::Script;
use hdrhistogram::Histogram;
use serde::Serialize;
use std::collections::BTreeMap;

/// The end of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every law held.
    Held,
    /// A law was broken.
    Broken(Breach),
    /// Something did not come to rest: who, and what it lacks.
    Unsettled(Vec<String>),
    /// Something was enabled and never happened, or a law compared nothing: which.
    Vacuous(Vec<String>),
}

impl Verdict {
    /// The word for it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Broken(_) => "broken",
            Self::Unsettled(_) => "unsettled",
            Self::Vacuous(_) => "vacuous",
        }
    }

    /// The exit status that tells it: 0, 1, 3 or 4 (2 is bad usage or input).
    pub const fn exit_status(&self) -> u8 {
        match self {
            Self::Held => 0,
            Self::Broken(_) => 1,
            Self::Unsettled(_) => 3,
            Self::Vacuous(_) => 4,
        }
    }

    /// What there is to say beyond the word.
    pub fn reasons(&self) -> Vec<String> {
        match self {
            Self::Held => Vec::new(),
            Self::Broken(breach) => vec![format!("{}: {}", breach.law, breach.message)],
            Self::Unsettled(reasons) | Self::Vacuous(reasons) => reasons.clone(),
        }
    }
}

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The end.
    pub verdict: Verdict,
    /// The digest of all events.
    pub digest: String,
    /// How many queue entries were acted on.
    pub events: u64,
    /// How many logical actions the clients made.
    pub operations: u64,
    /// Each law and how often it compared.
    pub laws: Vec<(&'static str, u64)>,
    /// The lengths of the keys that the server made.
    pub key_bytes: KeyBytes,
    /// The same lengths, each with how many keys have it.
    pub key_lengths: Histogram<u32>,
    /// What happened how often, for the summary.
    pub counts: BTreeMap<&'static str, u64>,
    /// Which states of SPEC's table were reached, and how often.
    pub states: BTreeMap<&'static str, u64>,
    /// How long the run was, in virtual microseconds.
    pub simulated_us: u64,
    /// What became of the recording, if one was typed.
    pub recording: Option<RecordingOutcome>,
}

/// The lengths of the keys that the server made, in bytes; 0 if it made none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct KeyBytes {
    /// The median.
    pub p50: u64,
    /// Exceeded by one key in a hundred.
    pub p99: u64,
    /// The longest.
    pub max: u64,
}

/// What became of a recording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecordingOutcome {
    /// The name of the file.
    pub file: String,
    /// How many nodes there are at the end.
    pub nodes: usize,
    /// How many characters the recorded text ends with.
    pub nodes_expected: usize,
    /// The edit, one character typed or deleted and counted from 1, at which the cap was met.
    pub cap_met_at: Option<usize>,
    /// Where two people's words came out interleaved, if they did.
    pub interleaved: Option<Interleaved>,
}

impl Outcome {
    /// A run that ended in a panic: a broken invariant of the bed itself. What it had done is lost.
    pub fn panicked(message: String) -> Self {
        Self {
            verdict: Verdict::Broken(Breach { law: "no panic", message }),
            digest: "none".to_owned(),
            events: 0,
            operations: 0,
            laws: Vec::new(),
            key_bytes: KeyBytes { p50: 0, p99: 0, max: 0 },
            key_lengths: key_lengths(),
            counts: BTreeMap::new(),
            states: BTreeMap::new(),
            simulated_us: 0,
            recording: None,
        }
    }

    /// Sums a run up.
    pub fn new(
        scenario: &Scenario,
        world: &World,
        tally: Tally,
        laws: Vec<(&'static str, u64)>,
        digest: String,
        verdict: Verdict,
    ) -> Self {
        let lengths = &tally.key_bytes;
        let key_bytes = KeyBytes {
            p50: lengths.value_at_quantile(0.5),
            p99: lengths.value_at_quantile(0.99),
            max: lengths.max(),
        };
        Self {
            verdict,
            digest,
            events: tally.events,
            operations: tally.operations,
            laws,
            key_bytes,
            key_lengths: tally.key_bytes,
            counts: tally.counts,
            states: tally.states.reached(world),
            simulated_us: world.now_us,
            recording: recording_outcome(scenario, world),
        }
    }
}

fn recording_outcome(scenario: &Scenario, world: &World) -> Option<RecordingOutcome> {
    let Workload::Recording(recording) = &scenario.workload else { return None };
    let cap_met_at = world.script.as_ref().and_then(Script::cap_met_at);
    Some(RecordingOutcome {
        file: recording.file.clone(),
        nodes: world.repositories.outline().len(),
        nodes_expected: recording.end.len(),
        cap_met_at,
        interleaved: recording::interleaved(world, recording),
    })
}
