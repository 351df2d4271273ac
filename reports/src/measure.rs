//! Runs every scheme under every workload with every seed and counts: the only part that makes keys.

use crate::band::Band;
use crate::rows::{Growth, Length, Rows, Trial};
use crate::schemes::Scheme;
use crate::workload::Workload;
use order_key::KEY_BYTES_MAX;
use std::num::NonZero;
use std::thread;

/// All rows over the seeds `0..seeds`. `finished` is told after each pair of scheme and workload.
pub fn measure(seeds: u32, mut finished: impl FnMut()) -> Rows {
    let mut rows = Rows { growth: Vec::new(), trials: Vec::new(), lengths: Vec::new() };
    for workload in Workload::ALL {
        for scheme in Scheme::OURS {
            let chains = measure_seeds(scheme, workload, seeds);
            rows.growth.extend(growth(scheme, workload, &chains));
            if Workload::GAPS.contains(&workload) {
                rows.trials.extend(trials(scheme, workload, &chains));
            } else {
                rows.lengths.extend(lengths(scheme, workload, &chains));
            }
            finished();
        }
    }
    rows
}

/// How many pairs [`measure`] runs.
pub const PAIRS: usize = Workload::ALL.len() * Scheme::OURS.len();

/// What one seed gave.
struct Chain {
    /// The longest key so far, at each checkpoint.
    longest_at: Vec<u32>,
    /// How many keys have so many bytes.
    keys_by_length: Vec<u32>,
    /// How many keys there are.
    keys: u32,
    /// Whether the gap gave no more.
    exhausted: bool,
}

/// One chain for each seed, in the order of seeds whatever the threads do.
fn measure_seeds(scheme: Scheme, workload: Workload, seeds: u32) -> Vec<Chain> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get) as u32;
    let share = seeds.div_ceil(threads).max(1);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..seeds)
            .step_by(share as usize)
            .map(|first| {
                let of_worker = first..seeds.min(first + share);
                scope.spawn(move || -> Vec<Chain> {
                    of_worker.map(|seed| measure_chain(scheme, workload, seed)).collect()
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker that ends")).collect()
    })
}

fn measure_chain(scheme: Scheme, workload: Workload, seed: u32) -> Chain {
    let checkpoints = checkpoints(workload.operations_max());
    let mut longest_at = Vec::with_capacity(checkpoints.len());
    let mut keys_by_length = vec![0; KEY_BYTES_MAX + 1];
    let (mut keys, mut longest) = (0, 0);

    let exhausted = workload.drive(&mut *scheme.generator(seed), |key| {
        keys += 1;
        keys_by_length[key.len()] += 1;
        longest = longest.max(key.len() as u32);
        if checkpoints[longest_at.len()] == keys {
            longest_at.push(longest);
        }
    });
    longest_at.resize(checkpoints.len(), longest);
    Chain { longest_at, keys_by_length, keys, exhausted }
}

/// The numbers of inserts at which the longest key is noted: close together at first, for the
/// logarithmic axis, and never more than a tenth apart.
fn checkpoints(operations_max: u32) -> Vec<u32> {
    let mut checkpoints = vec![1];
    while let Some(&last) = checkpoints.last().filter(|&&last| last < operations_max) {
        checkpoints.push(last + step(last));
    }
    checkpoints
}

const fn step(operations: u32) -> u32 {
    match operations {
        0..20 => 1,
        20..50 => 2,
        50..100 => 5,
        100..200 => 10,
        200..1_000 => 20,
        1_000..5_000 => 100,
        5_000..10_000 => 500,
        _ => 5_000,
    }
}

/// One row for each checkpoint, up to the first at which every gap is full.
fn growth(scheme: Scheme, workload: Workload, chains: &[Chain]) -> Vec<Growth> {
    let last = chains.iter().map(|chain| chain.keys).max().unwrap_or_default();
    let checkpoints = checkpoints(workload.operations_max());
    let count = checkpoints.partition_point(|&operations| operations < last) + 1;
    let row = |(at, operations)| {
        let Band { p5, p50, p95, max, .. } = Band::of(chains.iter().map(|chain| chain.longest_at[at]));
        Growth { scheme, workload, operations, seeds: chains.len() as u32, p5, p50, p95, max }
    };
    checkpoints.into_iter().take(count).enumerate().map(row).collect()
}

fn trials(scheme: Scheme, workload: Workload, chains: &[Chain]) -> Vec<Trial> {
    let checkpoints = checkpoints(workload.operations_max());
    let at = |operations| checkpoints.binary_search(&operations).expect("a checkpoint");
    let (at_100, at_1000) = (at(100), at(1_000));
    let row = |(seed, chain): (u32, &Chain)| {
        assert!(chain.exhausted, "{scheme:?}, {workload:?}, seed {seed}: the gap was not exhausted");
        Trial {
            scheme,
            workload,
            seed,
            bytes_at_100: chain.longest_at[at_100],
            bytes_at_1000: chain.longest_at[at_1000],
            keys_to_cap: chain.keys,
        }
    };
    (0..).zip(chains).map(row).collect()
}

fn lengths(scheme: Scheme, workload: Workload, chains: &[Chain]) -> Vec<Length> {
    let row = |key_bytes: usize| {
        let keys = || chains.iter().map(|chain| chain.keys_by_length[key_bytes]);
        let (keys_least, keys_most) = (keys().min()?, keys().max()?);
        let key_bytes = key_bytes as u32;
        (keys_most > 0).then_some(Length { scheme, workload, key_bytes, keys_least, keys_most })
    };
    (0..=KEY_BYTES_MAX).filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::{checkpoints, measure};

    #[test]
    fn the_same_seeds_give_the_same_rows() {
        assert_eq!(measure(3, || {}), measure(3, || {}));
    }

    #[test]
    fn the_first_seeds_of_a_longer_run_are_those_of_a_shorter() {
        let (shorter, longer) = (measure(2, || {}), measure(3, || {}));
        assert_eq!(longer.clone().overlaid(&shorter), longer);
    }

    #[test]
    fn checkpoints_ascend_to_the_last_insert() {
        for operations_max in [10_000, 100_000] {
            let checkpoints = checkpoints(operations_max);
            assert!(checkpoints.is_sorted());
            assert_eq!(checkpoints.last(), Some(&operations_max));
            for operations in [1, 100, 1_000] {
                assert!(checkpoints.contains(&operations), "{operations}");
            }
        }
    }
}
