//! The states of writers and servers: what befalls intents, and which keys are made.

use super::{Reached, count};
use crate::chance::Link;
use crate::event::Event;
use crate::world::World;
use crate::world::intent::{Intent, Op, Place, Status};
use crate::world::network::Fault;
use crate::world::record::{Node, SortKey};
use crate::world::repository::{Beside, Body, Bounds, By, Commit};
use crate::world::server::Failure;
use order_key::{Integer, Key};
use std::collections::{BTreeMap, BTreeSet};

/// What a state is made of that takes more than one event.
#[derive(Debug, Default)]
pub struct Writing {
    intents: BTreeMap<u32, Intent>,
    /// Intents in work at a server that were tried again.
    retried: BTreeSet<(u32, u32)>,
    /// Intents with a lost reply, and those that wrote nothing and were told so.
    unheard: BTreeSet<u32>,
    told_of_nothing: BTreeSet<u32>,
    malformed: BTreeSet<Node>,
    /// By client: how many edits it has got through since it came back with several.
    merging: BTreeMap<u32, u32>,
}

impl Writing {
    /// Takes in one thing that happened.
    pub fn observe(&mut self, event: &Event, world: &World, reached: &mut Reached) {
        match event {
            Event::Sent { intent, resends, .. } => self.sent(intent, *resends, reached),
            Event::Struck { link: Link::Reply(_), message, fault: Fault::Lost } => {
                self.unheard.insert(World::intent_of(*message));
            }
            Event::Resolved { intent, pair: None, .. } => {
                let intent = self.intents.get(intent);
                if intent.is_some_and(|intent| has_lost_its_anchor(intent, world)) {
                    count(reached, "anchor vanished");
                }
            }
            Event::Retried { server, intent, failure } => {
                self.retried.insert((*server, *intent));
                match failure {
                    Failure::Stale => count(reached, "stale pair refused"),
                    Failure::Swapped if self.was_overtaken(*intent, world) => {
                        count(reached, "swapCommit race");
                    }
                    Failure::Swapped | Failure::NotAscending | Failure::Taken => {}
                }
            }
            Event::Replied { server, intent, status, .. } => {
                self.replied(*server, *intent, *status, world, reached);
            }
            Event::Exhausted { intent, .. } => {
                if let Some(intent) = self.intents.get(intent) {
                    count(reached, exhausted_from(intent));
                }
            }
            Event::Offline { client, is_offline: false }
                if world.clients[*client as usize].unanswered() >= 2 =>
            {
                self.merging.insert(*client, 0);
            }
            Event::Over { client, status: Status::Done, .. } => {
                if let Some(merged) = self.merging.get_mut(client) {
                    *merged += 1;
                    if *merged == 2 {
                        self.merging.remove(client);
                        count(reached, "offline burst merged");
                    }
                }
            }
            Event::Crashed { server } => self.retried.retain(|(at, _)| at != server),
            Event::Recovered { .. } => count(reached, "server crash and recovery"),
            Event::Committed { seq } => self.committed(world.repositories.commit(*seq), world, reached),
            _ => {}
        }
    }

    /// Whether the last commit in the repository of an intent is another instance's, not a writer's who asks nobody.
    fn was_overtaken(&self, intent: u32, world: &World) -> bool {
        let Some(intent) = self.intents.get(&intent) else { return false };
        let by = world.repositories.stream().iter().rev().find_map(|frame| match &frame.body {
            Body::Commit(commit) if commit.did == intent.did => Some(&commit.by),
            _ => None,
        });
        matches!(by, Some(By::Server(_)))
    }

    fn sent(&mut self, intent: &Intent, resends: u32, reached: &mut Reached) {
        self.intents.insert(intent.id, *intent);
        if resends == 0 && intent.attempt > 1 {
            count(reached, "re-applied after 409");
        }
        if resends > 0 && self.unheard.remove(&intent.id) {
            count(reached, "reply lost and retried");
        }
    }

    fn replied(&mut self, server: u32, intent: u32, status: Status, world: &World, reached: &mut Reached) {
        let retried = self.retried.remove(&(server, intent));
        match status {
            Status::Done if retried => count(reached, "retry succeeded"),
            Status::Conflict if retried => count(reached, "retry failed → 409"),
            Status::TryLater => count(reached, "write budget met"),
            _ => {}
        }
        let reply = world.repositories.reply(intent);
        let is_nothing = reply.is_some_and(|reply| reply.status == Status::Done && reply.seq.is_none());
        if status == Status::Done && is_nothing && !self.told_of_nothing.insert(intent) {
            count(reached, "no-op repeated");
        }
    }

    fn committed(&mut self, commit: &Commit, world: &World, reached: &mut Reached) {
        if let Some(cause) = commit.cause() {
            match cause.beside {
                Beside::Nothing => made(commit, &cause.bounds, world, reached),
                Beside::Repair => {
                    let is_named = |node: Node| cause.intent.nodes().any(|named| named == node);
                    let mut beside = commit.ops.iter().filter(|op| !is_named(op.node));
                    let mends = beside.any(|op| self.malformed.contains(&op.node));
                    count(reached, if mends { "malformed neighbour repaired" } else { "tie repaired" });
                }
                Beside::Rekey => count(reached, "group re-keyed"),
            }
            if cause.intent.op == Op::Restore {
                count(reached, "deleted record restored");
            }
        }
        for op in &commit.ops {
            let is_malformed = op.record.as_ref().is_some_and(|record| record.sort_key.key().is_none());
            if is_malformed {
                self.malformed.insert(op.node)
            } else {
                self.malformed.remove(&op.node)
            };
            if op.record.is_some() && has_twin(op.node, world) {
                count(reached, "tie made");
            }
        }
    }
}

/// Keys that were made between two bounds.
fn made(commit: &Commit, bounds: &Bounds, world: &World, reached: &mut Reached) {
    let keys = commit.ops.iter().filter_map(|op| op.record.as_ref()?.sort_key.key());
    for key in keys {
        if key.len() == world.key_bytes_max {
            count(reached, "key of cap bytes");
        }
        if key.len() + 1 == world.key_bytes_max {
            count(reached, "key of cap−1 bytes");
        }
        let is_wider = |bound: &&Key| width(key) > width(bound);
        if bounds.lower.as_ref().is_some_and(|lower| is_wider(&lower)) && bounds.upper.is_none() {
            count(reached, "width grows up");
        }
        if bounds.upper.as_ref().is_some_and(|upper| is_wider(&upper)) && bounds.lower.is_none() {
            count(reached, "width grows down");
        }
    }
    let lowest = Integer::FLOOR.increment();
    let is_at_floor = |key: &Key| key.integer() == Integer::FLOOR || Some(key.integer()) == lowest;
    if [&bounds.lower, &bounds.upper].into_iter().flatten().any(is_at_floor) {
        count(reached, "floor neighbour");
    }
}

fn width(key: &Key) -> usize {
    key.integer().as_bytes().len()
}

/// Whether a neighbour of a record has the very same key.
fn has_twin(node: Node, world: &World) -> bool {
    let outline = world.repositories.outline();
    let key = |node: Node| outline.sort_key(node).and_then(SortKey::key);
    let Some(pair) = outline.neighbours(&world.names, node) else { return false };
    let twins = [pair.lower, pair.upper].into_iter().flatten();
    key(node).is_some() && twins.into_iter().any(|twin| key(twin) == key(node))
}

fn has_lost_its_anchor(intent: &Intent, world: &World) -> bool {
    let is_gone = |node: Node| world.repositories.tombstone(node).is_some();
    match intent.place {
        Place::After(anchor) | Place::Before(anchor) => is_gone(anchor),
        Place::Between(one, other) => is_gone(one) || is_gone(other),
        Place::First | Place::Last => false,
    }
}

fn exhausted_from(intent: &Intent) -> &'static str {
    match (intent.op, intent.place) {
        (Op::Move, _) => "Exhausted from move",
        // A restore goes where the record was, whatever place the intent carries.
        (Op::Restore, _) => "Exhausted from insert",
        (_, Place::Last) => "Exhausted from append",
        (_, Place::First) => "Exhausted from prepend",
        _ => "Exhausted from insert",
    }
}
