//! Durable: what was acknowledged is in the repository: the reply, its commit, and the records as they were written,
//! until a later commit changes them.

use super::{Law, Served, Told};
use crate::event::Event;
use crate::world::World;
use crate::world::intent::Status;
use crate::world::repository::RecordOp;
use std::collections::BTreeMap;
use std::fmt;

/// Looks an acknowledged intent up when its client hears of it, after each crash of a server, and at rest.
#[derive(Debug, Default)]
pub struct Durable {
    compared: u64,
    acknowledged: Vec<u32>,
    /// Those of which a client has heard in this step.
    heard: Vec<u32>,
    has_crashed: bool,
    /// The commits that were made for each intent.
    commits: BTreeMap<u32, Vec<u64>>,
    /// By node: the commit that wrote it last.
    newest: Vec<Option<u64>>,
}

impl Law for Durable {
    fn name(&self) -> &'static str {
        "durable"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn observe(&mut self, event: &Event, world: &World) -> Result<(), String> {
        match event {
            Event::Committed { seq } => self.commit(*seq, world),
            Event::Over { intent, status: Status::Done, .. } => self.heard.push(*intent),
            Event::Crashed { .. } | Event::Recovered { .. } => self.has_crashed = true,
            _ => {}
        }
        Ok(())
    }

    fn step_over(&mut self, world: &World, _told: &Told) -> Result<(), String> {
        let heard = std::mem::take(&mut self.heard);
        self.look_up(&heard, world)?;
        self.acknowledged.extend(heard);
        if std::mem::take(&mut self.has_crashed) { self.look_all_up(world) } else { Ok(()) }
    }

    /// In which order intents were acknowledged says nothing, the log tells all else, and between steps nothing waits.
    fn write_memory(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let Self { compared: _, acknowledged, heard: _, has_crashed: _, commits: _, newest: _ } = self;
        let mut acknowledged = acknowledged.clone();
        acknowledged.sort_unstable();
        write!(out, "{acknowledged:?}")
    }

    fn rest(&mut self, world: &World, _served: &Served<'_>) -> Result<(), String> {
        self.look_all_up(world)
    }
}

impl Durable {
    fn commit(&mut self, seq: u64, world: &World) {
        let commit = world.repositories.commit(seq);
        if let Some(cause) = commit.cause() {
            self.commits.entry(cause.intent.id).or_default().push(seq);
        }
        for op in &commit.ops {
            let at = op.node.0 as usize;
            if self.newest.len() <= at {
                self.newest.resize(at + 1, None);
            }
            self.newest[at] = Some(seq);
        }
    }

    fn look_all_up(&mut self, world: &World) -> Result<(), String> {
        let acknowledged = std::mem::take(&mut self.acknowledged);
        self.look_up(&acknowledged, world)?;
        self.acknowledged = acknowledged;
        Ok(())
    }

    fn look_up(&mut self, intents: &[u32], world: &World) -> Result<(), String> {
        for &intent in intents {
            self.compared += 1;
            judge_reply(intent, world)?;
            for &seq in self.commits.get(&intent).into_iter().flatten() {
                let ops = &world.repositories.commit(seq).ops;
                let newest = ops.iter().filter(|op| self.newest[op.node.0 as usize] == Some(seq));
                newest.into_iter().try_for_each(|op| judge_record(intent, op, world))?;
            }
        }
        Ok(())
    }
}

fn judge_reply(intent: u32, world: &World) -> Result<(), String> {
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

/// The record as it was written last must be what the repository holds.
fn judge_record(intent: u32, op: &RecordOp, world: &World) -> Result<(), String> {
    let held = world.repositories.outline().get(op.node);
    if held == op.record.as_ref() {
        return Ok(());
    }
    let name = world.names.name(op.node);
    Err(match (held, &op.record) {
        (None, _) => format!("intent {intent} was acknowledged and record {} is lost", name.rkey),
        (_, None) => format!("intent {intent} was acknowledged and record {} is there again", name.rkey),
        (Some(held), Some(written)) => format!(
            "intent {intent} was acknowledged and record {} holds `{}`, where `{}` was written last",
            name.rkey,
            held.sort_key.written(),
            written.sort_key.written()
        ),
    })
}
