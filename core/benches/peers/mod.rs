//! Other schemes, written from their published descriptions in the most straightforward way: one
//! `String` a key, no key checked but for the order of the bounds.

pub(crate) mod fraction;
pub(crate) mod greenspan;

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

fn digit(value: u8) -> char {
    char::from(DIGITS[usize::from(value)])
}

fn value(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => byte - b'0',
        b'A'..=b'Z' => byte - b'A' + 10,
        _ => byte - b'a' + 36,
    }
}

/// Appends a fraction strictly between two, the upper one at most 1: the middle digit, rounded up, at
/// the first place with room; where the digits are neighbours, upper's digit if upper goes on, else
/// lower's and further below 1.
fn push_between(key: &mut String, lower: &str, upper: Option<&str>) {
    let digit_of = |text: &str, at: usize| text.as_bytes().get(at).map(|&byte| value(byte));
    let mut at = 0;
    if let Some(upper) = upper {
        while digit_of(lower, at).unwrap_or(0) == digit_of(upper, at).unwrap_or(0) {
            at += 1;
        }
        key.push_str(&upper[..at]);
        let (low, high) = (digit_of(lower, at).unwrap_or(0), digit_of(upper, at).unwrap_or(0));
        if high - low > 1 {
            return key.push(digit((low + high).div_ceil(2)));
        }
        if upper.len() > at + 1 {
            return key.push(digit(high));
        }
        key.push(digit(low));
        at += 1;
    }
    loop {
        let low = digit_of(lower, at).unwrap_or(0);
        if low < 61 {
            return key.push(digit((low + 62).div_ceil(2)));
        }
        key.push(digit(low));
        at += 1;
    }
}
