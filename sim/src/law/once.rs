//! Once: each logical action takes effect at most once; exactly once if it was acknowledged; otherwise its
//! outcome is reported.

use super::{Law, Served};
use crate::event::Event;
use crate::world::World;
use crate::world::intent::{Op, Status};
use crate::world::record::Node;
use std::collections::BTreeMap;

/// Follows each action from the moment the client made up its mind.
#[derive(Debug, Default)]
pub struct Once {
    compared: u64,
    actions: BTreeMap<u32, Action>,
}

#[derive(Debug, Default)]
struct Action {
    /// Records of the intent that were written, over all commits.
    written: u32,
    count: u32,
    told: Option<Status>,
    /// What was asked, until its client is told how it ended.
    op: Option<Op>,
}

impl Law for Once {
    fn name(&self) -> &'static str {
        "once"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn observe(&mut self, event: &Event, world: &World) -> Result<(), String> {
        match event {
            Event::Intended { intent, .. } => {
                let action = Action { count: intent.count, op: Some(intent.op), ..Action::default() };
                self.actions.insert(intent.id, action);
            }
            Event::Committed { seq } => {
                let commit = world.repositories.commit(*seq);
                let Some(intent) = commit.cause().map(|cause| cause.intent) else { return Ok(()) };
                let is_named = |node: Node| (0..intent.count).contains(&node.0.wrapping_sub(intent.node.0));
                let written = commit.ops.iter().filter(|op| is_named(op.node)).count() as u32;
                self.compared += 1;
                let Some(action) = self.actions.get_mut(&intent.id) else {
                    return Err(format!("intent {} took effect, and no client meant it", intent.id));
                };
                action.written += written;
                action.count = intent.count;
                if action.written > action.count {
                    return Err(format!(
                        "intent {} took effect twice, again in commit {}",
                        intent.id, commit.rev
                    ));
                }
            }
            Event::Over { intent, status, .. } => {
                let action = self.actions.entry(*intent).or_default();
                action.told = Some(*status);
                // Only a record that stands there already is moved without a write.
                let must_write = action.op.take().is_some_and(|op| op != Op::Move);
                if must_write && *status == Status::Done && action.written == 0 {
                    return Err(format!("intent {intent} was acknowledged and nothing was written"));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn rest(&mut self, world: &World, _served: &Served<'_>) -> Result<(), String> {
        for (id, action) in &self.actions {
            self.compared += 1;
            let is_whole = action.written == action.count || action.written == 0;
            match action.told {
                None => return Err(format!("intent {id} never had an outcome")),
                Some(Status::Done) if !is_whole => return Err(format!("intent {id} took effect in part")),
                Some(Status::Done) => {}
                Some(status) if action.written > 0 => {
                    return Err(format!("intent {id} took effect and its client was told {}", status as u32));
                }
                Some(_) => {}
            }
            let is_stored = world.repositories.reply(*id).is_some_and(|reply| reply.status == Status::Done);
            if action.told == Some(Status::Done) && action.written == 0 && !is_stored {
                return Err(format!("intent {id} was acknowledged and had no effect"));
            }
        }
        Ok(())
    }
}
