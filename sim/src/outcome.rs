//! What a run came to: its verdict, what was checked, and the figures that the summary shows.

use crate::chance::Link;
use crate::event::Event;
use crate::law::Breach;
use crate::law::recording::{self, Interleaved};
use crate::scenario::{Scenario, Weather, Workload};
use crate::states::States;
use crate::world::World;
use crate::world::intent::{Op, Status};
use crate::world::network::Fault;
use crate::world::server::Failure;
use crate::world::typist::Script;
use crate::world::view::Fate;
use hdrhistogram::Histogram;
use order_key::KEY_BYTES_MAX;
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

/// Counts what happened while it happens.
#[derive(Debug)]
pub struct Tally {
    /// Queue entries acted on.
    pub events: u64,
    /// Logical actions.
    pub operations: u64,
    counts: BTreeMap<&'static str, u64>,
    states: States,
    key_bytes: Histogram<u32>,
}

impl Default for Tally {
    fn default() -> Self {
        let key_bytes = Histogram::new_with_max(KEY_BYTES_MAX as u64, 3).expect("512 is above 2");
        Self { events: 0, operations: 0, counts: BTreeMap::new(), states: States::default(), key_bytes }
    }
}

impl Tally {
    /// Counts one thing that happened.
    pub fn observe(&mut self, event: &Event, world: &World) {
        self.states.observe(event, world);
        let what = match event {
            Event::Intended { intent, .. } => {
                self.operations += 1;
                match intent.op {
                    Op::Insert => "inserts",
                    Op::Move => "moves",
                    Op::Delete => "deletes",
                    Op::Restore => "restores",
                    Op::Import => "imports",
                }
            }
            Event::Sent { resends: 0, intent, .. } if intent.attempt == 1 => return,
            Event::Sent { resends: 0, .. } => "applied again",
            Event::Sent { .. } => "sent again",
            Event::Struck { link, fault, .. } => match (link, fault) {
                (Link::Firehose(_), Fault::Lost) => "frames lost",
                (Link::Firehose(_), Fault::Repeated) => "frames repeated",
                (Link::Replay(..), Fault::Lost) => "replayed frames lost",
                (Link::Replay(..), Fault::Repeated) => "replayed frames repeated",
                (_, Fault::Lost) => "messages lost",
                (_, Fault::Repeated) => "messages repeated",
            },
            Event::Retried { failure, .. } => match failure {
                Failure::Stale => "stale pairs",
                Failure::NotAscending => "ties met",
                Failure::Swapped => "heads swapped",
                Failure::Taken => "keys taken",
            },
            Event::Replied { status: Status::TryLater, .. } => "told to try later",
            Event::Offline { is_offline: true, .. } => "clients cut off",
            Event::Crashed { .. } => "server crashes",
            Event::Committed { seq } => {
                let commit = world.repositories.commit(*seq);
                if commit.cause().is_none() {
                    return self.count("rogue writes");
                }
                for record in commit.ops.iter().filter_map(|op| op.record.as_ref()) {
                    self.key_bytes.saturating_record(record.sort_key.bytes().len() as u64);
                }
                "commits"
            }
            Event::Over { status, .. } => match status {
                Status::Done => "edits done",
                Status::Refused => "edits refused",
                Status::Conflict => "edits in conflict",
                Status::TryLater => "edits put off",
                Status::Exhausted => "edits exhausted",
            },
            Event::Delivered { fate, .. } => match fate {
                Fate::Applied => "frames applied",
                Fate::Stale => "frames stale",
                Fate::Buffered => "frames buffered",
                Fate::Gap => "gaps",
                Fate::Unknown => "frames of unknown repositories",
            },
            Event::Refused { .. } => "frames refused",
            Event::Unfetched { is_refused: true, .. } => "fetches refused",
            Event::Unfetched { .. } => "fetches broken off",
            Event::Connected { is_beyond: true, .. } => "reloads beyond retention",
            Event::Disconnected { .. } => "disconnects",
            Event::Rewound { .. } => "rewinds",
            Event::ViewCrashed { .. } => "view crashes",
            Event::ViewRecovered { .. } => "view recoveries",
            Event::Account { is_active: true, .. } => "repositories shown",
            Event::Account { .. } => "repositories hidden",
            Event::Restored { .. } => "snapshots",
            Event::Read { .. } => "pages read",
            Event::Recovered { .. }
            | Event::Offline { .. }
            | Event::Resolved { .. }
            | Event::Exhausted { .. }
            | Event::Replied { .. }
            | Event::Announced { .. }
            | Event::Shown { .. }
            | Event::Fetching { .. }
            | Event::Connected { .. }
            | Event::Applied { .. } => return,
        };
        self.count(what);
    }

    fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    /// What was enabled and never happened, and which laws compared nothing. (SPEC §7)
    pub fn vacuity(&self, scenario: &Scenario, laws: &[(&'static str, u64)]) -> Vec<String> {
        let mut missing: Vec<String> = Vec::new();
        if self.operations == 0 {
            missing.push("no operation was made".to_owned());
        }
        for (law, _) in laws.iter().filter(|(_, compared)| *compared == 0) {
            missing.push(format!("the law `{law}` compared nothing"));
        }
        let loses = |weather: &Weather| weather.loss_ppm > 0;
        let repeats = |weather: &Weather| weather.repeat_ppm > 0;
        let mut require = |enabled: bool, what: &'static str| {
            if enabled && !self.counts.contains_key(what) {
                missing.push(format!("{what}: enabled, and there were none"));
            }
        };
        require(!scenario.rogue_writes.is_empty(), "rogue writes");
        require(!scenario.crashes.is_empty(), "server crashes");
        require(!scenario.offline.is_empty(), "clients cut off");
        require(loses(&scenario.network), "messages lost");
        require(scenario.views.iter().any(|view| loses(&view.weather)), "frames lost");
        require(repeats(&scenario.network), "messages repeated");
        require(scenario.views.iter().any(|view| repeats(&view.weather)), "frames repeated");
        let troubles = || scenario.views.iter().map(|view| &view.troubles);
        require(troubles().any(|one| !one.outages.is_empty()), "disconnects");
        require(troubles().any(|one| !one.crashes.is_empty()), "view crashes");
        require(troubles().any(|one| !one.crashes.is_empty()), "view recoveries");
        require(troubles().any(|one| !one.rewinds.is_empty()), "rewinds");
        require(troubles().any(|one| !one.forgeries.is_empty()), "frames refused");
        require(troubles().any(|one| one.switch_loss_ppm > 0), "replayed frames lost");
        require(troubles().any(|one| one.retention.is_some()), "reloads beyond retention");
        require(troubles().any(|one| one.refuse_ppm > 0), "fetches refused");
        require(troubles().any(|one| one.cut_ppm > 0), "fetches broken off");
        require(!scenario.account_changes.is_empty(), "repositories hidden");
        missing
    }
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
            key_lengths: Tally::default().key_bytes,
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
