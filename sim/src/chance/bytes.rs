//! Chance from a fuzzer's bytes: each draw takes the next few of them, whatever it decides.
//!
//! When they have run out every choice is the calmest: nothing strikes, nothing is late, the first of many
//! is picked. So a short input is a quiet run, and a fuzzer finds out byte by byte what one more fault does.

use super::{Chance, Draws, Link};
use arbitrary::Unstructured;

/// The bytes, and how many of them are drawn.
#[derive(Clone, Debug)]
pub struct Bytes {
    data: Vec<u8>,
    used: usize,
}

impl Bytes {
    /// The source that takes its draws from `data`, in order.
    pub fn new(data: &[u8]) -> Self {
        Self { data: data.to_vec(), used: 0 }
    }

    fn byte(&mut self) -> u32 {
        self.below(256)
    }
}

impl Chance for Bytes {
    fn draws(&mut self, _link: Link, _message: u64) -> Draws<'_> {
        Draws(self)
    }

    fn below(&mut self, bound: u32) -> u32 {
        let mut left = Unstructured::new(&self.data[self.used..]);
        let drawn = left.int_in_range(0..=bound - 1).unwrap_or(0);
        self.used = self.data.len() - left.len();
        drawn
    }

    /// The greatest bytes make it happen, and none is taken for what cannot.
    fn happens(&mut self, ppm: u32) -> bool {
        ppm > 0 && (256 - self.byte()) * (1_000_000 / 64) <= ppm * 4
    }

    /// One byte is repeated, so that a word picks among few by its greatest and by its least bits alike.
    fn word(&mut self) -> u32 {
        self.byte() * 0x0101_0101
    }

    /// The middle of a byte's share: no bound up to 62 has such a word drawn again, which would never end
    /// once the bytes have run out.
    fn jitter(&mut self) -> u32 {
        (self.byte() << 24) | (1 << 23)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn when_the_bytes_have_run_out_every_choice_is_the_calmest() {
        let mut bytes = Bytes::new(&[]);
        let mut draws = bytes.draws(Link::Scenario, 7);
        assert_eq!((draws.below(9), draws.within(3, 8), draws.word()), (0, 3, 0));
        assert!(!draws.happens(999_999));
        assert!(draws.happens(1_000_000), "what is certain needs no byte");
        for bound in 1..=62 {
            assert_eq!(order_key::bounded(&mut draws, bound), 0);
        }
    }

    #[test]
    fn each_draw_takes_the_next_bytes_and_what_cannot_happen_takes_none() {
        let mut bytes = Bytes::new(&[7, 255, 254, 0x12, 200]);
        let mut draws = bytes.draws(Link::Jitter, 0);
        assert_eq!(draws.below(200), 7);
        assert!(!draws.happens(0));
        assert!(draws.happens(3_907));
        assert!(!draws.happens(3_907));
        assert_eq!(draws.word(), 0x1212_1212);
        assert_eq!(order_key::bounded(&mut draws, 62), 200 * 62 / 256);
    }
}
