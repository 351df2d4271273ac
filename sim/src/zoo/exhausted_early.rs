//! A generator that gives up one byte before the cap.

use super::Variant;
use crate::chance::Draws;
use crate::world::Parts;
use crate::world::generator::{Generator, OrderKey};
use crate::world::record::SortKey;
use order_key::{BetweenError, Key};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "exhausted one byte early",
    story: "the length is compared with `<` where `<=` is meant",
    laws: &["exhausted exactly"],
    parts: || Parts { generator: || Box::new(ExhaustedEarly), ..Parts::default() },
};

#[derive(Debug)]
struct ExhaustedEarly;

impl Generator for ExhaustedEarly {
    fn between(
        &self,
        key_bytes_max: usize,
        lower: Option<&Key>,
        upper: Option<&Key>,
        jitter: &mut Draws<'_>,
    ) -> Result<SortKey, BetweenError> {
        OrderKey.between(key_bytes_max - 1, lower, upper, jitter)
    }
}
