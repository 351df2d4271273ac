//! A store: where a view keeps what it applied, and what it answers pages from.

use super::{Cursor, write_told};
use crate::world::outline::Pair;
use crate::world::record::{Did, Names, Node, Record, Rev, SortKey};
use std::fmt;

/// Where a view keeps what it applied. Order in a group is well-keyed records by (key, rkey, did), then the
/// others by (rkey, did). (SPEC §6)
pub trait Store {
    /// Takes everything in, in one transaction.
    fn write(&mut self, names: &Names, write: &Write<'_>);

    /// What stands of a repository.
    fn standing(&self, did: Did) -> Standing;

    /// Where the subscription goes on after a crash; `None` before the first write.
    fn cursor(&self) -> Option<Cursor>;

    /// What is held of a record.
    fn held(&self, names: &Names, node: Node) -> Held;

    /// Up to `limit` rows under a parent, in the order of `way`, after the row `after` or from the start.
    fn page(
        &self,
        names: &Names,
        parent: Option<Node>,
        way: Way,
        after: Option<&Row>,
        limit: usize,
    ) -> Vec<Row>;

    /// The rows right before and after a record in its group, as served; `None` if it is not there.
    fn neighbours(&self, names: &Names, node: Node) -> Option<Pair>;

    /// The parents under which there are rows, in ascending order.
    fn parents(&self, names: &Names) -> Vec<Option<Node>>;

    /// Checks that this store finds a page by one range scan.
    ///
    /// # Errors
    /// What it does instead.
    fn check_plan(&self) -> Result<(), String> {
        Ok(())
    }

    /// The process died and begins anew: what was not committed is gone.
    fn reopen(&mut self) {}

    /// Writes all that it keeps.
    ///
    /// # Errors
    /// Those of `out`.
    fn write_state(&self, names: &Names, authors: u32, out: &mut dyn fmt::Write) -> fmt::Result {
        write_told(self, names, authors, out)
    }
}

/// What a store takes in at once.
#[derive(Clone, Copy, Debug)]
pub struct Write<'w> {
    /// Whose repository.
    pub did: Did,
    /// The changes, oldest first.
    pub changes: &'w [Change<'w>],
    /// What stands of the repository after them.
    pub standing: Standing,
    /// Where the subscription goes on after a crash.
    pub cursor: Cursor,
}

/// The change of one record.
#[derive(Clone, Copy, Debug)]
pub struct Change<'w> {
    /// Which record.
    pub node: Node,
    /// The revision at which it is so.
    pub rev: Rev,
    /// What it is; `None` is deleted, and leaves a tombstone.
    pub record: Option<&'w Record>,
}

/// What stands of a repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The revision up to which everything was taken in.
    pub rev: Rev,
    /// Whether it was ever loaded.
    pub is_loaded: bool,
    /// Whether something newer than `rev` was heard of and must be fetched after a crash.
    pub is_behind: bool,
    /// Whether it is shown.
    pub is_active: bool,
    /// The place in the stream that `is_active` is from.
    pub active_seq: u64,
}

impl Default for Standing {
    fn default() -> Self {
        Self { rev: Rev(0), is_loaded: false, is_behind: false, is_active: true, active_seq: 0 }
    }
}

/// What is held of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// The revision of the newest change, a deletion included; 0 for none.
    pub rev: Rev,
    /// Whether it is live.
    pub is_live: bool,
}

/// A row of a page: the record and the key it was served by. It is the page marker too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The record.
    pub node: Node,
    /// Its key.
    pub sort_key: SortKey,
}

/// The direction in which pages are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From the least to the greatest.
    Forward,
    /// From the greatest to the least.
    Backward,
}
