//! Ours with re-keying: when a new key passes a limit, all siblings get keys anew, evenly and in one commit.
//! (SPEC §4, §10)

use super::{Keep, Written};
use order_key::{Key, between, between_n};
use rand_chacha::ChaCha8Rng;

/// A key longer than this has its group renumbered.
pub const REKEY_BYTES_MAX: usize = 64;

/// A list of our keys in which none stays longer than [`REKEY_BYTES_MAX`].
#[derive(Clone, Debug)]
pub struct Rekeyed {
    rng: ChaCha8Rng,
    keys: Vec<Key>,
    longest: usize,
}

impl Rekeyed {
    /// An empty list.
    pub const fn new(rng: ChaCha8Rng) -> Self {
        Self { rng, keys: Vec::new(), longest: 0 }
    }

    /// The longest key that was ever written.
    pub const fn longest(&self) -> usize {
        self.longest
    }

    /// All keys anew; tells what is written.
    fn rekey(&mut self) -> Written {
        let fresh: Vec<Key> =
            between_n(None, None, self.keys.len()).expect("a few keys fit anywhere").collect();
        let old = std::mem::replace(&mut self.keys, fresh);
        let changed = || self.keys.iter().zip(&old).filter(|(new, old)| new != old);
        let bytes = changed().map(|(key, _)| key.len() as u64 + 1).sum();
        Written { records: changed().count() as u64, bytes }
    }
}

impl Keep for Rekeyed {
    fn insert(&mut self, at: usize) -> Option<Written> {
        let lower = at.checked_sub(1).map(|before| &self.keys[before]);
        let key = between(lower, self.keys.get(at), &mut self.rng).expect("keys far below the cap");
        let bytes = key.len();
        self.keys.insert(at, key);
        if bytes > REKEY_BYTES_MAX {
            return Some(self.rekey());
        }
        self.longest = self.longest.max(bytes);
        Some(Written { records: 1, bytes: bytes as u64 + 1 })
    }

    fn count(&self) -> usize {
        self.keys.len()
    }
}
