//! A server that leaves a tie by any larger key.

use super::Variant;
use crate::chance::Draws;
use crate::world::Parts;
use crate::world::intent::Intent;
use crate::world::outline::Pair;
use crate::world::server::{Conduct, Desk, Made, Proper, bounds};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "tie left by any larger key",
    story: "no key lies between equals, so one above the tie will do, and the next sibling is not asked",
    laws: &["intent", "strictly between"],
    parts: || Parts { conduct: || Box::new(AnyLargerKey), ..Parts::default() },
};

#[derive(Debug)]
struct AnyLargerKey;

impl Conduct for AnyLargerKey {
    fn make(&self, intent: &Intent, pair: Pair, desk: &Desk<'_>, jitter: &mut Draws<'_>) -> Made {
        let bounds = bounds(pair, desk.repositories.outline());
        let is_tie = bounds.is_some_and(|bounds| bounds.lower.is_some() && bounds.lower == bounds.upper);
        let pair = if is_tie { Pair { upper: None, ..pair } } else { pair };
        Proper.make(intent, pair, desk, jitter)
    }
}
