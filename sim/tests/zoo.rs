//! Each broken variant is caught within 200 seeds by a law that it names; the product is caught by none.

use sim::case::{Failure, attempt};
use sim::scenario::{Limits, draw};
use sim::world::Parts;
use sim::zoo::{VARIANTS, Variant};

const SEEDS: u64 = 200;

/// Short runs: a fault that shows only in long ones is not caught within the bounds.
const LIMITS: Limits = Limits::of_operations(400);

/// The seed and the failure of the first catch.
fn hunt(parts: fn() -> Parts) -> Option<(u64, Failure)> {
    (1..=SEEDS).find_map(|seed| {
        let outcome = attempt(draw(seed, LIMITS), parts(), |_| ());
        Failure::of(&outcome).map(|failure| (seed, failure))
    })
}

#[test]
fn each_variant_is_caught_by_a_law_that_it_names() {
    let mut missed = Vec::new();
    for Variant { name, laws, parts, .. } in VARIANTS {
        match hunt(*parts) {
            None => missed.push(format!("`{name}` was not caught in {SEEDS} seeds")),
            Some((seed, Failure { law, message })) => {
                println!("{name:<36} {law:<18} seed {seed:<4} {message}");
                if !laws.contains(&law.as_str()) {
                    missed.push(format!("`{name}` was caught by `{law}`, not by one of {laws:?}"));
                }
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn the_product_is_caught_by_none() {
    assert_eq!(hunt(Parts::default), None);
}
