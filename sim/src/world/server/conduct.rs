//! Conduct: the decisions of a server, one method a decision, so that the zoo can plug in one that is wrong.
//!
//! The methods as they stand here are the product; [`Proper`] changes none of them.

use super::make::{self, Desk, Made};
use super::{LOCK_RETRIES_MAX, Lock, Prepared, UNIQUE_RETRIES_MAX, lock, place};
use crate::chance::Draws;
use crate::scenario::Discipline;
use crate::world::intent::{Intent, Status};
use crate::world::outline::Pair;
use crate::world::record::{Names, Rev};
use crate::world::repository::{Reply, Repositories};
use crate::world::server::Failure;
use std::fmt;

/// What a server decides on the way from a request to its answer.
pub trait Conduct: fmt::Debug {
    /// The stored answer that settles an intent, if there is one: that it took effect, or that this attempt
    /// or a later one failed.
    fn recall<'r>(&self, intent: &Intent, repositories: &'r Repositories) -> Option<&'r Reply> {
        let settles = |reply: &&Reply| reply.status == Status::Done || reply.intent.attempt >= intent.attempt;
        repositories.reply(intent.id).filter(settles)
    }

    /// Where an intent puts its node.
    ///
    /// # Errors
    /// As [`place::resolve`](super::resolve).
    fn resolve(&self, intent: &Intent, names: &Names, repositories: &Repositories) -> Result<Pair, Status> {
        place::resolve(intent, names, repositories)
    }

    /// The same once more under the lock, whatever was captured before.
    ///
    /// # Errors
    /// As [`resolve`](Self::resolve).
    fn reread(
        &self,
        captured: Result<Pair, Status>,
        intent: &Intent,
        names: &Names,
        repositories: &Repositories,
    ) -> Result<Pair, Status> {
        let _ = captured;
        self.resolve(intent, names, repositories)
    }

    /// The locks that an intent needs, in the order of taking them.
    fn locks(&self, intent: &Intent, discipline: Discipline, repositories: &Repositories) -> Vec<Lock> {
        lock::needed(intent, discipline, repositories)
    }

    /// What an intent writes between its neighbours.
    fn make(&self, intent: &Intent, pair: Pair, desk: &Desk<'_>, jitter: &mut Draws<'_>) -> Made {
        make::make(intent, pair, desk, jitter)
    }

    /// Why what was made can no longer be committed, if it cannot.
    fn objection(
        &self,
        prepared: &Prepared,
        discipline: Discipline,
        names: &Names,
        repositories: &Repositories,
    ) -> Option<Failure> {
        let intent = &prepared.cause.intent;
        let current = self.reread(Ok(prepared.pair), intent, names, repositories);
        match discipline {
            Discipline::Lock if current != Ok(prepared.pair) => Some(Failure::Stale),
            _ if prepared.has_changed_group(repositories) => Some(Failure::Stale),
            _ if prepared.has_other_keys(repositories) => Some(Failure::Stale),
            Discipline::Lock => self.swapped(prepared.head, repositories.head(intent.did)),
            Discipline::UniqueIndex if current.is_err() => Some(Failure::Taken),
            Discipline::UniqueIndex if prepared.has_moved_anchors(repositories) => Some(Failure::Stale),
            Discipline::UniqueIndex => prepared.has_taken_key(repositories).then_some(Failure::Taken),
        }
    }

    /// Whether another instance has moved the head since it was read.
    fn swapped(&self, read: Rev, head: Rev) -> Option<Failure> {
        (read != head).then_some(Failure::Swapped)
    }

    /// How often a failure is tried again.
    fn retries_max(&self, discipline: Discipline) -> u32 {
        match discipline {
            Discipline::Lock => LOCK_RETRIES_MAX,
            Discipline::UniqueIndex => UNIQUE_RETRIES_MAX,
        }
    }

    /// What is answered once an intent is written.
    fn answer(&self, intent: &Intent, names: &Names, repositories: &Repositories) -> Status {
        let _ = (intent, names, repositories);
        Status::Done
    }
}

/// The conduct of the product.
#[derive(Clone, Copy, Debug)]
pub struct Proper;

impl Conduct for Proper {}
