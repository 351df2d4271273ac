//! The walk through two fractions to the first place with room for a digit.

use crate::digit::{self, BASE};

/// The first place where a digit fits strictly between two keys that share their integer part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gap {
    /// The offset of the new digit. Before it stand the lower key's digits, then zeros.
    pub(crate) at: usize,
    /// The digit value that the new digit must exceed.
    pub(crate) lower: u8,
    /// The digit value that it must stay below; 62 once the upper key has been left behind.
    pub(crate) upper: u8,
}

/// Walks `lower` and `upper`, both with the same integer part of `integer_len` bytes, digit by digit; a
/// missing digit is 0 below and, where there is no upper bound or it has been left behind, 62 above.
/// Where no digit lies strictly inside, the lower digit is carried. (SPEC §3)
pub(crate) fn walk(lower: &[u8], upper: Option<&[u8]>, integer_len: usize) -> Gap {
    let Some(upper) = upper else {
        return walk_unbounded(lower, integer_len);
    };
    let at = first_difference(lower, upper, integer_len);
    let (low, high) = (digit_or_zero(lower, at), digit_or_zero(upper, at));
    if high - low > 1 { Gap { at, lower: low, upper: high } } else { walk_unbounded(lower, at + 1) }
}

/// The shortest key between two that share their integer part, where the walk does not find it: upper
/// up to the first digit that differs, if the digits there are neighbours and upper goes on. Returns
/// its length.
pub(crate) fn upper_prefix_len(lower: &[u8], upper: &[u8], integer_len: usize) -> Option<usize> {
    let len = first_difference(lower, upper, integer_len) + 1;
    (len < upper.len()).then_some(len)
}

/// Above `lower` from the digit at `start` on, any digit below 62 will do: the greatest digit is
/// carried, the first smaller one leaves room.
fn walk_unbounded(lower: &[u8], start: usize) -> Gap {
    let rest = lower.get(start..).unwrap_or_default();
    let carried = rest.iter().position(|&byte| byte != b'z').unwrap_or(rest.len());
    let at = start + carried;
    Gap { at, lower: digit_or_zero(lower, at), upper: BASE }
}

/// The offset of the first digit in which `lower`, padded with zeros, differs from `upper`. There is
/// one: `upper` is above `lower` and does not end in a zero.
fn first_difference(lower: &[u8], upper: &[u8], integer_len: usize) -> usize {
    let common = common_len(lower, upper, integer_len);
    if common < lower.len() {
        return common;
    }
    let zeros = upper[common..].iter().position(|&byte| byte != b'0');
    common + zeros.expect("the upper bound is above the lower")
}

/// How many leading bytes two keys share, given that they share `known`.
fn common_len(a: &[u8], b: &[u8], known: usize) -> usize {
    let shorter = a.len().min(b.len());
    let mut at = known;
    while at + 8 <= shorter {
        let difference = word(a, at) ^ word(b, at);
        if difference != 0 {
            return at + difference.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while at < shorter && a[at] == b[at] {
        at += 1;
    }
    at
}

fn word(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

fn digit_or_zero(key: &[u8], at: usize) -> u8 {
    key.get(at).map_or(0, |&byte| digit::value(byte))
}
