//! Where keys come from: the generator of `order-key`, or one that is broken on purpose.

use super::record::SortKey;
use crate::chance::Draws;
use order_key::{BetweenError, Key, MiddleHalf, between_within};

/// Makes a key between two neighbours.
pub trait Generator: std::fmt::Debug {
    /// A key strictly between the bounds and of at most `key_bytes_max` bytes.
    ///
    /// # Errors
    /// As [`order_key::between`].
    fn between(
        &self,
        key_bytes_max: usize,
        lower: Option<&Key>,
        upper: Option<&Key>,
        jitter: &mut Draws<'_>,
    ) -> Result<SortKey, BetweenError>;
}

/// The generator under test.
#[derive(Debug)]
pub struct OrderKey;

impl Generator for OrderKey {
    fn between(
        &self,
        key_bytes_max: usize,
        lower: Option<&Key>,
        upper: Option<&Key>,
        jitter: &mut Draws<'_>,
    ) -> Result<SortKey, BetweenError> {
        between_within(key_bytes_max, lower, upper, &mut MiddleHalf(jitter)).map(SortKey::Key)
    }
}
