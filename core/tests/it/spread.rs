//! Many keys at once: how many, how long, how even.

use crate::{bound, key, numbers, on_ceiling, on_floor};
use num_bigint::BigInt;
use order_key::{BetweenError, Key, between_n, between_n_within};

#[track_caller]
fn many(cap: usize, lower: &str, upper: &str, n: usize) -> Result<Vec<String>, String> {
    match between_n_within(cap, bound(lower).as_ref(), bound(upper).as_ref(), n) {
        Ok(keys) => Ok(keys.map(|key| key.to_string()).collect()),
        Err(error) => Err(error.to_string()),
    }
}

#[track_caller]
fn makes(cap: usize, lower: &str, upper: &str, expected: &[&str]) {
    let made = many(cap, lower, upper, expected.len());
    assert_eq!(made, Ok(expected.iter().map(ToString::to_string).collect()), "{lower} {upper} at {cap}");
}

/// Asserts that keys divide the numbers of at most `len` bytes between two bounds evenly: of `count`
/// places the `i`th of `n` keys (from 1) takes the `⌊i·(count+1)/(n+1)⌋`th.
#[track_caller]
pub(crate) fn assert_even(len: usize, lower: Option<&Key>, upper: Option<&Key>, keys: &[Key]) {
    let count = numbers::count_between(len, lower, upper);
    let before = numbers::first_above(len, lower) - 1;
    for (ordinal, key) in (1..).zip(keys) {
        let place: BigInt = (&count + 1) * ordinal / (keys.len() + 1);
        assert_eq!(key.as_str(), numbers::text(len, &(&before + place)), "key {ordinal} of {}", keys.len());
    }
}

#[test]
fn more_than_fit_are_refused_and_nothing_partial() {
    let message = |cap| Err(format!("no key of at most {cap} bytes lies between the bounds"));
    assert_eq!(many(2, "a0", "a1", 1), message(2));
    assert_eq!(many(3, "a0", "a1", 62), message(3));
    assert_eq!(many(3, "a0", "a1", 61).map(|keys| keys.len()), Ok(61));
    assert_eq!(many(2, "-", "-", 125), message(2));
    assert_eq!(many(2, "a0", "-", 62), message(2));
    assert_eq!(many(2, "-", "a0", 63), message(2));
    assert_eq!(many(1, "-", "-", 1), message(1));
    assert_eq!(many(0, "-", "-", 1), message(0));
    assert_eq!(many(5, "-", "-", usize::MAX), message(5));
    assert_eq!(many(usize::MAX, &on_ceiling(&"z".repeat(485)), "-", 1), message(512));
}

#[test]
fn none_are_none_also_where_none_fit() {
    for (cap, lower, upper) in [(512, "-", "-"), (0, "-", "-"), (2, "a0", "a1"), (512, "a0", "-")] {
        makes(cap, lower, upper, &[]);
    }
}

#[test]
fn with_an_open_end_they_are_consecutive_integers() {
    makes(512, "-", "-", &["a0", "a1", "a2"]);
    makes(512, "a0", "-", &["a1", "a2", "a3"]);
    makes(512, "a0V", "-", &["a1", "a2"]);
    makes(512, "ay", "-", &["az", "b00", "b01"]);
    makes(512, "-", "a0", &["Zx", "Zy", "Zz"]);
    makes(512, "-", "a0V", &["Zz", "a0"]);
    makes(512, "-", "Z1", &["Yzy", "Yzz", "Z0"]);
    makes(512, "Yzz", "-", &["Z0", "Z1"]);
}

#[test]
fn integers_are_taken_up_to_one_byte_over_the_least_length() {
    makes(512, "Y00", "-", &["Y01"]); // one key fits in 2 bytes, and this has 3
    makes(512, "X000", "-", &["Zz"]); // X001 has 4
    makes(512, "-", "c000", &["bzz"]);
    makes(512, "-", "d0000", &["Zz"]);
}

#[test]
fn without_room_for_integers_they_are_spread_evenly() {
    let all: Vec<String> = many(2, "-", "-", 124).unwrap();
    assert_eq!(
        (all[0].as_str(), all[61].as_str(), all[62].as_str(), all[123].as_str()),
        ("Z0", "Zz", "a0", "az")
    );
    makes(512, &on_ceiling("x"), "-", &[&on_ceiling("y"), &on_ceiling("z")]);
    makes(512, "-", &on_floor("3"), &[&on_floor("1"), &on_floor("2")]);
}

#[test]
fn two_bounds_are_filled_evenly_at_the_least_length() {
    makes(512, "a7", "a8", &["a7V"]);
    makes(512, "a7", "a9", &["a8"]);
    makes(512, "a7", "a9", &["a7f", "a8K"]);
    makes(512, "a0", "a4", &["a1", "a2", "a3"]);
    makes(512, "Zz", "a1", &["a0"]);
    makes(512, "a0", "a04", &["a01", "a02", "a03"]);
}

/// The numbers between two wide integers exceed 128 bits, however few keys are asked for: the first
/// version counted only the lowest 2¹²⁷ of them and crowded all keys there.
#[test]
fn keys_between_wide_integers_are_spread_over_all_of_them() {
    let lower = key(format!("y{}", "z".repeat(25)));
    let upper = key(on_ceiling(""));
    let keys: Vec<Key> = between_n(Some(&lower), Some(&upper), 3).unwrap().collect();
    let heads: Vec<&str> = keys.iter().map(|key| &key.as_str()[..2]).collect();
    assert_eq!(heads, ["zF", "zU", "zk"]);
    assert_even(27, Some(&lower), Some(&upper), &keys);
}

/// The case that proptest found for the same fault, as it was shrunk.
#[test]
fn stored_one_key_among_those_on_the_lowest_head() {
    let (lower, upper) = (key(format!("A{}1", "0".repeat(25))), key(format!("A{}", "z".repeat(26))));
    let keys: Vec<Key> = between_n_within(27, Some(&lower), Some(&upper), 1).unwrap().collect();
    assert_even(27, Some(&lower), Some(&upper), &keys);
}

#[test]
fn keys_on_both_sides_of_every_change_of_width_are_spread_evenly() {
    let heads: Vec<u8> = (b'A'..=b'Z').chain(b'a'..=b'z').collect();
    for pair in heads.windows(2) {
        let wide = |head: u8| usize::from(if head >= b'a' { head - b'a' } else { b'Z' - head }) + 1;
        let filled = |head: u8, digit: u8| key([vec![head], vec![digit; wide(head)]].concat());
        for (lower, upper) in [
            (filled(pair[0], b'y'), filled(pair[1], b'1')),
            (filled(pair[0], b'z'), filled(pair[1], b'z')),
            (filled(pair[0], b'1'), filled(pair[1], b'0')),
        ] {
            for n in [1, 2, 5, 61, 1_000] {
                let keys: Vec<Key> = between_n(Some(&lower), Some(&upper), n).unwrap().collect();
                assert_eq!(keys.len(), n);
                let least =
                    (2..=27).find(|&len| numbers::count_between(len, Some(&lower), Some(&upper)) >= n.into());
                assert_even(least.unwrap(), Some(&lower), Some(&upper), &keys);
            }
        }
    }
}

#[test]
fn an_enormous_import_is_begun_at_once() {
    let mut keys = between_n(None, None, usize::MAX).unwrap();
    assert_eq!(keys.len(), usize::MAX);
    assert_eq!(keys.next(), Some(key("a0")));
    let (lower, upper) = (key("a0"), key("a1"));
    let mut keys = between_n(Some(&lower), Some(&upper), usize::MAX).unwrap();
    let (first, second) = (keys.next().unwrap(), keys.next().unwrap());
    assert!(lower < first && first < second && second < upper);
    assert_eq!(first.len(), 13);
}

#[test]
fn the_iterator_says_how_many_are_left_and_stays_at_its_end() {
    let mut keys = between_n(None, None, 2).unwrap();
    assert_eq!((keys.len(), keys.size_hint()), (2, (2, Some(2))));
    assert_eq!(keys.next(), Some(key("a0")));
    assert_eq!(keys.clone().collect::<Vec<_>>(), [key("a1")]);
    assert_eq!((keys.next(), keys.next(), keys.next()), (Some(key("a1")), None, None));
}

#[test]
fn a_world_full_to_the_last_key_says_so() {
    let error = between_n_within(2, None, None, 125).unwrap_err();
    assert_eq!(error, BetweenError::Exhausted { key_bytes_max: 2 });
}
