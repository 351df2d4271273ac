//! Greenspan's key with a random suffix glued on, as many do against collisions.
//!
//! Usually nothing checks the result. Where the midpoint is a prefix of the upper key, what is glued on may carry it
//! beyond: between `a2` and `a3K` lies `a3`, and `a3R` is above `a3K`. (SPEC §10)

use super::alphabet::BASE_62;
use super::{Generate, Greenspan};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

/// Greenspan's key with a suffix of so many random bits.
pub struct RandomSuffix {
    /// At most 32.
    pub bits: u32,
    /// Whether the key moves closer to the upper one while the result is not below that, as a replica
    /// suffix does. The common way does not look.
    pub is_checked: bool,
    /// Where they come from.
    pub rng: ChaCha8Rng,
}

impl RandomSuffix {
    /// How many digits hold so many bits, if the last digit is not 0.
    pub const fn digits(bits: u32) -> usize {
        let (mut digits, mut values) = (1, 61_u64);
        while values < 1 << bits {
            digits += 1;
            values *= 62;
        }
        digits
    }

    fn suffix(&mut self) -> Vec<u8> {
        let mut value = u64::from(self.rng.next_u32()) >> (32 - self.bits);
        let mut suffix = vec![BASE_62.digit((value % 61 + 1) as u8)];
        value /= 61;
        while suffix.len() < Self::digits(self.bits) {
            suffix.insert(0, BASE_62.digit((value % 62) as u8));
            value /= 62;
        }
        suffix
    }
}

impl Generate for RandomSuffix {
    fn between(&mut self, lower: Option<&[u8]>, upper: Option<&[u8]>) -> Option<Vec<u8>> {
        let mut stem = Greenspan.between(lower, upper)?;
        let suffix = self.suffix();
        loop {
            let key = [&stem[..], &suffix].concat();
            if !self.is_checked || upper.is_none_or(|upper| key.as_slice() < upper) {
                return Some(key);
            }
            stem = Greenspan.between(Some(&stem), upper)?;
        }
    }
}
