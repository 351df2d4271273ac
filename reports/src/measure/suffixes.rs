//! What each bit against collisions costs in bytes.

use super::collisions::Draw;
use crate::band::Band;
use crate::drive::Driver;
use crate::pool;
use crate::scale::{log2, rounded};
use crate::shortest::Space;
use crate::workload::Workload;
use serde::{Deserialize, Serialize};

/// Key lengths under one way of drawing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suffix {
    /// What is drawn.
    pub draw: Draw,
    /// How many bits that is in a fresh gap, in hundredths.
    pub centibits: u32,
    /// The key after 1,000 appends.
    pub append_bytes: u32,
    /// Keys after 1,000 inserts at random places, in hundredths of a byte on average, median over the seeds.
    pub random_centibytes: u32,
    /// The longest key after 1,000 inserts into one gap toward the lower key, median; nothing where the cap was
    /// met before.
    pub gap_lower_bytes: Option<u32>,
    /// The same toward the upper key.
    pub gap_upper_bytes: Option<u32>,
    /// The same alternating.
    pub gap_alternating_bytes: Option<u32>,
    /// The same on a random side.
    pub gap_random_bytes: Option<u32>,
}

impl Suffix {
    /// The sides of a gap, in the order of [`Workload::GAPS`].
    pub const fn gap_bytes(&self) -> [Option<u32>; 4] {
        [self.gap_lower_bytes, self.gap_upper_bytes, self.gap_alternating_bytes, self.gap_random_bytes]
    }
}

/// One row for each way.
pub fn measure(seeds: u32) -> Vec<Suffix> {
    pool::each(Draw::ALL.len(), |at| suffix(Draw::ALL[at], seeds))
}

fn suffix(draw: Draw, seeds: u32) -> Suffix {
    #[expect(clippy::cast_precision_loss, reason = "at most 2^32")]
    let centibits = rounded(log2(draw.outcomes() as f64) * 100.0);
    let of = |workload| {
        let lengths: Option<Vec<u32>> = (0..seeds).map(|seed| length(draw, workload, seed)).collect();
        lengths.map(|lengths| Band::of(lengths).p50)
    };
    let [gap_lower_bytes, gap_upper_bytes, gap_alternating_bytes, gap_random_bytes] = Workload::GAPS.map(of);
    Suffix {
        draw,
        centibits,
        append_bytes: of(Workload::Append).expect("an end has room"),
        random_centibytes: of(Workload::Random).expect("random places have room"),
        gap_lower_bytes,
        gap_upper_bytes,
        gap_alternating_bytes,
        gap_random_bytes,
    }
}

/// After 1,000 inserts the longest key, or for random places hundredths of a byte of an average one; nothing where
/// the cap was met before.
fn length(draw: Draw, workload: Workload, seed: u32) -> Option<u32> {
    let mut after_1000 = None;
    Driver::of(draw.generator(seed), Space::Heads, seed).run_first(workload, 1_000, |tally| {
        if tally.made == 1_000 {
            let mean = tally.bytes * 100 / u64::from(tally.keys);
            after_1000 = Some(if workload == Workload::Random { mean as u32 } else { tally.longest });
        }
    });
    after_1000
}
