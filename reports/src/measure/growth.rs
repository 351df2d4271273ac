//! How long keys get: every scheme under every workload with every seed.

use crate::band::{Band, median};
use crate::drive::{Driver, End};
use crate::pool;
use crate::schemes::Scheme;
use crate::tally::Tally;
use crate::workload::Workload;
use serde::{Deserialize, Serialize};

/// What was there after so many inserts, over the seeds that got so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Growth {
    /// How keys are made.
    pub scheme: Scheme,
    /// Where they are inserted.
    pub workload: Workload,
    /// Inserts made so far.
    pub operations: u32,
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
    /// All keys in bytes, median.
    pub bytes: u64,
    /// All keys in bytes with common prefixes left out, median.
    pub packed: u64,
    /// Bytes of all keys made beyond the shortest that would have done at their places, median.
    pub excess: u64,
}

/// What one seed gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trial {
    /// How keys are made.
    pub scheme: Scheme,
    /// Where they are inserted.
    pub workload: Workload,
    /// The seed.
    pub seed: u32,
    /// Longest key in bytes after 100 inserts, if it got so far.
    pub bytes_at_100: Option<u32>,
    /// Longest key in bytes after 1,000 inserts, if it got so far.
    pub bytes_at_1000: Option<u32>,
    /// Keys made until the end.
    pub keys: u32,
    /// Why it ended.
    pub end: End,
    /// The longest of them, in bytes.
    pub longest: u32,
    /// Results that did not lie strictly between their neighbours; the scheme was asked again.
    pub wrong: u32,
    /// Keys equal to another that was there.
    pub equal: u32,
}

/// The pairs of scheme and workload, with the seeds that each needs: one where nothing is drawn.
fn jobs(seeds: u32) -> Vec<(Scheme, Workload, u32)> {
    let mut jobs = Vec::new();
    for workload in Workload::ALL {
        for scheme in Scheme::ALL {
            let seeds = if scheme.is_deterministic() && !workload.draws() { 1 } else { seeds };
            jobs.extend((0..seeds).map(|seed| (scheme, workload, seed)));
        }
    }
    jobs
}

/// How many chains [`measure`] runs.
pub fn count(seeds: u32) -> usize {
    jobs(seeds).len()
}

struct Chain {
    points: Vec<Tally>,
    trial: Trial,
}

/// All rows over the seeds `0..seeds`. `finished` is told after each chain.
pub fn measure(seeds: u32, finished: impl Fn() + Sync) -> (Vec<Growth>, Vec<Trial>) {
    let jobs = jobs(seeds);
    let chains = pool::each(jobs.len(), |at| {
        let chain = chain(jobs[at]);
        finished();
        chain
    });
    let is_same =
        |a: &Chain, b: &Chain| (a.trial.scheme, a.trial.workload) == (b.trial.scheme, b.trial.workload);
    let growth = chains.chunk_by(is_same).flat_map(growth_of).collect();
    (growth, chains.into_iter().map(|chain| chain.trial).collect())
}

fn chain((scheme, workload, seed): (Scheme, Workload, u32)) -> Chain {
    let checkpoints = checkpoints(workload.operations_max());
    let mut points = Vec::with_capacity(checkpoints.len());
    let mut driver = Driver::new(scheme, seed).with_writers(scheme, seed, workload.writers());
    let end = driver.run(workload, |tally| {
        if checkpoints.get(points.len()) == Some(&tally.made) {
            points.push(*tally);
        }
    });
    let at = |operations| {
        let at = checkpoints.binary_search(&operations).expect("a checkpoint");
        points.get(at).map(|tally| tally.longest)
    };
    let Tally { made: keys, longest, wrong, equal, .. } = driver.tally;
    let (bytes_at_100, bytes_at_1000) = (at(100), at(1_000));
    let trial =
        Trial { scheme, workload, seed, bytes_at_100, bytes_at_1000, keys, end, longest, wrong, equal };
    Chain { points, trial }
}

/// The numbers of inserts at which is looked: ten in each power of ten.
fn checkpoints(operations_max: u32) -> Vec<u32> {
    const IN_TEN: [u32; 10] = [10, 12, 15, 20, 25, 30, 40, 50, 60, 80];
    let powers = (0..).map(|exponent| 10_u32.pow(exponent));
    let above_ten = powers.take(5).flat_map(|power| IN_TEN.map(|step| step * power));
    let below = above_ten.filter(|&operations| operations < operations_max);
    (1..10).chain(below).chain([operations_max]).collect()
}

/// One row for each checkpoint that at least half of the seeds came to.
fn growth_of(chains: &[Chain]) -> Vec<Growth> {
    let Trial { scheme, workload, .. } = chains[0].trial;
    let mut rows = Vec::new();
    for (at, &operations) in checkpoints(workload.operations_max()).iter().enumerate() {
        let points: Vec<&Tally> = chains.iter().filter_map(|chain| chain.points.get(at)).collect();
        if points.len() * 2 < chains.len() || points.is_empty() {
            break;
        }
        let Band { p5, p50, p95, max, .. } = Band::of(points.iter().map(|tally| tally.longest));
        let seeds = points.len() as u32;
        let of = |what: fn(&Tally) -> u64| median(points.iter().map(|tally| what(tally)));
        let (bytes, packed) = (of(|tally| tally.bytes), of(|tally| tally.packed));
        let excess = of(|tally| tally.excess);
        rows.push(Growth { scheme, workload, operations, seeds, p5, p50, p95, max, bytes, packed, excess });
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::{checkpoints, measure};
    use crate::workload::Workload;

    #[test]
    fn the_same_seeds_give_the_same_rows_and_fewer_the_first_of_them() {
        let (growth, trials) = measure(2, || {});
        assert_eq!(measure(2, || {}), (growth, trials.clone()));
        let (_, first) = measure(1, || {});
        assert_eq!(first, trials.into_iter().filter(|trial| trial.seed == 0).collect::<Vec<_>>());
    }

    #[test]
    fn checkpoints_ascend_to_the_last_insert() {
        for workload in Workload::ALL {
            let checkpoints = checkpoints(workload.operations_max());
            assert!(checkpoints.is_sorted_by(|a, b| a < b));
            assert_eq!(checkpoints.last(), Some(&workload.operations_max()));
            assert!([1, 100, 1_000, 10_000].iter().all(|operations| checkpoints.contains(operations)));
        }
    }
}
