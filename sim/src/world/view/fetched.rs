//! What a view fetches of a repository when it does not know it or misses something: a snapshot, atomic at
//! one revision.
//!
//! It sends what changed since the revision that the view has, not the whole repository, with the same
//! result: a record that is not in it and did change is a deletion, here alone.

use super::Change;
use crate::world::record::{Did, Node, Rev};
use crate::world::repository::Repositories;

/// A snapshot on its way, before its changes are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SnapshotHead {
    /// The revision at which it was made.
    pub rev: Rev,
    /// The place in the stream at which it was made.
    pub seq: u64,
    /// Whether the repository was shown then.
    pub is_active: bool,
    /// How many of a million parts arrive.
    pub arrive_ppm: u32,
}

/// What was fetched.
#[derive(Debug)]
pub struct Fetched<'r> {
    /// The revision that it shows.
    pub rev: Rev,
    /// The place in the stream at which it was made.
    pub seq: u64,
    /// Whether the repository was shown then.
    pub is_active: bool,
    /// What changed, the newest of each record; a deletion counts as made at `rev`.
    pub changes: Vec<Change<'r>>,
    /// How many of the changes arrived before the connection broke; all, if it did not.
    pub arrived: usize,
    /// Whether the end arrived too.
    has_end: bool,
}

impl SnapshotHead {
    /// A snapshot of a repository as it stands, which arrives whole.
    pub fn whole(did: Did, repositories: &Repositories) -> Self {
        Self {
            rev: repositories.head(did),
            seq: (repositories.stream().len() as u64).saturating_sub(1),
            is_active: repositories.is_active(did),
            arrive_ppm: 1_000_000,
        }
    }
}

impl<'r> Fetched<'r> {
    /// What a snapshot brings to a view that knows everything up to `known`. Adds to `seqs` the commit and the
    /// record of each change.
    pub fn of(
        head: SnapshotHead,
        known: Rev,
        did: Did,
        repositories: &'r Repositories,
        seqs: &mut Vec<(u64, Node)>,
    ) -> Self {
        let SnapshotHead { rev, seq, is_active, arrive_ppm } = head;
        let mut changes = Vec::new();
        for (seq, op) in repositories.changes(did, known, rev) {
            let at = if op.record.is_some() { repositories.commit(seq).rev } else { rev };
            changes.push(Change { node: op.node, rev: at, record: op.record.as_ref() });
            seqs.push((seq, op.node));
        }
        let has_end = arrive_ppm == 1_000_000;
        let arrived = (changes.len() as u64 * u64::from(arrive_ppm) / 1_000_000) as usize;
        Self { rev, seq, is_active, changes, arrived, has_end }
    }

    /// Whether all of it arrived.
    pub fn is_whole(&self) -> bool {
        self.has_end
    }
}
