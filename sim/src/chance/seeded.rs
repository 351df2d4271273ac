//! Chance from a seed: a ChaCha stream for each link.
//!
//! A draw does not depend on how many draws were made before it. Take one message out of a scenario and
//! the fates of all others stay as they were, which is what makes a failing run shrink. ChaCha is
//! seekable: the link is its stream, the message its position in the stream.

use super::{Chance, Draws, Link};
use order_key::bounded;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// Every draw is found by the seed, the link it belongs to and the message it decides.
#[derive(Clone, Debug)]
pub struct Seeded(ChaCha8Rng);

impl Seeded {
    /// The source that belongs to `seed`.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }
}

impl Chance for Seeded {
    /// 16 words before the next message's begin.
    fn draws(&mut self, link: Link, message: u64) -> Draws<'_> {
        const WORDS_PER_MESSAGE: u128 = 16;
        self.0.set_stream(link.stream());
        self.0.set_word_pos(u128::from(message) * WORDS_PER_MESSAGE);
        Draws(self)
    }

    fn below(&mut self, bound: u32) -> u32 {
        bounded(&mut self.0, bound)
    }

    fn happens(&mut self, ppm: u32) -> bool {
        self.below(1_000_000) < ppm
    }

    fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    fn jitter(&mut self) -> u32 {
        self.0.next_u32()
    }
}
