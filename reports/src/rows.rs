//! The rows of the report: everything that pictures, tables and verdicts are made from.

use crate::band::Band;
use crate::error::Error;
use crate::schemes::Scheme;
use crate::text::thousands;
use crate::workload::Workload;
use order_key::KEY_BYTES_MAX;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// All rows, in the order of their making.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Key length against inserts.
    pub growth: Vec<Growth>,
    /// One gap, seed by seed.
    pub trials: Vec<Trial>,
    /// The exact histogram of key lengths at an open end.
    pub lengths: Vec<Length>,
}

/// The longest key so far after so many inserts, over the seeds. Where a gap was exhausted before, its
/// longest key stays what it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Growth {
    /// How keys are made.
    pub scheme: Scheme,
    /// Where they are inserted.
    pub workload: Workload,
    /// Inserts asked for so far.
    pub operations: u32,
    /// How many seeds.
    pub seeds: u32,
    /// Longest key in bytes, 5th percentile.
    pub p5: u32,
    /// Longest key in bytes, median.
    pub p50: u32,
    /// Longest key in bytes, 95th percentile.
    pub p95: u32,
    /// Longest key in bytes, all seeds.
    pub max: u32,
}

/// One gap, hammered until it is exhausted with one seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trial {
    /// How keys are made.
    pub scheme: Scheme,
    /// From which side.
    pub workload: Workload,
    /// The seed.
    pub seed: u32,
    /// Longest key in bytes after 100 inserts.
    pub bytes_at_100: u32,
    /// Longest key in bytes after 1,000 inserts.
    pub bytes_at_1000: u32,
    /// Keys made until no key within the cap was left.
    pub keys_to_cap: u32,
}

/// How many keys of one length there are after all inserts at an open end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Length {
    /// How keys are made.
    pub scheme: Scheme,
    /// At which end.
    pub workload: Workload,
    /// The length.
    pub key_bytes: u32,
    /// Keys of that length, with the seed that has fewest.
    pub keys_least: u32,
    /// Keys of that length, with the seed that has most.
    pub keys_most: u32,
}

const GROWTH: &str = "growth.csv";
const TRIALS: &str = "trials.csv";
const LENGTHS: &str = "lengths.csv";

impl Rows {
    /// How many seeds the rows cover: 0 and the following.
    pub fn seeds(&self) -> u32 {
        self.growth.first().map_or(0, |row| row.seeds)
    }

    /// What identifies the run that gave them.
    pub fn identity(&self) -> String {
        format!(
            "reports {} · ChaCha8, seeds 0–{} · keys of at most {KEY_BYTES_MAX} bytes · {} inserts at an \
             open end · one gap until it is full",
            env!("CARGO_PKG_VERSION"),
            self.seeds().saturating_sub(1),
            thousands(Workload::Append.operations_max()),
        )
    }

    /// The growth of one scheme under one workload.
    pub fn growth_of(&self, scheme: Scheme, workload: Workload) -> impl Iterator<Item = &Growth> {
        self.growth.iter().filter(move |row| row.scheme == scheme && row.workload == workload)
    }

    /// The trials of one scheme under one workload.
    pub fn trials_of(&self, scheme: Scheme, workload: Workload) -> impl Iterator<Item = &Trial> {
        self.trials.iter().filter(move |row| row.scheme == scheme && row.workload == workload)
    }

    /// The lengths of one scheme under one workload.
    pub fn lengths_of(&self, scheme: Scheme, workload: Workload) -> impl Iterator<Item = &Length> {
        self.lengths.iter().filter(move |row| row.scheme == scheme && row.workload == workload)
    }

    /// The longest key after so many inserts, which must be one of the sampled numbers.
    pub fn growth_at(&self, scheme: Scheme, workload: Workload, operations: u32) -> &Growth {
        self.growth_of(scheme, workload)
            .find(|row| row.operations == operations)
            .unwrap_or_else(|| panic!("no row at {operations} inserts"))
    }

    /// How many keys a gap gives until it is full.
    pub fn keys_to_cap(&self, scheme: Scheme, gap: Workload) -> Band {
        Band::of(self.trials_of(scheme, gap).map(|trial| trial.keys_to_cap))
    }

    /// The longest key after all inserts at an open end, over schemes and ends.
    pub fn longest_at_ends(&self) -> Band {
        let longest = |scheme, end: Workload| self.growth_at(scheme, end, end.operations_max()).max;
        let of_scheme = |scheme| Workload::ENDS.map(|end| longest(scheme, end));
        Band::of(Scheme::OURS.into_iter().flat_map(of_scheme))
    }

    /// These rows as CSV files, by name.
    pub fn files(&self) -> [(String, Vec<u8>); 3] {
        [
            (GROWTH.to_owned(), csv_of(&self.growth)),
            (TRIALS.to_owned(), csv_of(&self.trials)),
            (LENGTHS.to_owned(), csv_of(&self.lengths)),
        ]
    }

    /// Reads back what [`files`](Self::files) gave.
    ///
    /// # Errors
    /// A file that is missing, holds other columns or values, or lacks rows.
    pub fn read(directory: &Path) -> Result<Self, Error> {
        let rows = Self {
            growth: csv_read(&directory.join(GROWTH))?,
            trials: csv_read(&directory.join(TRIALS))?,
            lengths: csv_read(&directory.join(LENGTHS))?,
        };
        let lacking = |file| Error::Rows { path: directory.join(file), reason: "rows are missing".into() };
        for scheme in Scheme::OURS {
            if !Workload::ALL.into_iter().all(|workload| rows.grows_to_end(scheme, workload)) {
                return Err(lacking(GROWTH));
            }
            if !Workload::GAPS.into_iter().all(|gap| rows.tries_each_seed(scheme, gap)) {
                return Err(lacking(TRIALS));
            }
        }
        Ok(rows)
    }

    fn grows_to_end(&self, scheme: Scheme, workload: Workload) -> bool {
        let end = if Workload::ENDS.contains(&workload) { workload.operations_max() } else { 1_000 };
        self.growth_of(scheme, workload).any(|row| row.operations == end)
    }

    fn tries_each_seed(&self, scheme: Scheme, gap: Workload) -> bool {
        self.seeds() > 0 && self.trials_of(scheme, gap).map(|trial| trial.seed).eq(0..self.seeds())
    }

    /// These rows with what a run over fewer seeds can say put in its place: its trials and its
    /// lengths, but not its percentiles.
    #[must_use]
    pub fn overlaid(mut self, fewer: &Self) -> Self {
        for trial in &mut self.trials {
            let same = |other: &&Trial| {
                (other.scheme, other.workload, other.seed) == (trial.scheme, trial.workload, trial.seed)
            };
            if let Some(recomputed) = fewer.trials.iter().find(same) {
                *trial = recomputed.clone();
            }
        }
        self.lengths.clone_from(&fewer.lengths);
        self
    }
}

/// Rows as CSV, with a line of column names.
pub(crate) fn csv_of(rows: &[impl Serialize]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).expect("a flat row in memory");
    }
    writer.into_inner().expect("a writer in memory")
}

fn csv_read<R: DeserializeOwned>(path: &Path) -> Result<Vec<R>, Error> {
    let unreadable = |error: csv::Error| Error::Rows { path: path.to_owned(), reason: error.to_string() };
    csv::Reader::from_path(path)
        .map_err(unreadable)?
        .deserialize()
        .collect::<Result<_, _>>()
        .map_err(unreadable)
}
