//! A generator whose jitter comes out of a hash map, so that no run can be had again.

use super::Variant;
use super::altered::{Between, generator};
use crate::chance::{Chance, Link, Seeded};
use crate::world::Parts;
use crate::world::generator::{Generator, OrderKey};
#[expect(clippy::disallowed_types, reason = "this is the mistake")]
use std::collections::HashSet;

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "hash map order",
    story: "the digits to choose from were kept in a set, and the first of them is as good as any",
    laws: &["deterministic"],
    parts: || Parts { generator: || generator(BETWEEN), ..Parts::default() },
};

const BETWEEN: Between = |key_bytes_max, lower, upper, jitter| {
    #[expect(clippy::disallowed_types, reason = "this is the mistake")]
    let digits: HashSet<u64> = (0..62).collect();
    let first = digits.iter().next().copied().unwrap_or_default();
    let mut leak = Seeded::new(first);
    let draw = u64::from(jitter.word());
    OrderKey.between(key_bytes_max, lower, upper, &mut leak.draws(Link::Jitter, draw))
};
