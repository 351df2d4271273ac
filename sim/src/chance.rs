//! Chance: every draw of a run, each found by the seed, the link it belongs to and the message it decides.
//!
//! A draw does not depend on how many draws were made before it. Take one message out of a scenario and
//! the fates of all others stay as they were, which is what makes a failing run shrink. ChaCha is
//! seekable: the link is its stream, the message its position in the stream.

use order_key::bounded;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// Where a draw belongs. Each link is a stream of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// What the scenario is drawn from.
    Scenario,
    /// Requests from a client to the server.
    Request(u32),
    /// Replies from the server to a client.
    Reply(u32),
    /// The steps of a server and how long each takes.
    ServerSteps,
    /// The digits that the server's generator chooses.
    Jitter,
    /// Frames of a subscription.
    Firehose(u32),
    /// Frames of a subscription that are sent again after this many connections.
    Replay(u32, u32),
    /// Snapshots that a view fetches.
    Snapshot(u32),
    /// What the plan of a view is drawn from.
    ViewPlan(u32),
    /// What the hiding and showing of repositories is drawn from.
    AccountPlan,
}

impl Link {
    /// The number of the stream that holds its draws.
    pub fn stream(self) -> u64 {
        let (kind, index) = match self {
            Self::Scenario => (0, 0),
            Self::Request(client) => (1, client),
            Self::Reply(client) => (2, client),
            Self::ServerSteps => (3, 0),
            Self::Jitter => (4, 0),
            Self::Firehose(view) => (5, view),
            Self::Snapshot(view) => (6, view),
            Self::Replay(view, connections) => (16 + u64::from(connections), view),
            Self::ViewPlan(view) => (7, view),
            Self::AccountPlan => (8, 0),
        };
        (kind << 32) | u64::from(index)
    }
}

/// The source of chance of a run.
#[derive(Clone, Debug)]
pub struct Chance(ChaCha8Rng);

impl Chance {
    /// The source that belongs to `seed`.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// The draws that decide `message` on `link`: 16 words before the next message's begin.
    pub fn draws(&mut self, link: Link, message: u64) -> Draws<'_> {
        const WORDS_PER_MESSAGE: u128 = 16;
        self.0.set_stream(link.stream());
        self.0.set_word_pos(u128::from(message) * WORDS_PER_MESSAGE);
        Draws(&mut self.0)
    }
}

/// A run of draws.
#[derive(Debug)]
pub struct Draws<'c>(&'c mut ChaCha8Rng);

impl Draws<'_> {
    /// A uniform integer in `0..bound`; `bound` is at least 1.
    pub fn below(&mut self, bound: u32) -> u32 {
        bounded(self.0, bound)
    }

    /// A uniform integer from `min` to `max`, both included and at most 2^32 − 2 apart.
    pub fn within(&mut self, min: u64, max: u64) -> u64 {
        min + u64::from(self.below((max - min) as u32 + 1))
    }

    /// A uniform part of `whole`.
    pub fn part_of(&mut self, whole: u64) -> u64 {
        (whole * u64::from(self.word())) >> 32
    }

    /// True in `ppm` of a million cases.
    pub fn happens(&mut self, ppm: u32) -> bool {
        self.below(1_000_000) < ppm
    }

    /// A whole word, for a choice whose bound is known only later.
    pub fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// The generator beneath, for [`order_key::between`].
    pub fn rng(&mut self) -> &mut ChaCha8Rng {
        self.0
    }
}

/// Scales a drawn word to `0..bound`, for a bound that the drawing did not know.
pub fn scale(word: u32, bound: usize) -> usize {
    ((u64::from(word) * bound as u64) >> 32) as usize
}
