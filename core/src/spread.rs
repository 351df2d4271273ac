//! Many keys between two neighbours at once, for importers.
//!
//! A loop of `between` in one gap makes keys that get longer with every call; 500 rows between `a7` and
//! `a8` end above a hundred bytes. Knowing `n` beforehand, the same rows fit in four.
//!
//! At a cap of L bytes the canonical keys are the numbers 0 … N−1 in order (SPEC §2): the rank of the
//! head among those whose integer part fits in L, then the L−1 digits after it, zeros where the key has
//! ended. `n` keys are spread evenly by dividing the interval of numbers, at the least L that has room.
//! The numbers have up to 512 digits and the interval may be as wide: between `y…z` and `z…z` lie 62²⁶
//! keys of 27 bytes and none shorter, even for `n` = 1. So the interval is divided as it is written,
//! digit by digit; only what `n` bounds is held in a machine word.

use crate::between::ascending;
use crate::bytes::Bytes;
use crate::digit::{self, BASE};
use crate::error::BetweenError;
use crate::integer::{INTEGER_BYTES_MAX, Integer, integer_below, integer_len};
use crate::key::{KEY_BYTES_MAX, Key};
use alloc::vec::Vec;
use core::iter::{FusedIterator, once, repeat};

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
    if let (Some(lower), Some(upper)) = (lower, upper) {
        ascending(lower, upper)?;
    }
    let key_bytes_max = key_bytes_max.min(KEY_BYTES_MAX);
    if n == 0 {
        return Ok(Spread { left: 0, keys: Keys::Consecutive(Integer::FIRST) });
    }
    let Some(len) = least_len(key_bytes_max, lower, upper, n) else {
        return Err(BetweenError::exhausted(key_bytes_max));
    };
    let keys = match consecutive(lower, upper, n, (len + 1).min(key_bytes_max)) {
        Some(lowest) => Keys::Consecutive(lowest),
        None => Keys::Even(Even::of(&Interval::at(len, lower, upper), n)),
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
    Even(Even),
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
            Keys::Even(even) => even.number(even.n - self.left as u128 + 1).key(),
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

/// The least length at which `n` keys fit between the bounds, if it is within the cap.
fn least_len(key_bytes_max: usize, lower: Option<&Key>, upper: Option<&Key>, n: usize) -> Option<usize> {
    let (mut too_short, mut least) = (1, key_bytes_max + 1);
    while least - too_short > 1 {
        let len = usize::midpoint(too_short, least);
        if Interval::at(len, lower, upper).count() >= n as u128 {
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

/// The numbers of the keys that lie strictly between two bounds.
struct Interval {
    first: Number,
    /// One past the last; at or below `first` where there is none.
    end: Number,
}

impl Interval {
    fn at(len: usize, lower: Option<&Key>, upper: Option<&Key>) -> Self {
        let first = match lower {
            None if len < INTEGER_BYTES_MAX => Number::zero(len),
            None => Number::zero(len).next(), // 0 is the floor
            Some(lower) => Number::first_above(len, lower.as_bytes()),
        };
        let end = upper.map_or_else(|| Number::end(len), |u| Number::end_below(len, u.as_bytes()));
        Self { first, end }
    }

    /// How many there are, or the greatest value that fits if there are more.
    fn count(&self) -> u128 {
        const ENOUGH: i128 = i128::MAX / 64 - 64;
        let mut count = 0;
        for (&end, &first) in self.end.0.iter().zip(&self.first.0) {
            if count > ENOUGH {
                return u128::MAX;
            }
            count = (count * i128::from(BASE) + i128::from(end) - i128::from(first)).max(-ENOUGH);
        }
        u128::try_from(count).unwrap_or(0)
    }
}

/// `n` numbers spread evenly over an interval: of its `count` numbers, the `i`th (from 1) is the
/// `⌊i·(count+1)/(n+1)⌋`th.
#[derive(Clone, Debug)]
struct Even {
    first: Number,
    n: u128,
    /// `⌊(count+1)/(n+1)⌋` in base 62, the last digit first, up to its highest digit.
    share: Vec<u8>,
    /// `(count+1) mod (n+1)`.
    rest: u128,
}

impl Even {
    fn of(interval: &Interval, n: usize) -> Self {
        let n = n as u128;
        let (mut share, mut rest) = (Vec::new(), 0);
        for digit in difference_plus_one(&interval.end, &interval.first) {
            rest = rest * u128::from(BASE) + u128::from(digit);
            share.push((rest / (n + 1)) as u8);
            rest %= n + 1;
        }
        share.reverse();
        let highest = share.iter().rposition(|&digit| digit > 0);
        share.truncate(highest.map_or(0, |at| at + 1));
        Self { first: interval.first.clone(), n, share, rest }
    }

    /// The number of the key with this ordinal, from 1.
    fn number(&self, ordinal: u128) -> Number {
        let mut number = self.first.clone();
        let mut carry = (ordinal * self.rest / (self.n + 1)).cast_signed() - 1;
        for (at, digit) in number.0.iter_mut().rev().enumerate() {
            let share = self.share.get(at).map_or(0, |&share| ordinal * u128::from(share));
            carry += i128::from(*digit) + share.cast_signed();
            *digit = carry.rem_euclid(BASE.into()) as u8;
            carry = carry.div_euclid(BASE.into());
            if carry == 0 && at + 1 >= self.share.len() {
                break;
            }
        }
        number
    }
}

/// `end − first + 1`, the highest digit first.
fn difference_plus_one(end: &Number, first: &Number) -> Vec<u8> {
    let mut digits = end.0.clone();
    let mut carry = 1;
    for (digit, &first) in digits.iter_mut().zip(&first.0).rev() {
        carry += i16::from(*digit) - i16::from(first);
        *digit = carry.rem_euclid(BASE.into()) as u8;
        carry = carry.div_euclid(BASE.into());
    }
    digits
}

/// A key of at most L bytes as a number of L digits: the head's rank among the heads that fit in L (at
/// most 52, so it is a digit too), then the digits after it. (SPEC §2)
#[derive(Clone, Debug)]
struct Number(Vec<u8>);

impl Number {
    fn zero(len: usize) -> Self {
        Self(alloc::vec![0; len])
    }

    /// One past the greatest number.
    fn end(len: usize) -> Self {
        let mut end = Self::zero(len);
        end.0[0] = 2 * heads_per_sign(len);
        end
    }

    /// The least number whose key is above `key`.
    fn first_above(len: usize, key: &[u8]) -> Self {
        match head_rank(len, key[0]) {
            HeadRank::Below => Self::zero(len),
            HeadRank::Above => Self::end(len),
            HeadRank::At(head) => Self::cut(len, head, key).next(),
        }
    }

    /// One past the greatest number whose key is below `key`.
    fn end_below(len: usize, key: &[u8]) -> Self {
        match head_rank(len, key[0]) {
            HeadRank::Below => Self::zero(len),
            HeadRank::Above => Self::end(len),
            HeadRank::At(head) if key.len() > len => Self::cut(len, head, key).next(),
            HeadRank::At(head) => Self::cut(len, head, key),
        }
    }

    /// The number of a key that is cut, or padded with zeros, to `len` bytes.
    fn cut(len: usize, head: u8, key: &[u8]) -> Self {
        let values = key[1..].iter().map(|&byte| digit::value(byte));
        Self(once(head).chain(values).chain(repeat(0)).take(len).collect())
    }

    fn next(mut self) -> Self {
        for digit in self.0.iter_mut().rev() {
            if *digit < BASE - 1 {
                *digit += 1;
                break;
            }
            *digit = 0;
        }
        self
    }

    fn key(&self) -> Key {
        let heads = heads_per_sign(self.0.len());
        let rank = self.0[0];
        let head = if rank < heads { b'Z' - (heads - 1 - rank) } else { b'a' + (rank - heads) };
        let digits = self.0[1..].iter().map(|&value| digit::byte(value));
        let mut bytes: Vec<u8> = once(head).chain(digits).collect();
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
