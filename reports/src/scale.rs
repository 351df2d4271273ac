//! From a value to its place along an axis.
//!
//! A logarithm from the system's library may differ in its last bit from machine to machine, and a
//! picture would with it. So the one here is made of multiplications and comparisons, whose results
//! are the same everywhere.

/// An axis: which values it spans and where they lie.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    kind: Kind,
    values: (f64, f64),
    places: (f64, f64),
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Linear,
    Logarithmic,
}

impl Scale {
    /// Equal steps for equal differences.
    pub const fn linear(values: (f64, f64), places: (f64, f64)) -> Self {
        Self { kind: Kind::Linear, values, places }
    }

    /// Equal steps for equal ratios; values from 1 on.
    pub fn logarithmic(values: (f64, f64), places: (f64, f64)) -> Self {
        Self { kind: Kind::Logarithmic, values: (log2(values.0), log2(values.1)), places }
    }

    /// The place of a value.
    pub fn at(&self, value: impl Into<f64>) -> f64 {
        let value = match self.kind {
            Kind::Linear => value.into(),
            Kind::Logarithmic => log2(value.into()),
        };
        let share = (value - self.values.0) / (self.values.1 - self.values.0);
        self.places.0 + share * (self.places.1 - self.places.0)
    }

    /// Where the axis begins and ends.
    pub const fn places(&self) -> (f64, f64) {
        self.places
    }
}

/// A number that is not negative, rounded.
#[expect(clippy::cast_sign_loss, reason = "asserted")]
pub(crate) fn rounded(value: f64) -> u32 {
    assert!(value >= 0.0, "{value} is negative");
    value.round() as u32
}

/// The binary logarithm of a number from 1 on: its whole part by halving, 32 bits more by squaring.
pub(crate) fn log2(mut value: f64) -> f64 {
    assert!(value >= 1.0, "no place on the axis for {value}");
    let mut logarithm = 0.0;
    while value >= 2.0 {
        value /= 2.0;
        logarithm += 1.0;
    }
    let mut bit = 0.5;
    for _ in 0..32 {
        value *= value;
        if value >= 2.0 {
            value /= 2.0;
            logarithm += bit;
        }
        bit /= 2.0;
    }
    logarithm
}

#[cfg(test)]
mod tests {
    use super::{Scale, log2};

    #[test]
    fn our_logarithm_is_the_logarithm() {
        for value in [1.0, 1.5, 2.0, 10.0, 61.0, 512.0, 100_000.0_f64] {
            let difference: f64 = log2(value) - value.log2();
            assert!(difference.abs() < 1e-9, "{value}: {difference}");
        }
    }

    #[test]
    fn the_ends_of_an_axis_are_its_places() {
        for scale in [Scale::linear((0.0, 10.0), (5.0, 25.0)), Scale::logarithmic((1.0, 1024.0), (5.0, 25.0))]
        {
            let (least, most) = if scale.at(1) > 5.0 { (0, 10) } else { (1, 1024) };
            assert_eq!(
                (scale.at(least).to_bits(), scale.at(most).to_bits()),
                (5f64.to_bits(), 25f64.to_bits())
            );
        }
        let middle = Scale::logarithmic((1.0, 1024.0), (5.0, 25.0)).at(32);
        assert!((middle - 15.0).abs() < 1e-9);
    }
}
