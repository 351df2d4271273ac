//! A swarm: many seeds over the cores, a row for each, and what they come to together.
//!
//! Rows leave in the order of their seeds, however many threads made them; a summary is a fold over rows in
//! that order. So neither the number of threads nor the way the seeds were dealt out to machines shows in the
//! result, and two machines' rows merged are the rows of one.

mod key_lengths;
mod merge;
mod row;
mod rows;
pub mod states;
mod summary;

pub use key_lengths::KeyLengths;
pub use merge::merge;
pub use row::Row;
pub use rows::{Header, Rows};
pub use summary::{First, Summary};

use crate::case::attempt;
use crate::scenario::{Limits, Scenario, Source};
use crate::world::Parts;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::{io, thread};

/// What a swarm runs.
#[derive(Clone, Debug)]
pub struct Swarm {
    /// Where the scenarios come from.
    pub source: Source,
    /// What is wanted otherwise.
    pub limits: Limits,
    /// Makes the parts of each world.
    pub parts: fn() -> Parts,
    /// The first seed.
    pub start: u64,
    /// How many seeds there are, of all shards together.
    pub seeds: u64,
    /// Which of them are run here.
    pub shard: Shard,
}

/// One of several parts of a swarm: every so manieth seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which, from 1.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// The whole swarm.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// How many of `seeds` belong to the shard.
    pub const fn share(self, seeds: u64) -> u64 {
        seeds / self.of + (seeds % self.of >= self.number) as u64
    }

    /// The seed of its row with this number, from 0.
    pub const fn seed(self, start: u64, row: u64) -> u64 {
        start + row * self.of + self.number - 1
    }
}

impl Swarm {
    /// The scenario of a seed.
    ///
    /// # Errors
    /// As [`Source::scenario`].
    pub fn scenario(&self, seed: u64) -> Result<Scenario, String> {
        self.source.scenario(seed, self.limits)
    }

    /// Runs all rows from number `begin` on over `jobs` threads, as long as `goes_on` says so, and gives them to
    /// `each` in the order of their seeds.
    ///
    /// # Errors
    /// The first error that `each` gives; no more seeds are begun then.
    pub fn run(
        &self,
        begin: u64,
        jobs: usize,
        goes_on: impl Fn() -> bool + Sync,
        mut each: impl FnMut(&Row) -> io::Result<()>,
    ) -> io::Result<()> {
        const WAITING_MAX: usize = 64;
        let (next, end) = (AtomicU64::new(begin), self.shard.share(self.seeds));
        let (sender, receiver) = mpsc::sync_channel(WAITING_MAX);
        let work = |sender: mpsc::SyncSender<(u64, Row)>| {
            while goes_on() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= end || sender.send((number, self.row(number))).is_err() {
                    break;
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..jobs {
                let sender = sender.clone();
                scope.spawn(|| work(sender));
            }
            drop(sender);
            let (mut due, mut early) = (begin, BTreeMap::new());
            for (number, row) in receiver {
                early.insert(number, row);
                while let Some(row) = early.remove(&due) {
                    each(&row)?;
                    due += 1;
                }
            }
            Ok(())
        })
    }

    fn row(&self, number: u64) -> Row {
        let seed = self.shard.seed(self.start, number);
        let scenario = self.scenario(seed).expect("the limits were imposed on the first seed before");
        Row::new(seed, &attempt(scenario, (self.parts)(), |_| ()))
    }
}
