//! A generator that takes the digit in the middle, always.

use super::Variant;
use super::altered::{Between, generator};
use crate::world::Parts;
use crate::world::record::SortKey;
use order_key::{ExactMidpoint, between_within};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "exact midpoint",
    story: "the middle is the best place for one key, so two writers who meet in a gap make the same one",
    laws: &["middle half"],
    parts: || Parts { generator: || generator(BETWEEN), ..Parts::default() },
};

const BETWEEN: Between = |key_bytes_max, lower, upper, _jitter| {
    between_within(key_bytes_max, lower, upper, &mut ExactMidpoint).map(SortKey::Key)
};
