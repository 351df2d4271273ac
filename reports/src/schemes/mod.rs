//! The schemes that are compared, one file each behind one small trait.

mod exact_midpoint;
mod full_width;
mod middle_half;

use order_key::{BetweenError, Key};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

/// A way to make a key from its two neighbours, with whatever chance it needs inside.
pub trait Generate {
    /// A key strictly between the bounds; `None` is an open end.
    ///
    /// # Errors
    /// [`BetweenError::Exhausted`] where the scheme has no such key.
    fn between(&mut self, lower: Option<&Key>, upper: Option<&Key>) -> Result<Key, BetweenError>;
}

/// The name of a scheme, as rows and pictures know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scheme {
    /// Ours: a digit drawn from the middle half of those that fit.
    MiddleHalf,
    /// Ours with the middle digit, the lower of two; nothing is drawn.
    ExactMidpoint,
    /// Ours with a digit drawn from all that fit.
    FullWidth,
}

impl Scheme {
    /// All of them, in the order of the report.
    pub const ALL: [Self; 3] = [Self::MiddleHalf, Self::ExactMidpoint, Self::FullWidth];

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MiddleHalf => "middle half",
            Self::ExactMidpoint => "exact midpoint",
            Self::FullWidth => "full width",
        }
    }

    /// A generator that draws from the `ChaCha8` stream of `seed`.
    pub fn generator(self, seed: u32) -> Box<dyn Generate> {
        let rng = ChaCha8Rng::seed_from_u64(seed.into());
        match self {
            Self::MiddleHalf => Box::new(middle_half::MiddleHalf(rng)),
            Self::ExactMidpoint => Box::new(exact_midpoint::ExactMidpoint),
            Self::FullWidth => Box::new(full_width::FullWidth(rng)),
        }
    }
}
