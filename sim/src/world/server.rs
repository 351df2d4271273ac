//! A server instance: resolves intents against all siblings, and makes keys under the parent's lock.
//!
//! The steps are separate events with delays of their own, so that they truly interleave: receive,
//! resolve outside the lock, lock, make the key, commit. Between resolving and making the key the captured
//! pair may go stale, between making it and committing another instance may have moved the head; then the
//! instance reads again and tries exactly once more. (SPEC §4)

mod conduct;
mod lock;
mod make;
mod place;

use super::client::Sending;
use super::generator::Generator;
use super::intent::{Place, Status};
use super::outline::Pair;
use super::record::{Names, Node, Rev, Sort};
use super::repository::{Beside, Bounds, By, Cause, RecordOp, Reply, Repositories, Room};
use crate::chance::Draws;
use crate::scenario::Discipline;
use lock::Locks;
use std::collections::BTreeMap;

pub use conduct::{Conduct, Proper};
pub use lock::{Lock, needed};
pub use make::{Desk, Made, bounds, make};
pub use place::resolve;

/// One server instance.
#[derive(Debug)]
pub struct Server {
    rules: Rules,
    conduct: Box<dyn Conduct>,
    generator: Box<dyn Generator>,
    tickets: BTreeMap<u32, Ticket>,
    locks: Locks,
}

/// How a server does its work.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The cap on keys, in bytes.
    pub key_bytes_max: usize,
    /// What keeps two writes into one group apart.
    pub discipline: Discipline,
    /// Whether a run of siblings gets new keys where no key lies between them.
    pub repairs: bool,
    /// A group is renumbered when one of its keys passes so many bytes.
    pub rekey_bytes_max: Option<usize>,
}

/// An intent in work.
#[derive(Clone, Debug)]
struct Ticket {
    client: u32,
    sending: Sending,
    captured: Result<Pair, Status>,
    tries: u32,
    prepared: Option<Prepared>,
}

/// What is ready to be committed, and the head that was read with it.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The neighbours between which the keys were made.
    pub pair: Pair,
    /// Their keys.
    pub keys: Option<Bounds>,
    /// How often the group had changed when siblings were given new keys too; their neighbours count then.
    pub changes: Option<u32>,
    /// The head that was read with them.
    pub head: Rev,
    /// What is to be written.
    pub ops: Vec<RecordOp>,
    /// For which intent, and from which keys.
    pub cause: Cause,
}

/// What becomes of a request on arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Received {
    /// It took effect before: here is that reply.
    Known(Status),
    /// The same id and attempt were used with another body.
    OtherBody,
    /// Another copy of it is in work and will be answered.
    InWork,
    /// Its steps begin.
    Accepted,
}

/// What making a key, or committing it, came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Something had changed: the step is done once more.
    Again(Failure),
    /// The keys are made and wait to be committed.
    Prepared(Option<Failure>),
    /// The intent is answered.
    Over(Over),
}

/// Why a first try failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The captured pair was no longer the adjacent pair.
    Stale,
    /// No key lies between the neighbours, and none may be moved.
    NotAscending,
    /// Another instance had moved the head of the repository.
    Swapped,
    /// The key was taken meanwhile.
    Taken,
}

/// The end of an intent at a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Over {
    /// Whom to answer.
    pub client: u32,
    /// What was asked, and which sending of it was accepted.
    pub sending: Sending,
    /// The answer.
    pub status: Status,
    /// Why it was tried once more in this very step, if it was.
    pub retried: Option<Failure>,
    /// The commits that were made now: one, or for an import as many as its records need.
    pub seqs: Vec<u64>,
    /// How many keys do not fit between which, if the answer is `Exhausted`.
    pub exhausted: Option<(u32, Bounds)>,
    /// Intents that now stand first in line for a lock.
    pub woken: Vec<u32>,
}

impl Server {
    /// A server that works by these rules.
    pub fn new(rules: Rules, conduct: Box<dyn Conduct>, generator: Box<dyn Generator>) -> Self {
        Self { rules, conduct, generator, tickets: BTreeMap::new(), locks: Locks::default() }
    }

    /// A key by the rules of this server, for a client that makes its own.
    ///
    /// # Errors
    /// As [`order_key::between`].
    pub fn generate(
        &self,
        lower: Option<&order_key::Key>,
        upper: Option<&order_key::Key>,
        jitter: &mut Draws<'_>,
    ) -> Result<super::record::SortKey, order_key::BetweenError> {
        self.generator.between(self.rules.key_bytes_max, lower, upper, jitter)
    }

    /// Whether no intent is in work.
    pub fn is_idle(&self) -> bool {
        self.tickets.is_empty()
    }

    /// Loses all locks and all requests in work.
    pub fn crash(&mut self) {
        self.tickets.clear();
        self.locks = Locks::default();
    }

    /// Takes a request in.
    pub fn receive(&mut self, client: u32, sending: Sending, repositories: &Repositories) -> Received {
        let intent = sending.intent;
        if let Some(reply) = self.conduct.recall(&intent, repositories) {
            let is_other = reply.intent.attempt == intent.attempt && reply.intent != intent;
            return if is_other { Received::OtherBody } else { Received::Known(reply.status) };
        }
        if let Some(ticket) = self.tickets.get(&intent.id) {
            let is_other = ticket.sending.intent.attempt == intent.attempt && ticket.sending.intent != intent;
            return if is_other { Received::OtherBody } else { Received::InWork };
        }
        let captured = Err(Status::Conflict);
        let ticket = Ticket { client, sending, captured, tries: 0, prepared: None };
        self.tickets.insert(intent.id, ticket);
        Received::Accepted
    }

    /// Step 1: reads the neighbours, outside any lock, and notes what the write will have to hold.
    pub fn resolve(&mut self, id: u32, names: &Names, repositories: &Repositories) -> Option<Pair> {
        let ticket = self.tickets.get_mut(&id).expect("the ticket is in work");
        let intent = &ticket.sending.intent;
        ticket.captured = self.conduct.resolve(intent, names, repositories);
        self.locks.plan(id, self.conduct.locks(intent, self.rules.discipline, repositories));
        ticket.captured.ok()
    }

    /// Step 2: takes the next lock or queues for it. True when the last one is held.
    pub fn lock(&mut self, id: u32) -> bool {
        self.locks.take(id)
    }

    /// Step 3: checks the captured pair under the lock and makes the keys.
    pub fn make(
        &mut self,
        id: u32,
        names: &Names,
        repositories: &mut Repositories,
        jitter: &mut Draws<'_>,
    ) -> Progress {
        let intent = self.ticket(id).sending.intent;
        if let Some(reply) = self.conduct.recall(&intent, repositories) {
            return Progress::Over(self.finish(id, reply.status, None));
        }
        let Ticket { captured, tries, .. } = *self.ticket(id);
        let current = self.conduct.reread(captured, &intent, names, repositories);
        let is_stale = tries == 0 && captured != current;
        if is_stale && self.retries_max() == 0 {
            return Progress::Over(self.fail(id, Status::Conflict, None, repositories));
        }
        self.ticket(id).tries += u32::from(is_stale);
        let failure = is_stale.then_some(Failure::Stale);
        let pair = match current {
            Ok(pair) => pair,
            Err(status) => return Progress::Over(self.fail(id, status, failure, repositories)),
        };
        let desk = Desk { rules: &self.rules, generator: self.generator.as_ref(), names, repositories };
        match self.conduct.make(&intent, pair, &desk, jitter) {
            Made::Write { ops, bounds, beside } => {
                let keys = self::bounds(pair, repositories.outline());
                let head = repositories.head(intent.did);
                let cause = Cause { intent, bounds, beside };
                let changes =
                    (beside != Beside::Nothing).then(|| repositories.outline().changes(parent_written(&ops)));
                self.ticket(id).prepared = Some(Prepared { pair, keys, changes, head, ops, cause });
                Progress::Prepared(failure)
            }
            Made::Nothing => {
                repositories.store_reply(Reply { intent, status: Status::Done, seq: None });
                Progress::Over(self.finish(id, Status::Done, failure))
            }
            Made::NotAscending if failure.is_some() => {
                Progress::Over(self.fail(id, Status::Conflict, failure, repositories))
            }
            Made::NotAscending => self.try_again(id, Failure::NotAscending, repositories),
            Made::Exhausted { count, bounds } => {
                let over = self.fail(id, Status::Exhausted, failure, repositories);
                Progress::Over(Over { exhausted: Some((count, bounds)), ..over })
            }
        }
    }

    /// Steps 4 and 5: commits what was made, or reads again, or gives up.
    pub fn commit(
        &mut self,
        id: u32,
        now_us: u64,
        names: &Names,
        repositories: &mut Repositories,
    ) -> Progress {
        let prepared = self.ticket(id).prepared.take().expect("keys were made");
        let intent = prepared.cause.intent;
        if let Some(reply) = self.conduct.recall(&intent, repositories) {
            return Progress::Over(self.finish(id, reply.status, None));
        }
        let objection = self.conduct.objection(&prepared, self.rules.discipline, names, repositories);
        if let Some(failure) = objection {
            return self.try_again(id, failure, repositories);
        }
        let commits: Vec<_> = prepared.commits().collect();
        match repositories.room(now_us, intent.did, commits.len() as u32) {
            Room::Now => {}
            Room::Later => return Progress::Over(self.finish(id, Status::TryLater, None)),
            Room::Never => return Progress::Over(self.fail(id, Status::Refused, None, repositories)),
        }
        let mut seqs = Vec::new();
        for ops in commits {
            let (head, by) = (repositories.head(intent.did), By::Server(prepared.cause.clone()));
            let written = repositories.write(names, now_us, intent.did, Some(head), ops.to_vec(), by);
            seqs.push(written.expect("the head was read and the budget was asked"));
        }
        let status = self.conduct.answer(&intent, names, repositories);
        let over = self.finish(id, status, None);
        Progress::Over(Over { seqs, ..over })
    }

    /// One more try, if there is one left.
    fn try_again(&mut self, id: u32, failure: Failure, repositories: &mut Repositories) -> Progress {
        let retries_max = self.retries_max();
        let ticket = self.ticket(id);
        if ticket.tries < retries_max {
            ticket.tries += 1;
            return Progress::Again(failure);
        }
        Progress::Over(self.fail(id, Status::Conflict, None, repositories))
    }

    /// The end of an attempt without effect. It is stored, so that a late copy of it has none either.
    fn fail(
        &mut self,
        id: u32,
        status: Status,
        retried: Option<Failure>,
        repositories: &mut Repositories,
    ) -> Over {
        let intent = self.ticket(id).sending.intent;
        repositories.store_reply(Reply { intent, status, seq: None });
        self.finish(id, status, retried)
    }

    fn retries_max(&self) -> u32 {
        self.conduct.retries_max(self.rules.discipline)
    }

    fn ticket(&mut self, id: u32) -> &mut Ticket {
        self.tickets.get_mut(&id).expect("the ticket is in work")
    }

    /// Takes a ticket out and lets its locks go.
    fn finish(&mut self, id: u32, status: Status, retried: Option<Failure>) -> Over {
        let Ticket { client, sending, .. } = self.tickets.remove(&id).expect("the ticket is in work");
        let woken = self.locks.release(id);
        Over { client, sending, status, retried, seqs: Vec::new(), exhausted: None, woken }
    }
}

/// A commit has at most so many operations. (SPEC §4)
pub const COMMIT_OPS_MAX: usize = 200;

/// Under the lock a first failure is retried exactly once. (SPEC §4)
pub const LOCK_RETRIES_MAX: u32 = 1;

/// Under the unique index a taken key is made anew at most so often.
pub const UNIQUE_RETRIES_MAX: u32 = 3;

/// The group that is written into; a delete writes into none.
fn parent_written(ops: &[RecordOp]) -> Option<Node> {
    ops.iter().find_map(|op| op.record.as_ref()).and_then(|record| record.parent)
}

impl Prepared {
    /// The commits that write it: one, but for an import, which comes in many.
    fn commits(&self) -> impl Iterator<Item = &[RecordOp]> {
        let is_in_one = self.cause.beside != Beside::Nothing;
        self.ops.chunks(if is_in_one { self.ops.len() } else { COMMIT_OPS_MAX })
    }

    /// Whether the group has changed that was read to give siblings new keys.
    fn has_changed_group(&self, repositories: &Repositories) -> bool {
        let changes = repositories.outline().changes(parent_written(&self.ops));
        self.changes.is_some_and(|read| read != changes)
    }

    /// Whether what is to be written no longer lies on the right side of the siblings that the intent names,
    /// one of which may have moved.
    fn has_moved_anchors(&self, repositories: &Repositories) -> bool {
        let (outline, intent) = (repositories.outline(), &self.cause.intent);
        // An anchor that is given a new key in the same commit stands by that.
        let written = |node: Node| self.ops.iter().find(|op| op.node == node)?.record.as_ref();
        let record = |node: Node| written(node).or_else(|| outline.get(node));
        let sort = |node: Node| record(node).map(|record| (record.parent, record.sort_key.sort()));
        let (lower, upper) = match intent.place {
            Place::First | Place::Last => (None, None),
            Place::After(after) => (Some(after), None),
            Place::Before(before) => (None, Some(before)),
            Place::Between(after, before) => (Some(after), Some(before)),
        };
        let records = self.ops.iter().filter(|op| intent.nodes().any(|node| node == op.node));
        records.filter_map(|op| op.record.as_ref()).any(|record| {
            let own = (record.parent, record.sort_key.sort());
            let is_beside = |anchor: Node, is_right: fn(&Sort, &Sort) -> bool| {
                sort(anchor).is_some_and(|(parent, sort)| parent == own.0 && is_right(&sort, &own.1))
            };
            lower.is_some_and(|lower| !is_beside(lower, |anchor, own| anchor < own))
                || upper.is_some_and(|upper| !is_beside(upper, |anchor, own| own < anchor))
        })
    }

    /// Whether the neighbours stand where they stood and have other keys, which takes another author's write.
    fn has_other_keys(&self, repositories: &Repositories) -> bool {
        bounds(self.pair, repositories.outline()) != self.keys
    }

    /// Whether a key that is to be written was taken by another of the server's own writes: what a unique
    /// index on (parent, key) says.
    fn has_taken_key(&self, repositories: &Repositories) -> bool {
        let changed = |node| self.ops.iter().any(|op| op.node == node);
        self.ops.iter().filter_map(|op| op.record.as_ref()).any(|record| {
            let twin = repositories.outline().find_key(record.parent, &record.sort_key);
            twin.is_some_and(|twin| !changed(twin) && repositories.is_of_server(twin))
        })
    }
}
