//! Settles: after the storm, everything comes to rest. That it does so in time is judged by who drives the run,
//! which can say no more of a run that does not.

use super::{Law, Served};
use crate::world::World;

/// Counts who came to rest.
#[derive(Debug, Default)]
pub struct Settles {
    compared: u64,
}

impl Law for Settles {
    fn name(&self) -> &'static str {
        "settles"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn rest(&mut self, world: &World, _served: &Served<'_>) -> Result<(), String> {
        let unrest = world.unrest();
        self.compared += (world.clients.len() + world.views.len()) as u64;
        if unrest.is_empty() { Ok(()) } else { Err(unrest.join("; ")) }
    }
}
