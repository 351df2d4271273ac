//! The 62 digits `0-9A-Za-z` in ASCII order, so that byte order and digit order agree.

/// How many digits there are; one past the greatest digit value.
pub(crate) const BASE: u8 = 62;

/// The digits, indexed by value.
pub(crate) const DIGITS: &[u8; BASE as usize] =
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const NO_DIGIT: u8 = u8::MAX;

const VALUES: [u8; 256] = {
    let mut values = [NO_DIGIT; 256];
    let mut value = 0;
    while value < BASE {
        values[DIGITS[value as usize] as usize] = value;
        value += 1;
    }
    values
};

/// The byte of the digit with this value (0..62).
pub(crate) const fn byte(value: u8) -> u8 {
    DIGITS[value as usize]
}

/// The value of a byte that is known to be a digit.
pub(crate) const fn value(byte: u8) -> u8 {
    VALUES[byte as usize]
}

/// Whether the byte is one of the 62 digits.
pub(crate) const fn is_digit(byte: u8) -> bool {
    VALUES[byte as usize] != NO_DIGIT
}

/// The digit above this one, if any.
pub(crate) const fn next(byte: u8) -> Option<u8> {
    match byte {
        b'9' => Some(b'A'),
        b'Z' => Some(b'a'),
        b'z' => None,
        _ => Some(byte + 1),
    }
}

/// The digit below this one, if any.
pub(crate) const fn previous(byte: u8) -> Option<u8> {
    match byte {
        b'a' => Some(b'Z'),
        b'A' => Some(b'9'),
        b'0' => None,
        _ => Some(byte - 1),
    }
}
