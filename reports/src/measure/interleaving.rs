//! Two writers who type a run each into one gap, neither seeing the other: how the runs come out.

use crate::band::Band;
use crate::drive::Driver;
use crate::pool;
use crate::schemes::Scheme;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

/// How many items each writer types.
pub const RUN: usize = 20;

/// Into how many pieces two runs fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interleaving {
    /// How keys are made.
    pub scheme: Scheme,
    /// In which direction both type.
    pub way: Way,
    /// How many seeds.
    pub seeds: u32,
    /// Pieces of one writer's items, of which 2 is the least and twice [`RUN`] the most: the least over the
    /// seeds.
    pub min: u32,
    /// 5th percentile.
    pub p5: u32,
    /// Median.
    pub p50: u32,
    /// 95th percentile.
    pub p95: u32,
    /// The most.
    pub max: u32,
    /// Seeds in which the two runs stayed whole.
    pub whole: u32,
    /// Equal keys over all seeds.
    pub equal_keys: u32,
}

/// Where each next item goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Behind the writer's last one, as in typing.
    Forward,
    /// Before it.
    Backward,
}

impl Way {
    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Forward => "forward",
            Self::Backward => "backward",
        }
    }
}

/// One row for each scheme and direction.
pub fn measure(seeds: u32) -> Vec<Interleaving> {
    let ways = [Way::Forward, Way::Backward];
    let jobs: Vec<_> = ways.iter().flat_map(|&way| Scheme::ALL.map(|scheme| (scheme, way))).collect();
    pool::each(jobs.len(), |at| interleaving(jobs[at], seeds))
}

fn interleaving((scheme, way): (Scheme, Way), seeds: u32) -> Interleaving {
    let runs: Vec<(u32, u32)> = (0..seeds).map(|seed| pieces(scheme, way, seed)).collect();
    let Band { min, p5, p50, p95, max } = Band::of(runs.iter().map(|&(pieces, _)| pieces));
    let whole = runs.iter().filter(|&&(pieces, _)| pieces == 2).count() as u32;
    let equal_keys = runs.iter().map(|&(_, equal)| equal).sum();
    Interleaving { scheme, way, seeds, min, p5, p50, p95, max, whole, equal_keys }
}

/// The pieces of two runs in one gap, and how many keys the two writers share. Equal keys are told apart by
/// record key, which is the time of writing.
fn pieces(scheme: Scheme, way: Way, seed: u32) -> (u32, u32) {
    let mut shared = writer(scheme, seed, 0);
    let lower = shared.between(None, None).expect("an empty list has room");
    let upper = shared.between(Some(&lower), None).expect("an end has room");
    let mut items: Vec<(Vec<u8>, usize, u32)> = Vec::new();
    for number in [1, 2] {
        let mut writer = writer(scheme, seed, number);
        let (mut low, mut high) = (lower.clone(), upper.clone());
        for time in 0..RUN {
            let Ok(key) = writer.between(Some(&low), Some(&high)) else { break };
            (if way == Way::Forward { &mut low } else { &mut high }).clone_from(&key);
            items.push((key, time, number));
        }
    }
    items.sort_unstable();
    let pieces = items.chunk_by(|a, b| a.2 == b.2).count() as u32;
    let equal = items.windows(2).filter(|pair| pair[0].0 == pair[1].0).count() as u32;
    (pieces, equal)
}

/// A writer with a stream and a name of its own.
fn writer(scheme: Scheme, seed: u32, number: u32) -> Driver {
    let mut rng = ChaCha8Rng::seed_from_u64(seed.into());
    rng.set_stream(10 + u64::from(number));
    Driver::of(scheme.generator_of(number, rng), scheme.space(), seed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_interleave_fully_and_runs_of_one_writer_stay() {
        assert_eq!(pieces(Scheme::ExactMidpoint, Way::Forward, 0), (2 * RUN as u32, RUN as u32));
        let rows = measure(20);
        assert!(rows.iter().all(|row| row.max <= 2 * RUN as u32));
        assert!(rows.iter().any(|row| row.whole > 0 && row.whole < row.seeds));
    }
}
