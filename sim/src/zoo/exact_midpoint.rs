//! A generator that takes the digit in the middle, always.

use super::Variant;
use crate::chance::Draws;
use crate::world::Parts;
use crate::world::generator::Generator;
use crate::world::record::SortKey;
use order_key::{BetweenError, ExactMidpoint, Key, between_within};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "exact midpoint",
    story: "the middle is the best place for one key, so two writers who meet in a gap make the same one",
    laws: &["middle half"],
    parts: || Parts { generator: || Box::new(Midpoint), ..Parts::default() },
};

#[derive(Debug)]
struct Midpoint;

impl Generator for Midpoint {
    fn between(
        &self,
        key_bytes_max: usize,
        lower: Option<&Key>,
        upper: Option<&Key>,
        jitter: &mut Draws<'_>,
    ) -> Result<SortKey, BetweenError> {
        let _ = jitter;
        between_within(key_bytes_max, lower, upper, &mut ExactMidpoint).map(SortKey::Key)
    }
}
