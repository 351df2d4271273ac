//! One key between two neighbours.

use crate::digit;
use crate::error::{BetweenError, Disorder};
use crate::fraction::{self, Gap};
use crate::integer::{FLOOR, Integer, integer_len};
use crate::key::{KEY_BYTES_MAX, Key};
use crate::place::{MiddleHalf, Place};
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
    let key_bytes_max = key_bytes_max.min(KEY_BYTES_MAX);
    let preferred = Preferred::of(lower, upper)?;
    if preferred.len() <= key_bytes_max {
        return Ok(preferred.key(place));
    }
    shortest(lower, upper)
        .filter(|key| key.len() <= key_bytes_max)
        .ok_or(BetweenError::exhausted(key_bytes_max))
}

/// Refuses bounds that do not ascend; where they do, gives the place where they first differ.
pub(crate) fn ascending(lower: &Key, upper: &Key) -> Result<usize, BetweenError> {
    match lower.first_difference(upper) {
        Some(at) if lower.as_bytes().get(at) < upper.as_bytes().get(at) => Ok(at),
        difference => {
            let disorder = difference.map_or(Disorder::Equal, |_| Disorder::Reversed);
            Err(BetweenError::NotAscending { disorder, lower: lower.clone(), upper: upper.clone() })
        }
    }
}

/// The key that SPEC §3 asks for, but for the digit still to be chosen and whatever the cap.
enum Preferred<'k> {
    Integer(Key),
    /// The digits of `lower` (zeros where it ends) and one more digit from `gap`.
    Fraction {
        lower: &'k Key,
        gap: Gap,
    },
    /// The floor, zeros and one more digit from the gap.
    OnFloor(Gap),
}

impl<'k> Preferred<'k> {
    fn of(lower: Option<&'k Key>, upper: Option<&'k Key>) -> Result<Self, BetweenError> {
        Ok(match (lower, upper) {
            (None, None) => Self::Integer(Key::first()),
            (Some(lower), None) => Self::above(lower),
            (None, Some(upper)) => Self::below(upper),
            (Some(lower), Some(upper)) => Self::inside(lower, upper, ascending(lower, upper)?),
        })
    }

    fn above(lower: &'k Key) -> Self {
        lower.integer_above().map_or_else(|| Self::fraction_above(lower), Self::Integer)
    }

    fn below(upper: &Key) -> Self {
        let on_floor = || Self::OnFloor(fraction::walk(FLOOR, upper.as_bytes()));
        upper.integer_below().map_or_else(on_floor, Self::Integer)
    }

    fn inside(lower: &'k Key, upper: &Key, first_difference: usize) -> Self {
        if first_difference >= integer_len(lower.as_bytes()) {
            let gap = fraction::walk_from(first_difference, lower.as_bytes(), upper.as_bytes());
            return Self::Fraction { lower, gap };
        }
        match lower.integer_above() {
            Some(next) if next < *upper => Self::Integer(next),
            _ => Self::fraction_above(lower),
        }
    }

    fn fraction_above(lower: &'k Key) -> Self {
        let gap = fraction::walk_unbounded(integer_len(lower.as_bytes()), lower.as_bytes());
        Self::Fraction { lower, gap }
    }

    /// The length of the key in bytes.
    fn len(&self) -> usize {
        match self {
            Self::Integer(integer) => integer.len(),
            Self::Fraction { gap, .. } | Self::OnFloor(gap) => gap.at + 1,
        }
    }

    fn key(self, place: &mut (impl Place + ?Sized)) -> Key {
        match self {
            Self::Integer(integer) => integer,
            Self::Fraction { lower, gap } => lower.extend(gap.at, choose(gap, place)),
            Self::OnFloor(gap) => Key::on_floor(gap.at, choose(gap, place)),
        }
    }
}

/// The digit that `place` chooses in the gap, as a byte.
fn choose(gap: Gap, place: &mut (impl Place + ?Sized)) -> u8 {
    let digit = place.digit(gap.lower, gap.upper);
    assert!(gap.lower < digit, "the chosen digit {digit} is not above {}", gap.lower);
    assert!(digit < gap.upper, "the chosen digit {digit} is not below {}", gap.upper);
    digit::byte(digit)
}

/// The shortest key strictly between ascending bounds, where it is shorter than the preferred one: an
/// integer part nearer to `a0` than the one after `lower`, or a prefix of `upper`.
#[cold]
fn shortest(lower: Option<&Key>, upper: Option<&Key>) -> Option<Key> {
    let lower = lower.map_or(FLOOR, Key::as_bytes);
    let next = Integer::of(lower).increment();
    let limit = match upper {
        None => Some(Integer::CEILING),
        Some(upper) => upper.integer_below().map(|key| key.integer()),
    };
    if let (Some(next), Some(limit)) = (next, limit)
        && next <= limit
    {
        let nearest = Integer::lowest_of(limit.head().min(b'Z'));
        return Key::try_from(next.max(nearest)).ok();
    }
    let upper = upper.filter(|upper| upper.as_bytes().starts_with(&lower[..integer_len(lower)]))?;
    let len = fraction::upper_prefix_len(lower, upper.as_bytes())?;
    Some(upper.prefix(len))
}
