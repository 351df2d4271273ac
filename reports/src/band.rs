//! What many seeds say about one number: its percentiles.

use crate::text::span;
use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};

/// Percentiles of one number over many seeds. Each is a value that occurred: the least that so many
/// per cent of the seeds do not exceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Band {
    /// The least.
    pub min: u32,
    /// Exceeded by 95 seeds in 100.
    pub p5: u32,
    /// The median.
    pub p50: u32,
    /// Exceeded by 5 seeds in 100.
    pub p95: u32,
    /// The greatest.
    pub max: u32,
}

impl Band {
    /// The band of these values, of which there must be one at least.
    pub fn of(values: impl IntoIterator<Item = u32>) -> Self {
        let values: Vec<_> = values.into_iter().collect();
        let greatest = values.iter().copied().max().expect("a band needs a value");
        // A histogram keeps values exact up to twice ten to its digits, and grows tenfold with each.
        let digits = if greatest < 2_000 { 3 } else { 5 };
        assert!(greatest < 200_000, "{greatest} would not be kept exact");
        let mut histogram =
            Histogram::<u32>::new_with_max(greatest.max(2).into(), digits).expect("valid bounds");
        for value in values {
            histogram.record(value.into()).expect("a value up to the greatest");
        }
        let at = |quantile| histogram.value_at_quantile(quantile) as u32;
        Self {
            min: histogram.min() as u32,
            p5: at(0.05),
            p50: at(0.50),
            p95: at(0.95),
            max: histogram.max() as u32,
        }
    }

    /// From the least to the greatest, for people.
    pub fn reach(&self) -> String {
        span(self.min, self.max)
    }

    /// One value that nothing varies.
    pub const fn exactly(value: u32) -> Self {
        Self { min: value, p5: value, p50: value, p95: value, max: value }
    }
}

/// The median of sums, which may be too great for a band.
pub fn median(values: impl IntoIterator<Item = u64>) -> u64 {
    let mut values: Vec<_> = values.into_iter().collect();
    values.sort_unstable();
    values[(values.len() - 1) / 2]
}

#[cfg(test)]
mod tests {
    use super::{Band, median};

    #[test]
    fn percentiles_are_values_that_occurred() {
        let band = Band::of((1..=200).map(|value| value * 50));
        assert_eq!(band, Band { min: 50, p5: 500, p50: 5_000, p95: 9_500, max: 10_000 });
        assert_eq!(median((1..=200).map(|value| value * 50)), 5_000);
    }

    #[test]
    fn one_value_is_its_own_band() {
        assert_eq!(Band::of([512]), Band::exactly(512));
    }

    #[test]
    #[should_panic(expected = "a band needs a value")]
    fn no_value_has_no_band() {
        Band::of([]);
    }
}
