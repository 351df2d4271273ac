//! A generator that gives up one byte before the cap.

use super::Variant;
use super::altered::{Between, generator};
use crate::world::Parts;
use crate::world::generator::{Generator, OrderKey};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "exhausted one byte early",
    story: "the length is compared with `<` where `<=` is meant",
    laws: &["exhausted exactly"],
    parts: || Parts { generator: || generator(BETWEEN), ..Parts::default() },
};

const BETWEEN: Between =
    |key_bytes_max, lower, upper, jitter| OrderKey.between(key_bytes_max - 1, lower, upper, jitter);
