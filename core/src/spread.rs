//! Many keys between two neighbours at once, for importers.
//!
//! A loop of `between` in one gap makes keys that get longer with every call; 500 rows between `a7` and
//! `a8` end above a hundred bytes. Knowing `n` beforehand, the same rows fit in four.
//!
//! At a cap of L bytes the canonical keys are the numbers 0 … N−1 in order (SPEC §2): the rank of the
//! head among those whose integer part fits in L, then the L−1 digits after it, zeros where the key has
//! ended. `n` keys are spread evenly by dividing the interval of numbers, at the least L that has room.
//! The numbers have up to 512 digits, but at the least L their interval is small: it held fewer than
//! `n` at L−1, so it holds fewer than 62·(n+2) at L, which fits in 128 bits with room to spare.

use crate::between::{ascending, integer_below};
use crate::bytes::Bytes;
use crate::digit::{self, BASE};
use crate::error::BetweenError;
use crate::integer::{INTEGER_BYTES_MAX, Integer, integer_len};
use crate::key::{KEY_BYTES_MAX, Key};
use alloc::vec::Vec;
use core::iter::FusedIterator;

/// `n` ascending keys strictly between `lower` and `upper`, where `None` is an open end. (SPEC §3)
///
/// With an open end they are consecutive integers from the bound, from `a0` in an empty list. Otherwise,
/// or where those would be too long, they are spread evenly among the keys of the least length at which
/// so many fit. The keys are made one by one as the iterator is asked for them; that they all fit is
/// certain beforehand.
///
/// ```
/// use order_key::{Key, between_n};
///
/// let (lower, upper) = (Key::parse("a7").unwrap(), Key::parse("a8").unwrap());
/// let keys: Vec<Key> = between_n(Some(&lower), Some(&upper), 500).unwrap().collect();
/// assert_eq!(keys.len(), 500);
/// assert_eq!(keys.iter().map(Key::len).max(), Some(4));
/// ```
///
/// # Errors
/// * [`BetweenError::NotAscending`] where `lower >= upper`, also for `n` = 0.
/// * [`BetweenError::Exhausted`] where fewer than `n` keys of at most [`KEY_BYTES_MAX`] bytes lie
///   strictly between the bounds.
pub fn between_n(lower: Option<&Key>, upper: Option<&Key>, n: usize) -> Result<Spread, BetweenError> {
    between_n_within(KEY_BYTES_MAX, lower, upper, n)
}

/// [`between_n`] with another cap, for small worlds. A cap above [`KEY_BYTES_MAX`] counts as that.
///
/// # Errors
/// As [`between_n`], for the given cap.
pub fn between_n_within(
    key_bytes_max: usize,
    lower: Option<&Key>,
    upper: Option<&Key>,
    n: usize,
) -> Result<Spread, BetweenError> {
    ascending(lower, upper)?;
    let key_bytes_max = key_bytes_max.min(KEY_BYTES_MAX);
    if n == 0 {
        return Ok(Spread { left: 0, keys: Keys::Consecutive(Integer::FIRST) });
    }
    let Some(len) = least_len(key_bytes_max, lower, upper, n) else {
        return Err(BetweenError::exhausted(key_bytes_max));
    };
    let keys = match consecutive(lower, upper, n, (len + 1).min(key_bytes_max)) {
        Some(lowest) => Keys::Consecutive(lowest),
        None => Keys::Even { interval: Interval::at(len, lower, upper), n: n as u128 },
    };
    Ok(Spread { left: n, keys })
}

/// The keys of [`between_n`], in ascending order.
#[derive(Clone, Debug)]
pub struct Spread {
    left: usize,
    keys: Keys,
}

#[derive(Clone, Debug)]
enum Keys {
    Consecutive(Integer),
    Even { interval: Interval, n: u128 },
}

impl Iterator for Spread {
    type Item = Key;

    fn next(&mut self) -> Option<Key> {
        if self.left == 0 {
            return None;
        }
        let key = match &mut self.keys {
            Keys::Consecutive(integer) => {
                let key = Key::from_canonical(Bytes::copy(integer.as_bytes()));
                *integer = integer.increment().unwrap_or(*integer);
                key
            }
            Keys::Even { interval, n } => {
                let ordinal = *n - self.left as u128 + 1;
                interval.first.plus(even_step(ordinal, interval.count, *n)).key()
            }
        };
        self.left -= 1;
        Some(key)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Spread {}
impl FusedIterator for Spread {}

/// How far the `ordinal`th (from 1) of `n` evenly spread places lies above the first of `count` places:
/// `⌊ordinal·(count+1)/(n+1)⌋ − 1`, computed without overflow.
fn even_step(ordinal: u128, count: u128, n: u128) -> u128 {
    let (quotient, remainder) = ((count + 1) / (n + 1), (count + 1) % (n + 1));
    ordinal * quotient + ordinal * remainder / (n + 1) - 1
}

/// The least length at which `n` keys fit between the bounds, if it is within the cap.
fn least_len(key_bytes_max: usize, lower: Option<&Key>, upper: Option<&Key>, n: usize) -> Option<usize> {
    let (mut too_short, mut least) = (1, key_bytes_max + 1);
    while least - too_short > 1 {
        let len = usize::midpoint(too_short, least);
        if Interval::at(len, lower, upper).count >= n as u128 {
            least = len;
        } else {
            too_short = len;
        }
    }
    (least <= key_bytes_max).then_some(least)
}

/// The lowest of `n` consecutive integers from the bound at an open end (from `a0` where both are open),
/// if none of them has more than `len_max` bytes.
fn consecutive(lower: Option<&Key>, upper: Option<&Key>, n: usize, len_max: usize) -> Option<Integer> {
    let steps = n as u128 - 1;
    let (lowest, highest) = match (lower, upper) {
        (Some(_), Some(_)) => return None,
        (None, None) => (Integer::FIRST, Integer::FIRST.up(steps)?),
        (Some(lower), None) => {
            let lowest = lower.integer().increment()?;
            (lowest, lowest.up(steps)?)
        }
        (None, Some(upper)) => {
            let highest = integer_below(upper.as_bytes())?;
            (highest.down(steps)?, highest)
        }
    };
    // Between two integers none is longer than the longer of them: lengths fall towards `a0` and `Zz`.
    let fits = |integer: Integer| integer.as_bytes().len() <= len_max;
    (fits(lowest) && fits(highest) && lowest != Integer::FLOOR).then_some(lowest)
}

/// A key of at most L bytes as a number: the head's rank among the heads that fit in L, then L−1
/// digits. (SPEC §2)
#[derive(Clone, Debug, PartialEq, Eq)]
struct Number {
    head: u8,
    digits: Vec<u8>,
}

/// The numbers of the keys that lie strictly between two bounds.
#[derive(Clone, Debug)]
struct Interval {
    first: Number,
    count: u128,
}

impl Interval {
    fn at(len: usize, lower: Option<&Key>, upper: Option<&Key>) -> Self {
        let first = match lower {
            None if len < INTEGER_BYTES_MAX => Number::zero(len),
            None => Number::zero(len).plus(1),
            Some(lower) => Number::first_above(len, lower.as_bytes()),
        };
        let end = upper.map_or_else(|| Number::end(len), |u| Number::end_below(len, u.as_bytes()));
        let count = first.distance(&end);
        Self { first, count }
    }
}

impl Number {
    fn zero(len: usize) -> Self {
        Self { head: 0, digits: alloc::vec![0; len - 1] }
    }

    /// One past the greatest number.
    fn end(len: usize) -> Self {
        Self { head: 2 * heads_per_sign(len), ..Self::zero(len) }
    }

    /// The least number whose key is above `key`.
    fn first_above(len: usize, key: &[u8]) -> Self {
        match head_rank(len, key[0]) {
            HeadRank::Below => Self::zero(len),
            HeadRank::Above => Self::end(len),
            HeadRank::At(head) => Self { head, digits: padded(len, key) }.plus(1),
        }
    }

    /// One past the greatest number whose key is below `key`.
    fn end_below(len: usize, key: &[u8]) -> Self {
        match head_rank(len, key[0]) {
            HeadRank::Below => Self::zero(len),
            HeadRank::Above => Self::end(len),
            HeadRank::At(head) => {
                let cut = Self { head, digits: padded(len, key) };
                if key.len() > len { cut.plus(1) } else { cut }
            }
        }
    }

    /// How far `end` lies above, 0 if it does not, the greatest value that fits if it is more.
    fn distance(&self, end: &Self) -> u128 {
        const ENOUGH: i128 = i128::MAX / 64 - 64;
        let mut distance = i128::from(end.head) - i128::from(self.head);
        for (&high, &low) in end.digits.iter().zip(&self.digits) {
            if distance > ENOUGH {
                return u128::MAX / 2;
            }
            distance = (distance * i128::from(BASE) + i128::from(high) - i128::from(low)).max(-ENOUGH);
        }
        u128::try_from(distance).unwrap_or(0)
    }

    /// The number that lies `step` further.
    fn plus(&self, step: u128) -> Self {
        let mut sum = self.clone();
        let mut carry = step;
        for digit in sum.digits.iter_mut().rev() {
            if carry == 0 {
                return sum;
            }
            carry += u128::from(*digit);
            *digit = (carry % u128::from(BASE)) as u8;
            carry /= u128::from(BASE);
        }
        sum.head += carry as u8;
        sum
    }

    fn key(&self) -> Key {
        let heads = heads_per_sign(self.digits.len() + 1);
        let head =
            if self.head < heads { b'Z' - (heads - 1 - self.head) } else { b'a' + (self.head - heads) };
        let mut bytes = alloc::vec![head];
        bytes.extend(self.digits.iter().map(|&value| digit::byte(value)));
        let integer_len = integer_len(&bytes);
        while bytes.len() > integer_len && bytes.last() == Some(&b'0') {
            bytes.pop();
        }
        Key::from_canonical(Bytes::copy(&bytes))
    }
}

/// How many heads of one sign have an integer part of at most `len` bytes.
fn heads_per_sign(len: usize) -> u8 {
    (len.min(INTEGER_BYTES_MAX) - 1) as u8
}

/// Where a head stands among those whose integer part fits in a length.
enum HeadRank {
    Below,
    At(u8),
    Above,
}

fn head_rank(len: usize, head: u8) -> HeadRank {
    let heads = heads_per_sign(len);
    match head {
        b'a'..=b'z' if head - b'a' < heads => HeadRank::At(heads + (head - b'a')),
        b'a'..=b'z' => HeadRank::Above,
        _ if b'Z' - head < heads => HeadRank::At(heads - 1 - (b'Z' - head)),
        _ => HeadRank::Below,
    }
}

/// The digits after the head, cut or padded with zeros to `len - 1`.
fn padded(len: usize, key: &[u8]) -> Vec<u8> {
    let values = key[1..].iter().map(|&byte| digit::value(byte));
    values.chain(core::iter::repeat(0)).take(len - 1).collect()
}
