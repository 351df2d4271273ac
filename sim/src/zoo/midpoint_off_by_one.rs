//! A generator whose interval of digits is closed at one end.

use super::Variant;
use crate::chance::Draws;
use crate::world::Parts;
use crate::world::generator::{Generator, OrderKey};
use crate::world::record::SortKey;
use order_key::{BetweenError, Key};

/// Closed at the lower end.
pub const LOW: Variant = Variant {
    name: "midpoint off by one, low",
    story: "the draw starts at the lower digit where it should start one above",
    laws: &["strictly between", "canonical"],
    parts: || Parts { generator: || Box::new(OffByOne { takes: End::Lower }), ..Parts::default() },
};

/// Closed at the upper end.
pub const HIGH: Variant = Variant {
    name: "midpoint off by one, high",
    story: "the draw ends at the upper digit where it should end one below",
    laws: &["strictly between"],
    parts: || Parts { generator: || Box::new(OffByOne { takes: End::Upper }), ..Parts::default() },
};

#[derive(Clone, Copy, Debug)]
enum End {
    Lower,
    Upper,
}

#[derive(Debug)]
struct OffByOne {
    takes: End,
}

impl Generator for OffByOne {
    fn between(
        &self,
        key_bytes_max: usize,
        lower: Option<&Key>,
        upper: Option<&Key>,
        jitter: &mut Draws<'_>,
    ) -> Result<SortKey, BetweenError> {
        let made = OrderKey.between(key_bytes_max, lower, upper, jitter)?;
        let is_fraction = made.key().is_some_and(|key| !key.fraction().is_empty());
        let stem = &made.text()[..made.text().len() - 1];
        let digit = |bound: Option<&Key>| {
            let rest = bound?.as_str().strip_prefix(stem)?;
            rest.chars().next()
        };
        let end = match self.takes {
            End::Lower => Some(digit(lower).unwrap_or('0')),
            End::Upper => digit(upper),
        };
        let draws_end = is_fraction && jitter.below(32) == 0;
        Ok(match end {
            Some(digit) if draws_end => SortKey::read(&format!("{stem}{digit}")),
            _ => made,
        })
    }
}
