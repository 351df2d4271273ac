//! A generator that gives the floor out as a key.

use super::Variant;
use super::altered::{Between, generator};
use crate::world::Parts;
use crate::world::generator::{Generator, OrderKey};
use crate::world::record::SortKey;
use order_key::Integer;

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "the reserved floor emitted",
    story: "below the lowest ordinary integer comes the next lower one, says the decrement, and there is none below that",
    laws: &["canonical"],
    parts: || Parts { generator: || generator(BETWEEN), ..Parts::default() },
};

const BETWEEN: Between = |key_bytes_max, lower, upper, jitter| {
    let made = OrderKey.between(key_bytes_max, lower, upper, jitter)?;
    let floor = Integer::FLOOR;
    let is_on_floor = made.text().starts_with(floor.as_str());
    Ok(if is_on_floor { SortKey::read(floor.as_str()) } else { made })
};
