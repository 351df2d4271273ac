//! A generator that appends by raising the last digit, and forgets to carry.

use super::Variant;
use crate::chance::Draws;
use crate::world::Parts;
use crate::world::generator::{Generator, OrderKey};
use crate::world::record::SortKey;
use order_key::{BetweenError, Key};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "last digit bumped without a carry",
    story: "tried with a list of ten, where no digit ever wraps",
    laws: &["strictly between", "canonical", "middle half"],
    parts: || Parts { generator: || Box::new(NoCarry), ..Parts::default() },
};

#[derive(Debug)]
struct NoCarry;

impl Generator for NoCarry {
    fn between(
        &self,
        key_bytes_max: usize,
        lower: Option<&Key>,
        upper: Option<&Key>,
        jitter: &mut Draws<'_>,
    ) -> Result<SortKey, BetweenError> {
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
    }
}
