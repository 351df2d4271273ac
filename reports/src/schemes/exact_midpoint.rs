//! Ours with the middle digit, the lower of two. Nothing is drawn, so everyone who asks for one place
//! gets the same key. (SPEC §10)

use super::{Generate, ours};

pub(super) struct ExactMidpoint;

impl Generate for ExactMidpoint {
    fn between(&mut self, lower: Option<&[u8]>, upper: Option<&[u8]>) -> Option<Vec<u8>> {
        ours::between(lower, upper, &mut order_key::ExactMidpoint)
    }
}
