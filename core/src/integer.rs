//! The integer part of a key: a head that tells sign and width, and as many digits as it promises.

use crate::digit::{self, BASE};
use crate::error::ParseError;
use core::cmp::Ordering;
use core::fmt;

/// The longest integer part in bytes: the heads `A` and `z` and their 26 digits.
pub(crate) const INTEGER_BYTES_MAX: usize = 27;

/// The bytes of [`Integer::FLOOR`].
pub(crate) const FLOOR: &[u8] = b"A00000000000000000000000000";

/// The integer part above the floor: the lowest that is a key.
const LOWEST: &[u8] = b"A00000000000000000000000001";

/// How many digits a head promises: 1 for `a` and `Z`, 26 for `z` and `A`; `None` where the byte is
/// no letter. (SPEC §2)
#[inline]
pub(crate) const fn promised(head: u8) -> Option<usize> {
    match head {
        b'a'..=b'z' => Some((head - b'a') as usize + 1),
        b'A'..=b'Z' => Some((b'Z' - head) as usize + 1),
        _ => None,
    }
}

/// How many bytes the integer part of a canonical key (or of the floor) has.
#[inline]
pub(crate) const fn integer_len(key: &[u8]) -> usize {
    match promised(key[0]) {
        Some(digits) => digits + 1,
        None => unreachable!(),
    }
}

/// The integer part of a key, such as `a0`, `b00` or `Zz`. Unlike a key it may be the floor, `A` and
/// 26 zeros, below which there is none. (SPEC §2)
///
/// ```
/// use order_key::Integer;
///
/// let last_of_two_bytes = Integer::parse("az").unwrap();
/// assert_eq!(last_of_two_bytes.increment().unwrap().as_str(), "b00");
/// assert_eq!(last_of_two_bytes.increment().unwrap().decrement(), Some(last_of_two_bytes));
/// ```
#[derive(Clone, Copy)]
pub struct Integer {
    len: u8,
    bytes: [u8; INTEGER_BYTES_MAX],
}

impl Integer {
    /// `A` and 26 zeros: the lowest integer part, a valid prefix and never a key.
    pub const FLOOR: Self = Self::filled(b'A', b'0');

    /// `z` and 26 times `z`: the highest integer part.
    pub const CEILING: Self = Self::filled(b'z', b'z');

    /// The first key of an empty list, `a0`.
    pub(crate) const FIRST: Self = Self::filled(b'a', b'0');

    /// Reads an integer part that stands alone.
    ///
    /// # Errors
    /// The reasons of [`Key::parse`](crate::Key::parse), but the floor is fine; a text that goes on
    /// after its integer is [`ParseError::TooLong`] for its head.
    pub fn parse(text: impl AsRef<[u8]>) -> Result<Self, ParseError> {
        let text = text.as_ref();
        if text.len() > crate::key::KEY_BYTES_MAX {
            return Err(ParseError::TooLong { found: text.len(), allowed: INTEGER_BYTES_MAX });
        }
        let len = parse_integer_len(text)?;
        if len < text.len() {
            return Err(ParseError::TooLong { found: text.len(), allowed: len });
        }
        Ok(Self::of(text))
    }

    /// The integer part of a canonical key.
    pub(crate) fn of(key: &[u8]) -> Self {
        let len = integer_len(key);
        let mut bytes = [0; INTEGER_BYTES_MAX];
        bytes[..len].copy_from_slice(&key[..len]);
        Self { len: len as u8, bytes }
    }

    /// A head and its digits, all the same.
    const fn filled(head: u8, digit: u8) -> Self {
        let len = integer_len(&[head]);
        let mut bytes = [0; INTEGER_BYTES_MAX];
        bytes[0] = head;
        let mut at = 1;
        while at < len {
            bytes[at] = digit;
            at += 1;
        }
        Self { len: len as u8, bytes }
    }

    /// The lowest integer part with this head.
    pub(crate) const fn lowest_of(head: u8) -> Self {
        Self::filled(head, b'0')
    }

    /// The head: `a`–`z` for a positive integer, `Z`–`A` for a negative one.
    pub(crate) const fn head(&self) -> u8 {
        self.bytes[0]
    }

    /// The integer part as bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }

    /// The integer part as text.
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(self.as_bytes()).expect("digits are ASCII")
    }

    /// The integer part above this one, or `None` above `z…z`. The exact inverse of
    /// [`decrement`](Self::decrement). (SPEC §2)
    #[must_use]
    pub fn increment(self) -> Option<Self> {
        step_up(self.as_bytes()).map(|step| self.stepped(step))
    }

    /// The integer part below this one, or `None` below the floor. The exact inverse of
    /// [`increment`](Self::increment). (SPEC §2)
    #[must_use]
    pub fn decrement(self) -> Option<Self> {
        step_down(self.as_bytes()).map(|step| self.stepped(step))
    }

    /// The integer part that lies `steps` above, or `None` above `z…z`.
    pub(crate) fn up(mut self, mut steps: u128) -> Option<Self> {
        loop {
            let room = digits_value(self.mirrored());
            if steps <= room {
                return Some(self.add_digits(steps));
            }
            steps -= room + 1;
            self = Self::lowest_of(next_head(self.head())?);
        }
    }

    /// The integer part that lies `steps` below, or `None` below the floor.
    pub(crate) fn down(self, steps: u128) -> Option<Self> {
        self.mirrored().up(steps).map(Self::mirrored)
    }

    /// The integer part as far from the other end: the sign changed and each digit `d` made `61 − d`.
    /// This reverses the order.
    fn mirrored(mut self) -> Self {
        self.bytes[0] =
            if self.head() >= b'a' { b'Z' - (self.head() - b'a') } else { b'a' + (b'Z' - self.head()) };
        for byte in self.digits_mut() {
            *byte = digit::byte(BASE - 1 - digit::value(*byte));
        }
        self
    }

    /// Adds to the digits alone; the caller knows that the sum has room.
    fn add_digits(mut self, steps: u128) -> Self {
        let mut carry = steps;
        for byte in self.digits_mut().iter_mut().rev() {
            carry += u128::from(digit::value(*byte));
            *byte = digit::byte((carry % u128::from(BASE)) as u8);
            carry /= u128::from(BASE);
        }
        self
    }

    fn stepped(mut self, step: Step) -> Self {
        self.bytes[step.at] = step.byte;
        self.bytes[step.at + 1..step.len].fill(step.start);
        self.len = step.len as u8;
        self
    }

    fn digits_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[1..usize::from(self.len)]
    }
}

/// What one step changes in an integer part: the byte at `at`, and those behind it start over. Where the
/// step leaves the digits, `at` is the head and the length another.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(crate) at: usize,
    pub(crate) byte: u8,
    pub(crate) start: u8,
    pub(crate) len: usize,
}

impl Step {
    /// To the lowest or highest integer part with a head: all digits are `start`.
    pub(crate) const fn to_head(head: u8, start: u8) -> Self {
        Self { at: 0, byte: head, start, len: integer_len(&[head]) }
    }
}

/// The step to the integer part above the one that `key` begins with, if there is one.
#[inline]
pub(crate) fn step_up(key: &[u8]) -> Option<Step> {
    let (len, start) = (integer_len(key), b'0');
    for at in (1..len).rev() {
        if let Some(byte) = digit::next(key[at]) {
            return Some(Step { at, byte, start, len });
        }
    }
    next_head(key[0]).map(|head| Step::to_head(head, start))
}

/// The step to the integer part below the one that `key` begins with, if there is one.
#[inline]
pub(crate) fn step_down(key: &[u8]) -> Option<Step> {
    let (len, start) = (integer_len(key), b'z');
    for at in (1..len).rev() {
        if let Some(byte) = digit::previous(key[at]) {
            return Some(Step { at, byte, start, len });
        }
    }
    previous_head(key[0]).map(|head| Step::to_head(head, start))
}

/// The step to the greatest integer part that is a key and below `key`: to its own, where a fraction
/// follows it.
#[inline]
pub(crate) fn step_below(key: &[u8]) -> Option<Step> {
    if key[0] == FLOOR[0] && key <= LOWEST {
        return None;
    }
    let len = integer_len(key);
    if len < key.len() {
        return Some(Step { at: len - 1, byte: key[len - 1], start: b'0', len });
    }
    step_down(key)
}

/// The greatest integer part that is a key and below `key`.
pub(crate) fn integer_below(key: &[u8]) -> Option<Integer> {
    step_below(key).map(|step| Integer::of(key).stepped(step))
}

/// The head above, if any: `Z` and `a` are neighbours.
const fn next_head(head: u8) -> Option<u8> {
    match head {
        b'z' => None,
        b'Z' => Some(b'a'),
        _ => Some(head + 1),
    }
}

/// The head below, if any.
const fn previous_head(head: u8) -> Option<u8> {
    match head {
        b'A' => None,
        b'a' => Some(b'Z'),
        _ => Some(head - 1),
    }
}

/// The value of the digits after the head, or the greatest value that fits.
fn digits_value(integer: Integer) -> u128 {
    let push =
        |value: u128, &byte: &u8| value.saturating_mul(BASE.into()).saturating_add(digit::value(byte).into());
    integer.as_bytes()[1..].iter().fold(0, push)
}

/// Finds the end of the integer part at the start of `text` and refuses what SPEC §2 refuses there:
/// `empty`, `bad_byte` (anywhere in the text), `bad_head`, `short_integer`.
pub(crate) fn parse_integer_len(text: &[u8]) -> Result<usize, ParseError> {
    let Some(&head) = text.first() else {
        return Err(ParseError::Empty);
    };
    if let Some(offset) = text.iter().position(|&byte| !digit::is_digit(byte)) {
        return Err(ParseError::BadByte { offset, byte: text[offset] });
    }
    let Some(promised) = promised(head) else {
        return Err(ParseError::BadHead { byte: head });
    };
    let found = text.len() - 1;
    if found < promised {
        return Err(ParseError::ShortInteger { promised, found });
    }
    Ok(promised + 1)
}

impl PartialEq for Integer {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Integer {}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl core::hash::Hash for Integer {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Integer({self})")
    }
}
