//! Conflict is clean: a 409 or an error changed nothing; under the lock a first failure is retried exactly
//! once, under the unique index at most its bound.

use super::{Law, Told};
use crate::event::Event;
use crate::scenario::Discipline;
use crate::world::World;
use crate::world::intent::Status;
use crate::world::record::{Did, Rev};
use crate::world::server::{LOCK_RETRIES_MAX, UNIQUE_RETRIES_MAX};
use std::collections::BTreeMap;

/// Keeps the heads as the last step left them, and how often each intent in work at a server was tried again.
#[derive(Debug, Default)]
pub struct ConflictIsClean {
    compared: u64,
    heads: Vec<Rev>,
    tries: BTreeMap<(u32, u32), Tries>,
    committed: bool,
    failed: Option<(u32, Status)>,
    /// The newest attempt of each intent that was answered 409 before. Another instance that has it or an
    /// earlier one in work tells it again.
    conflicts: BTreeMap<u32, u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Tries {
    was_captured: bool,
    retries: u32,
}

impl Law for ConflictIsClean {
    fn name(&self) -> &'static str {
        "conflict is clean"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn observe(&mut self, event: &Event, world: &World) -> Result<(), String> {
        match event {
            Event::Resolved { server, intent, pair } => {
                self.tries.insert((*server, *intent), Tries { was_captured: pair.is_some(), retries: 0 });
            }
            Event::Retried { server, intent, .. } => {
                self.tries.entry((*server, *intent)).or_default().retries += 1;
            }
            Event::Committed { .. } => self.committed = true,
            Event::Replied { server, intent, attempt, status, .. } => {
                let tries = self.tries.remove(&(*server, *intent));
                let is_told_again = self.conflicts.get(intent).is_some_and(|told| told >= attempt);
                if *status == Status::Conflict && !is_told_again {
                    self.conflicts.insert(*intent, *attempt);
                }
                if *status != Status::Done {
                    self.failed = Some((*intent, *status));
                }
                if let Some(tries) = tries.filter(|_| !is_told_again) {
                    self.compared += 1;
                    return judge_tries(*intent, *status, tries, world);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn step_over(&mut self, world: &World, _told: &Told) -> Result<(), String> {
        let failed = self.failed.take();
        let committed = std::mem::take(&mut self.committed);
        if failed.is_none() && !committed {
            return Ok(());
        }
        let heads = world.repositories.dids().map(|did: Did| world.repositories.head(did));
        if let Some((intent, status)) = failed {
            self.compared += 1;
            self.heads.resize(world.repositories.dids().count(), Rev(0));
            if !heads.clone().eq(self.heads.iter().copied()) {
                return Err(format!(
                    "intent {intent} was answered {} and something was written",
                    status as u32
                ));
            }
        }
        self.heads.clear();
        self.heads.extend(heads);
        Ok(())
    }
}

fn judge_tries(intent: u32, status: Status, tries: Tries, world: &World) -> Result<(), String> {
    let Tries { was_captured, retries } = tries;
    let retries_max = match world.scenario().discipline {
        Discipline::Lock => LOCK_RETRIES_MAX,
        Discipline::UniqueIndex => UNIQUE_RETRIES_MAX,
    };
    if retries > retries_max {
        return Err(format!(
            "intent {intent} was tried again {retries} times, at most {retries_max} are due"
        ));
    }
    if status == Status::Conflict && was_captured && retries == 0 {
        return Err(format!("intent {intent} was answered 409 at its first failure"));
    }
    Ok(())
}
