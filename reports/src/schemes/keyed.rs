//! A list whose records hold keys of any scheme: an insert writes the new record and no other.

use super::{Generate, Keep, Written};
use sim::chunked::Chunked;

/// A list of keys.
pub struct Keyed {
    generator: Box<dyn Generate>,
    keys: Chunked<Vec<u8>>,
}

impl Keyed {
    /// An empty list.
    pub fn new(generator: Box<dyn Generate>) -> Self {
        Self { generator, keys: Chunked::default() }
    }
}

impl Keep for Keyed {
    fn insert(&mut self, at: usize) -> Option<Written> {
        let spot = self.keys.nth(at);
        let (lower, upper) = (self.keys.before(spot), self.keys.get(spot));
        let key = self.generator.between(lower.map(Vec::as_slice), upper.map(Vec::as_slice))?;
        let bytes = key.len() as u64 + 1;
        self.keys.insert(spot, key);
        Some(Written { records: 1, bytes })
    }

    fn count(&self) -> usize {
        self.keys.len()
    }
}
