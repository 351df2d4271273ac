//! Every key of a small world, and every pair of neighbours in it.
//!
//! At caps of 2, 3 and 4 bytes all canonical keys are written down by a recursion that knows nothing of
//! numbers, read by `parse`, and compared with the arithmetic. Then the whole of "Exhausted exactly" is
//! a matter of looking: neighbours have nothing between them, next-but-one neighbours one key.

use crate::{numbers, rng};
use order_key::{BetweenError, ExactMidpoint, Key, MiddleHalf, bounded};
use order_key::{between_n_within, between_within};

const DIGITS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// All keys of at most `cap` bytes, in order.
fn world(cap: usize) -> Vec<Key> {
    let mut keys = Vec::new();
    for head in (b'A'..=b'Z').chain(b'a'..=b'z') {
        write_from(&mut vec![head], cap, &mut keys);
    }
    keys
}

/// Every text that begins with `text`, and then the text itself before its continuations: what `parse`
/// accepts is kept.
fn write_from(text: &mut Vec<u8>, cap: usize, keys: &mut Vec<Key>) {
    keys.extend(Key::parse_within(cap, &text));
    if text.len() == cap {
        return;
    }
    for &digit in DIGITS {
        text.push(digit);
        write_from(text, cap, keys);
        text.pop();
    }
}

fn is_exhausted<T>(cap: usize, result: &Result<T, BetweenError>) -> bool {
    matches!(result, Err(BetweenError::Exhausted { key_bytes_max }) if *key_bytes_max == cap)
}

#[test]
fn the_keys_of_a_small_world_are_the_numbers_without_a_gap() {
    for (cap, count) in [(2, 124), (3, 15_376), (4, 1_429_968)] {
        let keys = world(cap);
        assert_eq!(keys.len(), count);
        assert_eq!(numbers::count(cap), count.into());
        assert!(keys.is_sorted_by(|a, b| a < b));
        for (number, key) in keys.iter().enumerate() {
            assert_eq!(numbers::text(cap, &number.into()), key.as_str(), "{number} at {cap}");
        }
    }
}

#[test]
fn neighbours_are_exhausted_and_next_but_one_have_the_one_between() {
    for cap in [2, 3, 4] {
        let (keys, mut rng) = (world(cap), rng(1));
        let mut between = |lower: &Key, upper: &Key| {
            between_within(cap, Some(lower), Some(upper), &mut MiddleHalf(&mut rng))
        };
        for pair in keys.windows(2) {
            let made = between(&pair[0], &pair[1]);
            assert!(is_exhausted(cap, &made), "{made:?} between {} and {}", pair[0], pair[1]);
        }
        for three in keys.windows(3) {
            let made = between(&three[0], &three[2]);
            assert_eq!(made.as_ref(), Ok(&three[1]), "between {} and {}", three[0], three[2]);
        }
    }
}

#[test]
fn wider_gaps_have_a_key_strictly_between() {
    for cap in [2, 3, 4] {
        let (keys, mut rng) = (world(cap), rng(2));
        for round in 0..300_000_u32 {
            let widest = [6, 70, 4_000, keys.len() as u32][round as usize % 4].min(keys.len() as u32);
            let width = 2 + bounded(&mut rng, widest - 2) as usize;
            let at = bounded(&mut rng, (keys.len() - width) as u32) as usize;
            let (lower, upper) = (&keys[at], &keys[at + width]);
            let made = between_within(cap, Some(lower), Some(upper), &mut MiddleHalf(&mut rng)).unwrap();
            assert!(lower < &made && &made < upper, "{lower} {made} {upper}");
            assert!(keys[at..at + width].binary_search(&made).is_ok(), "{made} is not of this world");
        }
    }
}

#[test]
fn every_pair_of_the_smallest_world_is_right() {
    let keys = world(2);
    for (at, lower) in keys.iter().enumerate() {
        for (until, upper) in keys.iter().enumerate() {
            let made = between_within(2, Some(lower), Some(upper), &mut ExactMidpoint);
            match made {
                Ok(made) => assert!(keys[at + 1..until].contains(&made), "{lower} {made} {upper}"),
                Err(BetweenError::Exhausted { .. }) => assert_eq!(at + 1, until, "{lower} {upper}"),
                Err(_) => assert!(at >= until, "{lower} {upper}"),
            }
        }
    }
}

#[test]
fn open_ends_have_the_next_integer_or_some_key_before_every_key_but_the_first() {
    for cap in [2, 3, 4] {
        let (keys, mut rng) = (world(cap), rng(3));
        let (first, last) = (&keys[0], &keys[keys.len() - 1]);
        let mut place = MiddleHalf(&mut rng);
        assert!(is_exhausted(cap, &between_within(cap, None, Some(first), &mut place)));
        assert!(is_exhausted(cap, &between_within(cap, Some(last), None, &mut place)));
        assert_eq!(between_within(cap, None, Some(&keys[1]), &mut place).as_ref(), Ok(first));
        assert_eq!(between_within(cap, Some(&keys[keys.len() - 2]), None, &mut place).as_ref(), Ok(last));
        let integers: Vec<&Key> = keys.iter().filter(|key| key.fraction().is_empty()).collect();
        for pair in keys.windows(2) {
            let below = between_within(cap, None, Some(&pair[1]), &mut place).unwrap();
            assert!(below < pair[1] && below.len() <= cap, "{below} below {}", pair[1]);
            let above = between_within(cap, Some(&pair[0]), None, &mut place).unwrap();
            assert!(above > pair[0] && above.len() <= cap, "{above} above {}", pair[0]);
            let next_below = integers[..integers.partition_point(|&key| *key < pair[1])].last();
            assert!(next_below.is_none_or(|&key| *key == below), "{below} below {}", pair[1]);
            let next_above = integers[integers.partition_point(|&key| *key <= pair[0])..].first();
            assert!(next_above.is_none_or(|&key| *key == above), "{above} above {}", pair[0]);
        }
    }
}

#[test]
fn bounds_from_a_larger_world_see_the_keys_of_a_smaller_one() {
    let (keys, small, mut rng) = (world(4), world(3), rng(4));
    for _ in 0..300_000 {
        let width = 1 + bounded(&mut rng, 200) as usize;
        let at = bounded(&mut rng, (keys.len() - width) as u32) as usize;
        let (lower, upper) = (&keys[at], &keys[at + width]);
        let first = small.partition_point(|key| key <= lower);
        let end = small.partition_point(|key| key < upper);
        match between_within(3, Some(lower), Some(upper), &mut MiddleHalf(&mut rng)) {
            Ok(made) => assert!(small[first..end].contains(&made), "{lower} {made} {upper}"),
            Err(_) => assert!(first >= end, "{lower} {upper}"),
        }
        let n = end.saturating_sub(first);
        let made: Vec<Key> = between_n_within(3, Some(lower), Some(upper), n).unwrap().collect();
        assert_eq!(made, small[first..first.max(end)], "{lower} {upper}");
        assert!(is_exhausted(3, &between_n_within(3, Some(lower), Some(upper), n + 1)), "{lower} {upper}");
    }
}

#[test]
fn as_many_as_fit_are_all_there_are_and_one_more_is_exhausted() {
    for cap in [2, 3] {
        let (keys, mut rng) = (world(cap), rng(5));
        fills(cap, &keys, None, None);
        for round in 0..2_000_u32 {
            let widest = [3, 70, 1_000][round as usize % 3].min(keys.len() as u32);
            let width = 1 + bounded(&mut rng, widest - 1) as usize;
            let at = bounded(&mut rng, (keys.len() - width) as u32) as usize;
            fills(cap, &keys[at + 1..at + width], Some(&keys[at]), Some(&keys[at + width]));
        }
        for at in [0, 1, keys.len() / 2, keys.len() - 2, keys.len() - 1] {
            fills(cap, &keys[..at], None, Some(&keys[at]));
            fills(cap, &keys[at + 1..], Some(&keys[at]), None);
        }
    }
}

/// Asserts that the keys between two bounds, all asked for, are these.
#[track_caller]
fn fills(cap: usize, expected: &[Key], lower: Option<&Key>, upper: Option<&Key>) {
    let n = expected.len();
    let made: Vec<Key> = between_n_within(cap, lower, upper, n).unwrap().collect();
    assert_eq!(made, expected, "all {n} between {lower:?} and {upper:?}");
    assert!(is_exhausted(cap, &between_n_within(cap, lower, upper, n + 1)), "{lower:?} {upper:?}");
}
