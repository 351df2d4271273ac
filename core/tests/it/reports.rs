//! Inputs that broke other generators, from public reports (K1–K17), each with its story and the right
//! outcome.

use crate::{key, on_floor, rng};
use order_key::{BetweenError, Disorder, Key, ParseError, between, between_n};

#[track_caller]
fn made(lower: Option<&str>, upper: Option<&str>) -> Key {
    let (lower, upper) = (lower.map(key), upper.map(key));
    let made = between(lower.as_ref(), upper.as_ref(), &mut rng(7)).unwrap();
    assert!(lower.is_none_or(|lower| lower < made), "{made} is not above");
    assert!(upper.is_none_or(|upper| made < upper), "{made} is not below");
    made
}

/// K1: the plain decrement of the lowest integer that is a key gave the floor, which is none.
#[test]
fn k1_below_the_lowest_integer_stands_a_fraction_on_the_floor() {
    let first = made(None, Some(&format!("A{}1", "0".repeat(25))));
    assert_eq!((first.integer().as_str(), first.len()), (on_floor("").as_str(), 28));
    let second = made(None, Some(first.as_str()));
    assert_eq!((second.integer().as_str(), second.len()), (on_floor("").as_str(), 28));
}

/// K2: no digit lies below 1, so the next head insert must go one deeper.
#[test]
fn k2_below_the_floor_and_1_stands_the_floor_0_and_a_digit() {
    let made = made(None, Some(&on_floor("1")));
    assert!(made.as_str().starts_with(&on_floor("0")), "{made}");
    assert_eq!(made.len(), 29);
}

/// K3: a test that only asked *whether* these are refused passed for the wrong reason.
#[test]
fn k3_the_reasons_are_told_apart() {
    assert_eq!(Key::parse("b0"), Err(ParseError::ShortInteger { promised: 2, found: 1 }));
    assert_eq!(Key::parse("a2B0"), Err(ParseError::TrailingZero { fraction: "B0".into() }));
    assert_eq!(Key::parse("a0").unwrap().as_str(), "a0");
}

/// K4: a looser library stored `a40` beside `a4`; nothing fits between them, for they are one place.
#[test]
fn k4_a_key_that_means_the_same_place_as_another_is_refused() {
    assert!(Key::parse("a4").is_ok());
    assert_eq!(Key::parse("a40"), Err(ParseError::TrailingZero { fraction: "0".into() }));
}

/// K5: a byte outside the alphabet went into the arithmetic and came out as another digit.
#[test]
fn k5_a_bad_byte_is_refused_before_any_arithmetic() {
    assert_eq!(Key::parse("b7_"), Err(ParseError::BadByte { offset: 2, byte: b'_' }));
    assert_eq!(Key::parse("a*"), Err(ParseError::BadByte { offset: 1, byte: b'*' }));
}

/// K6: a bot numbered its rows itself; the head promises 13 digits.
#[test]
fn k6_a_numbered_row_is_a_short_integer() {
    assert_eq!(Key::parse("m0007"), Err(ParseError::ShortInteger { promised: 13, found: 4 }));
}

/// K7: the rule "must not end in 0" refuses an integer that ends in 0.
#[test]
fn k7_an_integer_may_end_in_0_and_a_fraction_may_not() {
    assert_eq!(Key::parse("b10").unwrap().as_str(), "b10");
    assert_eq!(Key::parse("a10"), Err(ParseError::TrailingZero { fraction: "0".into() }));
}

/// K8: another writer stored a lone digit or a lone letter as a key. (The insert beside it is the
/// server's matter.)
#[test]
fn k8_a_lone_byte_is_no_key() {
    assert_eq!(Key::parse("5"), Err(ParseError::BadHead { byte: b'5' }));
    assert_eq!(Key::parse("a"), Err(ParseError::ShortInteger { promised: 1, found: 0 }));
}

/// K9: a stale or locale-sorted read named the bounds in reverse, and a library swapped them.
#[test]
fn k9_reversed_bounds_are_refused_and_named() {
    let (lower, upper) = (key("a4Q"), key("Zf"));
    let error = between(Some(&lower), Some(&upper), &mut rng(7)).unwrap_err();
    assert_eq!(error.to_string(), "bounds are reversed: lower `a4Q` is above upper `Zf`");
    assert_eq!(error, BetweenError::NotAscending { disorder: Disorder::Reversed, lower, upper });
}

/// K10: equal bounds gave the bound itself, or a message about order that named nothing.
#[test]
fn k10_equal_bounds_are_refused_and_named() {
    let both = key("a4Q");
    let error = between(Some(&both), Some(&both), &mut rng(7)).unwrap_err();
    assert_eq!(error.to_string(), "no key lies between equal bounds: both are `a4Q`");
    let (lower, upper) = (both.clone(), both);
    assert_eq!(error, BetweenError::NotAscending { disorder: Disorder::Equal, lower, upper });
}

/// K11: at the ends of its range a library gave the argument back as its own neighbour.
#[test]
fn k11_before_the_lowest_and_after_the_highest_comes_another_key_twice() {
    let (mut lowest, mut highest) = (key(on_floor("1")), key("z".repeat(27)));
    for _ in 0..2 {
        let before = Key::before(&lowest, &mut rng(7)).unwrap();
        let after = Key::after(&highest, &mut rng(7)).unwrap();
        assert!(before < lowest, "{before}");
        assert!(highest < after, "{after}");
        (lowest, highest) = (before, after);
    }
}

/// K12: bounds of unequal length were padded to one length, and the result equalled a neighbour.
#[test]
fn k12_between_unequal_lengths_the_key_is_strictly_inside() {
    let made = made(Some("a5tK"), Some("a6"));
    assert!(made > key("a5tK") && made < key("a6") && made != key("a5t"), "{made}");
}

/// K13: jitter by gluing a random digit on: `a3` and `R` is above the upper bound `a3K`.
#[test]
fn k13_jitter_stays_inside_the_open_interval() {
    for seed in 0..1000 {
        let made = between(Some(&key("a3")), Some(&key("a3K")), &mut rng(seed)).unwrap();
        assert!(key("a3") < made && made < key("a3K"), "{made}");
        assert_eq!(made.len(), 3);
    }
}

/// K14: at the cap a key was truncated, and a truncated key is a valid key somewhere else.
#[test]
fn k14_a_full_gap_is_exhausted_and_one_byte_less_is_not() {
    let upper = key("a8");
    let full = key(format!("a7{}", "z".repeat(510)));
    let error = between(Some(&full), Some(&upper), &mut rng(7)).unwrap_err();
    assert_eq!(error, BetweenError::Exhausted { key_bytes_max: 512 });
    assert_eq!(error.to_string(), "no key of at most 512 bytes lies between the bounds");
    let one_less = key(format!("a7{}", "z".repeat(509)));
    let made = between(Some(&one_less), Some(&upper), &mut rng(7)).unwrap();
    assert_eq!(made.len(), 512);
    assert!(one_less < made && made < upper);
}

/// K15: without an integer part, 800 head inserts made keys of 160 bytes.
#[test]
fn k15_eight_hundred_head_inserts_have_three_bytes() {
    let mut first = key("a0");
    for _ in 0..800 {
        first = Key::before(&first, &mut rng(7)).unwrap();
    }
    assert_eq!(first.as_str(), "Yo6");
}

/// K16: an import by repeated `between` made keys of a hundred bytes.
#[test]
fn k16_five_hundred_rows_at_once_have_at_most_four_bytes() {
    let (lower, upper) = (key("a7"), key("a8"));
    let keys: Vec<Key> = between_n(Some(&lower), Some(&upper), 500).unwrap().collect();
    assert_eq!(keys.len(), 500);
    assert_eq!(keys.iter().map(Key::len).max(), Some(4));
    assert!(keys.is_sorted_by(|a, b| a < b));
}

/// K17: none, the same place, more than fit.
#[test]
fn k17_no_rows_no_place_no_room() {
    let (a5, a6, low) = (key("a5"), key("a6"), key(on_floor(&format!("{}5", "0".repeat(484)))));
    assert_eq!(between_n(Some(&a5), Some(&a6), 0).unwrap().count(), 0);
    assert_eq!(between_n(Some(&a5), Some(&a5), 3).unwrap_err().reason(), "not_ascending");
    assert_eq!(between_n(Some(&a5), Some(&a5), 0).unwrap_err().reason(), "not_ascending");
    assert_eq!(between_n(None, Some(&low), 4).unwrap().count(), 4);
    let error = between_n(None, Some(&low), 5).unwrap_err();
    assert_eq!(error, BetweenError::Exhausted { key_bytes_max: 512 });
}
