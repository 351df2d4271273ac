//! A generator that draws its digit from the whole interval.

use super::Variant;
use super::altered::{Between, generator};
use crate::world::Parts;
use crate::world::record::SortKey;
use order_key::{FullWidth, between_within};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "full-width jitter",
    story: "a wider draw collides less, which is true, and keys grow the faster for it",
    laws: &["middle half"],
    parts: || Parts { generator: || generator(BETWEEN), ..Parts::default() },
};

const BETWEEN: Between = |key_bytes_max, lower, upper, jitter| {
    between_within(key_bytes_max, lower, upper, &mut FullWidth(jitter)).map(SortKey::Key)
};
