//! Where each insert goes: the two bounds it falls between, and which of them the new key replaces.

use crate::schemes::Generate;
use serde::{Deserialize, Serialize};

/// A chain of inserts. Only the two bounds matter, so only they are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Workload {
    /// After the last key, from `a0` on.
    Append,
    /// Before the first key, from `a0` on.
    Prepend,
    /// Always right above the lower bound of the gap between `a0` and `a1`.
    GapLower,
    /// Always right below the upper bound of that gap.
    GapUpper,
    /// First below the last insert, then above it, and so on by turns.
    GapAlternating,
}

/// The bound that a new key replaces.
#[derive(Clone, Copy)]
enum Bound {
    Lower,
    Upper,
}

impl Workload {
    /// All of them, in the order of the report.
    pub const ALL: [Self; 5] =
        [Self::Append, Self::Prepend, Self::GapLower, Self::GapUpper, Self::GapAlternating];

    /// Those at an open end.
    pub const ENDS: [Self; 2] = [Self::Append, Self::Prepend];

    /// Those that hammer one gap.
    pub const GAPS: [Self; 3] = [Self::GapLower, Self::GapUpper, Self::GapAlternating];

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Append => "appends",
            Self::Prepend => "prepends",
            Self::GapLower => "toward the lower bound",
            Self::GapUpper => "toward the upper bound",
            Self::GapAlternating => "alternating",
        }
    }

    /// How many inserts are made, unless the gap is exhausted before. One gap at the cap is: no scheme
    /// here gets as many as this out of it.
    pub const fn operations_max(self) -> u32 {
        match self {
            Self::Append | Self::Prepend => 100_000,
            Self::GapLower | Self::GapUpper | Self::GapAlternating => 10_000,
        }
    }

    /// Makes the inserts and shows each new key to `each`. Tells whether the gap was exhausted.
    pub fn drive(self, generator: &mut dyn Generate, mut each: impl FnMut(&[u8])) -> bool {
        let (mut lower, mut upper) = self.bounds();
        for operation in 0..self.operations_max() {
            let Some(key) = generator.between(lower.as_deref(), upper.as_deref()) else { return true };
            each(&key);
            match self.replaced(operation) {
                Bound::Lower => lower = Some(key),
                Bound::Upper => upper = Some(key),
            }
        }
        false
    }

    fn bounds(self) -> (Option<Vec<u8>>, Option<Vec<u8>>) {
        let key = |text: &str| Some(text.as_bytes().to_vec());
        match self {
            Self::Append => (key("a0"), None),
            Self::Prepend => (None, key("a0")),
            Self::GapLower | Self::GapUpper | Self::GapAlternating => (key("a0"), key("a1")),
        }
    }

    const fn replaced(self, operation: u32) -> Bound {
        match self {
            Self::Append | Self::GapUpper => Bound::Lower,
            Self::GapAlternating if operation % 2 == 1 => Bound::Lower,
            Self::Prepend | Self::GapLower | Self::GapAlternating => Bound::Upper,
        }
    }
}
