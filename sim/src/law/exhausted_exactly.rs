//! Exhausted exactly: the server says Exhausted if and only if no key fits, by the keys' numbers.
//!
//! That a key was made shows that one fits; so each commit with a key is one side of the law, and each
//! Exhausted is the other, where the numbers must leave no room.

use super::{Law, written};
use crate::event::Event;
use crate::model;
use crate::world::World;

/// Judges by big integers, not by the generator.
#[derive(Debug, Default)]
pub struct ExhaustedExactly {
    compared: u64,
}

impl Law for ExhaustedExactly {
    fn name(&self) -> &'static str {
        "exhausted exactly"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn observe(&mut self, event: &Event, world: &World) -> Result<(), String> {
        if let Some((commit, _)) = written(event, world) {
            self.compared += commit.ops.iter().filter(|op| op.record.is_some()).count() as u64;
        }
        let Event::Exhausted { intent, count, bounds } = event else { return Ok(()) };
        self.compared += 1;
        let text = |key: &Option<order_key::Key>| key.as_ref().map(ToString::to_string);
        let (lower, upper) = (text(&bounds.lower), text(&bounds.upper));
        let room = model::number::count_between(lower.as_deref(), upper.as_deref(), world.key_bytes_max);
        if room >= (*count).into() {
            let shown = |key: Option<String>| key.map_or("an open end".to_owned(), |key| format!("`{key}`"));
            return Err(format!(
                "intent {intent} was told that {count} keys of {} bytes do not fit between {} and {}, where {room} do",
                world.key_bytes_max,
                shown(lower),
                shown(upper)
            ));
        }
        Ok(())
    }
}
