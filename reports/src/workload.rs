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
    /// Two writers at once: both ask for the place right above the lower key of one gap, neither seeing the other's
    /// key before both are there; then again below the lesser of the two, and so on.
    Crowd2,
    /// The same with 10.
    Crowd10,
    /// The same with 100.
    Crowd100,
    /// The same with 1,000.
    Crowd1000,
    /// At a place drawn evenly from all.
    Random,
    /// An item drawn from a list of [`MOVED_ITEMS`] to a place drawn from all.
    Moves,
}

/// How many items the list has in which items are moved.
pub const MOVED_ITEMS: u32 = 1_000;

impl Workload {
    /// All of them, in the order of the report.
    pub const ALL: [Self; 12] = [
        Self::Append,
        Self::Prepend,
        Self::GapLower,
        Self::GapUpper,
        Self::GapAlternating,
        Self::GapRandom,
        Self::Crowd2,
        Self::Crowd10,
        Self::Crowd100,
        Self::Crowd1000,
        Self::Random,
        Self::Moves,
    ];

    /// Those that hammer one gap.
    pub const GAPS: [Self; 4] = [Self::GapLower, Self::GapUpper, Self::GapAlternating, Self::GapRandom];

    /// Those in which several hammer one gap at once.
    pub const CROWDS: [Self; 4] = [Self::Crowd2, Self::Crowd10, Self::Crowd100, Self::Crowd1000];

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Append => "appends",
            Self::Prepend => "prepends",
            Self::GapLower => "one gap, toward the lower key",
            Self::GapUpper => "one gap, toward the upper key",
            Self::GapAlternating => "one gap, alternating",
            Self::GapRandom => "one gap, random side",
            Self::Crowd2 => "one gap, 2 writers at once",
            Self::Crowd10 => "one gap, 10 writers at once",
            Self::Crowd100 => "one gap, 100 writers at once",
            Self::Crowd1000 => "one gap, 1,000 writers at once",
            Self::Random => "random places",
            Self::Moves => "random moves",
        }
    }

    /// How many write at once, each without seeing the others.
    pub const fn writers(self) -> u32 {
        match self {
            Self::Crowd2 => 2,
            Self::Crowd10 => 10,
            Self::Crowd100 => 100,
            Self::Crowd1000 => 1_000,
            _ => 1,
        }
    }

    /// How many inserts are made, unless the cap is met before. One writer in one gap meets it: no scheme here gets
    /// as many as this out of it.
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
