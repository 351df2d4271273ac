//! What the views serve at one moment: each walked once, for all laws that judge it.
//!
//! Four laws looked at every page of every view, and each walked them all again. The walks are reads of one
//! unchanged store, so one is enough; what a law reads in another way (few rows at a time, backwards, in one
//! piece) it still reads for itself.

use super::told::Told;
use crate::world::World;
use crate::world::view::{Group, OutlinePage};

/// What all views serve, and what they were told.
#[derive(Clone, Debug)]
pub struct Served<'t> {
    /// What each serves.
    pub views: Vec<ViewServed>,
    /// What each was told.
    pub told: &'t Told,
}

/// What one view serves.
#[derive(Clone, Debug)]
pub struct ViewServed {
    /// Its groups, in the order of the store's parents.
    pub groups: Vec<Group>,
    /// Its whole outline.
    pub page: OutlinePage,
}

impl<'t> Served<'t> {
    /// Walks every view.
    pub fn of(world: &World, told: &'t Told) -> Self {
        let names = &world.names;
        let views = world.views.iter().map(|view| {
            let groups = view.groups(names);
            ViewServed { page: view.render(&groups, names), groups }
        });
        Self { views: views.collect(), told }
    }
}
