//! Cap: no key that was written for an intent, by the server or by a client that makes its own, exceeds the cap.

use super::{Law, written};
use crate::event::Event;
use crate::world::World;

/// Judges by the cap of the scenario.
#[derive(Debug, Default)]
pub struct Cap {
    compared: u64,
}

impl Law for Cap {
    fn name(&self) -> &'static str {
        "cap"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn observe(&mut self, event: &Event, world: &World) -> Result<(), String> {
        let Some((commit, _)) = written(event, world) else { return Ok(()) };
        for record in commit.ops.iter().filter_map(|op| op.record.as_ref()) {
            self.compared += 1;
            let (len, max) = (record.sort_key.written().len(), world.key_bytes_max);
            if len > max {
                return Err(format!(
                    "commit {} wrote a key of {len} bytes where {max} is the cap",
                    commit.rev
                ));
            }
        }
        Ok(())
    }
}
