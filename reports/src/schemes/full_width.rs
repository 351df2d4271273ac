//! Ours with the new digit drawn from all that fit. (SPEC §10)

use super::{Generate, ours};
use rand_chacha::ChaCha8Rng;

pub(super) struct FullWidth(pub(super) ChaCha8Rng);

impl Generate for FullWidth {
    fn between(&mut self, lower: Option<&[u8]>, upper: Option<&[u8]>) -> Option<Vec<u8>> {
        ours::between(lower, upper, &mut order_key::FullWidth(&mut self.0))
    }
}
