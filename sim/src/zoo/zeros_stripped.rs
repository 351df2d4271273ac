//! A generator that strips zeros from integers as from fractions.

use super::Variant;
use crate::chance::Draws;
use crate::world::Parts;
use crate::world::generator::{Generator, OrderKey};
use crate::world::record::SortKey;
use order_key::{BetweenError, Key};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "zeros stripped from integers",
    story: "a key must not end in 0, said the comment, and `a0` and `b00` are keys",
    laws: &["canonical"],
    parts: || Parts { generator: || Box::new(ZerosStripped), ..Parts::default() },
};

#[derive(Debug)]
struct ZerosStripped;

impl Generator for ZerosStripped {
    fn between(
        &self,
        key_bytes_max: usize,
        lower: Option<&Key>,
        upper: Option<&Key>,
        jitter: &mut Draws<'_>,
    ) -> Result<SortKey, BetweenError> {
        let made = OrderKey.between(key_bytes_max, lower, upper, jitter)?;
        Ok(SortKey::read(made.text().trim_end_matches('0')))
    }
}
