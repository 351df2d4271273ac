//! How often two writers meet on one record, so that one of them must try again.
//!
//! Each writer makes an edit a minute in one list of 1,000 items, at a moment drawn evenly, and 200 ms lie
//! between its reading and its writing. Two edits meet when they rewrite one record and these spans overlap.
//! With an index record every edit rewrites the same one. With keys an insert writes a record that is new, so
//! it meets nobody, and a move meets only a move of the same item.

use crate::pool;
use crate::scale::rounded;
use order_key::bounded;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

/// Between reading and writing, in milliseconds.
const SPAN_MS: u32 = 200;
const MINUTE_MS: u32 = 60_000;
const ITEMS: u32 = 1_000;

/// How often edits met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meeting {
    /// How many people edit.
    pub writers: u32,
    /// How many edits they made.
    pub edits: u32,
    /// Edits in a million that met another on the index record.
    pub index_ppm: u32,
    /// What the formula says: 1 − (1 − 2 · 200 ms / 1 min)^(writers − 1).
    pub index_formula_ppm: u32,
    /// Moves in a million that met another move of the same item.
    pub moves_ppm: u32,
    /// Inserts in a million that met another: none, since each writes a record of its own.
    pub inserts_ppm: u32,
}

const WRITERS: [u32; 9] = [2, 3, 5, 10, 20, 50, 100, 300, 1_000];

/// One row for each number of writers, over enough minutes for 200,000 edits at full trials.
pub fn measure(trials: u32) -> Vec<Meeting> {
    pool::each(WRITERS.len(), |at| meeting(WRITERS[at], (trials * 20 / WRITERS[at]).max(1)))
}

fn meeting(writers: u32, minutes: u32) -> Meeting {
    let mut rng = ChaCha8Rng::seed_from_u64(writers.into());
    let (mut on_index, mut on_item) = (0_u64, 0_u64);
    for _ in 0..minutes {
        let edit = |_| (bounded(&mut rng, MINUTE_MS), bounded(&mut rng, ITEMS));
        let mut edits: Vec<(u32, u32)> = (0..writers).map(edit).collect();
        edits.sort_unstable();
        for (at, &(time, item)) in edits.iter().enumerate() {
            let others = || overlapping(&edits, at, time);
            on_index += u64::from(others().next().is_some());
            on_item += u64::from(others().any(|other| other == item));
        }
    }
    let edits = writers * minutes;
    let ppm = |met: u64| (met * 1_000_000 / u64::from(edits)) as u32;
    let alone = 1.0 - f64::from(2 * SPAN_MS) / f64::from(MINUTE_MS);
    let formula = 1.0 - (1..writers).fold(1.0, |all: f64, _| all * alone);
    Meeting {
        writers,
        edits,
        index_ppm: ppm(on_index),
        index_formula_ppm: rounded(formula * 1e6),
        moves_ppm: ppm(on_item),
        inserts_ppm: 0,
    }
}

/// The items of the other edits whose spans overlap that of the one at `at`. The minute is a ring.
fn overlapping(edits: &[(u32, u32)], at: usize, time: u32) -> impl Iterator<Item = u32> {
    let near = move |&&(other, _): &&(u32, u32)| {
        let apart = time.abs_diff(other);
        apart.min(MINUTE_MS - apart) < SPAN_MS
    };
    let (before, after) = (edits[..at].iter(), edits[at + 1..].iter());
    let behind = after.clone().take_while(near).chain(before.clone().take_while(near));
    let ahead = before.rev().take_while(near).chain(after.rev().take_while(near));
    behind.chain(ahead).map(|&(_, item)| item)
}

#[cfg(test)]
mod tests {
    use super::measure;

    #[test]
    fn an_index_record_is_met_as_often_as_the_formula_says() {
        for row in measure(2_000) {
            let off = row.index_ppm.abs_diff(row.index_formula_ppm);
            assert!(off < 8_000 + row.index_formula_ppm / 20, "{row:?}");
            assert!(row.moves_ppm <= row.index_ppm);
        }
    }
}
