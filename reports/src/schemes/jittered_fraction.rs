//! A base-62 fraction without an integer part, each new digit drawn from the middle half: our walk without
//! what keeps appends short. (SPEC §10)

use super::Generate;
use super::alphabet::BASE_62;
use order_key::{MiddleHalf, Place};
use rand_chacha::ChaCha8Rng;

pub(super) struct JitteredFraction(pub(super) ChaCha8Rng);

impl Generate for JitteredFraction {
    fn between(&mut self, lower: Option<&[u8]>, upper: Option<&[u8]>) -> Option<Vec<u8>> {
        let mut place = MiddleHalf(&mut self.0);
        Some(BASE_62.grown(lower.unwrap_or_default(), upper, |low, high| place.digit(low, high)))
    }
}
