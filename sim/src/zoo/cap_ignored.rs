//! A generator that knows of no cap below the one that is compiled in.

use super::Variant;
use crate::chance::Draws;
use crate::world::Parts;
use crate::world::generator::{Generator, OrderKey};
use crate::world::record::SortKey;
use order_key::{BetweenError, KEY_BYTES_MAX, Key};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "cap ignored",
    story: "the cap is a constant in one layer and a setting in another, and they differ",
    laws: &["cap"],
    parts: || Parts { generator: || Box::new(CapIgnored), ..Parts::default() },
};

#[derive(Debug)]
struct CapIgnored;

impl Generator for CapIgnored {
    fn between(
        &self,
        _key_bytes_max: usize,
        lower: Option<&Key>,
        upper: Option<&Key>,
        jitter: &mut Draws<'_>,
    ) -> Result<SortKey, BetweenError> {
        OrderKey.between(KEY_BYTES_MAX, lower, upper, jitter)
    }
}
