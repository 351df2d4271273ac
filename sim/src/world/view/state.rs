//! The state of a view, written out as [`World::write_state`](crate::world::World::write_state) has it.

use super::{Store, View, Way};
use crate::world::record::{Did, Names};
use std::fmt::{Result, Write};

impl View {
    /// Writes all that the future depends on.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_state(&self, names: &Names, out: &mut dyn Write) -> Result {
        let Self {
            plan: _,
            store,
            subscription,
            life,
            is_up,
            consumers,
            standings,
            render: _,
            was_refused,
            was_cut,
        } = self;
        write!(out, " {subscription:?} {life} {is_up} {consumers:?} {standings:?} {was_refused} {was_cut}")?;
        store.write_state(names, consumers.len() as u32, out)
    }
}

/// Writes what a store tells of the records, the repositories and the stream: all that it keeps, if it keeps nothing
/// that it does not tell.
///
/// # Errors
/// Those of `out`.
pub fn write_told(store: &(impl Store + ?Sized), names: &Names, authors: u32, out: &mut dyn Write) -> Result {
    write!(out, " {:?}", store.cursor())?;
    for did in (0..authors).map(Did) {
        write!(out, " {:?}", store.standing(did))?;
    }
    for node in names.nodes() {
        write!(out, " {:?}", store.held(names, node))?;
    }
    for parent in store.parents(names) {
        let rows = store.page(names, parent, Way::Forward, None, usize::MAX >> 1);
        write!(out, " {parent:?} {rows:?}")?;
    }
    Ok(())
}
