//! A generator that appends by raising the last digit, and forgets to carry.

use super::Variant;
use super::altered::{Between, generator};
use crate::world::Parts;
use crate::world::generator::{Generator, OrderKey};
use crate::world::record::SortKey;

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "last digit bumped without a carry",
    story: "tried with a list of ten, where no digit ever wraps",
    laws: &["strictly between", "canonical", "middle half"],
    parts: || Parts { generator: || generator(BETWEEN), ..Parts::default() },
};

const BETWEEN: Between = |key_bytes_max, lower, upper, jitter| {
    let (Some(lower), None) = (lower, upper) else {
        return OrderKey.between(key_bytes_max, lower, upper, jitter);
    };
    let (stem, last) = lower.as_str().split_at(lower.len() - 1);
    let next = match last.as_bytes()[0] {
        b'9' => 'A',
        b'Z' => 'a',
        b'z' => '0',
        digit => char::from(digit + 1),
    };
    Ok(SortKey::read(&format!("{stem}{next}")))
};
