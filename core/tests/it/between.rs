//! `between`, rule by rule of SPEC §3. The exact midpoint stands in for the draw, so that each line
//! names one key.

use crate::{bound, key, middle, on_ceiling, on_floor, rng};
use order_key::{BetweenError, Disorder, ExactMidpoint, FullWidth, Key, MiddleHalf, Place};
use order_key::{between, between_n, between_n_within, between_within};

#[track_caller]
fn makes(cases: &[(&str, &str, &str)]) {
    for &(lower, upper, expected) in cases {
        assert_eq!(middle(512, lower, upper), expected, "between {lower} and {upper}");
    }
}

/// Both generators, at any cap and for any number of keys, refuse the bounds in the same words.
#[track_caller]
fn not_ascending(lower: &str, upper: &str, disorder: Disorder, message: &str) {
    let (lower, upper) = (key(lower), key(upper));
    let error = BetweenError::NotAscending { disorder, lower: lower.clone(), upper: upper.clone() };
    assert_eq!(error.to_string(), message);
    assert_eq!(error.reason(), "not_ascending");
    let (lower, upper) = (Some(&lower), Some(&upper));
    assert_eq!(between(lower, upper, &mut rng(0)), Err(error.clone()));
    for cap in [0, 2, 512] {
        assert_eq!(between_within(cap, lower, upper, &mut ExactMidpoint), Err(error.clone()));
        for n in [0, 1, 500, usize::MAX] {
            assert_eq!(between_n_within(cap, lower, upper, n).unwrap_err(), error);
        }
    }
}

#[test]
fn equal_bounds_are_refused() {
    not_ascending("a5", "a5", Disorder::Equal, "no key lies between equal bounds: both are `a5`");
    not_ascending("a0V", "a0V", Disorder::Equal, "no key lies between equal bounds: both are `a0V`");
    let long = format!("a0{}", "V".repeat(510));
    let message = format!("no key lies between equal bounds: both are `{long}`");
    not_ascending(&long, &long, Disorder::Equal, &message);
}

#[test]
fn reversed_bounds_are_refused_and_never_swapped() {
    for (lower, upper) in
        [("a1", "a0"), ("a0V", "a0"), ("a0", "Zz"), ("b00", "az"), ("a0k", "a0Q"), ("Z0", "Yzz")]
    {
        let message = format!("bounds are reversed: lower `{lower}` is above upper `{upper}`");
        not_ascending(lower, upper, Disorder::Reversed, &message);
    }
}

#[test]
fn exhausted_says_at_which_cap() {
    assert_eq!(middle(2, "a0", "a1"), "no key of at most 2 bytes lies between the bounds");
    let error = between_within(900, bound(&on_ceiling(&"z".repeat(485))).as_ref(), None, &mut ExactMidpoint);
    assert_eq!(error, Err(BetweenError::Exhausted { key_bytes_max: 512 }));
    assert_eq!(error.unwrap_err().reason(), "exhausted");
}

#[test]
fn without_bounds_the_first_key_is_a0() {
    makes(&[("-", "-", "a0")]);
}

#[test]
fn below_a_key_stands_its_integer_or_the_integer_below() {
    makes(&[
        ("-", "a0V", "a0"),
        ("-", "a5V", "a5"),
        ("-", "b0z1", "b0z"),
        ("-", "a0", "Zz"),
        ("-", "a1", "a0"),
        ("-", "b00", "az"),
        ("-", "Z0", "Yzz"),
        ("-", "Z0001", "Z0"),
        ("-", "Y00", "Xzzz"),
        ("-", "b00V", "b00"),
    ]);
}

#[test]
fn below_the_lowest_integers_stands_a_fraction_on_the_floor() {
    makes(&[
        ("-", &lowest_integer(2), &lowest_integer(1)),
        ("-", &(lowest_integer(1) + "V"), &lowest_integer(1)),
        ("-", &lowest_integer(1), &on_floor("V")),
        ("-", &on_floor("V"), &on_floor("F")),
        ("-", &on_floor("2"), &on_floor("1")),
        ("-", &on_floor("1"), &on_floor("0V")),
        ("-", &on_floor("01"), &on_floor("00V")),
        ("-", &on_floor("1V"), &on_floor("0V")),
    ]);
}

/// The floor and a few steps up.
fn lowest_integer(steps: usize) -> String {
    format!("A{}{steps}", "0".repeat(25))
}

#[test]
fn above_a_key_stands_the_next_integer() {
    makes(&[
        ("a0", "-", "a1"),
        ("a0V", "-", "a1"),
        ("az", "-", "b00"),
        ("azz", "-", "b00"),
        ("bzz", "-", "c000"),
        ("Zz", "-", "a0"),
        ("Yzz", "-", "Z0"),
        (&on_floor("V"), "-", &lowest_integer(1)),
    ]);
}

#[test]
fn above_the_highest_integer_stands_a_fraction() {
    makes(&[
        (&on_ceiling(""), "-", &on_ceiling("V")),
        (&on_ceiling("V"), "-", &on_ceiling("k")),
        (&on_ceiling("y"), "-", &on_ceiling("z")),
        (&on_ceiling("z"), "-", &on_ceiling("zV")),
        (&on_ceiling("yV"), "-", &on_ceiling("z")),
    ]);
}

#[test]
fn between_different_integers_stands_the_one_after_lower_if_there_is_room() {
    makes(&[
        ("a0", "a2", "a1"),
        ("a0", "a9", "a1"),
        ("a0V", "a2", "a1"),
        ("a0", "a1V", "a1"),
        ("a0V", "a1V", "a1"),
        ("az", "b01", "b00"),
        ("Zz", "a0V", "a0"),
        ("Zy", "a0", "Zz"),
        ("Yzz", "a0", "Z0"),
    ]);
}

#[test]
fn between_neighbouring_integers_stands_a_fraction_above_lower() {
    makes(&[
        ("a0", "a1", "a0V"),
        ("a0V", "a1", "a0k"),
        ("a0y", "a1", "a0z"),
        ("a0z", "a1", "a0zV"),
        ("a0zzV", "a1", "a0zzk"),
        ("az", "b00", "azV"),
        ("Zz", "a0", "ZzV"),
        ("Yzz", "Z0", "YzzV"),
        ("a0yzz", "a1", "a0z"),
    ]);
}

#[test]
fn within_one_integer_the_first_place_with_room_takes_the_digit() {
    makes(&[
        ("a0", "a0V", "a0F"),
        ("a0", "a02", "a01"),
        ("a0", "a01", "a00V"),
        ("a0", "a001", "a000V"),
        ("a0", "a011", "a00V"),
        ("a01", "a03", "a02"),
        ("a01", "a02", "a01V"),
        ("a01z", "a02", "a01zV"),
        ("a01y", "a02", "a01z"),
        ("a01zzV", "a02", "a01zzk"),
        ("a01", "a02V", "a01V"),
        ("a0V", "a0V1", "a0V0V"),
        ("a0V", "a0V5", "a0V2"),
        ("a0V", "a0V005", "a0V002"),
        ("a0V001", "a0V2", "a0V1"),
        ("a0VzzV", "a0W", "a0Vzzk"),
        ("b10V", "b10X", "b10W"),
    ]);
}

#[test]
fn over_the_cap_the_shortest_key_is_tried_also_a_prefix_of_upper() {
    for (cap, lower, upper, expected) in [
        (4, "a01z", "a02V", "a02"), // preferred: a01zV
        (3, "a01", "a02V", "a02"),  // preferred: a01V
        (4, "a0", "a0011", "a001"), // preferred: a000V
        (4, "a01", "a02", "a01V"),
        (3, "a01", "a02", "no key of at most 3 bytes lies between the bounds"),
        (4, "a01z", "a02", "no key of at most 4 bytes lies between the bounds"),
        (4, "a0zz", "a1", "no key of at most 4 bytes lies between the bounds"),
        (3, "a0zzz", "a1", "no key of at most 3 bytes lies between the bounds"),
        (2, "Xzzz", "a0", "Z0"), // preferred: Y00
        (2, "Xzzz", "b00", "Z0"),
        (3, "Wzzzz", "Xzzz", "no key of at most 3 bytes lies between the bounds"),
        (3, "Wzzzz", "Y05", "Y00"), // preferred: X000
        (2, "-", "Xzzz", "no key of at most 2 bytes lies between the bounds"),
        (2, "-", "b005", "Z0"),
        (2, "-", "Z0", "no key of at most 2 bytes lies between the bounds"),
        (2, "-", "Z1", "Z0"),
        (2, "az", "-", "no key of at most 2 bytes lies between the bounds"),
        (2, "Xzzz", "-", "Z0"),
        (1, "-", "-", "no key of at most 1 bytes lies between the bounds"),
        (0, "a0", "-", "no key of at most 0 bytes lies between the bounds"),
    ] {
        assert_eq!(middle(cap, lower, upper), expected, "between {lower} and {upper} at {cap}");
    }
}

#[test]
fn a_cap_above_512_counts_as_512() {
    let full = format!("a7{}", "z".repeat(510));
    assert_eq!(middle(usize::MAX, &full, "a8"), "no key of at most 512 bytes lies between the bounds");
}

#[test]
fn each_place_stays_inside_every_open_interval() {
    for upper in 2..=62 {
        for lower in 0..upper - 1 {
            let mut rng = rng(1);
            for _ in 0..20 {
                for digit in [
                    MiddleHalf(&mut rng).digit(lower, upper),
                    FullWidth(&mut rng).digit(lower, upper),
                    ExactMidpoint.digit(lower, upper),
                ] {
                    assert!(lower < digit && digit < upper, "{digit} in ({lower}, {upper})");
                }
            }
        }
    }
}

#[test]
#[should_panic(expected = "the chosen digit 62 is not below 62")]
fn a_place_that_leaves_its_interval_makes_no_key() {
    struct Upper;
    impl Place for Upper {
        fn digit(&mut self, _: u8, upper: u8) -> u8 {
            upper
        }
    }
    let _: Result<Key, _> = between_within(512, bound("a0").as_ref(), bound("a1").as_ref(), &mut Upper);
}

#[test]
fn a_place_may_be_a_trait_object() {
    let place: &mut dyn Place = &mut ExactMidpoint;
    assert_eq!(between_within(512, None, bound("a0").as_ref(), place), Ok(key("Zz")));
    assert_eq!(between_n(None, None, 1).unwrap().collect::<Vec<_>>(), [key("a0")]);
}
