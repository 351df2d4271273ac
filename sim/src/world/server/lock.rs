//! Locks: what a write must hold, taken in one global order, so that no two wait for each other.

use crate::scenario::Discipline;
use crate::world::intent::{Intent, Op};
use crate::world::record::{Did, Node};
use crate::world::repository::Repositories;
use std::collections::{BTreeMap, VecDeque};

/// What a write must hold. The order of the variants is the order of locking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lock {
    /// Held by moves across parents and by restores, so that ancestry stays as it was checked.
    Moves,
    /// Held by every write into a group.
    Parent(Option<Node>),
    /// Held by every write to a repository, so that an instance is never in its own way.
    Repository(Did),
}

/// The locks of one instance.
#[derive(Debug, Default)]
pub struct Locks {
    /// By intent: what it needs, in order, and how much of that it holds.
    plans: BTreeMap<u32, Plan>,
    /// Who holds a lock stands first, who waits for it behind.
    lines: BTreeMap<Lock, VecDeque<u32>>,
}

#[derive(Debug)]
struct Plan {
    locks: Vec<Lock>,
    held: usize,
}

/// The locks that an intent needs, in the one global order.
pub fn needed(intent: &Intent, discipline: Discipline, repositories: &Repositories) -> Vec<Lock> {
    let from = repositories.outline().get(intent.node).map(|record| record.parent);
    let to = match intent.op {
        Op::Delete => from,
        Op::Restore => repositories.tombstone(intent.node).map(|tombstone| tombstone.record.parent),
        Op::Insert | Op::Move | Op::Import => Some(intent.parent),
    };
    let mut locks = vec![Lock::Repository(intent.did)];
    if intent.op == Op::Restore || intent.op == Op::Move && from.is_some_and(|from| from != intent.parent) {
        locks.push(Lock::Moves);
    }
    if discipline == Discipline::Lock {
        locks.extend(to.map(Lock::Parent));
        locks.extend(from.filter(|_| from != to).map(Lock::Parent));
    }
    locks.sort_unstable();
    locks
}

impl Locks {
    /// Notes the locks that an intent needs, in the order of taking them.
    pub fn plan(&mut self, id: u32, locks: Vec<Lock>) {
        self.plans.insert(id, Plan { locks, held: 0 });
    }

    /// Takes the next locks, or queues for the first that is taken. True when all are held.
    pub fn take(&mut self, id: u32) -> bool {
        let plan = self.plans.get_mut(&id).expect("an intent plans its locks first");
        while let Some(&lock) = plan.locks.get(plan.held) {
            let line = self.lines.entry(lock).or_default();
            if !line.contains(&id) {
                line.push_back(id);
            }
            if line.front() != Some(&id) {
                return false;
            }
            plan.held += 1;
        }
        true
    }

    /// Lets all locks of an intent go. Returns who now stands first in line for one of them.
    pub fn release(&mut self, id: u32) -> Vec<u32> {
        let Some(plan) = self.plans.remove(&id) else { return Vec::new() };
        let mut woken = Vec::new();
        for lock in &plan.locks[..plan.held] {
            let line = self.lines.get_mut(lock).expect("a held lock has its holder");
            line.pop_front();
            woken.extend(line.front());
            if line.is_empty() {
                self.lines.remove(lock);
            }
        }
        woken
    }
}
