//! Ours with the new digit drawn from all that fit. (SPEC §10)

use super::Generate;
use order_key::{BetweenError, KEY_BYTES_MAX, Key, between_within};
use rand_chacha::ChaCha8Rng;

pub(super) struct FullWidth(pub(super) ChaCha8Rng);

impl Generate for FullWidth {
    fn between(&mut self, lower: Option<&Key>, upper: Option<&Key>) -> Result<Key, BetweenError> {
        between_within(KEY_BYTES_MAX, lower, upper, &mut order_key::FullWidth(&mut self.0))
    }
}
