//! Ours with the middle digit, the lower of two. Nothing is drawn, so everyone who asks for one place
//! gets the same key. (SPEC §10)

use super::Generate;
use order_key::{BetweenError, KEY_BYTES_MAX, Key, between_within};

pub(super) struct ExactMidpoint;

impl Generate for ExactMidpoint {
    fn between(&mut self, lower: Option<&Key>, upper: Option<&Key>) -> Result<Key, BetweenError> {
        between_within(KEY_BYTES_MAX, lower, upper, &mut order_key::ExactMidpoint)
    }
}
