//! Where each insert goes.

use serde::{Deserialize, Serialize};

/// A way to edit one group of siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Workload {
    /// After the last key.
    Append,
    /// Before the first key.
    Prepend,
    /// Always right above the lower key of one gap.
    GapLower,
    /// Always right below the upper key of one gap.
    GapUpper,
    /// Right below the last insert, then right above it, and so on by turns.
    GapAlternating,
    /// Right below or right above the last insert, a coin deciding.
    GapRandom,
    /// At a place drawn evenly from all.
    Random,
    /// An item drawn from a list of [`MOVED_ITEMS`] to a place drawn from all.
    Moves,
}

/// How many items the list has in which items are moved.
pub const MOVED_ITEMS: u32 = 1_000;

impl Workload {
    /// All of them, in the order of the report.
    pub const ALL: [Self; 8] = [
        Self::Append,
        Self::Prepend,
        Self::GapLower,
        Self::GapUpper,
        Self::GapAlternating,
        Self::GapRandom,
        Self::Random,
        Self::Moves,
    ];

    /// Those that hammer one gap.
    pub const GAPS: [Self; 4] = [Self::GapLower, Self::GapUpper, Self::GapAlternating, Self::GapRandom];

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Append => "appends",
            Self::Prepend => "prepends",
            Self::GapLower => "one gap, toward the lower key",
            Self::GapUpper => "one gap, toward the upper key",
            Self::GapAlternating => "one gap, alternating",
            Self::GapRandom => "one gap, random side",
            Self::Random => "random places",
            Self::Moves => "random moves",
        }
    }

    /// How many inserts are made, unless the cap is met before. One gap meets it: no scheme here gets as many
    /// as this out of it.
    pub const fn operations_max(self) -> u32 {
        match self {
            Self::Append | Self::Prepend => 100_000,
            _ => 10_000,
        }
    }

    /// Whether places are drawn, so that seeds differ under a scheme that draws nothing.
    pub const fn draws(self) -> bool {
        matches!(self, Self::GapRandom | Self::Random | Self::Moves)
    }

    /// Whether all of it happens between two keys.
    pub fn is_gap(self) -> bool {
        Self::GAPS.contains(&self)
    }
}
