//! The schemes that are compared, one file each: keys behind [`Generate`], lists that write more than the
//! new record behind [`Keep`].
//!
//! A key is a byte string, compared as bytes; what a scheme needs besides, an integer part, a base or a
//! number, it reads from those bytes. A scheme says what it would write, and nothing here repairs it: some of
//! them give a key that does not lie between its neighbours, and the report counts how often. (SPEC §10)

mod alphabet;

mod exact_midpoint;
mod full_width;
mod middle_half;
mod ours;

mod base95_fraction;
mod float_midpoint;
mod greenspan;
mod jittered_fraction;
mod plain_fraction;
mod random_suffix;
mod replica_suffix;

mod index_record;
mod integer_positions;
mod keyed;
mod rekeyed;

pub use alphabet::{Alphabet, BASE_62, BASE_95};
pub use float_midpoint::float_bytes;
pub use greenspan::Greenspan;
pub use index_record::{IndexRecord, REFERENCE_BYTES};
pub use integer_positions::IntegerPositions;
pub use keyed::Keyed;
pub use random_suffix::RandomSuffix;
pub use rekeyed::{REKEY_BYTES_MAX, Rekeyed};

use crate::shortest::Space;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

/// A way to make a key from its two neighbours, with whatever chance it needs inside.
pub trait Generate {
    /// What the scheme writes between two keys, where `None` is an open end; `None` where it has no key
    /// there. Whether it lies strictly between is for the caller to see.
    fn between(&mut self, lower: Option<&[u8]>, upper: Option<&[u8]>) -> Option<Vec<u8>>;
}

/// A list of siblings that keeps its order in its own way.
pub trait Keep {
    /// Puts a new item at a position, counted from 0, and tells what had to be written; `None` where there is
    /// no key within the cap.
    fn insert(&mut self, at: usize) -> Option<Written>;

    /// How many items there are.
    fn count(&self) -> usize;
}

/// What one insert writes to keep the order, the text of the new item itself left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Records, the new one counted.
    pub records: u64,
    /// Bytes of what orders them: keys, numbers or references.
    pub bytes: u64,
}

/// The name of a scheme of keys, as rows and pictures know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scheme {
    /// Ours: a digit drawn from the middle half of those that fit.
    MiddleHalf,
    /// Ours with the middle digit, the lower of two; nothing is drawn.
    ExactMidpoint,
    /// Ours with a digit drawn from all that fit.
    FullWidth,
    /// Greenspan's: the same integer part, the midpoint rounded up; nothing is drawn.
    Greenspan,
    /// A base-62 fraction without an integer part; nothing is drawn.
    PlainFraction,
    /// The same in base 95.
    Base95Fraction,
    /// A base-62 fraction without an integer part, a digit drawn from the middle half.
    JitteredFraction,
    /// The plain fraction with the writer's suffix at the end of each key.
    ReplicaSuffix,
    /// Greenspan's with a random suffix glued on.
    RandomSuffix,
    /// Halving a 64-bit float.
    FloatMidpoint,
}

impl Scheme {
    /// All of them, in the order of the report.
    pub const ALL: [Self; 10] = [
        Self::MiddleHalf,
        Self::ExactMidpoint,
        Self::FullWidth,
        Self::Greenspan,
        Self::PlainFraction,
        Self::Base95Fraction,
        Self::JitteredFraction,
        Self::ReplicaSuffix,
        Self::RandomSuffix,
        Self::FloatMidpoint,
    ];

    /// Our scheme under three rules for the place of the new digit.
    pub const OURS: [Self; 3] = [Self::MiddleHalf, Self::ExactMidpoint, Self::FullWidth];

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MiddleHalf => "middle half",
            Self::ExactMidpoint => "exact midpoint",
            Self::FullWidth => "full width",
            Self::Greenspan => "Greenspan",
            Self::PlainFraction => "plain fraction",
            Self::Base95Fraction => "base 95",
            Self::JitteredFraction => "jittered fraction",
            Self::ReplicaSuffix => "replica suffix",
            Self::RandomSuffix => "random suffix",
            Self::FloatMidpoint => "64-bit float",
        }
    }

    /// What it is, in a sentence.
    pub const fn about(self) -> &'static str {
        match self {
            Self::MiddleHalf => {
                "ours: integer part, then a digit drawn from the middle half of those that fit"
            }
            Self::ExactMidpoint => "ours, but always the middle digit, rounded down; nothing is drawn",
            Self::FullWidth => "ours, but the digit drawn from all that fit",
            Self::Greenspan => {
                "the same integer part, the middle digit rounded up, the upper key's prefix where digits are consecutive"
            }
            Self::PlainFraction => "no integer part; an append bumps the last digit",
            Self::Base95Fraction => "the plain fraction over the 95 printable ASCII characters",
            Self::JitteredFraction => "no integer part; every digit drawn from the middle half",
            Self::ReplicaSuffix => "the plain fraction, each key ending in two digits that name its writer",
            Self::RandomSuffix => "Greenspan's with three random digits glued on, unchecked",
            Self::FloatMidpoint => "the mean of two 64-bit floats; 1 more or less at an open end",
        }
    }

    /// Whether the same bounds always give the same key.
    pub const fn is_deterministic(self) -> bool {
        match self {
            Self::ExactMidpoint
            | Self::Greenspan
            | Self::PlainFraction
            | Self::Base95Fraction
            | Self::ReplicaSuffix
            | Self::FloatMidpoint => true,
            Self::MiddleHalf | Self::FullWidth | Self::JitteredFraction | Self::RandomSuffix => false,
        }
    }

    /// The keys among which it chooses.
    pub const fn space(self) -> Space {
        match self {
            Self::MiddleHalf
            | Self::ExactMidpoint
            | Self::FullWidth
            | Self::Greenspan
            | Self::RandomSuffix => Space::Heads,
            Self::PlainFraction | Self::JitteredFraction | Self::ReplicaSuffix => Space::Fraction62,
            Self::Base95Fraction => Space::Fraction95,
            Self::FloatMidpoint => Space::Number,
        }
    }

    /// A generator that draws from the `ChaCha8` stream of `seed`.
    pub fn generator(self, seed: u32) -> Box<dyn Generate> {
        self.generator_of(0, ChaCha8Rng::seed_from_u64(seed.into()))
    }

    /// The generator of one writer of several.
    pub fn generator_of(self, writer: u32, rng: ChaCha8Rng) -> Box<dyn Generate> {
        match self {
            Self::MiddleHalf => Box::new(middle_half::MiddleHalf(rng)),
            Self::ExactMidpoint => Box::new(exact_midpoint::ExactMidpoint),
            Self::FullWidth => Box::new(full_width::FullWidth(rng)),
            Self::Greenspan => Box::new(Greenspan),
            Self::PlainFraction => Box::new(plain_fraction::PlainFraction),
            Self::Base95Fraction => Box::new(base95_fraction::Base95Fraction),
            Self::JitteredFraction => Box::new(jittered_fraction::JitteredFraction(rng)),
            Self::ReplicaSuffix => Box::new(replica_suffix::ReplicaSuffix::of(writer)),
            Self::RandomSuffix => Box::new(RandomSuffix { bits: 16, is_checked: false, rng }),
            Self::FloatMidpoint => Box::new(float_midpoint::FloatMidpoint),
        }
    }
}
