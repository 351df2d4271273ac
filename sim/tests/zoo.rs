//! Each broken variant is caught within 200 seeds by a law that it names; the product is caught by none.

use sim::hunt::{Catch, SEEDS_MAX, hunt};
use sim::zoo::{VARIANTS, Variant};

#[test]
fn each_variant_is_caught_by_a_law_that_it_names() {
    let mut missed = Vec::new();
    for variant @ Variant { name, laws, .. } in VARIANTS {
        let Some(Catch { seeds, case, .. }) = hunt(Some(variant), 1) else {
            missed.push(format!("`{name}` was not caught in {SEEDS_MAX} seeds"));
            continue;
        };
        let failure = case.failure;
        println!("{name:<38}{:<22}{seeds:>4} seeds  {}", failure.law, failure.message);
        if !laws.contains(&failure.law.as_str()) {
            missed.push(format!("`{name}` was caught by `{}`, not by one of {laws:?}", failure.law));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn the_product_is_caught_by_none() {
    assert_eq!(hunt(None, 1).map(|caught| caught.case.story), None);
}
