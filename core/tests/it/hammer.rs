//! One gap, hammered to the end: `Exhausted` comes when nothing fits, and not before, and harms nothing.

use crate::{key, numbers, rng};
use num_bigint::BigInt;
use order_key::{BetweenError, KEY_BYTES_MAX, Key, between};

/// Every key made in one gap, in ascending order, until none fits; `lower_moves` says which bound the
/// new key replaces.
#[track_caller]
fn hammer(seed: u64, lower: &str, upper: &str, mut lower_moves: impl FnMut(usize) -> bool) {
    let (mut lower, mut upper, mut rng) = (key(lower), key(upper), rng(seed));
    let (mut below, mut above) = (vec![lower.clone()], vec![upper.clone()]);
    let error = loop {
        let made = match between(Some(&lower), Some(&upper), &mut rng) {
            Ok(made) => made,
            Err(error) => break error,
        };
        assert!(lower < made && made < upper, "{lower} {made} {upper}");
        if lower_moves(below.len() + above.len()) {
            lower = made.clone();
            below.push(made);
        } else {
            upper = made.clone();
            above.push(made);
        }
    };
    assert_eq!(error, BetweenError::Exhausted { key_bytes_max: KEY_BYTES_MAX });
    let room = numbers::count_between(KEY_BYTES_MAX, Some(&lower), Some(&upper));
    assert_eq!(room, BigInt::ZERO, "between {lower} and {upper}");

    let made: Vec<Key> = below.into_iter().chain(above.into_iter().rev()).collect();
    assert!(made.len() > 1_500, "only {} keys", made.len());
    assert!(made.is_sorted_by(|a, b| a < b));
    assert!(made.iter().all(|made| Key::parse(made.as_str()).as_ref() == Ok(made)));
    assert_eq!(made.iter().map(Key::len).max(), Some(KEY_BYTES_MAX));
}

#[test]
fn towards_the_lower_bound() {
    for seed in 0..10 {
        hammer(seed, "a0", "a1", |_| false);
        hammer(seed, "a0V", "a0W", |_| false);
    }
}

#[test]
fn towards_the_upper_bound() {
    for seed in 0..10 {
        hammer(seed, "a0", "a1", |_| true);
        hammer(seed, "a0V", "a0W", |_| true);
    }
}

#[test]
fn towards_both_in_turn() {
    for seed in 0..10 {
        hammer(seed, "a0", "a1", |made| made % 2 == 0);
    }
}

#[test]
fn before_the_first_and_after_the_last() {
    let mut rng = rng(1);
    let (mut first, mut last) = (key(crate::on_floor("1")), key(crate::on_ceiling("")));
    let before = std::iter::from_fn(|| {
        first = Key::before(&first, &mut rng).ok()?;
        Some(first.clone())
    });
    let before: Vec<Key> = before.collect();
    let after = std::iter::from_fn(|| {
        last = Key::after(&last, &mut rng).ok()?;
        Some(last.clone())
    });
    let after: Vec<Key> = after.collect();
    assert!(before.is_sorted_by(|a, b| a > b) && after.is_sorted_by(|a, b| a < b));
    assert_eq!(numbers::count_between(KEY_BYTES_MAX, None, before.last()), BigInt::ZERO);
    assert_eq!(numbers::count_between(KEY_BYTES_MAX, after.last(), None), BigInt::ZERO);
    assert!(before.len() > 1_500 && after.len() > 1_500, "{} {}", before.len(), after.len());
}
