//! A generator that knows of no cap below the one that is compiled in.

use super::Variant;
use super::altered::{Between, generator};
use crate::world::Parts;
use crate::world::generator::{Generator, OrderKey};
use order_key::KEY_BYTES_MAX;

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "cap ignored",
    story: "the cap is a constant in one layer and a setting in another, and they differ",
    laws: &["cap"],
    parts: || Parts { generator: || generator(BETWEEN), ..Parts::default() },
};

const BETWEEN: Between =
    |_key_bytes_max, lower, upper, jitter| OrderKey.between(KEY_BYTES_MAX, lower, upper, jitter);
