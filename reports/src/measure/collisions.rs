//! Writers who ask for one place at the same moment, none knowing of the others: how often two get one key.
//!
//! A scheme that draws evenly from d keys behaves as d days and so many birthdays: the chance that all differ is
//! (1 − 1/d)(1 − 2/d)…; the measured share stands beside it with Wilson's interval at 95 %. Products, quotients
//! and a square root only, so the numbers are the same on every machine. What is counted is kept in parts of a
//! million; the formula as it is, for with 32 bits it says far less than one of them.

use crate::pool;
use crate::scale::rounded;
use crate::schemes::{Generate, RandomSuffix, Scheme};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

/// How often writers in one gap made equal keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Collision {
    /// Who draws.
    pub draw: Draw,
    /// How many writers.
    pub writers: u32,
    /// How often they met.
    pub trials: u32,
    /// How often two keys or more were equal.
    pub equal: u32,
    /// The share of these in a million.
    pub share_ppm: u32,
    /// Wilson's interval at 95 %, its lower end.
    pub low_ppm: u32,
    /// Its upper end.
    pub high_ppm: u32,
    /// The chance that the birthday formula gives, from 0 to 1.
    pub formula: f64,
}

impl Collision {
    /// Whether what was measured bears the formula out: whether Wilson's interval holds it.
    pub fn holds_formula(&self) -> bool {
        let (low, high) = wilson(self.equal, self.trials);
        (low..=high).contains(&self.formula)
    }
}

/// What makes the keys of concurrent writers differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Draw {
    /// Nothing: the exact midpoint.
    Nothing,
    /// The middle half of the digits that fit: 31 of 61 in a fresh gap.
    MiddleHalf,
    /// All digits that fit: 61 in a fresh gap.
    FullWidth,
    /// The exact midpoint and 8 random bits behind it.
    Suffix8,
    /// 16 bits.
    Suffix16,
    /// 24 bits.
    Suffix24,
    /// 32 bits.
    Suffix32,
}

impl Draw {
    /// All, in the order of the report.
    pub const ALL: [Self; 7] = [
        Self::Nothing,
        Self::MiddleHalf,
        Self::FullWidth,
        Self::Suffix8,
        Self::Suffix16,
        Self::Suffix24,
        Self::Suffix32,
    ];

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "exact midpoint",
            Self::MiddleHalf => "middle half",
            Self::FullWidth => "full width",
            Self::Suffix8 => "8-bit suffix",
            Self::Suffix16 => "16-bit suffix",
            Self::Suffix24 => "24-bit suffix",
            Self::Suffix32 => "32-bit suffix",
        }
    }

    /// The bits of the suffix, if there is one.
    pub const fn suffix_bits(self) -> Option<u32> {
        match self {
            Self::Nothing | Self::MiddleHalf | Self::FullWidth => None,
            Self::Suffix8 => Some(8),
            Self::Suffix16 => Some(16),
            Self::Suffix24 => Some(24),
            Self::Suffix32 => Some(32),
        }
    }

    /// How many keys it chooses from, all equally likely, between `a0` and `a1`.
    pub const fn outcomes(self) -> u64 {
        match self {
            Self::Nothing => 1,
            Self::MiddleHalf => 31,
            Self::FullWidth => 61,
            Self::Suffix8 => 1 << 8,
            Self::Suffix16 => 1 << 16,
            Self::Suffix24 => 1 << 24,
            Self::Suffix32 => 1 << 32,
        }
    }

    /// Makes keys with it.
    pub fn generator(self, seed: u32) -> Box<dyn Generate> {
        match self {
            Self::Nothing => Scheme::ExactMidpoint.generator(seed),
            Self::MiddleHalf => Scheme::MiddleHalf.generator(seed),
            Self::FullWidth => Scheme::FullWidth.generator(seed),
            _ => {
                let bits = self.suffix_bits().expect("the others have a suffix");
                Box::new(RandomSuffix { bits, is_checked: true, rng: ChaCha8Rng::seed_from_u64(seed.into()) })
            }
        }
    }
}

/// How many writers meet.
pub const WRITERS: [u32; 4] = [2, 10, 100, 1_000];

/// One row for each draw and number of writers. A thousand writers meet a tenth as often.
pub fn measure(trials: u32) -> Vec<Collision> {
    let jobs: Vec<_> = Draw::ALL.iter().flat_map(|&draw| WRITERS.map(|writers| (draw, writers))).collect();
    pool::each(jobs.len(), |at| {
        let (draw, writers) = jobs[at];
        meet(draw, writers, if writers >= 1_000 { trials / 10 } else { trials })
    })
}

fn meet(draw: Draw, writers: u32, trials: u32) -> Collision {
    let mut generator = draw.generator(writers);
    let is_equal = |_: &u32| {
        let key = |_| generator.between(Some(b"a0"), Some(b"a1")).expect("a fresh gap has room");
        let mut keys: Vec<Vec<u8>> = (0..writers).map(key).collect();
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    };
    let equal = (0..trials).filter(is_equal).count() as u32;
    let (low, high) = wilson(equal, trials);
    Collision {
        draw,
        writers,
        trials,
        equal,
        share_ppm: ppm(f64::from(equal) / f64::from(trials)),
        low_ppm: ppm(low),
        high_ppm: ppm(high),
        formula: birthday(writers, draw.outcomes()),
    }
}

/// In a million.
fn ppm(share: f64) -> u32 {
    rounded(share * 1e6)
}

/// The chance that of so many writers who draw evenly from `outcomes` keys two draw one. Each writer adds the chance
/// to be the first who does: no small number is ever taken from 1, so a chance of 1 in 10^10 is as exact as any.
pub fn birthday(writers: u32, outcomes: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "at most 2^32")]
    let outcomes = outcomes as f64;
    let one_more = |equal: f64, taken: u32| equal + (1.0 - equal) * (f64::from(taken) / outcomes).min(1.0);
    (0..writers).fold(0.0, one_more)
}

/// Wilson's interval at 95 % for a share.
fn wilson(hits: u32, trials: u32) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    let (n, share) = (f64::from(trials), f64::from(hits) / f64::from(trials));
    let centre = share + Z * Z / (2.0 * n);
    let reach = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    (((centre - reach) / scale).max(0.0), ((centre + reach) / scale).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_birthday_formula_is_that_of_birthdays() {
        assert_eq!(ppm(birthday(23, 365)), 507_297);
        assert_eq!(ppm(birthday(2, 31)), 32_258);
        assert_eq!(ppm(birthday(32, 31)), 1_000_000);
        assert_eq!(ppm(birthday(2, 1)), 1_000_000);
        assert!((birthday(2, 1 << 32) * f64::from(u32::MAX) - 1.0).abs() < 1e-9, "not rounded away");
    }

    /// Against the published worked example: 0 of 10 and 5 of 10.
    #[test]
    fn the_interval_is_wilsons() {
        let rounded = |(low, high): (f64, f64)| (ppm(low) / 100, ppm(high) / 100);
        assert_eq!(rounded(wilson(0, 10)), (0, 2_775));
        assert_eq!(rounded(wilson(5, 10)), (2_365, 7_634));
        assert_eq!(rounded(wilson(10, 10)), (7_224, 10_000));
    }

    #[test]
    fn every_share_is_near_its_formula() {
        for row in measure(1_000) {
            let (low, high) = wilson(row.equal, row.trials);
            let slack = 2.0 * (high - low);
            assert!(low - slack <= row.formula && row.formula <= high + slack, "{row:?}");
        }
    }
}
