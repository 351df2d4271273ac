//! A generator that draws its digit from the whole interval.

use super::Variant;
use crate::chance::Draws;
use crate::world::Parts;
use crate::world::generator::Generator;
use crate::world::record::SortKey;
use order_key::{BetweenError, FullWidth, Key, between_within};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "full-width jitter",
    story: "a wider draw collides less, which is true, and keys grow the faster for it",
    laws: &["middle half"],
    parts: || Parts { generator: || Box::new(WholeInterval), ..Parts::default() },
};

#[derive(Debug)]
struct WholeInterval;

impl Generator for WholeInterval {
    fn between(
        &self,
        key_bytes_max: usize,
        lower: Option<&Key>,
        upper: Option<&Key>,
        jitter: &mut Draws<'_>,
    ) -> Result<SortKey, BetweenError> {
        between_within(key_bytes_max, lower, upper, &mut FullWidth(jitter)).map(SortKey::Key)
    }
}
