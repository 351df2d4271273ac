//! One write: one intent writes one record, an import its records; others change only by declared repairs
//! and re-keying where these are on, and then keep their parent and their order. What a record holds beside its place stays as it was.

use super::Law;
use crate::chunked::Chunked;
use crate::event::Event;
use crate::scenario::Scenario;
use crate::world::World;
use crate::world::outline::Sibling;
use crate::world::record::{Fields, Node, Record};
use crate::world::repository::{Beside, Commit, RecordOp};
use crate::world::server::COMMIT_OPS_MAX;
use std::collections::BTreeSet;

/// Keeps every record as the log gave it.
#[derive(Debug, Default)]
pub struct OneWrite {
    compared: u64,
    records: Vec<Option<Record>>,
    /// What each record held beside its place when it was written last; a deletion takes nothing from it, since it may
    /// be restored.
    fields: Vec<Option<Fields>>,
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
                self.fields.resize(at + 1, None);
            }
            self.records[at].clone_from(&op.record);
            self.fields[at] = op.record.as_ref().map(|record| record.fields).or(self.fields[at]);
        }
        judged.map_err(|why| format!("commit {} {why}", commit.rev))
    }
}

/// What a commit declares must be allowed, and what declares nothing comes in commits of bounded size. (SPEC §4)
fn judge_declared(beside: Beside, ops: usize, scenario: &Scenario) -> Result<(), String> {
    match beside {
        Beside::Nothing if ops > COMMIT_OPS_MAX => {
            Err(format!("has {ops} operations where {COMMIT_OPS_MAX} are the most"))
        }
        Beside::Repair if !scenario.repairs => Err("declares a repair where none is made".to_owned()),
        Beside::Rekey if scenario.rekey_bytes_max.is_none() => {
            Err("declares to have renumbered a group where none is".to_owned())
        }
        _ => Ok(()),
    }
}

impl OneWrite {
    fn judge(&mut self, commit: &Commit, world: &World) -> Result<(), String> {
        let Some(cause) = commit.cause() else { return Ok(()) };
        self.compared += 1;
        let is_named =
            |node: Node| (0..cause.intent.count).contains(&(node.0.wrapping_sub(cause.intent.node.0)));
        let has_other_fields = |op: &&RecordOp| {
            let old = self.fields.get(op.node.0 as usize).copied().flatten();
            old.zip(op.record.as_ref()).is_some_and(|(old, new)| old != new.fields)
        };
        if let Some(op) = commit.ops.iter().find(has_other_fields) {
            let rkey = world.names.name(op.node).rkey;
            return Err(format!("changed more of record {rkey} than its place"));
        }
        let nodes: BTreeSet<Node> = commit.ops.iter().map(|op| op.node).collect();
        if nodes.len() < commit.ops.len() {
            return Err("changed a record twice".to_owned());
        }
        judge_declared(cause.beside, commit.ops.len(), world.scenario())?;
        let beside: Vec<_> = commit.ops.iter().filter(|op| !is_named(op.node)).collect();
        if beside.is_empty() {
            return Ok(());
        }
        if cause.beside == Beside::Nothing {
            return Err(format!("changed {} records that its intent does not name", beside.len()));
        }
        for op in &beside {
            let (Some(old), Some(new)) = (self.record(op.node), op.record.as_ref()) else {
                return Err("created or deleted a record beside its intent's".to_owned());
            };
            if old.parent != new.parent {
                return Err("moved a record beside its intent's to another parent".to_owned());
            }
        }
        let parent = beside[0].record.as_ref().and_then(|record| record.parent);
        let siblings = world.repositories.outline().siblings(parent).into_iter().flat_map(Chunked::iter);
        let others = siblings.filter(|sibling| !is_named(sibling.node));
        let before = others.map(|Sibling { node, name, .. }| {
            (self.record(*node).map(|old| old.sort_key.sort()), name.rkey, name.did)
        });
        let is_kept = before.is_sorted_by(|one, next| one < next);
        if is_kept { Ok(()) } else { Err("gave siblings new keys in another order".to_owned()) }
    }

    /// A record as it was before the commit that is judged.
    fn record(&self, node: Node) -> Option<&Record> {
        self.records.get(node.0 as usize)?.as_ref()
    }
}
