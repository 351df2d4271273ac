//! A generator whose keys may end in the digit 0.

use super::Variant;
use super::altered::{Between, generator};
use crate::world::Parts;
use crate::world::generator::{Generator, OrderKey};
use crate::world::record::SortKey;

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "trailing zero",
    story: "the digit that ends a fraction is drawn from all 62, the 0 included",
    laws: &["canonical"],
    parts: || Parts { generator: || generator(BETWEEN), ..Parts::default() },
};

const BETWEEN: Between = |key_bytes_max, lower, upper, jitter| {
    let made = OrderKey.between(key_bytes_max - 1, lower, upper, jitter)?;
    let is_fraction = made.key().is_some_and(|key| !key.fraction().is_empty());
    let draws_zero = is_fraction && jitter.below(62) == 0;
    Ok(if draws_zero { SortKey::read(&format!("{}0", made.text())) } else { made })
};
