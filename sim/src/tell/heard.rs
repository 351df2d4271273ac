//! What each view has heard of, so that the way of a commit to it can be told.

use std::collections::{BTreeMap, BTreeSet};

/// Per view the `seq`s of the commits that reached it.
#[derive(Clone, Debug, Default)]
pub struct Heard(BTreeMap<u32, BTreeSet<u64>>);

/// What was unusual about the way of a commit to a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// Nothing.
    Straight,
    /// A later one arrived before it.
    Overtaken,
    /// It had arrived before.
    Again,
}

impl Heard {
    /// A commit reaches a view.
    pub fn hear(&mut self, view: u32, seq: u64) -> Course {
        let heard = self.0.entry(view).or_default();
        let is_overtaken = heard.last().is_some_and(|&last| seq < last);
        match (heard.insert(seq), is_overtaken) {
            (false, _) => Course::Again,
            (true, true) => Course::Overtaken,
            (true, false) => Course::Straight,
        }
    }
}

impl Course {
    /// What is added to what is told of the commit.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Straight => "",
            Self::Overtaken => ", overtaken",
            Self::Again => ", again",
        }
    }
}
