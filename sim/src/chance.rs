//! Chance: every draw of a run, from one of three sources.
//!
//! | source | what decides a draw | what it is for |
//! | --- | --- | --- |
//! | [`Seeded`] | the seed, the link and the message | runs that can be had again and made small |
//! | [`Bytes`] | the next bytes of a fuzzer's input | a search that is led by what the code does |
//! | [`Choices`] | each possibility in turn | small worlds, of which no run is left out |
//!
//! The world and what is drawn before it know only [`Draws`], whichever source is behind them.

mod bytes;
mod choices;
mod seeded;

pub use bytes::Bytes;
pub use choices::{Choice, Choices, Record, Rules};
pub use seeded::Seeded;

use crate::world::turns::Turn;
use rand_core::TryRng;
use std::convert::Infallible;
use std::fmt;

/// A source of chance.
pub trait Chance: fmt::Debug {
    /// The draws that decide `message` on `link`.
    fn draws(&mut self, link: Link, message: u64) -> Draws<'_>;

    /// An integer in `0..bound`; `bound` is at least 1.
    fn below(&mut self, bound: u32) -> u32;

    /// True in `ppm` of a million cases.
    fn happens(&mut self, ppm: u32) -> bool;

    /// A whole word, for a choice whose bound is known only later.
    fn word(&mut self) -> u32;

    /// A word for a generator of keys.
    fn jitter(&mut self) -> u32;

    /// Whether it decides what comes first of what is due at the same time; else that was first to be planned.
    fn breaks_ties(&self) -> bool {
        false
    }

    /// Which of the turns that are due at a time comes first.
    fn turn(&mut self, at_us: u64, turns: &[Turn]) -> usize {
        let _ = (at_us, turns);
        0
    }
}

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

/// A run of draws. As a generator of random words it gives jitter.
#[derive(Debug)]
pub struct Draws<'c>(&'c mut dyn Chance);

impl Draws<'_> {
    /// A uniform integer in `0..bound`; `bound` is at least 1.
    pub fn below(&mut self, bound: u32) -> u32 {
        self.0.below(bound)
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
        self.0.happens(ppm)
    }

    /// A whole word, for a choice whose bound is known only later.
    pub fn word(&mut self) -> u32 {
        self.0.word()
    }
}

impl TryRng for Draws<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.0.jitter())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(u64::from(self.0.jitter()) << 32 | u64::from(self.0.jitter()))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(4) {
            chunk.copy_from_slice(&self.0.jitter().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

/// Scales a drawn word to `0..bound`, for a bound that the drawing did not know.
pub fn scale(word: u32, bound: usize) -> usize {
    ((u64::from(word) * bound as u64) >> 32) as usize
}
