//! Keys as numbers (SPEC §2), by another route than the generator's own: big integers centred on `a0`.
//!
//! At a length of L bytes every key is a whole number: the head as a signed digit (`a` is 0, `Z` is −1)
//! and the L−1 digits after it. A key of more than L bytes is a fraction at that scale, so bounds over
//! the cap need no case of their own: whole numbers are counted below a fraction by rounding it up.

use num_bigint::BigInt;
use order_key::{KEY_BYTES_MAX, Key};
use std::sync::LazyLock;

const DIGITS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

static POWERS: LazyLock<Vec<BigInt>> = LazyLock::new(|| {
    std::iter::successors(Some(BigInt::from(1)), |power| Some(power * 62)).take(KEY_BYTES_MAX + 1).collect()
});

/// How many canonical keys of at most `len` bytes there are, the floor counted.
pub(crate) fn count(len: usize) -> BigInt {
    &POWERS[len - 1] * (2 * heads_per_sign(len))
}

/// The number of a key of at most `len` bytes.
pub(crate) fn number(len: usize, key: &str) -> BigInt {
    assert!(key.len() <= len, "a key of {} bytes has no number at {len}", key.len());
    place(len, key) + count(len) / 2
}

/// The text of a number: a key, or the floor.
pub(crate) fn text(len: usize, number: &BigInt) -> String {
    let centred: BigInt = number - count(len) / 2;
    let scale = &POWERS[len - 1];
    let digits: BigInt = ((&centred % scale) + scale) % scale;
    let head = i8::try_from((centred - &digits) / scale).expect("a head");
    let head = if head < 0 { b'Z' + 1 - head.unsigned_abs() } else { b'a' + head.unsigned_abs() };
    let (_, values) = digits.to_radix_be(62);
    let mut text = char::from(head).to_string();
    text.extend(std::iter::repeat_n('0', len - 1 - values.len()));
    text.extend(values.iter().map(|&value| char::from(DIGITS.as_bytes()[usize::from(value)])));
    let integer_len = 1 + width(head);
    text.truncate(integer_len.max(text.trim_end_matches('0').len()));
    text
}

/// How many keys of at most `len` bytes lie strictly between two bounds of any length.
pub(crate) fn count_between(len: usize, lower: Option<&Key>, upper: Option<&Key>) -> BigInt {
    (end_below(len, upper) - first_above(len, lower)).max(BigInt::ZERO)
}

/// The least number whose key lies above a bound.
pub(crate) fn first_above(len: usize, lower: Option<&Key>) -> BigInt {
    match lower {
        None => BigInt::from(u8::from(len >= 27)), // number 0 is the floor
        Some(lower) => below(len, lower) + u8::from(lower.len() <= len),
    }
}

/// One past the greatest number whose key lies below a bound.
pub(crate) fn end_below(len: usize, upper: Option<&Key>) -> BigInt {
    upper.map_or_else(|| count(len), |upper| below(len, upper))
}

/// How many numbers lie below a key of any length.
fn below(len: usize, key: &Key) -> BigInt {
    let scale = &POWERS[key.len().saturating_sub(len)];
    let place = place(len.max(key.len()), key.as_str());
    let half: BigInt = count(len) / 2;
    (-floor_div(&-place, scale)).clamp(-&half, half.clone()) + half
}

fn floor_div(a: &BigInt, b: &BigInt) -> BigInt {
    let (quotient, remainder) = (a / b, a % b);
    if remainder < BigInt::ZERO { quotient - 1 } else { quotient }
}

/// A key as a whole number centred on `a0`.
fn place(len: usize, key: &str) -> BigInt {
    let head = i32::from(key.as_bytes()[0]);
    let head = if head >= 97 { head - 97 } else { head - 91 };
    let digits: Vec<u8> = key[1..].chars().map(|c| DIGITS.find(c).unwrap() as u8).collect();
    let value = BigInt::from_radix_be(num_bigint::Sign::Plus, &digits, 62).unwrap();
    &POWERS[len - 1] * head + value * &POWERS[len - key.len()]
}

fn heads_per_sign(len: usize) -> usize {
    len.min(27) - 1
}

fn width(head: u8) -> usize {
    usize::from(if head >= b'a' { head - b'a' } else { b'Z' - head }) + 1
}

#[test]
fn numbers_of_a_few_keys_are_what_a_hand_finds() {
    for (len, text_, number_) in [
        (2, "Z0", 0),
        (2, "Zz", 61),
        (2, "a0", 62),
        (2, "az", 123),
        (3, "Y00", 0),
        (3, "Yzz", 3843),
        (3, "Z0", 3844),
        (3, "Z01", 3845),
        (3, "Zz", 3844 + 61 * 62),
        (3, "a0", 7688),
        (3, "b00", 3 * 3844),
        (3, "bzz", 4 * 3844 - 1),
    ] {
        assert_eq!(number(len, text_), BigInt::from(number_), "{text_} at {len}");
        assert_eq!(text(len, &BigInt::from(number_)), text_, "{number_} at {len}");
    }
    assert_eq!(text(27, &BigInt::ZERO), crate::on_floor(""));
    assert_eq!(text(512, &BigInt::from(1)), crate::on_floor(&format!("{}1", "0".repeat(484))));
}

#[test]
fn a_bound_over_the_cap_counts_as_the_fraction_that_it_is() {
    let counts = |len, lower: &str, upper: &str| {
        count_between(len, crate::bound(lower).as_ref(), crate::bound(upper).as_ref())
    };
    for (len, lower, upper, expected) in [
        (2, "-", "-", 124),
        (2, "a00V", "a1", 0),
        (2, "a00V", "a2", 1),
        (2, "a0", "a1V", 1),
        (2, "Xzzz", "Z1", 1),
        (2, "-", "Xzzz", 0),
        (2, "b00", "-", 0),
        (3, "a00V", "a1", 61),
        (27, "-", "Z0", 0),
    ] {
        if len < 27 {
            assert_eq!(counts(len, lower, upper), BigInt::from(expected), "{lower} {upper} at {len}");
        }
    }
    let above_floor = on_floor_count("1");
    assert_eq!(above_floor, BigInt::ZERO);
    assert_eq!(on_floor_count("2"), BigInt::from(1));
}

/// Keys of at most 28 bytes below the floor and one digit.
fn on_floor_count(digit: &str) -> BigInt {
    count_between(28, None, Some(&crate::key(crate::on_floor(digit))))
}
