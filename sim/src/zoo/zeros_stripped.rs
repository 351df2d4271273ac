//! A generator that strips zeros from integers as from fractions.

use super::Variant;
use super::altered::{Between, generator};
use crate::world::Parts;
use crate::world::generator::{Generator, OrderKey};
use crate::world::record::SortKey;

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "zeros stripped from integers",
    story: "a key must not end in 0, said the comment, and `a0` and `b00` are keys",
    laws: &["canonical"],
    parts: || Parts { generator: || generator(BETWEEN), ..Parts::default() },
};

const BETWEEN: Between = |key_bytes_max, lower, upper, jitter| {
    let made = OrderKey.between(key_bytes_max, lower, upper, jitter)?;
    Ok(SortKey::read(made.text().trim_end_matches('0')))
};
