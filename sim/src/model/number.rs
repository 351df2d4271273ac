//! Keys as numbers: at a cap of L bytes the keys are 0 … N−1 in order, which answers every question of
//! "does a key fit" without knowing how one is made. (SPEC §2)
//!
//! A number has L digits in base 62: the head's rank among the heads whose integer part fits in L (there
//! are at most 52, so a rank is a digit too), then the L−1 digits after the head, zeros where the key has
//! ended. From L = 27 on the number 0 is the floor, the one number that is no key.
//!
//! Integer parts need no arithmetic of their own: at L = 27 the number after one is the integer part of
//! one higher unit in its last place, and the one below it begins with the integer part below.

use num_bigint::BigUint;

/// `A` and 26 zeros: the number 0 from L = 27 on, and no key.
pub const FLOOR: &str = "A00000000000000000000000000";

/// The most bytes an integer part has: a head and 26 digits.
const INTEGER_BYTES_MAX: usize = FLOOR.len();

const BASE: u32 = 62;
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const HEADS: &[u8; 52] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The number of a key (or of the floor) of at most `key_bytes_max` bytes.
pub fn number(key: &str, key_bytes_max: usize) -> BigUint {
    assert!(key.len() <= key_bytes_max, "`{key}` has {} bytes, the cap is {key_bytes_max}", key.len());
    cut_number(key, key_bytes_max).expect("a key within the cap has a head within the cap")
}

/// The key of a number; the floor for 0 where `key_bytes_max` is 27 or more. The inverse of [`number`].
pub fn key_of(number: &BigUint, key_bytes_max: usize) -> String {
    assert!(*number < count(key_bytes_max), "{number} is no key's number at {key_bytes_max} bytes");
    let mut digits = number.to_radix_le(BASE);
    digits.resize(key_bytes_max, 0);
    let rank = digits.pop().expect("the head's rank");
    let head = heads(key_bytes_max)[usize::from(rank)];
    let rest = digits.iter().rev().map(|&digit| DIGITS[usize::from(digit)]);
    let text: String = std::iter::once(head).chain(rest).map(char::from).collect();
    let (integer, fraction) = text.split_at(integer_part(&text).len());
    format!("{integer}{}", fraction.trim_end_matches('0'))
}

/// How many keys of at most `key_bytes_max` bytes lie strictly between two bounds, where `None` is an open
/// end. The bounds themselves may be longer.
pub fn count_between(lower: Option<&str>, upper: Option<&str>, key_bytes_max: usize) -> BigUint {
    let floor = BigUint::from(u8::from(key_bytes_max >= INTEGER_BYTES_MAX));
    let first = lower.map_or(floor, |lower| count_up_to(lower, key_bytes_max));
    let end = upper.map_or_else(|| count(key_bytes_max), |upper| count_below(upper, key_bytes_max));
    if end > first { end - first } else { BigUint::ZERO }
}

/// Whether a key of at most `key_bytes_max` bytes lies strictly between two bounds that ascend.
///
/// One byte beyond the longer bound is room enough, so where the cap leaves that byte the numbers are
/// taken there: what is asked of short keys at a cap of 512 bytes stays short.
pub fn fits(lower: Option<&str>, upper: Option<&str>, key_bytes_max: usize) -> bool {
    let longest = lower.into_iter().chain(upper).map(str::len).max().unwrap_or(1);
    count_between(lower, upper, key_bytes_max.min(longest + 1)) > BigUint::ZERO
}

/// The lowest key of at most `key_bytes_max` bytes above `lower`, where there is any.
pub fn lowest_above(lower: Option<&str>, key_bytes_max: usize) -> Option<String> {
    let floor = (key_bytes_max >= INTEGER_BYTES_MAX).then_some(FLOOR);
    let first = lower.or(floor).map_or(BigUint::ZERO, |lower| count_up_to(lower, key_bytes_max));
    (first < count(key_bytes_max)).then(|| key_of(&first, key_bytes_max))
}

/// The integer part above one, or `None` above `z…z`.
pub fn integer_above(integer: &str) -> Option<String> {
    let unit = BigUint::from(BASE).pow((INTEGER_BYTES_MAX - integer.len()) as u32);
    let above = number(integer, INTEGER_BYTES_MAX) + unit;
    (above < count(INTEGER_BYTES_MAX)).then(|| key_of(&above, INTEGER_BYTES_MAX))
}

/// The integer part below one, or `None` below the floor.
pub fn integer_below(integer: &str) -> Option<String> {
    let number = number(integer, INTEGER_BYTES_MAX);
    (number > BigUint::ZERO).then(|| integer_part(&key_of(&(number - 1u32), INTEGER_BYTES_MAX)).to_owned())
}

/// The integer part of a key (or of the floor).
pub fn integer_part(key: &str) -> &str {
    let promised = promised(key.as_bytes()[0]).expect("a key starts with a letter");
    &key[..=promised]
}

/// How many digits a head promises, `None` where it is no letter.
pub fn promised(head: u8) -> Option<usize> {
    match head {
        b'A'..=b'Z' => Some(usize::from(b'Z' - head) + 1),
        b'a'..=b'z' => Some(usize::from(head - b'a') + 1),
        _ => None,
    }
}

/// The value of a digit, `None` where the byte is none.
pub fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'A'..=b'Z' => Some(byte - b'A' + 10),
        b'a'..=b'z' => Some(byte - b'a' + 36),
        _ => None,
    }
}

/// The digit of a value below 62.
pub fn digit_of(value: u8) -> char {
    char::from(DIGITS[usize::from(value)])
}

/// How many numbers there are at a cap, the floor counted.
fn count(key_bytes_max: usize) -> BigUint {
    match heads(key_bytes_max).len() {
        0 => BigUint::ZERO,
        heads => BigUint::from(BASE).pow((key_bytes_max - 1) as u32) * heads,
    }
}

/// How many numbers stand for texts at or below a key of any length.
fn count_up_to(key: &str, key_bytes_max: usize) -> BigUint {
    match cut_number(key, key_bytes_max) {
        Some(cut) => cut + 1u32,
        None if key.as_bytes()[0] >= b'a' => count(key_bytes_max),
        None => BigUint::ZERO,
    }
}

/// How many numbers stand for texts below a key of any length.
fn count_below(key: &str, key_bytes_max: usize) -> BigUint {
    let up_to = count_up_to(key, key_bytes_max);
    if key.len() <= key_bytes_max { up_to - 1u32 } else { up_to }
}

/// The number of a key cut to the cap, `None` where the head's integer part does not fit.
fn cut_number(key: &str, key_bytes_max: usize) -> Option<BigUint> {
    let mut key = key.bytes();
    let head = key.next().expect("a key has bytes");
    let rank = heads(key_bytes_max).iter().position(|&other| other == head)? as u8;
    let digits = key.map(|byte| digit(byte).expect("a key has digits"));
    let padded = std::iter::once(rank).chain(digits).chain(std::iter::repeat(0)).take(key_bytes_max);
    BigUint::from_radix_be(&padded.collect::<Vec<u8>>(), BASE)
}

/// The heads whose integer part fits in the cap, in order: as many of each sign as digits fit.
fn heads(key_bytes_max: usize) -> &'static [u8] {
    let digits = key_bytes_max.saturating_sub(1).min(26);
    &HEADS[26 - digits..26 + digits]
}
