//! Ours: the new digit is drawn from the middle half of those that fit. (SPEC §3)

use super::Generate;
use order_key::{BetweenError, Key, between};
use rand_chacha::ChaCha8Rng;

pub(super) struct MiddleHalf(pub(super) ChaCha8Rng);

impl Generate for MiddleHalf {
    fn between(&mut self, lower: Option<&Key>, upper: Option<&Key>) -> Result<Key, BetweenError> {
        between(lower, upper, &mut self.0)
    }
}
