//! An index record per parent: one record lists the children in order, and is rewritten whole at each change.
//! (SPEC §10)

use super::{Keep, Written};

/// What one child takes in the list: a record key of 13 characters and a byte before it that says so, as in
/// DAG-CBOR.
pub const REFERENCE_BYTES: u64 = 14;

/// A list whose order is one record. Only its length matters here.
#[derive(Clone, Debug, Default)]
pub struct IndexRecord(usize);

impl Keep for IndexRecord {
    /// The new record, which says nothing of its place, and the index with all its references.
    fn insert(&mut self, at: usize) -> Option<Written> {
        assert!(at <= self.0, "position {at} in a list of {}", self.0);
        self.0 += 1;
        Some(Written { records: 2, bytes: self.0 as u64 * REFERENCE_BYTES })
    }

    fn count(&self) -> usize {
        self.0
    }
}
