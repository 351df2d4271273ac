//! What holds for every key, every pair of bounds and every cap.

use crate::numbers;
use crate::strategy::{any_bounds, any_cap, any_key, any_pair};
use crate::{key, rng};
use num_bigint::BigInt;
use order_key::{BetweenError, ExactMidpoint, FullWidth, KEY_BYTES_MAX, Key, MiddleHalf};
use order_key::{between, between_n, between_n_within, between_within};
use proptest::prelude::*;

/// One result of `between` judged: canonical, within the cap, strictly between; or no room by the
/// numbers.
fn judge(
    key_bytes_max: usize,
    lower: Option<&Key>,
    upper: Option<&Key>,
    result: Result<Key, BetweenError>,
) -> Result<(), TestCaseError> {
    let cap = key_bytes_max.min(KEY_BYTES_MAX);
    let room = if cap < 2 { BigInt::ZERO } else { numbers::count_between(cap, lower, upper) };
    match result {
        Ok(made) => {
            prop_assert_eq!(Key::parse(made.as_str()), Ok(made.clone()));
            prop_assert!(made.len() <= cap, "{} over the cap", made);
            prop_assert!(lower.is_none_or(|lower| *lower < made), "{} is not above", made);
            prop_assert!(upper.is_none_or(|upper| made < *upper), "{} is not below", made);
            prop_assert!(room > BigInt::ZERO, "{} where no key fits", made);
        }
        Err(error) => {
            prop_assert_eq!(error, BetweenError::Exhausted { key_bytes_max: cap });
            prop_assert_eq!(room, BigInt::ZERO);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_key_prints_as_it_was_read(key in any_key()) {
        prop_assert_eq!(Key::parse(key.to_string()), Ok(key.clone()));
        prop_assert_eq!(format!("{}{}", key.integer(), key.fraction()), key.as_str());
    }

    #[test]
    fn keys_are_ordered_as_their_bytes(a in any_key(), b in any_key()) {
        prop_assert_eq!(a.cmp(&b), a.as_bytes().cmp(b.as_bytes()));
        prop_assert_eq!(a.cmp(&b), numbers::number(512, a.as_str()).cmp(&numbers::number(512, b.as_str())));
    }

    #[test]
    fn any_bytes_are_a_key_or_refused(text in prop::collection::vec(any::<u8>(), 0..600)) {
        if let Ok(key) = Key::parse(&text) {
            prop_assert_eq!(key.as_bytes(), text);
        }
    }

    #[test]
    fn an_increment_is_undone_by_a_decrement(key in any_key()) {
        let integer = key.integer();
        if let Some(above) = integer.increment() {
            prop_assert!(integer < above);
            prop_assert_eq!(above.decrement(), Some(integer));
        }
        if let Some(below) = integer.decrement() {
            prop_assert!(below < integer);
            prop_assert_eq!(below.increment(), Some(integer));
        }
    }

    #[test]
    fn between_is_canonical_strict_and_exhausted_exactly((lower, upper) in any_bounds(), seed: u64) {
        let result = between(lower.as_ref(), upper.as_ref(), &mut rng(seed));
        judge(KEY_BYTES_MAX, lower.as_ref(), upper.as_ref(), result)?;
    }

    #[test]
    fn every_cap_and_every_place_obey_the_same_laws(
        cap in any_cap(),
        (lower, upper) in any_bounds(),
        seed: u64,
    ) {
        let (lower, upper) = (lower.as_ref(), upper.as_ref());
        judge(cap, lower, upper, between_within(cap, lower, upper, &mut MiddleHalf(&mut rng(seed))))?;
        judge(cap, lower, upper, between_within(cap, lower, upper, &mut FullWidth(&mut rng(seed))))?;
        judge(cap, lower, upper, between_within(cap, lower, upper, &mut ExactMidpoint))?;
    }

    #[test]
    fn short_keys_obey_them_too(
        cap in 2..6_usize,
        [a, b] in prop::array::uniform2("[a-c][0-9A-Za-z]{3}[01yz]{0,3}[1z]|[X-Z][0-9A-Za-z]{3}[01yz]{0,3}[1z]"),
        seed: u64,
    ) {
        prop_assume!(a != b);
        let (lower, upper) = if a < b { (key(a), key(b)) } else { (key(b), key(a)) };
        let result = between_within(cap, Some(&lower), Some(&upper), &mut MiddleHalf(&mut rng(seed)));
        judge(cap, Some(&lower), Some(&upper), result)?;
    }

    #[test]
    fn bounds_that_do_not_ascend_are_refused((lower, upper) in any_pair(), cap in any_cap(), n in 0..5_usize) {
        for (lower, upper) in [(&upper, &lower), (&upper, &upper)] {
            let error = between_within(cap, Some(lower), Some(upper), &mut ExactMidpoint).unwrap_err();
            prop_assert_eq!(error.reason(), "not_ascending");
            prop_assert_eq!(between_n_within(cap, Some(lower), Some(upper), n).unwrap_err(), error);
        }
    }

    #[test]
    fn many_are_as_many_as_asked_for_ascending_and_as_short_as_can_be(
        cap in any_cap(),
        (lower, upper) in any_bounds(),
        n in prop_oneof![0..4_usize, 0..200_usize],
    ) {
        let (lower, upper) = (lower.as_ref(), upper.as_ref());
        let least = (2..=cap).find(|&len| numbers::count_between(len, lower, upper) >= n.into());
        let keys: Vec<Key> = match between_n_within(cap, lower, upper, n) {
            Ok(keys) => keys.collect(),
            Err(error) => {
                prop_assert_eq!(error, BetweenError::Exhausted { key_bytes_max: cap });
                prop_assert_eq!(least, None);
                return Ok(());
            }
        };
        prop_assert_eq!(keys.len(), n);
        let (Some(first), Some(last)) = (keys.first(), keys.last()) else {
            return Ok(());
        };
        let least = least.expect("there is room");
        prop_assert!(lower.is_none_or(|lower| lower < first) && upper.is_none_or(|upper| last < upper));
        prop_assert!(keys.is_sorted_by(|a, b| a < b));
        for key in &keys {
            prop_assert_eq!(&Key::parse_within(cap, key.as_str()), &Ok(key.clone()));
        }
        let open = lower.is_none() || upper.is_none();
        if !open || keys.iter().any(|key| !key.fraction().is_empty()) {
            crate::spread::assert_even(least, lower, upper, &keys);
        } else {
            prop_assert!(keys.iter().all(|key| key.len() <= least + 1));
        }
    }

    #[test]
    fn one_of_many_stands_between_its_neighbours((lower, upper) in any_pair(), n in 1..50_usize, seed: u64) {
        let Ok(keys) = between_n(Some(&lower), Some(&upper), n) else {
            return Ok(());
        };
        let all: Vec<Key> = [lower].into_iter().chain(keys).chain([upper]).collect();
        for pair in all.windows(2) {
            let result = between(Some(&pair[0]), Some(&pair[1]), &mut rng(seed));
            judge(KEY_BYTES_MAX, Some(&pair[0]), Some(&pair[1]), result)?;
        }
    }
}
