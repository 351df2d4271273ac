//! Greenspan's scheme: an integer part with the same heads as ours, and deterministic fractions.

use super::{digit, push_between, value};

pub(crate) fn between(lower: Option<&str>, upper: Option<&str>) -> String {
    match (lower, upper) {
        (None, None) => "a0".into(),
        (Some(lower), None) => {
            let (integer, fraction) = lower.split_at(integer_len(lower));
            increment(integer, 0).unwrap_or_else(|| fraction_on(String::new(), integer, fraction, None))
        }
        (None, Some(upper)) => {
            let (integer, fraction) = upper.split_at(integer_len(upper));
            if integer.starts_with('A') && integer[1..].bytes().all(|byte| byte == b'0') {
                return fraction_on(String::new(), integer, "", Some(fraction));
            }
            if fraction.is_empty() { decrement(integer) } else { integer.into() }
        }
        (Some(lower), Some(upper)) => {
            assert!(lower < upper, "{lower} is not below {upper}");
            let (integer, fraction) = lower.split_at(integer_len(lower));
            let (upper_integer, upper_fraction) = upper.split_at(integer_len(upper));
            if integer == upper_integer {
                return fraction_on(String::new(), integer, fraction, Some(upper_fraction));
            }
            match increment(integer, lower.len() + 1) {
                Some(next) if next.as_str() < upper => next,
                unfit => fraction_on(unfit.unwrap_or_default(), integer, fraction, None),
            }
        }
    }
}

fn integer_len(key: &str) -> usize {
    match key.as_bytes()[0] {
        head @ b'a'..=b'z' => usize::from(head - b'a') + 2,
        head => usize::from(b'Z' - head) + 2,
    }
}

/// An integer part and a fraction between two, written over what `key` held.
fn fraction_on(mut key: String, integer: &str, lower: &str, upper: Option<&str>) -> String {
    let longer = lower.len().max(upper.map_or(0, str::len));
    key.clear();
    key.reserve(integer.len() + longer + 1);
    key.push_str(integer);
    push_between(&mut key, lower, upper);
    key
}

/// The integer above, with room for a key of `capacity` bytes in its place.
fn increment(integer: &str, capacity: usize) -> Option<String> {
    let digits = integer.trim_end_matches('z');
    if digits.len() > 1 {
        return Some(stepped(integer, digits.len(), 1, "0", capacity));
    }
    match integer.as_bytes()[0] {
        b'Z' => Some("a0".into()),
        b'z' => None,
        head => Some(filled(head + 1, "0")),
    }
}

fn decrement(integer: &str) -> String {
    let digits = integer.trim_end_matches('0');
    if digits.len() > 1 {
        return stepped(integer, digits.len(), -1, "z", 0);
    }
    match integer.as_bytes()[0] {
        b'a' => "Zz".into(),
        head => filled(head - 1, "z"),
    }
}

/// The integer with its digit before `len` moved by one and those after it turned over.
fn stepped(integer: &str, len: usize, by: i8, turned: &str, capacity: usize) -> String {
    let mut stepped = String::with_capacity(integer.len().max(capacity));
    stepped.push_str(&integer[..len - 1]);
    let moved = value(integer.as_bytes()[len - 1]).checked_add_signed(by).expect("a digit has room");
    stepped.push(digit(moved));
    for _ in len..integer.len() {
        stepped.push_str(turned);
    }
    stepped
}

fn filled(head: u8, digit: &str) -> String {
    let mut filled = String::from(char::from(head));
    let len = integer_len(&filled);
    filled.push_str(&digit.repeat(len - 1));
    filled
}
