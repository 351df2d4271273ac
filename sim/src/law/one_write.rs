//! One write: one intent writes one record, an import its records; others change only by declared repairs
//! and re-keying, and then keep their parent and their order.

use super::Law;
use crate::event::Event;
use crate::world::World;
use crate::world::record::{Node, Record};
use crate::world::repository::{Beside, Commit};

/// Keeps every record as the log gave it.
#[derive(Debug, Default)]
pub struct OneWrite {
    compared: u64,
    records: Vec<Option<Record>>,
}

impl Law for OneWrite {
    fn name(&self) -> &'static str {
        "one write"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn observe(&mut self, event: &Event, world: &World) -> Result<(), String> {
        let Event::Committed { seq } = event else { return Ok(()) };
        let commit = world.repositories.commit(*seq);
        let judged = self.judge(commit, world);
        for op in &commit.ops {
            let at = op.node.0 as usize;
            if self.records.len() <= at {
                self.records.resize(at + 1, None);
            }
            self.records[at].clone_from(&op.record);
        }
        judged.map_err(|why| format!("commit {} {why}", commit.rev))
    }
}

impl OneWrite {
    fn judge(&mut self, commit: &Commit, world: &World) -> Result<(), String> {
        let Some(cause) = commit.cause() else { return Ok(()) };
        self.compared += 1;
        let is_named =
            |node: Node| (0..cause.intent.count).contains(&(node.0.wrapping_sub(cause.intent.node.0)));
        let beside: Vec<_> = commit.ops.iter().filter(|op| !is_named(op.node)).collect();
        if beside.is_empty() {
            return Ok(());
        }
        if cause.beside == Beside::Nothing {
            return Err(format!("changed {} records that its intent does not name", beside.len()));
        }
        let mut before = Vec::new();
        let mut after = Vec::new();
        for op in beside {
            let (old, new) =
                (self.records.get(op.node.0 as usize).and_then(Option::as_ref), op.record.as_ref());
            let (Some(old), Some(new)) = (old, new) else {
                return Err("created or deleted a record beside its intent's".to_owned());
            };
            if old.parent != new.parent {
                return Err("moved a record beside its intent's to another parent".to_owned());
            }
            let name = world.names.name(op.node);
            before.push((old.sort_key.sort(), name.rkey, name.did, op.node));
            after.push((new.sort_key.sort(), name.rkey, name.did, op.node));
        }
        before.sort_unstable();
        after.sort_unstable();
        let is_kept = before.iter().map(|row| row.3).eq(after.iter().map(|row| row.3));
        if is_kept { Ok(()) } else { Err("gave siblings new keys in another order".to_owned()) }
    }
}
