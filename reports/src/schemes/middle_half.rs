//! Ours: the new digit is drawn from the middle half of those that fit. (SPEC §3)

use super::{Generate, ours};
use rand_chacha::ChaCha8Rng;

pub(super) struct MiddleHalf(pub(super) ChaCha8Rng);

impl Generate for MiddleHalf {
    fn between(&mut self, lower: Option<&[u8]>, upper: Option<&[u8]>) -> Option<Vec<u8>> {
        ours::between(lower, upper, &mut order_key::MiddleHalf(&mut self.0))
    }
}
