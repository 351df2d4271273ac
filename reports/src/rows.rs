//! The rows of the report: everything that pictures, tables and verdicts are made from.

use crate::band::Band;
use crate::error::Error;
use crate::figures::{self, Figure};
use crate::measure::Effort;
use crate::measure::collisions::{self, Collision, Draw};
use crate::measure::growth::{self, Growth, Trial};
use crate::measure::halfway::{self, Halfway};
use crate::measure::imports::{self, Import};
use crate::measure::interleaving::{self, Interleaving};
use crate::measure::meetings::{self, Meeting};
use crate::measure::recordings::{self, Item, Met, Recorded, Recordings, Typed};
use crate::measure::suffixes::{self, Suffix};
use crate::measure::writes::{self, Writes};
use crate::schemes::Scheme;
use crate::tables::TABLES;
use crate::workload::Workload;
use order_key::KEY_BYTES_MAX;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::Path;

/// All rows, in the order of their making. A file holds each table.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    /// Key length against inserts.
    pub growth: Vec<Growth>,
    /// The same seed by seed.
    pub trials: Vec<Trial>,
    /// Many rows at once.
    pub imports: Vec<Import>,
    /// Writers who ask for one place.
    pub collisions: Vec<Collision>,
    /// What bits against collisions cost.
    pub suffixes: Vec<Suffix>,
    /// Two runs in one gap.
    pub interleavings: Vec<Interleaving>,
    /// What one insert writes.
    pub writes: Vec<Writes>,
    /// A renumbering on its way.
    pub halfway: Vec<Halfway>,
    /// Writers who meet on one record.
    pub meetings: Vec<Meeting>,
    /// Recordings along their keystrokes.
    pub typed: Vec<Typed>,
    /// Recordings seed by seed.
    pub recorded: Vec<Recorded>,
    /// Recordings of several people.
    pub met: Vec<Met>,
    /// Published figures beside ours.
    pub figures: Vec<Figure>,
}

impl Rows {
    /// Measures everything. `finished` is told after each of [`steps`](Self::steps).
    ///
    /// # Errors
    /// A recording that cannot be read.
    pub fn measure(effort: &Effort, finished: impl Fn() + Sync) -> Result<Self, Error> {
        let (growth, trials) = growth::measure(effort.seeds, &finished);
        let Recordings { typed, recorded, met } = recordings::measure(&effort.recordings, &finished)?;
        Ok(Self {
            growth,
            trials,
            imports: imports::measure(effort.seeds),
            collisions: collisions::measure(effort.trials),
            suffixes: suffixes::measure(effort.seeds),
            interleavings: interleaving::measure(effort.seeds),
            writes: writes::measure(),
            halfway: halfway::measure(),
            meetings: meetings::measure(effort.trials),
            typed,
            recorded,
            met,
            figures: figures::measure(effort.seeds, &finished),
        })
    }

    /// These rows with the trials of a run over fewer seeds in place of the same seeds' own.
    #[must_use]
    pub fn with_first_of(&self, fewer: &Self) -> Self {
        let mut rows = self.clone();
        for trial in &mut rows.trials {
            let of = |trial: &Trial| (trial.scheme, trial.workload, trial.seed);
            if let Some(again) = fewer.trials.iter().find(|again| of(again) == of(trial)) {
                *trial = again.clone();
            }
        }
        rows
    }

    /// These rows with the figure that is a time taken from what is committed of it.
    #[must_use]
    pub fn with_timings(mut self) -> Self {
        let fresh = figures::committed_timings();
        for figure in &mut self.figures {
            if let Some(fresh) =
                fresh.iter().find(|fresh| (&fresh.id, &fresh.name) == (&figure.id, &figure.name))
            {
                figure.clone_from(fresh);
            }
        }
        self
    }

    /// These rows with those about recordings taken from others.
    #[must_use]
    pub fn with_recordings_of(self, other: &Self) -> Self {
        let Self { typed, recorded, met, .. } = other.clone();
        Self { typed, recorded, met, ..self }
    }

    /// How often [`measure`](Self::measure) tells that something is finished, at most.
    pub fn steps(effort: &Effort) -> usize {
        growth::count(effort.seeds) + recordings::count(&effort.recordings) + figures::ids().count()
    }

    /// How many seeds the rows cover: 0 and the following.
    pub fn seeds(&self) -> u32 {
        self.trials.iter().map(|trial| trial.seed + 1).max().unwrap_or_default()
    }

    /// What identifies the run that gave them.
    pub fn identity(&self) -> String {
        let last = self.seeds().saturating_sub(1);
        let version = env!("CARGO_PKG_VERSION");
        format!("reports {version} · ChaCha8, seeds 0–{last} · keys of at most {KEY_BYTES_MAX} bytes")
    }

    /// The growth of one scheme under one workload.
    pub fn growth_of(&self, scheme: Scheme, workload: Workload) -> impl Iterator<Item = &Growth> {
        self.growth.iter().filter(move |row| row.scheme == scheme && row.workload == workload)
    }

    /// The row after so many inserts, if half of the seeds got so far.
    pub fn growth_at(&self, scheme: Scheme, workload: Workload, operations: u32) -> Option<&Growth> {
        self.growth_of(scheme, workload).find(|row| row.operations == operations)
    }

    /// The trials of one scheme under one workload.
    pub fn trials_of(&self, scheme: Scheme, workload: Workload) -> impl Iterator<Item = &Trial> {
        self.trials.iter().filter(move |row| row.scheme == scheme && row.workload == workload)
    }

    /// How many keys came of one scheme under one workload until its end.
    pub fn keys(&self, scheme: Scheme, workload: Workload) -> Band {
        Band::of(self.trials_of(scheme, workload).map(|trial| trial.keys))
    }

    /// The collisions of one way of drawing.
    pub fn collisions_of(&self, draw: Draw) -> impl Iterator<Item = &Collision> {
        self.collisions.iter().filter(move |row| row.draw == draw)
    }

    /// The seeds of one recording.
    pub fn recorded_of(
        &self,
        recording: &str,
        scheme: Scheme,
        item: Item,
    ) -> impl Iterator<Item = &Recorded> {
        self.recorded
            .iter()
            .filter(move |row| row.recording == recording && (row.scheme, row.item) == (scheme, item))
    }

    /// The recordings of one person, by name, in order.
    pub fn recordings(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.recorded.iter().map(|row| row.recording.as_str()).collect();
        names.dedup();
        names
    }

    /// These rows as CSV files, by name.
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        let tables = [
            csv_of(&self.growth),
            csv_of(&self.trials),
            csv_of(&self.imports),
            csv_of(&self.collisions),
            csv_of(&self.suffixes),
            csv_of(&self.interleavings),
            csv_of(&self.writes),
            csv_of(&self.halfway),
            csv_of(&self.meetings),
            csv_of(&self.typed),
            csv_of(&self.recorded),
            csv_of(&self.met),
            csv_of(&self.figures),
        ];
        TABLES.iter().map(|table| table.file.to_owned()).zip(tables).collect()
    }

    /// Reads back what [`files`](Self::files) gave.
    ///
    /// # Errors
    /// A file that is missing, or holds other columns or values.
    pub fn read(directory: &Path) -> Result<Self, Error> {
        let path = |table: usize| directory.join(TABLES[table].file);
        let rows = Self {
            growth: csv_read(&path(0))?,
            trials: csv_read(&path(1))?,
            imports: csv_read(&path(2))?,
            collisions: csv_read(&path(3))?,
            suffixes: csv_read(&path(4))?,
            interleavings: csv_read(&path(5))?,
            writes: csv_read(&path(6))?,
            halfway: csv_read(&path(7))?,
            meetings: csv_read(&path(8))?,
            typed: csv_read(&path(9))?,
            recorded: csv_read(&path(10))?,
            met: csv_read(&path(11))?,
            figures: csv_read(&path(12))?,
        };
        rows.complete(directory)
    }

    /// Refuses rows from which no report can be made.
    fn complete(self, directory: &Path) -> Result<Self, Error> {
        let lacking = |table: usize| Error::Rows {
            path: directory.join(TABLES[table].file),
            reason: "rows are missing".into(),
        };
        for workload in Workload::ALL {
            // Some schemes fail before their first insert; ours never do.
            if Scheme::OURS.into_iter().any(|scheme| self.growth_at(scheme, workload, 1_000).is_none()) {
                return Err(lacking(0));
            }
            for scheme in Scheme::ALL {
                let draws = !scheme.is_deterministic() || workload.draws();
                let seeds = 0..if draws { self.seeds() } else { 1 };
                if seeds.is_empty() || !self.trials_of(scheme, workload).map(|trial| trial.seed).eq(seeds) {
                    return Err(lacking(1));
                }
            }
        }
        Ok(self)
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
