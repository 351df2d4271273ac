//! What one insert writes, as the list grows: a key each, an index record, numbers.

use crate::pool;
use crate::schemes::{IndexRecord, IntegerPositions, Keep, Keyed, Rekeyed, Scheme, Written};
use order_key::bounded;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

/// What inserts wrote on average, from the row before to this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Writes {
    /// How the order is kept.
    pub design: Design,
    /// Where items are inserted.
    pub place: Where,
    /// How many siblings there are.
    pub siblings: u32,
    /// Records written for each insert, in hundredths.
    pub centirecords: u32,
    /// Bytes of order written for each insert, in hundredths.
    pub centibytes: u32,
}

/// How a list keeps its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Design {
    /// Ours.
    Keys,
    /// Ours, a group renumbered when a key passes 64 bytes.
    RekeyedKeys,
    /// One record that lists all.
    IndexRecord,
    /// Numbers 0, 1, 2 …
    DensePositions,
    /// Numbers 1,024 apart, renumbered when no room is left.
    SparsePositions,
}

/// Where items are inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Where {
    /// At places drawn evenly.
    Random,
    /// Before the first.
    First,
    /// Always right behind the first.
    OneGap,
}

impl Design {
    /// All, in the order of the report.
    pub const ALL: [Self; 5] =
        [Self::Keys, Self::RekeyedKeys, Self::IndexRecord, Self::DensePositions, Self::SparsePositions];

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Keys => "a key each",
            Self::RekeyedKeys => "re-keyed at 64 bytes",
            Self::IndexRecord => "index record",
            Self::DensePositions => "positions 0, 1, 2",
            Self::SparsePositions => "positions 1,024 apart",
        }
    }

    fn list(self) -> Box<dyn Keep> {
        match self {
            Self::Keys => Box::new(Keyed::new(Scheme::MiddleHalf.generator(0))),
            Self::RekeyedKeys => Box::new(Rekeyed::new(ChaCha8Rng::seed_from_u64(0))),
            Self::IndexRecord => Box::new(IndexRecord::default()),
            Self::DensePositions => Box::new(IntegerPositions::with_stride(1)),
            Self::SparsePositions => Box::new(IntegerPositions::with_stride(1_024)),
        }
    }
}

impl Where {
    /// All, in the order of the report.
    pub const ALL: [Self; 3] = [Self::Random, Self::First, Self::OneGap];

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random places",
            Self::First => "before the first",
            Self::OneGap => "behind the first",
        }
    }
}

/// How many siblings there are in the end.
pub const SIBLINGS_MAX: u32 = 10_000;

/// The numbers of siblings at which is looked.
const CHECKPOINTS: [u32; 25] = [
    10,
    20,
    30,
    50,
    70,
    100,
    150,
    200,
    300,
    400,
    500,
    700,
    1_000,
    1_500,
    2_000,
    2_500,
    3_000,
    3_500,
    4_000,
    5_000,
    6_000,
    7_000,
    8_000,
    9_000,
    SIBLINGS_MAX,
];

/// Rows for each design and place. A list of keys that meets its cap ends there.
pub fn measure() -> Vec<Writes> {
    let jobs: Vec<_> =
        Where::ALL.iter().flat_map(|&place| Design::ALL.map(|design| (design, place))).collect();
    pool::each(jobs.len(), |at| grow(jobs[at])).concat()
}

fn grow((design, place): (Design, Where)) -> Vec<Writes> {
    let mut places = ChaCha8Rng::seed_from_u64(0);
    places.set_stream(1);
    let mut list = design.list();
    let mut rows = Vec::new();
    let (mut written, mut inserts) = (Written::default(), 0);
    for count in 0..SIBLINGS_MAX {
        let at = match place {
            Where::Random => bounded(&mut places, count + 1),
            Where::First => 0,
            Where::OneGap => count.min(1),
        };
        let Some(Written { records, bytes }) = list.insert(at as usize) else { break };
        written = Written { records: written.records + records, bytes: written.bytes + bytes };
        inserts += 1;
        let siblings = count + 1;
        if CHECKPOINTS.contains(&siblings) {
            let mean = |sum: u64| ((sum * 100 + inserts / 2) / inserts) as u32;
            let (centirecords, centibytes) = (mean(written.records), mean(written.bytes));
            rows.push(Writes { design, place, siblings, centirecords, centibytes });
            (written, inserts) = (Written::default(), 0);
        }
    }
    rows
}
