//! What `between` owes: not the key again, but all that must hold of one. (SPEC §3)

use super::number::{self, FLOOR, digit, digit_of, fits, integer_above, integer_below, integer_part};
use super::outcome::{Answer, Outcome};
use super::parse::refusal;

/// Checks one answer of `between` with the middle half.
///
/// # Errors
/// The breach, in one line.
pub fn check(
    lower: Option<&str>,
    upper: Option<&str>,
    key_bytes_max: usize,
    outcome: Outcome<&str>,
) -> Result<(), String> {
    match outcome.made_between(lower, upper)? {
        None => Ok(()),
        Some(Answer::Exhausted) => check_exhausted(lower, upper, key_bytes_max),
        Some(Answer::Made(key)) => {
            check_key(lower, upper, key_bytes_max, key)?;
            check_shape(lower, upper, key_bytes_max, key)
        }
    }
}

/// Checks what holds of every key made between two bounds, whatever its shape.
pub(super) fn check_key(
    lower: Option<&str>,
    upper: Option<&str>,
    key_bytes_max: usize,
    key: &str,
) -> Result<(), String> {
    if let Some(reason) = refusal(key.as_bytes()) {
        return Err(format!("`{key}` is no key: {reason}"));
    }
    if key.len() > key_bytes_max {
        return Err(format!("`{key}` has {} bytes, the cap is {key_bytes_max}", key.len()));
    }
    if let Some(lower) = lower.filter(|&lower| key <= lower) {
        return Err(format!("`{key}` is not above the lower bound `{lower}`"));
    }
    if let Some(upper) = upper.filter(|&upper| key >= upper) {
        return Err(format!("`{key}` is not below the upper bound `{upper}`"));
    }
    Ok(())
}

fn check_exhausted(lower: Option<&str>, upper: Option<&str>, key_bytes_max: usize) -> Result<(), String> {
    if !fits(lower, upper, key_bytes_max) {
        return Ok(());
    }
    let key = number::lowest_above(lower, key_bytes_max).expect("a key that fits");
    Err(format!("exhausted, though `{key}` fits in {key_bytes_max} bytes"))
}

fn check_shape(
    lower: Option<&str>,
    upper: Option<&str>,
    key_bytes_max: usize,
    key: &str,
) -> Result<(), String> {
    let preferred = Preferred::of(lower, upper);
    if preferred.len() > key_bytes_max {
        return check_shortest(lower, upper, key);
    }
    match preferred {
        Preferred::Integer(due) if key == due => Ok(()),
        Preferred::Integer(due) => Err(format!("`{key}` where the integer `{due}` is due")),
        Preferred::Fraction { stem, gap } => check_digit(&stem, gap, key),
    }
}

fn check_digit(stem: &str, (low, high): (u8, u8), key: &str) -> Result<(), String> {
    let &[drawn] = key.strip_prefix(stem).unwrap_or_default().as_bytes() else {
        return Err(format!("`{key}` where `{stem}` and one digit are due"));
    };
    let drawn = digit(drawn).expect("a key has digits");
    let trimmed = (high - low - 1) / 4;
    let (least, most) = (low + 1 + trimmed, high - 1 - trimmed);
    if (least..=most).contains(&drawn) {
        return Ok(());
    }
    let (least, most) = (digit_of(least), digit_of(most));
    Err(format!("the last digit of `{key}` is outside the middle half, `{least}` to `{most}`"))
}

/// Where what SPEC §3 asks for exceeds the cap, the shortest key is due, or any of the shortest.
fn check_shortest(lower: Option<&str>, upper: Option<&str>, key: &str) -> Result<(), String> {
    if fits(lower, upper, key.len() - 1) {
        return Err(format!("`{key}` where a key of fewer than {} bytes fits", key.len()));
    }
    Ok(())
}

/// What SPEC §3 asks for, whatever the cap.
enum Preferred {
    Integer(String),
    /// A stem and one more digit strictly between two values.
    Fraction {
        stem: String,
        gap: (u8, u8),
    },
}

impl Preferred {
    fn of(lower: Option<&str>, upper: Option<&str>) -> Self {
        match (lower, upper) {
            (None, None) => Self::Integer("a0".to_owned()),
            (None, Some(upper)) => Self::below(upper),
            (Some(lower), None) => match integer_above(integer_part(lower)) {
                Some(integer) => Self::Integer(integer),
                None => Self::fraction(lower, None),
            },
            (Some(lower), Some(upper)) if integer_part(lower) == integer_part(upper) => {
                Self::fraction(lower, Some(upper))
            }
            (Some(lower), Some(upper)) => match integer_above(integer_part(lower)) {
                Some(integer) if *integer < *upper => Self::Integer(integer),
                _ => Self::fraction(lower, None),
            },
        }
    }

    fn below(upper: &str) -> Self {
        let own = integer_part(upper);
        if own == FLOOR {
            return Self::fraction(FLOOR, Some(upper));
        }
        if own < upper {
            return Self::Integer(own.to_owned());
        }
        match integer_below(own) {
            Some(integer) if integer != FLOOR => Self::Integer(integer),
            _ => Self::fraction(FLOOR, None),
        }
    }

    /// A fraction above that of `lower` and, where `upper` is given, below that of `upper`, which has the
    /// same integer part: digit by digit, carrying the lower one while nothing lies strictly between.
    fn fraction(lower: &str, upper: Option<&str>) -> Self {
        let integer = integer_part(lower);
        let mut low_digits = values(&lower[integer.len()..]);
        let mut high_digits = upper.map(|upper| values(&upper[integer.len()..]));
        let mut stem = integer.to_owned();
        loop {
            let low = low_digits.next().unwrap_or(0);
            let high = match &mut high_digits {
                Some(digits) => digits.next().expect("the upper bound goes on where it is still shared"),
                None => 62,
            };
            if high - low > 1 {
                return Self::Fraction { stem, gap: (low, high) };
            }
            if high > low {
                high_digits = None;
            }
            stem.push(digit_of(low));
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Integer(integer) => integer.len(),
            Self::Fraction { stem, .. } => stem.len() + 1,
        }
    }
}

fn values(fraction: &str) -> impl Iterator<Item = u8> {
    fraction.bytes().map(|byte| digit(byte).expect("a key has digits"))
}
