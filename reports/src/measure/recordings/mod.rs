//! Recordings of real editing, typed again with each scheme: by character, by character with pastes made at
//! once, and by line, as in an outline. Those of several people go through the simulator.

mod lines;
mod paste;
mod people;
mod text;

pub use people::Met;

use crate::band::Band;
use crate::drive::Driver;
use crate::error::Error;
use crate::pool;
use crate::schemes::Scheme;
use serde::{Deserialize, Serialize};
use sim::recording::Recording;
use std::path::{Path, PathBuf};

/// What one item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Item {
    /// Each character is a record of its own.
    Character,
    /// The same, but what was pasted gets its keys at once.
    Paste,
    /// Each line is a record, as a bullet of an outline is.
    Line,
    /// The same, but lines that were pasted together get their keys at once.
    PastedLine,
}

impl Item {
    /// All, in the order of the report.
    pub const ALL: [Self; 4] = [Self::Character, Self::Paste, Self::Line, Self::PastedLine];

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Character => "each character, also of what was pasted",
            Self::Paste => "each character, pastes at once",
            Self::Line => "each line, also of what was pasted",
            Self::PastedLine => "each line, pastes at once",
        }
    }

    /// The same beside a line.
    pub const fn short(self) -> &'static str {
        match self {
            Self::Character => "characters",
            Self::Paste => "characters at once",
            Self::Line => "lines",
            Self::PastedLine => "lines at once",
        }
    }

    /// Whether pasted items get their keys at once.
    pub const fn pastes(self) -> bool {
        matches!(self, Self::Paste | Self::PastedLine)
    }
}

/// The longest key so far after so many keystrokes, over the seeds that got so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Typed {
    /// The name of the recording.
    pub recording: String,
    /// How keys are made.
    pub scheme: Scheme,
    /// What one item is.
    pub item: Item,
    /// Characters typed or deleted so far.
    pub keystrokes: u32,
    /// How many seeds got so far.
    pub seeds: u32,
    /// Longest key in bytes, 5th percentile.
    pub p5: u32,
    /// Longest key in bytes, median.
    pub p50: u32,
    /// Longest key in bytes, 95th percentile.
    pub p95: u32,
    /// Longest key in bytes, with the worst seed.
    pub max: u32,
}

/// What one seed gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// The name of the recording.
    pub recording: String,
    /// How keys are made.
    pub scheme: Scheme,
    /// What one item is.
    pub item: Item,
    /// The seed.
    pub seed: u32,
    /// Characters typed or deleted in the whole recording.
    pub keystrokes: u32,
    /// The one of them, counted from 1, at which no key within the cap was left.
    pub cap_met_at: Option<u32>,
    /// Keys made.
    pub made: u32,
    /// The longest of them, in bytes.
    pub longest: u32,
    /// Keys in the list at the end.
    pub keys: u32,
    /// Their bytes.
    pub bytes: u64,
    /// Their bytes with common prefixes left out.
    pub packed: u64,
}

/// The schemes that type recordings.
pub const SCHEMES: [Scheme; 5] =
    [Scheme::MiddleHalf, Scheme::ExactMidpoint, Scheme::FullWidth, Scheme::Greenspan, Scheme::PlainFraction];

/// Seeds of a scheme that draws.
const SEEDS: u32 = 20;

/// All that recordings say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recordings {
    /// Growth along the keystrokes.
    pub typed: Vec<Typed>,
    /// Seed by seed.
    pub recorded: Vec<Recorded>,
    /// Where people met.
    pub met: Vec<Met>,
}

/// Types each file. `finished` is told after each run.
///
/// # Errors
/// A file that is no recording.
pub fn measure(paths: &[PathBuf], finished: impl Fn() + Sync) -> Result<Recordings, Error> {
    let recordings = paths.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let jobs = jobs(&recordings);
    let runs = pool::each(jobs.len(), |at| {
        let run = jobs[at].run();
        finished();
        run
    });
    let mut all = Recordings::default();
    let mut replays = Vec::new();
    for run in runs {
        match run {
            Run::Alone(replay) => replays.push(replay),
            Run::People(met) => all.met.push(*met),
        }
    }
    let of = |replay: &Replay| {
        let Recorded { recording, scheme, item, .. } = &replay.recorded;
        (recording.clone(), *scheme, *item)
    };
    all.typed = replays.chunk_by(|a, b| of(a) == of(b)).flat_map(typed_of).collect();
    all.recorded = replays.into_iter().map(|replay| replay.recorded).collect();
    Ok(all)
}

/// How many runs [`measure`] makes of so many files at most.
pub fn count(paths: &[PathBuf]) -> usize {
    let of_seeds = |scheme: Scheme| if scheme.is_deterministic() { 1 } else { SEEDS as usize };
    let each = SCHEMES.map(|scheme| 2 * of_seeds(scheme)).iter().sum::<usize>() + 2 * SEEDS as usize;
    paths.len() * each
}

fn read(path: &Path) -> Result<Recording, Error> {
    let unreadable = |error: sim::recording::RecordingError| Error::Input {
        path: path.to_owned(),
        reason: error.to_string(),
    };
    Recording::read(path).map_err(unreadable)
}

/// The file's name without its ending.
fn name(recording: &Recording) -> String {
    let end = recording.file.find('.').unwrap_or(recording.file.len());
    recording.file[..end].to_owned()
}

struct Job<'r> {
    recording: &'r Recording,
    scheme: Scheme,
    item: Item,
    seed: u32,
}

enum Run {
    Alone(Replay),
    People(Box<Met>),
}

/// The longest key at each checkpoint, and what came of it.
struct Replay {
    longest_at: Vec<u32>,
    recorded: Recorded,
}

/// The jobs, those that take longest first among equals of a recording's order.
fn jobs(recordings: &[Recording]) -> Vec<Job<'_>> {
    let mut jobs = Vec::new();
    for recording in recordings {
        if recording.agents > 1 {
            jobs.push(Job {
                recording,
                scheme: Scheme::MiddleHalf,
                item: Item::Character,
                seed: people::SEED,
            });
            continue;
        }
        for scheme in SCHEMES {
            for item in Item::ALL {
                if item.pastes() && scheme != Scheme::MiddleHalf {
                    continue;
                }
                let seeds = if scheme.is_deterministic() { 1 } else { SEEDS };
                jobs.extend((0..seeds).map(|seed| Job { recording, scheme, item, seed }));
            }
        }
    }
    jobs
}

impl Job<'_> {
    fn run(&self) -> Run {
        if self.recording.agents > 1 {
            return Run::People(Box::new(people::meet(self.recording)));
        }
        let Self { recording, scheme, item, seed } = *self;
        let keystrokes = recording.keystrokes.len();
        let mut driver = Driver::new(scheme, seed);
        let mut longest_at = Vec::new();
        let mut each = |done: usize, longest: u32| {
            while longest_at.len() < STEPS && done >= checkpoint(longest_at.len(), keystrokes) {
                longest_at.push(longest);
            }
        };
        let met = match item {
            Item::Character | Item::Paste => text::type_all(recording, &mut driver, item, &mut each),
            Item::Line | Item::PastedLine => lines::type_all(recording, &mut driver, item, &mut each),
        };
        let tally = driver.tally;
        Run::Alone(Replay {
            longest_at,
            recorded: Recorded {
                recording: name(recording),
                scheme,
                item,
                seed,
                keystrokes: keystrokes as u32,
                cap_met_at: met.map(|keystroke| keystroke as u32 + 1),
                made: tally.made,
                longest: tally.longest,
                keys: tally.keys,
                bytes: tally.bytes,
                packed: tally.packed,
            },
        })
    }
}

/// Checkpoints of a recording, evenly spaced.
const STEPS: usize = 50;

const fn checkpoint(step: usize, keystrokes: usize) -> usize {
    (step + 1) * keystrokes / STEPS
}

fn typed_of(replays: &[Replay]) -> Vec<Typed> {
    let Recorded { recording, scheme, item, keystrokes, .. } = &replays[0].recorded;
    let mut rows = Vec::new();
    for step in 0..STEPS {
        let longest: Vec<u32> =
            replays.iter().filter_map(|replay| replay.longest_at.get(step).copied()).collect();
        if longest.len() * 2 < replays.len() || longest.is_empty() {
            break;
        }
        let seeds = longest.len() as u32;
        let Band { p5, p50, p95, max, .. } = Band::of(longest);
        rows.push(Typed {
            recording: recording.clone(),
            scheme: *scheme,
            item: *item,
            keystrokes: checkpoint(step, *keystrokes as usize) as u32,
            seeds,
            p5,
            p50,
            p95,
            max,
        });
    }
    rows
}
