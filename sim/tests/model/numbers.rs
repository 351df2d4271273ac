//! The numbers of keys.

use crate::{floor_and, for_random_inputs, text};
use num_bigint::BigUint;
use sim::model::number::{FLOOR, count_between, fits, integer_above, integer_below, key_of, number};
use sim::model::parse::refusal;

#[test]
fn counts_are_those_of_the_enumeration() {
    for (cap, keys) in [(0, 0), (1, 0), (2, 124), (3, 15_376), (4, 1_429_968_u32)] {
        assert_eq!(count_between(None, None, cap), BigUint::from(keys), "at {cap} bytes");
    }
}

#[test]
fn all_numbers_of_small_caps_are_keys_in_order_and_back() {
    for cap in [2, 3] {
        let count = u32::try_from(count_between(None, None, cap)).expect("a small count");
        let keys: Vec<String> = (0..count).map(|n| key_of(&n.into(), cap)).collect();
        assert!(keys.is_sorted_by(|a, b| a < b), "at {cap} bytes");
        for (n, key) in (0_u32..).zip(&keys) {
            assert_eq!(refusal(key.as_bytes()), None, "`{key}`");
            assert_eq!(number(key, cap), BigUint::from(n), "`{key}`");
        }
    }
}

#[test]
fn the_floor_is_the_number_that_is_no_key() {
    for cap in [27, 28, 512] {
        assert_eq!(key_of(&BigUint::ZERO, cap), FLOOR, "at {cap} bytes");
        assert_eq!(number(FLOOR, cap), BigUint::ZERO, "at {cap} bytes");
    }
    assert_eq!(key_of(&BigUint::ZERO, 26), format!("B{}", "0".repeat(25)));
    let (first, second) = (floor_and("1"), floor_and("01"));
    assert!(!fits(None, Some(&first), 28));
    assert_eq!(count_between(None, Some(&first), 29), BigUint::from(61_u32));
    assert!(!fits(None, Some(&second), 29));
}

#[test]
fn integers_step_over_every_width() {
    let steps = [("az", "b00"), ("bzz", "c000"), ("Zz", "a0"), ("Yzz", "Z0"), ("Xzzz", "Y00"), ("a9", "aA")];
    for (below, above) in steps {
        assert_eq!(integer_above(below).as_deref(), Some(above), "above `{below}`");
        assert_eq!(integer_below(above).as_deref(), Some(below), "below `{above}`");
    }
    assert_eq!(integer_above(&"z".repeat(27)), None);
    assert_eq!(integer_below(FLOOR), None);
}

/// `fits` takes the numbers where the bounds are, not at the cap; both must say the same.
#[test]
fn fits_agrees_with_the_count_at_the_cap() {
    let mut met = [0; 2];
    for_random_inputs(|input| {
        let (lower, upper) = (text(input.lower.as_ref()), text(input.upper.as_ref()));
        if lower.zip(upper).is_some_and(|(lower, upper)| lower >= upper) {
            return;
        }
        let count = count_between(lower, upper, input.key_bytes_max);
        let fits = fits(lower, upper, input.key_bytes_max);
        assert_eq!(fits, count > BigUint::ZERO, "{input:?}");
        met[usize::from(fits)] += 1;
    });
    assert!(met.iter().all(|&times| times > 100), "full and roomy gaps: {met:?}");
}

/// Bounds longer than the cap, by complete enumeration.
#[test]
fn counts_between_bounds_beyond_the_cap_are_exact() {
    let mut bounds = ["Zz1", "a0zz", "Y00", "bzz", "Zy", "Zz", "a0", "a1"].map(str::to_owned).to_vec();
    bounds.extend((0..15_376_u32).step_by(617).map(|n| key_of(&n.into(), 3)));
    bounds.sort();
    bounds.dedup();
    let keys: Vec<String> = (0..124_u32).map(|n| key_of(&n.into(), 2)).collect();
    for (at, lower) in bounds.iter().enumerate() {
        for upper in &bounds[at + 1..] {
            let inside = keys.iter().filter(|&key| lower < key && key < upper).count();
            let counted = count_between(Some(lower), Some(upper), 2);
            assert_eq!(counted, BigUint::from(inside), "between `{lower}` and `{upper}`");
            assert_eq!(fits(Some(lower), Some(upper), 2), inside > 0, "between `{lower}` and `{upper}`");
        }
    }
}
