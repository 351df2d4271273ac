//! The states that a run reaches, by their names in SPEC §7: a swarm that never saw one says nothing about it.

mod reading;
mod writing;

use crate::event::Event;
use crate::world::World;
use std::collections::BTreeMap;

/// Which states were reached, and how often.
pub type Reached = BTreeMap<&'static str, u64>;

/// Watches a run for the states that it reaches.
#[derive(Debug, Default)]
pub struct States {
    reached: Reached,
    reading: reading::Reading,
    writing: writing::Writing,
}

impl States {
    /// Takes in one thing that happened.
    pub fn observe(&mut self, event: &Event, world: &World) {
        self.reading.observe(event, world, &mut self.reached);
        self.writing.observe(event, world, &mut self.reached);
    }

    /// What was reached in all, the world being at rest or where it broke.
    pub fn reached(mut self, world: &World) -> Reached {
        reading::look(world, &mut self.reached);
        self.reached
    }
}

fn count(reached: &mut Reached, state: &'static str) {
    *reached.entry(state).or_default() += 1;
}
