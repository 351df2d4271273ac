//! One key between two neighbours.

use crate::bytes::Bytes;
use crate::digit;
use crate::error::{BetweenError, Disorder};
use crate::fraction::{self, Gap};
use crate::integer::{FLOOR, Integer, Step, integer_below, integer_len, step_below, step_up};
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
#[inline]
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
#[inline]
pub fn between_within<P: Place + ?Sized>(
    key_bytes_max: usize,
    lower: Option<&Key>,
    upper: Option<&Key>,
    place: &mut P,
) -> Result<Key, BetweenError> {
    match bumped(lower, upper) {
        Some(key) if key.len() <= key_bytes_max => Ok(key),
        _ => between_planned(key_bytes_max, lower, upper, place),
    }
}

/// Nearly every append and prepend moves the last digit of a short integer part and nothing else. That
/// is done without a plan, in code small enough to be inlined at its caller; `None` otherwise.
#[inline]
fn bumped(lower: Option<&Key>, upper: Option<&Key>) -> Option<Key> {
    match (lower, upper) {
        (Some(lower), None) => bumped_by(lower, digit::next),
        (None, Some(upper)) if integer_len(upper.as_bytes()) == upper.len() => {
            bumped_by(upper, digit::previous)
        }
        _ => None,
    }
}

#[inline]
fn bumped_by(key: &Key, neighbour: impl Fn(u8) -> Option<u8>) -> Option<Key> {
    let len = integer_len(key.as_bytes());
    let last = neighbour(key.as_bytes()[len - 1])?;
    key.bytes().bumped(len, last).map(Key::from_canonical)
}

#[inline(never)]
fn between_planned<P: Place + ?Sized>(
    key_bytes_max: usize,
    lower: Option<&Key>,
    upper: Option<&Key>,
    place: &mut P,
) -> Result<Key, BetweenError> {
    let key_bytes_max = key_bytes_max.min(KEY_BYTES_MAX);
    let plan = match (lower, upper) {
        (None, None) => Plan::first(),
        (Some(lower), None) => Plan::above(lower),
        (None, Some(upper)) => Plan::below(upper),
        (Some(lower), Some(upper)) => Plan::inside(lower, upper, ascending(lower, upper)?),
    };
    if plan.len() > key_bytes_max {
        return shortest(key_bytes_max, lower, upper);
    }
    let (base, step) = plan.step(place);
    // Two returns, so that each builds its key where the caller wants it.
    if let Some(short) = base.stepped_word(step) {
        return Ok(Key::from_canonical(short));
    }
    Ok(Key::from_canonical(base.stepped(step)))
}

/// Refuses bounds that do not ascend; where they do, gives the place where they first differ.
#[inline]
pub(crate) fn ascending(lower: &Key, upper: &Key) -> Result<usize, BetweenError> {
    match lower.bytes().first_difference(upper.bytes()) {
        Some(at) if lower.as_bytes().get(at) < upper.as_bytes().get(at) => Ok(at),
        difference => {
            let disorder = difference.map_or(Disorder::Equal, |_| Disorder::Reversed);
            Err(BetweenError::NotAscending { disorder, lower: lower.clone(), upper: upper.clone() })
        }
    }
}

/// The key that SPEC §3 asks for, whatever the cap: how to make it of a base, but for the digit still to
/// be chosen.
#[derive(Clone, Copy)]
enum Plan<'k> {
    Integer { base: &'k Bytes, step: Step },
    Fraction { base: &'k Bytes, gap: Gap },
}

/// The base of fractions on the floor, which is this and zeros.
static FLOOR_BASE: Bytes = Bytes::head(FLOOR[0]);

impl<'k> Plan<'k> {
    #[inline]
    fn first() -> Self {
        Self::Integer { base: &FLOOR_BASE, step: Step::to_head(b'a', b'0') }
    }

    #[inline]
    fn above(lower: &'k Key) -> Self {
        match step_up(lower.as_bytes()) {
            Some(step) => Self::Integer { base: lower.bytes(), step },
            None => Self::fraction_above(lower),
        }
    }

    #[inline]
    fn below(upper: &'k Key) -> Self {
        match step_below(upper.as_bytes()) {
            Some(step) => Self::Integer { base: upper.bytes(), step },
            None => Self::Fraction { base: &FLOOR_BASE, gap: fraction::walk(FLOOR, upper.as_bytes()) },
        }
    }

    #[inline]
    fn inside(lower: &'k Key, upper: &Key, first_difference: usize) -> Self {
        let (base, lower_bytes, upper) = (lower.bytes(), lower.as_bytes(), upper.as_bytes());
        if first_difference >= integer_len(lower_bytes) {
            return Self::Fraction { base, gap: fraction::walk_from(first_difference, lower_bytes, upper) };
        }
        match step_up(lower_bytes) {
            Some(step) if !leads_to(step, upper, first_difference) => Self::Integer { base, step },
            _ => Self::fraction_above(lower),
        }
    }

    #[inline]
    fn fraction_above(lower: &'k Key) -> Self {
        let gap = fraction::walk_unbounded(integer_len(lower.as_bytes()), lower.as_bytes());
        Self::Fraction { base: lower.bytes(), gap }
    }

    /// The length of the key in bytes.
    #[inline]
    fn len(&self) -> usize {
        match self {
            Self::Integer { step, .. } => step.len,
            Self::Fraction { gap, .. } => gap.at + 1,
        }
    }

    /// The step that leads from the base to the key. A fraction too is a step: its last digit moves.
    #[inline]
    fn step(self, place: &mut (impl Place + ?Sized)) -> (&'k Bytes, Step) {
        match self {
            Self::Integer { base, step } => (base, step),
            Self::Fraction { base, gap: Gap { at, lower, upper } } => {
                let digit = place.digit(lower, upper);
                assert!(lower < digit, "the chosen digit {digit} is not above {lower}");
                assert!(digit < upper, "the chosen digit {digit} is not below {upper}");
                (base, Step { at, byte: digit::byte(digit), start: b'0', len: at + 1 })
            }
        }
    }
}

/// Whether a step up from a key leads to `upper` itself, from which that key first differs at
/// `first_difference`. If it does not, it leads below: no integer part lies between.
#[inline]
fn leads_to(step: Step, upper: &[u8], first_difference: usize) -> bool {
    first_difference == step.at
        && upper.len() == step.len
        && upper[step.at] == step.byte
        && upper[step.at + 1..].iter().all(|&byte| byte == step.start)
}

/// The shortest key strictly between ascending bounds, for when the preferred one exceeds the cap.
#[cold]
fn shortest(key_bytes_max: usize, lower: Option<&Key>, upper: Option<&Key>) -> Result<Key, BetweenError> {
    let lower = lower.map_or(FLOOR, Key::as_bytes);
    let shortest = nearest_integer(lower, upper).or_else(|| upper_prefix(lower, upper?));
    let fitting = shortest.filter(|key| key.len() <= key_bytes_max);
    fitting.ok_or(BetweenError::exhausted(key_bytes_max))
}

/// The integer part strictly between two keys that is nearest to `a0`, where integers are shortest.
fn nearest_integer(lower: &[u8], upper: Option<&Key>) -> Option<Key> {
    let lowest = Integer::of(lower).increment()?;
    let highest = upper.map_or(Some(Integer::CEILING), |upper| integer_below(upper.as_bytes()))?;
    let nearest = Integer::lowest_of(highest.head().min(b'Z')).max(lowest);
    (lowest <= highest).then_some(nearest)?.try_into().ok()
}

/// The shortest prefix of `upper` that is above `lower`, where the two share their integer part.
fn upper_prefix(lower: &[u8], upper: &Key) -> Option<Key> {
    let shared = upper.as_bytes().starts_with(&lower[..integer_len(lower)]);
    let len = shared.then(|| fraction::upper_prefix_len(lower, upper.as_bytes()))??;
    Some(Key::from_canonical(Bytes::copy(&upper.as_bytes()[..len])))
}
