//! A generator that glues a random digit to a key that is done.

use super::Variant;
use super::altered::{Between, generator};
use crate::world::Parts;
use crate::world::generator::{Generator, OrderKey};
use crate::world::record::SortKey;

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "jitter as a suffix",
    story: "the key is found first and made unique after, and nobody asks whether it is still below the upper bound",
    laws: &["strictly between", "middle half"],
    parts: || Parts { generator: || generator(BETWEEN), ..Parts::default() },
};

const BETWEEN: Between = |key_bytes_max, lower, upper, jitter| {
    let made = OrderKey.between(key_bytes_max - 1, lower, upper, jitter)?;
    let digit = char::from(b'A' + jitter.below(26) as u8);
    Ok(SortKey::read(&format!("{}{digit}", made.text())))
};
