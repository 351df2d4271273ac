//! The walk through two fractions to the first place with room for a digit.

use crate::bytes::{first_difference, run_len};
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

/// Walks two keys, the first of them maybe the floor, digit by digit; a missing digit is 0 below. Where
/// no digit lies strictly inside, the lower digit is carried. (SPEC §3)
pub(crate) fn walk(lower: &[u8], upper: &[u8]) -> Gap {
    let start = first_difference(lower, upper).unwrap_or(upper.len());
    walk_from(start, lower, upper)
}

/// [`walk`] from a place up to which the two keys are known to be the same.
pub(crate) fn walk_from(start: usize, lower: &[u8], upper: &[u8]) -> Gap {
    let at = first_different_digit(start, lower, upper);
    let (low, high) = (digit_or_zero(lower, at), digit_or_zero(upper, at));
    if high - low > 1 { Gap { at, lower: low, upper: high } } else { walk_unbounded(at + 1, lower) }
}

/// The shortest key between two that share their integer part, where the walk does not find it: upper
/// up to the first digit that differs, if the digits there are neighbours and upper goes on. Returns
/// its length.
pub(crate) fn upper_prefix_len(lower: &[u8], upper: &[u8]) -> Option<usize> {
    let start = first_difference(lower, upper).unwrap_or(upper.len());
    let len = first_different_digit(start, lower, upper) + 1;
    (len < upper.len()).then_some(len)
}

/// Above `lower` from the digit at `start` on, where there is no upper bound or it has been left behind,
/// any digit below 62 will do: the greatest digit is carried, the first smaller one leaves room.
pub(crate) fn walk_unbounded(start: usize, lower: &[u8]) -> Gap {
    let rest = lower.get(start..).unwrap_or_default();
    let at = start + run_len(rest, b'z');
    Gap { at, lower: digit_or_zero(lower, at), upper: BASE }
}

/// The first digit, from `start` on, in which `lower`, padded with zeros, differs from `upper`. There is
/// one: `upper` is above `lower` and does not end in a zero.
fn first_different_digit(start: usize, lower: &[u8], upper: &[u8]) -> usize {
    if start < lower.len() { start } else { start + run_len(&upper[start..], b'0') }
}

fn digit_or_zero(key: &[u8], at: usize) -> u8 {
    key.get(at).map_or(0, |&byte| digit::value(byte))
}
