//! A generator that changes the width of an integer the wrong way.

use super::Variant;
use crate::chance::Draws;
use crate::world::Parts;
use crate::world::generator::{Generator, OrderKey};
use crate::world::record::SortKey;
use order_key::{BetweenError, Key};

/// Wrong where keys rise.
pub const UP: Variant = Variant {
    name: "wrong width, rising",
    story: "past `az` a digit is popped where one is pushed, and below `a` it is the other way round",
    laws: &["canonical"],
    parts: || Parts { generator: || Box::new(WrongWidth { rises: true }), ..Parts::default() },
};

/// Wrong where keys fall.
pub const DOWN: Variant = Variant {
    name: "wrong width, falling",
    story: "below `Z0` a digit is popped where one is pushed: the mirror of a rule that was tested one way only",
    laws: &["canonical", "middle half"],
    parts: || Parts { generator: || Box::new(WrongWidth { rises: false }), ..Parts::default() },
};

#[derive(Debug)]
struct WrongWidth {
    rises: bool,
}

impl Generator for WrongWidth {
    fn between(
        &self,
        key_bytes_max: usize,
        lower: Option<&Key>,
        upper: Option<&Key>,
        jitter: &mut Draws<'_>,
    ) -> Result<SortKey, BetweenError> {
        let made = OrderKey.between(key_bytes_max, lower, upper, jitter)?;
        let bound = if self.rises { lower } else { upper.filter(|_| lower.is_none()) };
        let is_integer = made.key().is_some_and(|key| key.fraction().is_empty());
        let Some(bound) = bound.filter(|_| is_integer) else { return Ok(made) };
        let (text, width) = (made.text(), bound.integer().as_str().len());
        Ok(match text.len() {
            longer if longer > width => SortKey::read(&text[..width - 1]),
            shorter if shorter < width => SortKey::read(&format!("{text}00")),
            _ => made,
        })
    }
}
