//! A store over another one, so that a variant writes down only what it does otherwise.

use crate::world::outline::Pair;
use crate::world::record::{Did, Names, Node};
use crate::world::view::{Cursor, Held, Row, Standing, Store, Way, Write};
use std::fmt;

/// A store that is the one below it but for what it defines itself.
pub trait StoreOver {
    /// The store below.
    fn below(&self) -> &dyn Store;

    /// The store below, to be written to.
    fn below_mut(&mut self) -> &mut dyn Store;

    /// As in [`Store`].
    fn write(&mut self, names: &Names, write: &Write<'_>) {
        self.below_mut().write(names, write);
    }

    /// As in [`Store`].
    fn cursor(&self) -> Option<Cursor> {
        self.below().cursor()
    }

    /// As in [`Store`].
    fn page(
        &self,
        names: &Names,
        parent: Option<Node>,
        way: Way,
        after: Option<&Row>,
        limit: usize,
    ) -> Vec<Row> {
        self.below().page(names, parent, way, after, limit)
    }

    /// As in [`Store`].
    fn neighbours(&self, names: &Names, node: Node) -> Option<Pair> {
        self.below().neighbours(names, node)
    }

    /// As in [`Store`].
    fn parents(&self, names: &Names) -> Vec<Option<Node>> {
        self.below().parents(names)
    }

    /// As in [`Store`].
    fn reopen(&mut self) {
        self.below_mut().reopen();
    }

    /// As in [`Store`].
    ///
    /// # Errors
    /// Those of `out`.
    fn write_state(&self, names: &Names, authors: u32, out: &mut dyn fmt::Write) -> fmt::Result {
        self.below().write_state(names, authors, out)
    }
}

impl<S: StoreOver> Store for S {
    fn write(&mut self, names: &Names, write: &Write<'_>) {
        StoreOver::write(self, names, write);
    }

    fn standing(&self, did: Did) -> Standing {
        self.below().standing(did)
    }

    fn cursor(&self) -> Option<Cursor> {
        StoreOver::cursor(self)
    }

    fn held(&self, names: &Names, node: Node) -> Held {
        self.below().held(names, node)
    }

    fn page(
        &self,
        names: &Names,
        parent: Option<Node>,
        way: Way,
        after: Option<&Row>,
        limit: usize,
    ) -> Vec<Row> {
        StoreOver::page(self, names, parent, way, after, limit)
    }

    fn neighbours(&self, names: &Names, node: Node) -> Option<Pair> {
        StoreOver::neighbours(self, names, node)
    }

    fn parents(&self, names: &Names) -> Vec<Option<Node>> {
        StoreOver::parents(self, names)
    }

    fn check_plan(&self) -> Result<(), String> {
        self.below().check_plan()
    }

    fn reopen(&mut self) {
        StoreOver::reopen(self);
    }

    fn write_state(&self, names: &Names, authors: u32, out: &mut dyn fmt::Write) -> fmt::Result {
        StoreOver::write_state(self, names, authors, out)
    }
}
