//! Strictly between: each key lies strictly between the neighbours' keys that it was made from.

use super::{Law, written};
use crate::event::Event;
use crate::world::World;

/// Compares bytes.
#[derive(Debug, Default)]
pub struct StrictlyBetween {
    compared: u64,
}

impl Law for StrictlyBetween {
    fn name(&self) -> &'static str {
        "strictly between"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn observe(&mut self, event: &Event, world: &World) -> Result<(), String> {
        let Some((commit, cause)) = written(event, world) else { return Ok(()) };
        let bounds = &cause.bounds;
        for record in commit.ops.iter().filter_map(|op| op.record.as_ref()) {
            self.compared += 1;
            let key = record.sort_key.written();
            let key = key.as_ref();
            if let Some(lower) = bounds.lower.as_ref().filter(|lower| lower.as_str() >= key) {
                return Err(format!(
                    "commit {} wrote `{key}`, not above its lower bound `{lower}`",
                    commit.rev
                ));
            }
            if let Some(upper) = bounds.upper.as_ref().filter(|upper| key >= upper.as_str()) {
                return Err(format!(
                    "commit {} wrote `{key}`, not below its upper bound `{upper}`",
                    commit.rev
                ));
            }
        }
        Ok(())
    }
}
