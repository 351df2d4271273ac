//! A generator that halves floating-point numbers.

#![expect(clippy::float_arithmetic, reason = "that is the mistake")]

use super::Variant;
use super::altered::{Between, generator};
use crate::world::Parts;
use crate::world::generator::{Generator, OrderKey};
use crate::world::record::SortKey;

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "f64 midpoint",
    story: "a double halves about fifty times between two neighbours, then it returns one of them",
    laws: &["strictly between", "middle half", "exhausted exactly"],
    parts: || Parts { generator: || generator(BETWEEN), ..Parts::default() },
};

const BETWEEN: Between = |key_bytes_max, lower, upper, jitter| match (lower, upper) {
    (Some(lower), Some(upper)) if lower.integer() == upper.integer() && lower < upper => {
        let middle = f64::midpoint(value(lower.fraction()), value(upper.fraction()));
        Ok(SortKey::read(&format!("{}{}", lower.integer(), digits(middle, key_bytes_max - 2))))
    }
    _ => OrderKey.between(key_bytes_max, lower, upper, jitter),
};

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

fn value(fraction: &str) -> f64 {
    let digit = |byte: u8| DIGITS.iter().position(|&digit| digit == byte).unwrap_or(0) as u32;
    fraction.bytes().rev().fold(0.0, |value, byte| (value + f64::from(digit(byte))) / 62.0)
}

fn digits(mut value: f64, count_max: usize) -> String {
    let mut digits = String::new();
    while value > 0.0 && digits.len() < count_max.min(9) {
        value *= 62.0;
        let digit = (0_u32..62).rev().find(|&digit| f64::from(digit) <= value).unwrap_or(0);
        digits.push(char::from(DIGITS[digit as usize]));
        value -= f64::from(digit);
    }
    digits.trim_end_matches('0').to_owned()
}
