//! Counts what happens in a run while it happens, for the summary, and to tell whether the run was vacuous.

mod vacuity;

use crate::chance::Link;
use crate::event::Event;
use crate::scenario::Scenario;
use crate::states::States;
use crate::world::World;
use crate::world::intent::{Op, Status};
use crate::world::network::Fault;
use crate::world::repository::Beside;
use crate::world::server::Failure;
use crate::world::view::Fate;
use hdrhistogram::Histogram;
use order_key::KEY_BYTES_MAX;
use std::collections::BTreeMap;
use vacuity::Met;

/// Counts what happened while it happens.
#[derive(Debug)]
pub struct Tally {
    /// Queue entries acted on.
    pub events: u64,
    /// Logical actions.
    pub operations: u64,
    /// What happened how often, for the summary.
    pub counts: BTreeMap<&'static str, u64>,
    /// The states that were reached.
    pub states: States,
    /// The lengths of the keys that were made for intents.
    pub key_bytes: Histogram<u32>,
    met: Met,
}

/// No lengths of keys yet.
pub fn key_lengths() -> Histogram<u32> {
    Histogram::new_with_max(KEY_BYTES_MAX as u64, 3).expect("512 is above 2")
}

impl Tally {
    /// Nothing has happened yet in a scenario's run.
    pub fn new(scenario: &Scenario) -> Self {
        Self {
            events: 0,
            operations: 0,
            counts: BTreeMap::new(),
            states: States::default(),
            key_bytes: key_lengths(),
            met: Met::new(scenario),
        }
    }

    /// Counts one thing that happened.
    pub fn observe(&mut self, event: &Event, world: &World) {
        self.states.observe(event, world);
        self.met.observe(event, world);
        let what = match event {
            Event::Intended { intent, .. } => {
                self.operations += 1;
                match intent.op {
                    Op::Insert => "inserts wanted",
                    Op::Move => "moves wanted",
                    Op::Delete => "deletes wanted",
                    Op::Restore => "restores wanted",
                    Op::Import => "imports wanted",
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
                match commit.cause().map(|cause| cause.beside) {
                    None => return self.count("rogue writes"),
                    Some(Beside::Nothing) => {}
                    Some(Beside::Repair) => self.count("runs repaired"),
                    Some(Beside::Rekey) => self.count("groups renumbered"),
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
}
