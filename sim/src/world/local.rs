//! Writes of clients that make their own keys, between the rows that they see.

use super::intent::{Intent, Op, Status};
use super::record::{Node, Record};
use super::repository::{Beside, Bounds, By, Cause, RecordOp};
use super::{World, message};
use crate::chance::Link;
use crate::event::Event;

impl World {
    /// A client that makes its own keys writes what it wants, from what it sees.
    pub(super) fn write_locally(&mut self, client: u32, intent: Intent, bounds: Bounds) {
        let status = match self.local_ops(&intent, bounds) {
            Err(status) => status,
            Ok((ops, bounds)) => {
                let cause = Cause { intent, bounds, beside: Beside::Nothing };
                let (did, by) = (intent.did, By::Client(cause));
                match self.repositories.write(&self.names, self.now_us, did, None, ops, by) {
                    Ok(seq) => {
                        self.publish(seq);
                        Status::Done
                    }
                    Err(_) => Status::TryLater,
                }
            }
        };
        if status == Status::Done {
            self.clients[client as usize].ask(intent, None);
            self.clients[client as usize].forget_asked();
        } else {
            let Intent { id, attempt, .. } = intent;
            self.happened.push(Event::Replied { server: 0, client, intent: id, attempt, status });
        }
        self.edit_over(client, &intent, status);
    }

    /// What a client writes that makes its own keys, between the rows that it sees.
    fn local_ops(&mut self, intent: &Intent, bounds: Bounds) -> Result<(Vec<RecordOp>, Bounds), Status> {
        let node = intent.node;
        let is_own = self.names.name(node).did == intent.did;
        let live = self.repositories.outline().get(node).is_some();
        if !is_own || live == matches!(intent.op, Op::Insert | Op::Import | Op::Restore) {
            return Err(Status::Refused);
        }
        if intent.op == Op::Delete {
            return Ok((vec![RecordOp { node, record: None }], Bounds::default()));
        }
        let (mut parent, mut bounds) = (intent.parent, bounds);
        if intent.op == Op::Restore {
            let old = &self.repositories.tombstone(node).ok_or(Status::Refused)?.record;
            (parent, bounds) = (old.parent, Bounds::default());
            // Who takes a deletion back writes the record as it was, unless its key is none.
            if old.sort_key.key().is_some() {
                return Ok((vec![RecordOp { node, record: Some(old.clone()) }], bounds));
            }
        }
        let mut jitter = self.chance.draws(Link::Jitter, message(intent.id, 0, 0));
        let mut ops = Vec::new();
        let mut lower = bounds.lower.clone();
        for node in intent.nodes() {
            let made = self.servers[0].server.generate(lower.as_ref(), bounds.upper.as_ref(), &mut jitter);
            let sort_key = made.map_err(|error| match error {
                order_key::BetweenError::Exhausted { .. } => Status::Exhausted,
                _ => Status::Conflict,
            })?;
            lower = sort_key.key().cloned();
            let record = Record { parent, sort_key, fields: self.repositories.fields(node) };
            ops.push(RecordOp { node, record: Some(record) });
        }
        Ok((ops, bounds))
    }
}

/// The keys on both sides of a place among the rows that a client sees.
pub(super) fn local_bounds(intent: &Intent, rows: &[super::view::Row]) -> Bounds {
    use super::intent::Place;
    let others: Vec<_> = rows.iter().filter(|row| row.node != intent.node).collect();
    let at = |node: Node| others.iter().position(|row| row.node == node);
    let place = match intent.place {
        Place::First => 0,
        Place::Last => others.len(),
        Place::After(node) | Place::Between(node, _) => at(node).map_or(others.len(), |at| at + 1),
        Place::Before(node) => at(node).unwrap_or(others.len()),
    };
    let key =
        |at: Option<usize>| at.and_then(|at| others.get(at)).and_then(|row| row.sort_key.key().cloned());
    Bounds { lower: key(place.checked_sub(1)), upper: key(Some(place)) }
}
