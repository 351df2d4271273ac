//! One key between two neighbours.

use crate::bytes::Bytes;
use crate::digit;
use crate::error::{BetweenError, Disorder};
use crate::fraction::{self, Gap};
use crate::integer::{Integer, integer_len};
use crate::key::{KEY_BYTES_MAX, Key};
use crate::place::{MiddleHalf, Place};
use core::cmp::Ordering;
use rand_core::Rng;

/// A key strictly between `lower` and `upper`, where `None` is an open end. (SPEC §3)
///
/// ```
/// use order_key::{Key, between};
/// # let mut rng = <rand_chacha::ChaCha8Rng as rand_chacha::rand_core::SeedableRng>::seed_from_u64(1);
/// let lower = Key::parse("a0").unwrap();
/// let upper = Key::parse("a001").unwrap();
/// let key = between(Some(&lower), Some(&upper), &mut rng).unwrap();
/// assert!(key.as_str().starts_with("a000") && key.len() == 5);
/// ```
///
/// # Errors
/// * [`BetweenError::NotAscending`] where `lower >= upper`.
/// * [`BetweenError::Exhausted`] exactly when no canonical key of at most [`KEY_BYTES_MAX`] bytes lies
///   strictly between the bounds.
pub fn between<R: Rng + ?Sized>(
    lower: Option<&Key>,
    upper: Option<&Key>,
    rng: &mut R,
) -> Result<Key, BetweenError> {
    between_within(KEY_BYTES_MAX, lower, upper, &mut MiddleHalf(rng))
}

/// [`between`] with another cap, for small worlds, and another choice of the [`Place`]. A cap above
/// [`KEY_BYTES_MAX`] counts as that; the bounds themselves may exceed the cap.
///
/// # Errors
/// As [`between`], for the given cap.
pub fn between_within<P: Place + ?Sized>(
    key_bytes_max: usize,
    lower: Option<&Key>,
    upper: Option<&Key>,
    place: &mut P,
) -> Result<Key, BetweenError> {
    ascending(lower, upper)?;
    let key_bytes_max = key_bytes_max.min(KEY_BYTES_MAX);
    let preferred = Preferred::of(lower, upper);
    if preferred.len() <= key_bytes_max {
        return Ok(preferred.key(place));
    }
    shortest(lower, upper)
        .filter(|key| key.len() <= key_bytes_max)
        .ok_or(BetweenError::exhausted(key_bytes_max))
}

/// Refuses bounds that do not ascend.
pub(crate) fn ascending(lower: Option<&Key>, upper: Option<&Key>) -> Result<(), BetweenError> {
    let (Some(lower), Some(upper)) = (lower, upper) else {
        return Ok(());
    };
    let disorder = match lower.cmp(upper) {
        Ordering::Less => return Ok(()),
        Ordering::Equal => Disorder::Equal,
        Ordering::Greater => Disorder::Reversed,
    };
    Err(BetweenError::NotAscending { disorder, lower: lower.clone(), upper: upper.clone() })
}

/// The key that SPEC §3 asks for, but for the digit still to be chosen and whatever the cap.
enum Preferred<'k> {
    Integer(Integer),
    /// The digits of `stem` (zeros where it ends) and one more digit from `gap`.
    Fraction {
        stem: &'k [u8],
        gap: Gap,
    },
}

impl<'k> Preferred<'k> {
    fn of(lower: Option<&'k Key>, upper: Option<&'k Key>) -> Self {
        match (lower.map(Key::as_bytes), upper.map(Key::as_bytes)) {
            (None, None) => Self::Integer(Integer::FIRST),
            (Some(lower), None) => Self::above(lower),
            (None, Some(upper)) => Self::below(upper),
            (Some(lower), Some(upper)) => Self::inside(lower, upper),
        }
    }

    fn above(lower: &'k [u8]) -> Self {
        match Integer::of(lower).increment() {
            Some(next) => Self::Integer(next),
            None => Self::fraction(lower, None),
        }
    }

    fn below(upper: &'k [u8]) -> Self {
        match integer_below(upper) {
            Some(integer) if integer != Integer::FLOOR => Self::Integer(integer),
            _ => Self::fraction(FLOOR, upper.starts_with(FLOOR).then_some(upper)),
        }
    }

    fn inside(lower: &'k [u8], upper: &'k [u8]) -> Self {
        if upper.starts_with(&lower[..integer_len(lower)]) {
            return Self::fraction(lower, Some(upper));
        }
        match Integer::of(lower).increment() {
            Some(next) if next.as_bytes() < upper => Self::Integer(next),
            _ => Self::fraction(lower, None),
        }
    }

    fn fraction(stem: &'k [u8], upper: Option<&[u8]>) -> Self {
        let gap = fraction::walk(stem, upper, integer_len(stem));
        Self::Fraction { stem, gap }
    }

    /// The length of the key in bytes.
    fn len(&self) -> usize {
        match self {
            Self::Integer(integer) => integer.as_bytes().len(),
            Self::Fraction { gap, .. } => gap.at + 1,
        }
    }

    fn key(self, place: &mut (impl Place + ?Sized)) -> Key {
        match self {
            Self::Integer(integer) => Key::from_canonical(Bytes::copy(integer.as_bytes())),
            Self::Fraction { stem, gap } => {
                let digit = place.digit(gap.lower, gap.upper);
                assert!(gap.lower < digit, "the chosen digit {digit} is not above {}", gap.lower);
                assert!(digit < gap.upper, "the chosen digit {digit} is not below {}", gap.upper);
                Key::from_canonical(Bytes::extend(stem, gap.at, b'0', digit::byte(digit)))
            }
        }
    }
}

/// The floor as the stem of a fraction.
const FLOOR: &[u8] = b"A00000000000000000000000000";

/// The greatest integer part below a key: its own, if a fraction follows it.
pub(crate) fn integer_below(key: &[u8]) -> Option<Integer> {
    let integer = Integer::of(key);
    if integer.as_bytes().len() < key.len() { Some(integer) } else { integer.decrement() }
}

/// The shortest key strictly between ascending bounds, where it is shorter than the preferred one: an
/// integer part nearer to `a0` than the one after `lower`, or a prefix of `upper`.
fn shortest(lower: Option<&Key>, upper: Option<&Key>) -> Option<Key> {
    let lower = lower.map_or(FLOOR, Key::as_bytes);
    let upper = upper.map(Key::as_bytes);
    let limit = upper.map_or(Some(Integer::CEILING), integer_below)?;
    if let Some(next) = Integer::of(lower).increment().filter(|next| *next <= limit) {
        let nearest = Integer::lowest_of(limit.head().min(b'Z'));
        return Some(Key::from_canonical(Bytes::copy(next.max(nearest).as_bytes())));
    }
    let integer_len = integer_len(lower);
    let upper = upper.filter(|upper| upper.starts_with(&lower[..integer_len]))?;
    let len = fraction::upper_prefix_len(lower, upper, integer_len)?;
    Some(Key::from_canonical(Bytes::copy(&upper[..len])))
}
