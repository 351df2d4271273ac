//! Durable: what was acknowledged is in the repository.

use super::{Law, Served};
use crate::event::Event;
use crate::world::World;
use crate::world::intent::Status;
use std::fmt;

/// Looks an acknowledged intent up when its client hears of it, and again at rest.
#[derive(Debug, Default)]
pub struct Durable {
    compared: u64,
    acknowledged: Vec<u32>,
}

impl Law for Durable {
    fn name(&self) -> &'static str {
        "durable"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn observe(&mut self, event: &Event, world: &World) -> Result<(), String> {
        let Event::Over { intent, status: Status::Done, .. } = event else { return Ok(()) };
        self.acknowledged.push(*intent);
        self.look_up(*intent, world)
    }

    /// In which order intents were acknowledged says nothing.
    fn write_memory(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let mut acknowledged = self.acknowledged.clone();
        acknowledged.sort_unstable();
        write!(out, "{acknowledged:?}")
    }

    fn rest(&mut self, world: &World, _served: &Served<'_>) -> Result<(), String> {
        let acknowledged = std::mem::take(&mut self.acknowledged);
        acknowledged.iter().try_for_each(|&intent| self.look_up(intent, world))?;
        self.acknowledged = acknowledged;
        Ok(())
    }
}

impl Durable {
    fn look_up(&mut self, intent: u32, world: &World) -> Result<(), String> {
        self.compared += 1;
        let reply = world.repositories.reply(intent).filter(|reply| reply.status == Status::Done);
        let Some(reply) = reply else {
            return Err(format!("intent {intent} was acknowledged and no repository knows of it"));
        };
        let Some(seq) = reply.seq else { return Ok(()) };
        let cause = world.repositories.commit(seq).cause();
        if cause.is_some_and(|cause| cause.intent.id == intent) {
            return Ok(());
        }
        Err(format!("intent {intent} was acknowledged by a commit that is another's"))
    }
}
