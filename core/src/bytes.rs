//! The stored bytes of a key: inline up to 22, boxed beyond.
//!
//! A key is compared, copied and made far more often than it is anything else, and nearly every key
//! is short: a list of a thousand appends has keys of 2 and 3 bytes, a list of 100,000 random inserts
//! keys of at most 11. So the bytes live in the value itself. The size follows from the boxed form: a
//! boxed slice takes 16 bytes aligned to 8, a tag beside it makes 24, and of those 24 the inline form
//! can use all but the tag and the length, which is 22.
//!
//! | a key of 4 bytes | size | cloned and dropped | compared |
//! | --- | --- | --- | --- |
//! | `String` | 24 + heap | 10 ns, one allocation | 2.4 ns |
//! | this | 24 | 6 ns, none | 1.6 ns |
//!
//! Inline bytes past the length are zero. A zero byte is below every digit, so two inline keys compare
//! as three big-endian words, without a loop and without looking at the lengths.
//!
//! A new key of up to 8 bytes is made as one word, in registers. Written byte by byte it would be read
//! back at once as a wider value, which the processor answers only when all its bytes have reached the
//! cache: such waits were most of an append (47 ns; as a word 16). One is left, where the caller moves
//! the result: 5 ns of the 16.
//!
//! Boxed keys hold no spare capacity: they appear when someone hammers one gap, are read often and
//! are never extended. Their neighbours share hundreds of bytes, so those are scanned by words too.

use crate::integer::Step;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The longest key that needs no allocation.
pub(crate) const INLINE_BYTES_MAX: usize = 22;

#[derive(Clone)]
enum Form {
    Inline { len: u8, bytes: [u8; INLINE_BYTES_MAX] },
    Boxed(Box<[u8]>),
}

/// Immutable bytes without zero bytes.
#[derive(Clone)]
pub(crate) struct Bytes(Form);

const _: () = assert!(size_of::<Bytes>() == 24);
const _: () = assert!(size_of::<Option<Bytes>>() == 24);

impl Bytes {
    /// A copy of `text`.
    pub(crate) fn copy(text: &[u8]) -> Self {
        if text.len() > INLINE_BYTES_MAX {
            return Self(Form::Boxed(text.into()));
        }
        let mut bytes = [0; INLINE_BYTES_MAX];
        bytes[..text.len()].copy_from_slice(text);
        Self(Form::Inline { len: text.len() as u8, bytes })
    }

    /// One byte.
    pub(crate) const fn head(byte: u8) -> Self {
        let mut bytes = [0; INLINE_BYTES_MAX];
        bytes[0] = byte;
        Self(Form::Inline { len: 1, bytes })
    }

    /// The bytes after a step, those before it padded where there are too few.
    pub(crate) fn stepped(&self, Step { at, byte, start, len }: Step) -> Self {
        let stem = self.as_slice();
        let stem = &stem[..stem.len().min(at)];
        if len <= INLINE_BYTES_MAX {
            let mut bytes = [0; INLINE_BYTES_MAX];
            bytes[..stem.len()].copy_from_slice(stem);
            bytes[stem.len()..len].fill(start);
            bytes[at] = byte;
            return Self(Form::Inline { len: len as u8, bytes });
        }
        let mut bytes = Vec::with_capacity(len);
        bytes.extend_from_slice(stem);
        bytes.resize(len, start);
        bytes[at] = byte;
        Self(Form::Boxed(bytes.into_boxed_slice()))
    }

    /// The same in registers, where the outcome is one word.
    #[inline]
    pub(crate) fn stepped_word(&self, Step { at, byte, start, len }: Step) -> Option<Self> {
        let Form::Inline { len: stem_len, bytes } = &self.0 else {
            return None;
        };
        if len > WORD_BYTES {
            return None;
        }
        let stem = leading(usize::from(*stem_len).min(at));
        let place = leading(at + 1) & !leading(at);
        let word = (word(bytes, 0) & stem) | (all(start) & !stem);
        Some(Self::from_word((word & !place) | (all(byte) & place), len))
    }

    /// The first `len` bytes with the last of them changed, where they are one word.
    #[inline]
    pub(crate) fn bumped(&self, len: usize, last: u8) -> Option<Self> {
        let Form::Inline { bytes, .. } = &self.0 else {
            return None;
        };
        if len > WORD_BYTES {
            return None;
        }
        let place = leading(len) & !leading(len - 1);
        Some(Self::from_word((word(bytes, 0) & !place) | (all(last) & place), len))
    }

    /// The first `len` bytes of a word.
    #[inline]
    fn from_word(word: u64, len: usize) -> Self {
        let mut bytes = [0; INLINE_BYTES_MAX];
        bytes[..WORD_BYTES].copy_from_slice(&(word & leading(len)).to_be_bytes());
        Self(Form::Inline { len: len as u8, bytes })
    }

    /// Where two texts first differ, the end of the shorter counted; `None` where they are equal.
    #[inline]
    pub(crate) fn first_difference(&self, other: &Self) -> Option<usize> {
        match (&self.0, &other.0) {
            (Form::Inline { bytes: a, .. }, Form::Inline { bytes: b, .. }) => {
                let difference = |at| word(a, at) ^ word(b, at);
                let at = WORDS.into_iter().find(|&at| difference(at) != 0)?;
                Some(at + difference(at).leading_zeros() as usize / 8)
            }
            _ => first_difference(self.as_slice(), other.as_slice()),
        }
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[u8] {
        match &self.0 {
            Form::Inline { len, bytes } => &bytes[..usize::from(*len)],
            Form::Boxed(bytes) => bytes,
        }
    }
}

const WORD_BYTES: usize = 8;

/// Where the words of inline bytes begin; the last two overlap.
const WORDS: [usize; 3] = [0, WORD_BYTES, INLINE_BYTES_MAX - WORD_BYTES];

/// A word of one byte repeated.
const fn all(byte: u8) -> u64 {
    u64::from_be_bytes([byte; WORD_BYTES])
}

/// A word whose first `count` bytes are all ones, and the others zero.
const fn leading(count: usize) -> u64 {
    match u64::MAX.checked_shr(8 * count as u32) {
        Some(others) => !others,
        None => u64::MAX,
    }
}

/// Eight bytes as a number whose order is theirs.
#[inline]
fn word(bytes: &[u8], at: usize) -> u64 {
    u64::from_be_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

/// [`Bytes::first_difference`] of slices, a word at a time: in a gap hammered to the cap two neighbours
/// share hundreds of bytes.
pub(crate) fn first_difference(a: &[u8], b: &[u8]) -> Option<usize> {
    let shorter = a.len().min(b.len());
    let at = first_where(shorter, |at| word(a, at) ^ word(b, at), |at| a[at] != b[at]);
    (at < a.len().max(b.len())).then_some(at)
}

/// How many leading bytes are `byte`, a word at a time.
pub(crate) fn run_len(bytes: &[u8], byte: u8) -> usize {
    first_where(bytes.len(), |at| word(bytes, at) ^ all(byte), |at| bytes[at] != byte)
}

/// The first of `len` places at which something differs, or `len`.
fn first_where(len: usize, word_differs: impl Fn(usize) -> u64, differs: impl Fn(usize) -> bool) -> usize {
    let mut at = 0;
    while at + WORD_BYTES <= len {
        let difference = word_differs(at);
        if difference != 0 {
            return at + difference.leading_zeros() as usize / 8;
        }
        at += WORD_BYTES;
    }
    (at..len).find(|&at| differs(at)).unwrap_or(len)
}

impl PartialEq for Bytes {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Form::Inline { bytes: a, .. }, Form::Inline { bytes: b, .. }) => a == b,
            _ => self.as_slice() == other.as_slice(),
        }
    }
}

impl Eq for Bytes {}

impl Ord for Bytes {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Form::Inline { bytes: a, .. }, Form::Inline { bytes: b, .. }) => {
                WORDS.map(|at| word(a, at)).cmp(&WORDS.map(|at| word(b, at)))
            }
            _ => self.as_slice().cmp(other.as_slice()),
        }
    }
}

impl PartialOrd for Bytes {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
