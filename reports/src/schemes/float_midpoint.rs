//! Halving 64-bit floats: the mean of two neighbours, 1 more or less at an open end. When the two have no
//! number between them the mean is one of them, and nothing says so. (SPEC §10)
//!
//! As bytes: the bits in big-endian order with the sign turned, so that byte order is numeric order.

use super::Generate;

pub(super) struct FloatMidpoint;

impl Generate for FloatMidpoint {
    fn between(&mut self, lower: Option<&[u8]>, upper: Option<&[u8]>) -> Option<Vec<u8>> {
        Some(float_bytes(match (lower.map(number), upper.map(number)) {
            (None, None) => 1.0,
            (Some(lower), None) => lower + 1.0,
            (None, Some(upper)) => upper - 1.0,
            (Some(lower), Some(upper)) => f64::midpoint(lower, upper),
        }))
    }
}

const SIGN: u64 = 1 << 63;

/// The bytes of a number, in whose order numbers ascend.
pub fn float_bytes(number: f64) -> Vec<u8> {
    let bits = number.to_bits();
    let ordered = if bits & SIGN == 0 { bits ^ SIGN } else { !bits };
    ordered.to_be_bytes().to_vec()
}

/// The number of some bytes.
fn number(bytes: &[u8]) -> f64 {
    let ordered = u64::from_be_bytes(bytes.try_into().expect("eight bytes that this scheme made"));
    f64::from_bits(if ordered & SIGN == 0 { !ordered } else { ordered ^ SIGN })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_order_is_numeric_order() {
        let numbers = [-1e300, -2.0, -1.0, -0.5, 0.0, 5e-324, 0.5, 1.0, 1.5, 2.0, 1e300];
        assert!(numbers.map(float_bytes).is_sorted());
        assert!(numbers.iter().all(|&value| number(&float_bytes(value)).to_bits() == value.to_bits()));
    }
}
