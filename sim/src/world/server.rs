//! The server: resolves intents against all siblings, and makes keys under the parent's lock.
//!
//! The steps are separate events with delays of their own, so that they truly interleave: receive,
//! resolve outside the lock, lock, write. Between resolving and writing the captured pair may go stale;
//! then the server reads once more under the lock. (SPEC §4)

use super::client::Sending;
use super::generator::Generator;
use super::intent::{Intent, Op, Place, Status};
use super::outline::{Outline, Pair};
use super::record::{Did, Name, Names, Node, Record, Rkey, Sort, SortKey};
use super::repository::{Beside, Bounds, By, Cause, RecordOp, Reply, Repositories};
use crate::chance::Draws;
use order_key::{BetweenError, Key};
use std::collections::{BTreeMap, VecDeque};

/// One server instance.
#[derive(Debug)]
pub struct Server {
    key_bytes_max: usize,
    generator: Box<dyn Generator>,
    tickets: BTreeMap<u32, Ticket>,
    /// Who holds a lock stands first, who waits for it behind.
    locks: BTreeMap<Lock, VecDeque<u32>>,
}

/// An intent in work.
#[derive(Clone, Debug)]
struct Ticket {
    client: u32,
    sending: Sending,
    captured: Option<Pair>,
    /// In the one global order; those before `held` are held.
    locks: Vec<Lock>,
    held: usize,
}

/// What a write must hold. The order of the variants is the order of locking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Lock {
    /// Held by moves across parents, so that ancestry stays as it was checked.
    Moves,
    /// Held by every write into a group.
    Parent(Option<Node>),
}

/// What becomes of a request on arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Received {
    /// It took effect before: here is that reply.
    Known(Status),
    /// Another copy of it is in work and will be answered.
    InWork,
    /// Its steps begin.
    Accepted,
}

/// What a write came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Whom to answer.
    pub client: u32,
    /// What was asked, and which sending of it was accepted.
    pub sending: Sending,
    /// The answer.
    pub status: Status,
    /// Whether the captured pair was stale, so that the server read again under the lock.
    pub stale: bool,
    /// The commit, if one was made.
    pub seq: Option<u64>,
    /// The keys between which no key fits, if the answer is `Exhausted`.
    pub exhausted: Option<Bounds>,
    /// Intents that now hold their next lock.
    pub woken: Vec<u32>,
}

/// What an intent comes to under the lock.
enum Effect {
    Write(RecordOp, Bounds),
    Nothing,
    Failed(Status, Option<Bounds>),
}

impl Server {
    /// A server whose generator makes keys of at most `key_bytes_max` bytes.
    pub fn new(key_bytes_max: usize, generator: Box<dyn Generator>) -> Self {
        Self { key_bytes_max, generator, tickets: BTreeMap::new(), locks: BTreeMap::new() }
    }

    /// Whether no intent is in work.
    pub fn is_idle(&self) -> bool {
        self.tickets.is_empty()
    }

    /// Takes a request in.
    pub fn receive(&mut self, client: u32, sending: Sending, repositories: &Repositories) -> Received {
        let intent = &sending.intent;
        if let Some(reply) = repositories.reply(intent.did, intent.id) {
            return Received::Known(reply.status);
        }
        if self.tickets.contains_key(&intent.id) {
            return Received::InWork;
        }
        let ticket = Ticket { client, sending, captured: None, locks: Vec::new(), held: 0 };
        self.tickets.insert(sending.intent.id, ticket);
        Received::Accepted
    }

    /// Step 1: reads the neighbours, outside any lock, and notes what the write will have to hold.
    pub fn resolve(&mut self, id: u32, names: &Names, outline: &Outline) -> Option<Pair> {
        let ticket = self.tickets.get_mut(&id).expect("a ticket resolves once");
        ticket.captured = resolve(&ticket.sending.intent, names, outline).ok();
        ticket.locks = locks(&ticket.sending.intent, outline);
        ticket.captured
    }

    /// Step 2: takes the next lock or queues for it. True when the last one is held.
    pub fn lock(&mut self, id: u32) -> bool {
        let ticket = self.tickets.get_mut(&id).expect("a ticket locks while it is in work");
        while let Some(&lock) = ticket.locks.get(ticket.held) {
            let queue = self.locks.entry(lock).or_default();
            if !queue.contains(&id) {
                queue.push_back(id);
            }
            if queue.front() != Some(&id) {
                return false;
            }
            ticket.held += 1;
        }
        true
    }

    /// Steps 3 to 5: checks the captured pair, makes the key, commits, and lets the locks go.
    pub fn write(
        &mut self,
        id: u32,
        now_us: u64,
        names: &Names,
        repositories: &mut Repositories,
        jitter: &mut Draws<'_>,
    ) -> Written {
        let ticket = self.tickets.remove(&id).expect("a ticket writes once");
        let intent = ticket.sending.intent;
        let current = resolve(&intent, names, repositories.outline());
        let stale = intent.op != Op::Delete && ticket.captured != current.ok();
        let effect = current.map_or_else(
            |status| Effect::Failed(status, None),
            |pair| self.effect(&intent, pair, names, repositories.outline(), jitter),
        );
        let (status, seq, exhausted) = match effect {
            Effect::Write(op, bounds) => {
                let by = By::Server(Cause { intent, bounds, beside: Beside::Nothing });
                match repositories.write(names, now_us, intent.did, None, vec![op], by) {
                    Ok(seq) => (Status::Done, Some(seq), None),
                    Err(_) => (Status::Conflict, None, None),
                }
            }
            Effect::Nothing => {
                repositories.store_reply(intent.did, Reply { intent, status: Status::Done, seq: None });
                (Status::Done, None, None)
            }
            Effect::Failed(status, bounds) => (status, None, bounds),
        };
        let woken = self.release(&ticket);
        Written { client: ticket.client, sending: ticket.sending, status, stale, seq, exhausted, woken }
    }

    /// What an intent does between its neighbours.
    fn effect(
        &self,
        intent: &Intent,
        pair: Pair,
        names: &Names,
        outline: &Outline,
        jitter: &mut Draws<'_>,
    ) -> Effect {
        let node = intent.node;
        if intent.op == Op::Delete {
            return Effect::Write(RecordOp { node, record: None }, Bounds::default());
        }
        if intent.op == Op::Move && stands_at(intent, pair, names, outline) {
            return Effect::Nothing;
        }
        let (Ok(lower), Ok(upper)) = (bound(pair.lower, outline), bound(pair.upper, outline)) else {
            return Effect::Failed(Status::Conflict, None);
        };
        let bounds = Bounds { lower: lower.cloned(), upper: upper.cloned() };
        match self.generator.between(self.key_bytes_max, lower, upper, jitter) {
            Ok(sort_key) => {
                let record = Record { parent: intent.parent, sort_key };
                Effect::Write(RecordOp { node, record: Some(record) }, bounds)
            }
            Err(BetweenError::Exhausted { .. }) => Effect::Failed(Status::Exhausted, Some(bounds)),
            Err(_) => Effect::Failed(Status::Conflict, None),
        }
    }

    /// Lets the locks of a ticket go. Returns who now stands first in line.
    fn release(&mut self, ticket: &Ticket) -> Vec<u32> {
        let mut woken = Vec::new();
        for lock in &ticket.locks[..ticket.held] {
            let queue = self.locks.get_mut(lock).expect("a held lock has its holder");
            queue.pop_front();
            woken.extend(queue.front());
            if queue.is_empty() {
                self.locks.remove(lock);
            }
        }
        woken
    }
}

/// The locks that an intent needs, in the one global order.
fn locks(intent: &Intent, outline: &Outline) -> Vec<Lock> {
    let from = outline.get(intent.node).map(|record| record.parent);
    let mut locks = match (intent.op, from) {
        (Op::Delete, Some(from)) => vec![Lock::Parent(from)],
        (Op::Move, Some(from)) if from != intent.parent => {
            vec![Lock::Moves, Lock::Parent(from), Lock::Parent(intent.parent)]
        }
        _ => vec![Lock::Parent(intent.parent)],
    };
    locks.sort_unstable();
    locks
}

/// The adjacent pair between which an intent puts its node, among all siblings but the node itself; or
/// why there is none: a conflict where a node is missing, a refusal where the intent is absurd.
fn resolve(intent: &Intent, names: &Names, outline: &Outline) -> Result<Pair, Status> {
    let node = intent.node;
    let live = outline.get(node).is_some();
    if live != (intent.op != Op::Insert) {
        return Err(Status::Conflict);
    }
    if intent.op == Op::Delete {
        return Ok(Pair { lower: None, upper: None });
    }
    if let Some(parent) = intent.parent {
        if outline.get(parent).is_none() {
            return Err(Status::Conflict);
        }
        if outline.is_within(parent, node) {
            return Err(Status::Refused);
        }
    }
    let anchored = |anchor: Node| {
        if anchor == node {
            return Err(Status::Refused);
        }
        let record = outline.get(anchor).ok_or(Status::Conflict)?;
        if record.parent == intent.parent { Ok(anchor) } else { Err(Status::Conflict) }
    };
    let above = |lower: Node| skip(outline, names, lower, node, |pair| pair.upper);
    let below = |upper: Node| skip(outline, names, upper, node, |pair| pair.lower);
    let ends = outline.ends(intent.parent);
    match intent.place {
        Place::After(after) => {
            let lower = anchored(after)?;
            Ok(Pair { lower: Some(lower), upper: above(lower) })
        }
        Place::Before(before) => {
            let upper = anchored(before)?;
            Ok(Pair { lower: below(upper), upper: Some(upper) })
        }
        Place::Between(after, before) => {
            let (lower, upper) = (anchored(after)?, anchored(before)?);
            if place_of(outline, names, lower) >= place_of(outline, names, upper) {
                return Err(Status::Conflict);
            }
            Ok(Pair { lower: Some(lower), upper: above(lower) })
        }
        Place::First => {
            let upper = ends.and_then(|(first, _)| if first == node { above(first) } else { Some(first) });
            Ok(Pair { lower: None, upper })
        }
        Place::Last => {
            let lower = ends.and_then(|(_, last)| if last == node { below(last) } else { Some(last) });
            Ok(Pair { lower, upper: None })
        }
    }
}

/// The neighbour of `from` on one side, or the one behind it where that is `skipped`.
fn skip(
    outline: &Outline,
    names: &Names,
    from: Node,
    skipped: Node,
    side: impl Fn(Pair) -> Option<Node>,
) -> Option<Node> {
    let beside = |node: Node| outline.neighbours(names, node).and_then(&side);
    let near = beside(from)?;
    if near == skipped { beside(near) } else { Some(near) }
}

/// What orders a live record among its siblings.
fn place_of(outline: &Outline, names: &Names, node: Node) -> (Option<Sort>, Rkey, Did) {
    let Name { did, rkey } = names.name(node);
    (outline.sort_key(node).map(SortKey::sort), rkey, did)
}

/// The key of a neighbour as a bound, if there is a neighbour; an error where its key is malformed.
fn bound(neighbour: Option<Node>, outline: &Outline) -> Result<Option<&Key>, Malformed> {
    let Some(sort_key) = neighbour.and_then(|node| outline.sort_key(node)) else { return Ok(None) };
    sort_key.key().map(Some).ok_or(Malformed)
}

struct Malformed;

/// Whether a node to be moved stands between that pair already.
fn stands_at(intent: &Intent, pair: Pair, names: &Names, outline: &Outline) -> bool {
    let stays = outline.get(intent.node).is_some_and(|record| record.parent == intent.parent);
    stays && outline.neighbours(names, intent.node) == Some(pair)
}
