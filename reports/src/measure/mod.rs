//! What is measured: one file for each question, each with its rows. Only here keys are made for the report.

pub mod collisions;
pub mod growth;
pub mod halfway;
pub mod imports;
pub mod interleaving;
pub mod meetings;
pub mod recordings;
pub mod suffixes;
pub mod writes;

use std::path::PathBuf;

/// How much is measured.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Seeds of everything that draws: 0 and the following.
    pub seeds: u32,
    /// How often writers meet in one gap, for each number of writers.
    pub trials: u32,
    /// Recordings of real editing.
    pub recordings: Vec<PathBuf>,
}

impl Effort {
    /// Seconds.
    pub const fn quick() -> Self {
        Self { seeds: 5, trials: 200, recordings: Vec::new() }
    }

    /// Minutes.
    pub const fn full(recordings: Vec<PathBuf>) -> Self {
        Self { seeds: 100, trials: 10_000, recordings }
    }
}
