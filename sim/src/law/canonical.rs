//! Canonical: every key that was written for an intent, by the server or by a client that makes its own, is one.

use super::{Law, written};
use crate::event::Event;
use crate::model;
use crate::world::World;

/// Judges by the naive reader of keys, not by the one under test.
#[derive(Debug, Default)]
pub struct Canonical {
    compared: u64,
}

impl Law for Canonical {
    fn name(&self) -> &'static str {
        "canonical"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn observe(&mut self, event: &Event, world: &World) -> Result<(), String> {
        let Some((commit, _)) = written(event, world) else { return Ok(()) };
        for record in commit.ops.iter().filter_map(|op| op.record.as_ref()) {
            self.compared += 1;
            let text = record.sort_key.written();
            if let Some(reason) = model::parse::refusal(text.as_bytes()) {
                let text = text.as_bytes().escape_ascii();
                return Err(format!("commit {} wrote `{text}`, which is no key: {reason}", commit.rev));
            }
        }
        Ok(())
    }
}
