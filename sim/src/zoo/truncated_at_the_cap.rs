//! A generator that cuts a key which would be too long.

use super::Variant;
use crate::chance::Draws;
use crate::world::Parts;
use crate::world::generator::{Generator, OrderKey};
use crate::world::record::SortKey;
use order_key::{BetweenError, KEY_BYTES_MAX, Key};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "truncated at the cap",
    story: "the column holds so many bytes, and the database cuts what is longer without a word",
    laws: &["strictly between", "canonical", "exhausted exactly"],
    parts: || Parts { generator: || Box::new(Truncated), ..Parts::default() },
};

#[derive(Debug)]
struct Truncated;

impl Generator for Truncated {
    fn between(
        &self,
        key_bytes_max: usize,
        lower: Option<&Key>,
        upper: Option<&Key>,
        jitter: &mut Draws<'_>,
    ) -> Result<SortKey, BetweenError> {
        let made = OrderKey.between(KEY_BYTES_MAX, lower, upper, jitter)?;
        let text = made.text();
        Ok(SortKey::read(&text[..text.len().min(key_bytes_max)]))
    }
}
