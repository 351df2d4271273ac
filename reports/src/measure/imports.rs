//! Many rows at once between two neighbours: a loop of `between`, and `between_n`.

use crate::band::{Band, median};
use crate::drive::Driver;
use crate::pool;
use crate::schemes::Scheme;
use order_key::{Key, between_n};
use serde::{Deserialize, Serialize};

/// What an import between `a0` and `a1` costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Import {
    /// How many rows.
    pub rows: u32,
    /// How many seeds of the loop.
    pub seeds: u32,
    /// How many of them got all their rows.
    pub loop_done: u32,
    /// The longest key of the loop, median over those.
    pub loop_longest: Option<u32>,
    /// All its keys in bytes, median over those.
    pub loop_bytes: Option<u64>,
    /// The longest key of `between_n`.
    pub at_once_longest: u32,
    /// All its keys in bytes.
    pub at_once_bytes: u64,
}

/// The numbers of rows that are imported.
const ROWS: [u32; 6] = [10, 100, 500, 1_000, 2_000, 10_000];

/// One row for each size.
pub fn measure(seeds: u32) -> Vec<Import> {
    pool::each(ROWS.len(), |at| import(ROWS[at], seeds))
}

fn import(rows: u32, seeds: u32) -> Import {
    let (lower, upper) = (key("a0"), key("a1"));
    let at_once = between_n(Some(&lower), Some(&upper), rows as usize).expect("room for all");
    let lengths: Vec<usize> = at_once.map(|key| key.len()).collect();
    let looped: Vec<(u32, u64)> = (0..seeds).filter_map(|seed| looped(rows, seed)).collect();
    let done = !looped.is_empty();
    Import {
        rows,
        seeds,
        loop_done: looped.len() as u32,
        loop_longest: done.then(|| Band::of(looped.iter().map(|&(longest, _)| longest)).p50),
        loop_bytes: done.then(|| median(looped.iter().map(|&(_, bytes)| bytes))),
        at_once_longest: lengths.iter().max().copied().unwrap_or_default() as u32,
        at_once_bytes: lengths.iter().sum::<usize>() as u64,
    }
}

/// The longest key and all bytes, if none met the cap.
fn looped(rows: u32, seed: u32) -> Option<(u32, u64)> {
    let mut driver = Driver::new(Scheme::MiddleHalf, seed);
    let mut last = b"a0".to_vec();
    for _ in 0..rows {
        last = driver.between(Some(&last), Some(b"a1")).ok()?;
    }
    Some((driver.tally.longest, driver.tally.bytes))
}

fn key(text: &str) -> Key {
    Key::parse(text).expect("a canonical key")
}
