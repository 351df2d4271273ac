//! A server that locks where it writes first and where it takes from after.

use super::Variant;
use crate::scenario::Discipline;
use crate::world::Parts;
use crate::world::intent::Intent;
use crate::world::repository::Repositories;
use crate::world::server::{Conduct, Lock, Proper};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "locks out of order",
    story: "to, from: the order of the arguments, and two moves in opposite directions wait for each other",
    laws: &["settles"],
    parts: || Parts { conduct: || Box::new(LocksOutOfOrder), ..Parts::default() },
};

#[derive(Debug)]
struct LocksOutOfOrder;

impl Conduct for LocksOutOfOrder {
    fn locks(&self, intent: &Intent, discipline: Discipline, repositories: &Repositories) -> Vec<Lock> {
        let mut locks = Proper.locks(intent, discipline, repositories);
        locks.retain(|lock| *lock != Lock::Moves);
        locks.sort_by_key(|lock| matches!(lock, Lock::Parent(parent) if *parent != intent.parent));
        locks
    }
}
