//! The generator against the arithmetic at the full cap: Exhausted if and only if no number lies
//! between, and every result's number strictly between.

use crate::{numbers, rng};
use num_bigint::BigInt;
use order_key::{BetweenError, Integer, KEY_BYTES_MAX, Key, MiddleHalf, between_within, bounded};
use rand_chacha::ChaCha8Rng;

const DIGITS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Pairs of each kind; four kinds.
const PAIRS: usize = 30_000;

/// How the pairs fell out.
#[derive(Default)]
struct Tally {
    exhausted: usize,
    made: usize,
    at_cap: usize,
}

impl Tally {
    /// Generates between two numbers and judges the result by the numbers alone.
    fn judge(&mut self, lower: &BigInt, upper: &BigInt, rng: &mut ChaCha8Rng) {
        let bound = |number: &BigInt| Key::parse(numbers::text(KEY_BYTES_MAX, number)).ok();
        // Number 0 is the floor, no key: as a lower bound it is the open end.
        let (lower_key, upper_key) = (bound(lower), bound(upper));
        let made =
            between_within(KEY_BYTES_MAX, lower_key.as_ref(), upper_key.as_ref(), &mut MiddleHalf(rng));
        match made {
            Ok(made) => {
                let number = numbers::number(KEY_BYTES_MAX, made.as_str());
                assert!(*lower < number && number < *upper, "{lower_key:?} {made} {upper_key:?}");
                self.made += 1;
                self.at_cap += usize::from(made.len() == KEY_BYTES_MAX);
            }
            Err(error) => {
                assert_eq!(error, BetweenError::Exhausted { key_bytes_max: KEY_BYTES_MAX });
                assert_eq!(lower + 1, *upper, "exhausted between {lower_key:?} and {upper_key:?}");
                self.exhausted += 1;
            }
        }
    }
}

/// A key of at most `len` bytes with drawn head and digits, runs of `0` and `z` among them.
fn drawn(len: usize, rng: &mut ChaCha8Rng) -> Key {
    let heads: Vec<u8> = (b'A'..=b'Z').chain(b'a'..=b'z').collect();
    let mut text = vec![heads[bounded(rng, 52) as usize]];
    while text.len() < len {
        let digit = DIGITS[[0, 61, bounded(rng, 62), bounded(rng, 62)][bounded(rng, 4) as usize] as usize];
        text.extend(std::iter::repeat_n(digit, 1 + bounded(rng, 4) as usize));
    }
    text.truncate(len);
    while let Err(order_key::ParseError::TrailingZero { .. }) = Key::parse(&text) {
        text.pop();
    }
    Key::parse(&text).unwrap_or_else(|_| Key::try_from(Integer::CEILING).unwrap())
}

/// The number of a drawn key of full length, or now and then one near either end of all.
fn drawn_number(rng: &mut ChaCha8Rng) -> BigInt {
    let near = BigInt::from(bounded(rng, 1_000));
    match bounded(rng, 20) {
        0 => near,
        1 => numbers::count(KEY_BYTES_MAX) - 1_500 - near,
        _ => numbers::number(KEY_BYTES_MAX, drawn(KEY_BYTES_MAX, rng).as_str()),
    }
}

#[test]
fn nearly_adjacent_numbers() {
    let (mut tally, mut rng) = (Tally::default(), rng(1));
    for _ in 0..PAIRS {
        let lower = drawn_number(&mut rng);
        let upper = &lower + 1 + bounded(&mut rng, 4);
        if upper < numbers::count(KEY_BYTES_MAX) {
            tally.judge(&lower, &upper, &mut rng);
        }
    }
    assert!(tally.exhausted > PAIRS / 5 && tally.made > PAIRS / 2, "{} {}", tally.exhausted, tally.made);
    assert!(tally.at_cap > PAIRS / 3, "{}", tally.at_cap);
}

#[test]
fn numbers_up_to_a_million_apart() {
    let (mut tally, mut rng) = (Tally::default(), rng(2));
    for _ in 0..PAIRS {
        let lower = drawn_number(&mut rng);
        let reach = [64, 4_000, 1_000_000][bounded(&mut rng, 3) as usize];
        let upper = &lower + 1 + bounded(&mut rng, reach);
        if upper < numbers::count(KEY_BYTES_MAX) {
            tally.judge(&lower, &upper, &mut rng);
        }
    }
    assert!(tally.exhausted > 0 && tally.made > PAIRS / 2, "{} {}", tally.exhausted, tally.made);
}

#[test]
fn neighbours_of_short_keys_at_the_full_length() {
    let (mut tally, mut rng) = (Tally::default(), rng(3));
    for _ in 0..PAIRS {
        let len = 28 + bounded(&mut rng, 480) as usize;
        let middle = numbers::number(KEY_BYTES_MAX, drawn(len, &mut rng).as_str());
        let lower = &middle - 1 - bounded(&mut rng, 2);
        let upper = &middle + bounded(&mut rng, 3);
        if lower >= BigInt::ZERO && upper < numbers::count(KEY_BYTES_MAX) {
            tally.judge(&lower, &upper, &mut rng);
        }
    }
    assert!(tally.exhausted > PAIRS / 10 && tally.made > PAIRS / 2, "{} {}", tally.exhausted, tally.made);
}

#[test]
fn any_two_keys() {
    let (mut tally, mut rng) = (Tally::default(), rng(4));
    for _ in 0..PAIRS {
        let mut any = || {
            let len = 28 + bounded(&mut rng, 485) as usize;
            numbers::number(KEY_BYTES_MAX, drawn(len, &mut rng).as_str())
        };
        let (a, b) = (any(), any());
        if a != b {
            let (lower, upper) = if a < b { (a, b) } else { (b, a) };
            tally.judge(&lower, &upper, &mut rng);
        }
    }
    assert!(tally.made > PAIRS / 2, "{}", tally.made);
}
