//! Where in an open interval of digits the new digit goes: the one choice a generator has.
//!
//! Jitter is this choice and nothing else. A digit drawn from the whole interval makes two writers
//! collide least but lands near an end too often, and the next insert on that side must go deeper; the
//! exact midpoint never does, but then everyone who asks gets the same key. The middle half sits
//! between, and in one gap hammered from one side it is even shorter than the midpoint, for it lands
//! above the middle as often as below. Longest key after 1,000 inserts towards the lower bound, median
//! of 400 seeds (`tests/it/figures.rs`):
//!
//! | place | bytes |
//! | --- | --- |
//! | middle half | 181 |
//! | exact midpoint, rounded down | 202 |
//! | full width | 215 |
//!
//! The draw is an unbiased bounded integer mapped by this file, so that a seed gives the same keys
//! whatever happens to the libraries around it.

use rand_core::Rng;

/// A way to choose one digit from an open interval.
pub trait Place {
    /// A digit value strictly between `lower` and `upper`, which lie at least 2 apart in 0..=62.
    ///
    /// # Panics
    /// The places of this crate panic if the bounds lie closer, where no digit is between them. The generators
    /// never ask so.
    fn digit(&mut self, lower: u8, upper: u8) -> u8;
}

/// Uniform over the middle half: of `n` candidates, `⌊n/4⌋` are left out on each side. (SPEC §3)
#[derive(Debug)]
pub struct MiddleHalf<'r, R: ?Sized>(pub &'r mut R);

/// Uniform over all candidates.
#[derive(Debug)]
pub struct FullWidth<'r, R: ?Sized>(pub &'r mut R);

/// The middle candidate, the lower of two; draws nothing.
#[derive(Debug)]
pub struct ExactMidpoint;

impl<R: Rng + ?Sized> Place for MiddleHalf<'_, R> {
    fn digit(&mut self, lower: u8, upper: u8) -> u8 {
        let candidates = candidates(lower, upper);
        let trimmed = candidates / 4;
        lower + 1 + trimmed + bounded(self.0, u32::from(candidates - 2 * trimmed)) as u8
    }
}

impl<R: Rng + ?Sized> Place for FullWidth<'_, R> {
    fn digit(&mut self, lower: u8, upper: u8) -> u8 {
        lower + 1 + bounded(self.0, u32::from(candidates(lower, upper))) as u8
    }
}

impl Place for ExactMidpoint {
    fn digit(&mut self, lower: u8, upper: u8) -> u8 {
        lower + candidates(lower, upper).div_ceil(2)
    }
}

/// How many digits lie strictly between two bounds.
fn candidates(lower: u8, upper: u8) -> u8 {
    assert!(upper > lower + 1, "no digit lies between {lower} and {upper}");
    upper - lower - 1
}

/// A uniform integer in `0..bound`, from one 32-bit word of `rng` (seldom more). `bound` is at least 1.
///
/// The word is scaled by multiplication; the few words that would make some results likelier than
/// others are drawn again. This mapping is part of the contract: it never changes. (SPEC §3)
pub fn bounded<R: Rng + ?Sized>(rng: &mut R, bound: u32) -> u32 {
    loop {
        let scaled = u64::from(rng.next_u32()) * u64::from(bound);
        let remainder = scaled as u32;
        if remainder >= bound || remainder >= bound.wrapping_neg() % bound {
            return (scaled >> 32) as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_midpoint_is_the_lower_of_two() {
        for (lower, upper, middle) in [(0, 2, 1), (0, 3, 1), (0, 4, 2), (60, 62, 61), (0, 62, 31), (7, 12, 9)]
        {
            assert_eq!(ExactMidpoint.digit(lower, upper), middle, "between {lower} and {upper}");
        }
    }

    #[test]
    #[should_panic(expected = "no digit lies between 4 and 5")]
    fn bounds_without_a_digit_between_them_are_refused() {
        ExactMidpoint.digit(4, 5);
    }
}
