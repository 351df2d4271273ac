//! What the views serve at one moment: each walked once, for all laws that judge it.
//!
//! Four laws looked at every page of every view, and each walked them all again. The walks are reads of one
//! unchanged store, so one is enough; what a law reads in another way (few rows at a time, backwards, in one
//! piece) it still reads for itself.

use crate::world::World;
use crate::world::view::{Group, OutlinePage};

/// What all views serve.
#[derive(Clone, Debug)]
pub struct Served {
    /// View by view.
    pub views: Vec<ViewServed>,
}

/// What one view serves.
#[derive(Clone, Debug)]
pub struct ViewServed {
    /// Its groups, in the order of the store's parents.
    pub groups: Vec<Group>,
    /// Its whole outline.
    pub page: OutlinePage,
}

impl Served {
    /// Walks every view.
    pub fn of(world: &World) -> Self {
        let names = &world.names;
        let views = world.views.iter().map(|view| {
            let groups = view.groups(names);
            ViewServed { page: view.render(&groups, names), groups }
        });
        Self { views: views.collect() }
    }
}
