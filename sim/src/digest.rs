//! The digest of a run: SHA-256 over all its events, the same on every machine.

use sha2::{Digest as _, Sha256};
use std::fmt::Write;

/// Collects what happened.
#[derive(Clone, Debug, Default)]
pub struct Digest {
    pending: Vec<u8>,
    hasher: Sha256,
}

impl Digest {
    /// Adds numbers of fixed width.
    pub fn words(&mut self, words: &[u64]) {
        for word in words {
            self.pending.extend_from_slice(&word.to_le_bytes());
        }
        self.flush_if_full();
    }

    /// Adds bytes and how many they are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.pending.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        self.pending.extend_from_slice(bytes);
        self.flush_if_full();
    }

    /// The first sixteen bytes of the digest, in hexadecimal.
    pub fn finish(mut self) -> String {
        self.hasher.update(&self.pending);
        hex(&self.hasher.finalize()[..16])
    }

    fn flush_if_full(&mut self) {
        const FULL: usize = 8 << 10;
        if self.pending.len() >= FULL {
            self.hasher.update(&self.pending);
            self.pending.clear();
        }
    }
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        write!(text, "{byte:02x}").expect("a string takes any text");
    }
    text
}
