//! No client keys: a `sortKey` in a request has no effect, whatever it says.

use super::{Law, written};
use crate::event::Event;
use crate::world::World;

/// Compares what was claimed with what was written.
#[derive(Debug, Default)]
pub struct NoClientKeys {
    compared: u64,
}

impl Law for NoClientKeys {
    fn name(&self) -> &'static str {
        "no client keys"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn observe(&mut self, event: &Event, world: &World) -> Result<(), String> {
        let Some((commit, cause)) = written(event, world) else { return Ok(()) };
        let Some(claimed) = cause.intent.claimed_key() else { return Ok(()) };
        self.compared += 1;
        let mut records = commit.ops.iter().filter_map(|op| op.record.as_ref());
        if records.any(|record| record.sort_key.written() == claimed) {
            return Err(format!("commit {} wrote `{claimed}`, which the request had carried", commit.rev));
        }
        Ok(())
    }
}
