//! What the `between` probe is fed, made from a fuzzer's bytes in a way that reaches depth.
//!
//! Random texts are hardly ever keys, and two random keys hardly ever have a tight gap. So keys are
//! written in a small notation in which every byte means something and a plain key means itself:
//!
//! | byte | as the head | after it |
//! | --- | --- | --- |
//! | a letter | itself | itself |
//! | a digit `0`–`9` | a letter near `a0` or an outermost one | itself |
//! | another below 128 | the same | the integer or the fraction ends (zeros fill up the integer) |
//! | 128 to 239 | a letter near `a0` or an outermost one | the last digit again, up to 8 times |
//! | 240 to 247 | the same | the last digit again, 72 to 576 times |
//! | 248 to 251 | the same | `z` to the end of the integer, or to the last byte allowed |
//! | 252 to 255 | the same | the last digit again, as far |
//!
//! and the second bound is derived from the first more often than it is drawn: see `Near`. What the
//! bytes describe is then made canonical, and the bounds are put in order seven times out of eight.

use super::number::{FLOOR, count_between, digit, digit_of, integer_above, integer_below, integer_part};
use super::number::{key_of, number, promised};
use arbitrary::{Arbitrary, Result, Unstructured};
use order_key::Key;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng, TryRng};
use std::convert::Infallible;

/// The most bytes a key has.
const KEY_BYTES_MAX: usize = 512;

/// Caps at which something changes.
const CAPS: [usize; 16] = [2, 3, 4, 5, 6, 8, 16, 22, 23, 26, 27, 28, 29, 64, 511, 512];

/// Two bounds, a cap, and what to ask of them.
#[derive(Clone, Debug)]
pub struct BetweenInput {
    /// The cap in bytes, 2 to 512.
    pub key_bytes_max: usize,
    /// The lower bound; seldom longer than the cap.
    pub lower: Option<Key>,
    /// The upper bound; seldom longer than the cap, seldom not above the lower.
    pub upper: Option<Key>,
    /// How many keys are made one after the other, each between the last one and a bound.
    pub inserts: usize,
    /// For each of eight inserts in turn whether the next goes above it (1) or below it (0).
    pub turns: u8,
    /// How many keys are asked for at once.
    pub n: usize,
    /// What the digits are drawn from.
    pub draws: Draws,
}

/// The fuzzer's own bytes, each the high byte of a word, then a seeded stream: a source must not end.
#[derive(Clone, Debug)]
pub struct Draws {
    bytes: Vec<u8>,
    used: usize,
    stream: ChaCha8Rng,
}

/// How an upper bound is made from a lower one.
#[derive(Clone, Copy, Debug)]
enum Near {
    /// A key of its own.
    Not,
    /// The same key.
    Equal,
    /// The key whose number at the cap is a little higher.
    Number,
    /// The integer part a little higher, with a fraction of its own.
    Integer,
    /// A digit somewhere raised by one, with other digits after it.
    Raised,
    /// The first digits, then others.
    Prefix,
    /// The whole key, zeros, and a few more digits.
    Deeper,
    /// The same integer part, with a fraction of its own.
    Fraction,
}

const NEAR: [Near; 8] = [
    Near::Not,
    Near::Equal,
    Near::Number,
    Near::Integer,
    Near::Raised,
    Near::Prefix,
    Near::Deeper,
    Near::Fraction,
];

impl<'a> Arbitrary<'a> for BetweenInput {
    /// Takes all the bytes there are.
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let mut input = Self::of(u)?;
        input.draws.bytes = u.bytes(u.len())?.to_vec();
        Ok(input)
    }
}

impl BetweenInput {
    fn of(u: &mut Unstructured<'_>) -> Result<Self> {
        let key_bytes_max = cap(u)?;
        let flags: u8 = u.arbitrary()?;
        let bytes_max = if flags & 0b111 == 0b101 { KEY_BYTES_MAX } else { key_bytes_max };
        let lower = key(u, bytes_max)?;
        let upper = near(u, &lower, bytes_max)?;
        let (lower, upper) = match flags >> 5 {
            7 => (lower, upper),
            _ if lower <= upper => (lower, upper),
            _ => (upper, lower),
        };
        let open = flags >> 3 & 0b11;
        let mut input = Self {
            key_bytes_max,
            lower: (open != 1).then(|| parsed(&lower)),
            upper: (open != 2).then(|| parsed(&upper)),
            inserts: usize::from(u.arbitrary::<u8>()? % 32) + 1,
            turns: u.arbitrary()?,
            n: 0,
            draws: Draws {
                bytes: Vec::new(),
                used: 0,
                stream: ChaCha8Rng::seed_from_u64(u.arbitrary::<u8>()?.into()),
            },
        };
        input.n = input.many(u.arbitrary()?);
        if open == 3 && flags >> 5 == 6 {
            (input.lower, input.upper) = (None, None);
        }
        Ok(input)
    }

    /// How many keys to ask for: few, some, as many as fit, or one more than that.
    fn many(&self, byte: u8) -> usize {
        let few = usize::from(byte >> 2);
        let (lower, upper) = (self.lower.as_ref().map(Key::as_str), self.upper.as_ref().map(Key::as_str));
        let fits = || usize::try_from(count_between(lower, upper, self.key_bytes_max)).unwrap_or(usize::MAX);
        match byte & 0b11 {
            0 => few,
            1 => few * 2,
            2 => fits().min(100),
            _ => fits().saturating_add(1),
        }
    }
}

/// The bytes of `text` are a key because this module made them so.
#[track_caller]
fn parsed(text: &str) -> Key {
    Key::parse(text).unwrap_or_else(|refused| panic!("`{text}` was meant to be a key: {refused}"))
}

fn cap(u: &mut Unstructured<'_>) -> Result<usize> {
    let byte: u8 = u.arbitrary()?;
    if byte < 192 {
        return Ok(CAPS[usize::from(byte) % CAPS.len()]);
    }
    u.int_in_range(2..=KEY_BYTES_MAX)
}

fn key(u: &mut Unstructured<'_>, bytes_max: usize) -> Result<String> {
    let head = head(u, bytes_max)?;
    let mut text = String::from(char::from(head));
    fill_integer(u, &mut text)?;
    fill_fraction(u, &mut text, bytes_max)?;
    Ok(canonical(text))
}

/// A letter whose integer part has at most `bytes_max` bytes.
fn head(u: &mut Unstructured<'_>, bytes_max: usize) -> Result<u8> {
    let byte: u8 = u.arbitrary()?;
    let letter = if byte.is_ascii_alphabetic() { byte } else { b"aZbYcXAz"[usize::from(byte % 8)] };
    let fits = promised(letter).is_some_and(|digits| digits < bytes_max);
    Ok(if fits { letter } else { b"aZ"[usize::from(letter % 2)] })
}

fn fill_integer(u: &mut Unstructured<'_>, text: &mut String) -> Result<()> {
    let bytes = promised(text.as_bytes()[0]).expect("a head is a letter") + 1;
    fill(u, text, 1, bytes)?;
    text.extend(std::iter::repeat_n('0', bytes - text.len()));
    Ok(())
}

fn fill_fraction(u: &mut Unstructured<'_>, text: &mut String, bytes_max: usize) -> Result<()> {
    let from = text.len();
    fill(u, text, from, bytes_max)
}

/// Digits in the notation above, from the offset `from` to `to` at most.
fn fill(u: &mut Unstructured<'_>, text: &mut String, from: usize, to: usize) -> Result<()> {
    while text.len() < to && !u.is_empty() {
        let byte: u8 = u.arbitrary()?;
        let last = if text.len() > from { text.as_bytes()[text.len() - 1] } else { b'0' };
        let (digit, times) = match byte {
            0..128 if digit(byte).is_some() => (byte, 1),
            0..128 => return Ok(()),
            128..240 => (last, usize::from(byte % 8) + 1),
            240..248 => (last, usize::from(byte - 239) * 72),
            248..252 => (b'z', to),
            252..=255 => (last, to),
        };
        let times = times.min(to - text.len());
        text.extend(std::iter::repeat_n(char::from(digit), times));
    }
    Ok(())
}

/// The nearest canonical text of the same length: a fraction's last `0` becomes `1`, and so does the floor's.
fn canonical(mut text: String) -> String {
    if text == FLOOR || text.len() > integer_part(&text).len() && text.ends_with('0') {
        text.pop();
        text.push('1');
    }
    text
}

/// A key that stands to `lower` in a relation drawn from the bytes.
fn near(u: &mut Unstructured<'_>, lower: &str, bytes_max: usize) -> Result<String> {
    let integer = integer_part(lower);
    let mut text = match *u.choose(&NEAR)? {
        Near::Not => return key(u, bytes_max),
        Near::Equal => return Ok(lower.to_owned()),
        Near::Number => {
            let higher = number(lower, bytes_max) + u32::from(u.arbitrary::<u8>()? % 4);
            let fits = higher <= number(&highest(bytes_max), bytes_max);
            return Ok(if fits { key_of(&higher, bytes_max) } else { lower.to_owned() });
        }
        Near::Integer => stepped(integer, u.arbitrary()?, bytes_max),
        Near::Raised => {
            let at = u.choose_index(lower.len() - 1)? + 1;
            raised(lower, at)
        }
        Near::Prefix => {
            let len = u.int_in_range(integer.len()..=lower.len())?;
            lower[..len].to_owned()
        }
        Near::Deeper => {
            let zeros = u.arbitrary::<u8>()? % 8;
            let mut text = lower.to_owned();
            text.extend(std::iter::repeat_n('0', usize::from(zeros).min(bytes_max - text.len())));
            text
        }
        Near::Fraction => integer.to_owned(),
    };
    fill_fraction(u, &mut text, bytes_max)?;
    Ok(canonical(text))
}

/// The integer part a few steps away, as far as its length allows.
fn stepped(integer: &str, byte: u8, bytes_max: usize) -> String {
    let step = if byte.is_multiple_of(4) { integer_below } else { integer_above };
    let fits = |integer: &String| integer.len() <= bytes_max && integer != FLOOR;
    let reached = (0..=byte / 4 % 4).try_fold(integer.to_owned(), |integer, _| step(&integer).filter(fits));
    reached.unwrap_or_else(|| integer.to_owned())
}

/// The digit at `at` raised by one where it can be, and what follows cut off, within the integer zeroed.
fn raised(key: &str, at: usize) -> String {
    let value = digit(key.as_bytes()[at]).expect("a key has digits");
    let mut text = key[..at].to_owned();
    text.push(digit_of((value + 1).min(61)));
    let integer_bytes = integer_part(key).len();
    text.extend(std::iter::repeat_n('0', integer_bytes.saturating_sub(text.len())));
    text
}

/// The highest key of at most `bytes_max` bytes.
fn highest(bytes_max: usize) -> String {
    let head = (b'a'..=b'z').rfind(|&head| promised(head).is_some_and(|digits| digits < bytes_max));
    let mut text = String::from(char::from(head.expect("the cap is at least 2")));
    text.extend(std::iter::repeat_n('z', bytes_max - 1));
    text
}

impl TryRng for Draws {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> std::result::Result<u32, Infallible> {
        let Some(&byte) = self.bytes.get(self.used) else {
            return Ok(self.stream.next_u32());
        };
        self.used += 1;
        Ok(u32::from(byte) << 24)
    }

    fn try_next_u64(&mut self) -> std::result::Result<u64, Infallible> {
        Ok(u64::from(self.next_u32()) << 32 | u64::from(self.next_u32()))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> std::result::Result<(), Infallible> {
        for chunk in bytes.chunks_mut(4) {
            chunk.copy_from_slice(&self.next_u32().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}
