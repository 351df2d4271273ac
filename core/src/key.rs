//! A canonical key: valid by construction, compared as bytes.

use crate::between::between;
use crate::bytes::Bytes;
use crate::error::{BetweenError, ParseError};
use crate::integer::{FLOOR, Integer, integer_len, parse_integer_len};
use alloc::string::String;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;
use rand_core::Rng;

/// The most bytes a key may have, for every layer. (SPEC §2)
pub const KEY_BYTES_MAX: usize = 512;

/// A canonical order key of at most [`KEY_BYTES_MAX`] bytes. Keys are ordered as their bytes are.
///
/// ```
/// use order_key::Key;
///
/// let key = Key::parse("a0V").unwrap();
/// assert_eq!(key.integer().as_str(), "a0");
/// assert_eq!(key.fraction(), "V");
/// assert!(key < Key::parse("a1").unwrap());
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key(Bytes);

impl Key {
    /// Reads a key. This is the only way in from outside, but for [`Integer::parse`] and the integer part as a key.
    ///
    /// # Errors
    /// The first reason of SPEC §2 that holds. A text is refused, never repaired.
    pub fn parse(text: impl AsRef<[u8]>) -> Result<Self, ParseError> {
        Self::parse_within(KEY_BYTES_MAX, text)
    }

    /// Reads a key of at most `key_bytes_max` bytes, for worlds with a smaller cap. A cap above
    /// [`KEY_BYTES_MAX`] counts as that.
    ///
    /// # Errors
    /// As [`parse`](Self::parse); a text over the smaller cap is [`ParseError::TooLong`].
    pub fn parse_within(key_bytes_max: usize, text: impl AsRef<[u8]>) -> Result<Self, ParseError> {
        let text = text.as_ref();
        let allowed = key_bytes_max.min(KEY_BYTES_MAX);
        if text.len() > allowed {
            return Err(ParseError::TooLong { found: text.len(), allowed });
        }
        let (_, fraction) = text.split_at(parse_integer_len(text)?);
        if text == FLOOR {
            return Err(ParseError::Reserved);
        }
        if fraction.last() == Some(&b'0') {
            let fraction = String::from_utf8_lossy(fraction).into_owned();
            return Err(ParseError::TrailingZero { fraction });
        }
        Ok(Self(Bytes::copy(text)))
    }

    /// A key from bytes that are canonical already.
    pub(crate) const fn from_canonical(bytes: Bytes) -> Self {
        Self(bytes)
    }

    /// A key above `lower` and below everything that follows, as for an append.
    ///
    /// # Errors
    /// [`BetweenError::Exhausted`] where `lower` is the greatest key there can be.
    pub fn after<R: Rng + ?Sized>(lower: &Self, rng: &mut R) -> Result<Self, BetweenError> {
        between(Some(lower), None, rng)
    }

    /// A key below `upper`, as for a prepend.
    ///
    /// # Errors
    /// [`BetweenError::Exhausted`] where `upper` is the least key there can be.
    pub fn before<R: Rng + ?Sized>(upper: &Self, rng: &mut R) -> Result<Self, BetweenError> {
        between(None, Some(upper), rng)
    }

    /// The key as bytes; their order is the order of keys.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_slice()
    }

    /// The key as text.
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(self.as_bytes()).expect("digits are ASCII")
    }

    /// How many bytes the key has; at least 2.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "no key is empty")]
    pub fn len(&self) -> usize {
        self.as_bytes().len()
    }

    /// The integer part.
    pub fn integer(&self) -> Integer {
        Integer::of(self.as_bytes())
    }

    /// The key as it is stored.
    #[inline]
    pub(crate) const fn bytes(&self) -> &Bytes {
        &self.0
    }

    /// The fraction: what follows the integer part, without a trailing `0`, often empty.
    pub fn fraction(&self) -> &str {
        &self.as_str()[integer_len(self.as_bytes())..]
    }
}

/// The floor is refused, every other integer part is a key.
impl TryFrom<Integer> for Key {
    type Error = ParseError;

    fn try_from(integer: Integer) -> Result<Self, ParseError> {
        if integer == Integer::FLOOR {
            return Err(ParseError::Reserved);
        }
        Ok(Self(Bytes::copy(integer.as_bytes())))
    }
}

impl FromStr for Key {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

impl AsRef<str> for Key {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({self})")
    }
}

#[cfg(feature = "serde")]
impl serde_core::Serialize for Key {
    fn serialize<S: serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde_core::Deserialize<'de> for Key {
    fn deserialize<D: serde_core::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl serde_core::de::Visitor<'_> for Text {
            type Value = Key;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an order key such as `a0`")
            }

            fn visit_str<E: serde_core::de::Error>(self, text: &str) -> Result<Key, E> {
                Key::parse(text).map_err(E::custom)
            }
        }

        deserializer.deserialize_str(Text)
    }
}
