//! Each broken variant is caught within 200 seeds by a law that it names; the product is caught by none.

use sim::outcome::Verdict;
use sim::scenario::{Limits, draw};
use sim::simulate::simulate;
use sim::world::Parts;
use sim::zoo::{VARIANTS, Variant};

const SEEDS: u64 = 200;

/// Short runs: a fault that shows only in long ones is not caught within the bounds.
const LIMITS: Limits = Limits::of_operations(400);

/// The seed, the law and the message of the first catch.
fn hunt(parts: fn() -> Parts) -> Option<(u64, String, String)> {
    (1..=SEEDS).find_map(|seed| match simulate(draw(seed, LIMITS), parts(), |_| ()).verdict {
        Verdict::Broken(breach) => Some((seed, breach.law.to_owned(), breach.message)),
        _ => None,
    })
}

#[test]
fn each_variant_is_caught_by_a_law_that_it_names() {
    for Variant { name, laws, parts, .. } in VARIANTS {
        let Some((seed, law, message)) = hunt(*parts) else {
            panic!("`{name}` was not caught in {SEEDS} seeds");
        };
        println!("{name:<26} {law:<18} seed {seed:<4} {message}");
        assert!(laws.contains(&law.as_str()), "`{name}` was caught by `{law}`, not by one of {laws:?}");
    }
}

#[test]
fn the_product_is_caught_by_none() {
    assert_eq!(hunt(Parts::default), None);
}
