//! Why a text is no key, and why no key was made.

use crate::key::{KEY_BYTES_MAX, Key};
use alloc::string::String;
use core::fmt;

/// Why a text is not a canonical key: the first of these that holds, in this order. (SPEC §2)
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseError {
    /// The text has no bytes.
    Empty,
    /// The text has more bytes than a key may have.
    TooLong {
        /// Bytes found.
        found: usize,
        /// Bytes allowed: [`KEY_BYTES_MAX`], or the smaller cap of a small world.
        allowed: usize,
    },
    /// A byte is not one of `0-9A-Za-z`.
    BadByte {
        /// Where the first such byte stands, counted from 0.
        offset: usize,
        /// The byte itself.
        byte: u8,
    },
    /// The first byte is a digit `0-9`, which promises no integer part.
    BadHead {
        /// The byte itself.
        byte: u8,
    },
    /// Fewer digits follow the head than it promises.
    ShortInteger {
        /// Digits that the head promises.
        promised: usize,
        /// Digits found.
        found: usize,
    },
    /// The text is the floor, `A` and 26 zeros: a valid prefix, never a key.
    Reserved,
    /// The fraction ends in the digit `0`, so a shorter text means the same place.
    TrailingZero {
        /// The fraction as it was read.
        fraction: String,
    },
}

impl ParseError {
    /// The reason as one word, the same in every port: `empty`, `too_long`, `bad_byte`, `bad_head`,
    /// `short_integer`, `reserved` or `trailing_zero`. (SPEC §2)
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::TooLong { .. } => "too_long",
            Self::BadByte { .. } => "bad_byte",
            Self::BadHead { .. } => "bad_head",
            Self::ShortInteger { .. } => "short_integer",
            Self::Reserved => "reserved",
            Self::TrailingZero { .. } => "trailing_zero",
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a key has at least two bytes, found none"),
            Self::TooLong { found, allowed } => {
                write!(f, "{found} bytes where at most {allowed} are allowed")
            }
            Self::BadByte { offset, byte } => write!(
                f,
                "byte `{}` (0x{byte:02x}) at offset {offset} is not one of 0-9A-Za-z",
                byte.escape_ascii()
            ),
            Self::BadHead { byte } => {
                write!(f, "head `{}` is a digit; a key starts with a letter A-Z or a-z", byte.escape_ascii())
            }
            Self::ShortInteger { promised, found } => {
                write!(f, "the head promises {promised} digits of integer, found {found}")
            }
            Self::Reserved => f.write_str("`A` and 26 zeros is the floor, which is never a key"),
            Self::TrailingZero { fraction } => {
                write!(f, "fraction `{fraction}` ends in the digit 0")
            }
        }
    }
}

impl core::error::Error for ParseError {}

/// How two bounds fail to ascend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Disorder {
    /// Both bounds are the same key.
    Equal,
    /// The lower bound is above the upper.
    Reversed,
}

/// Why no key was made. (SPEC §3)
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BetweenError {
    /// The bounds are equal or reversed. They are never swapped: a caller that holds them in the
    /// wrong order has a stale or wrongly sorted view.
    NotAscending {
        /// Equal or reversed.
        disorder: Disorder,
        /// The lower bound as given.
        lower: Key,
        /// The upper bound as given.
        upper: Key,
    },
    /// No canonical key (for [`between_n`](crate::between_n): not so many) within the cap lies
    /// strictly between the bounds.
    Exhausted {
        /// The cap in bytes.
        key_bytes_max: usize,
    },
}

impl BetweenError {
    pub(crate) const fn exhausted(key_bytes_max: usize) -> Self {
        Self::Exhausted { key_bytes_max }
    }

    /// The reason as one word, the same in every port: `not_ascending` or `exhausted`. (SPEC §3)
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::NotAscending { .. } => "not_ascending",
            Self::Exhausted { .. } => "exhausted",
        }
    }
}

impl fmt::Display for BetweenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAscending { disorder: Disorder::Equal, lower, .. } => {
                write!(f, "no key lies between equal bounds: both are `{lower}`")
            }
            Self::NotAscending { disorder: Disorder::Reversed, lower, upper } => {
                write!(f, "bounds are reversed: lower `{lower}` is above upper `{upper}`")
            }
            Self::Exhausted { key_bytes_max } => {
                write!(f, "no key of at most {key_bytes_max} bytes lies between the bounds")
            }
        }
    }
}

impl core::error::Error for BetweenError {}

const _: () = assert!(KEY_BYTES_MAX == 512, "the messages and the published figures assume it");
