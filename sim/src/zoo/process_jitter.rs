//! A generator that takes its jitter from the process it runs in, so that no run can be had again.

use super::Variant;
use crate::chance::{Chance, Draws, Link, Seeded};
use crate::world::Parts;
use crate::world::generator::{Generator, OrderKey};
use crate::world::record::SortKey;
use order_key::{BetweenError, Key};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "process jitter",
    story: "the jitter was seeded with the number of the process, which was thought to be harmless",
    laws: &["deterministic"],
    parts: || Parts { generator: || Box::new(ProcessJitter), ..Parts::default() },
};

#[derive(Debug)]
struct ProcessJitter;

impl Generator for ProcessJitter {
    fn between(
        &self,
        key_bytes_max: usize,
        lower: Option<&Key>,
        upper: Option<&Key>,
        jitter: &mut Draws<'_>,
    ) -> Result<SortKey, BetweenError> {
        let mut leak = Seeded::new(u64::from(std::process::id()));
        let draw = u64::from(jitter.word());
        OrderKey.between(key_bytes_max, lower, upper, &mut leak.draws(Link::Jitter, draw))
    }
}
