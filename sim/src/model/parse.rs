//! Why a text is no key: the reasons as a list, the first that holds. (SPEC §2)

use super::number::{FLOOR, digit, promised};

/// The most bytes a key has.
const KEY_BYTES_MAX: usize = 512;

/// A question asked of a text to which none of the earlier reasons applies.
type Applies = fn(&[u8]) -> bool;

/// Every reason in its order. Each question is asked only where all before it were answered with no.
pub const REASONS: [(&str, Applies); 7] = [
    ("empty", |text| text.is_empty()),
    ("too_long", |text| text.len() > KEY_BYTES_MAX),
    ("bad_byte", |text| text.iter().any(|&byte| digit(byte).is_none())),
    ("bad_head", |text| text[0].is_ascii_digit()),
    ("short_integer", |text| after_integer(text).is_none()),
    ("reserved", |text| text == FLOOR.as_bytes()),
    ("trailing_zero", |text| after_integer(text).is_some_and(|fraction| fraction.ends_with(b"0"))),
];

/// The reason why `text` is no key, or `None` where it is one.
pub fn refusal(text: &[u8]) -> Option<&'static str> {
    REASONS.iter().find(|(_, applies)| applies(text)).map(|&(reason, _)| reason)
}

/// What follows the integer part; `None` where that is cut short.
fn after_integer(text: &[u8]) -> Option<&[u8]> {
    text.get(promised(text[0])? + 1..)
}
