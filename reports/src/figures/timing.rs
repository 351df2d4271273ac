//! F10: the one figure that is a time. It is measured on demand and committed as rows; a check reads those and
//! does not measure, for a time is not the same twice.

use super::{Figure, Kind, Published};
use crate::band::Band;
use crate::drive::Driver;
use crate::schemes::Scheme;
use order_key::{Key, between, bounded};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};
use std::hint::black_box;
use std::time::Instant;

/// What one `between` in a list of 1,000 keys takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timing {
    /// Whose.
    pub scheme: String,
    /// Hundredths of a nanosecond, the fastest of 101 repetitions by turns: on a machine that others use, what is
    /// above the fastest is theirs.
    pub centinanoseconds: u32,
}

/// The committed rows: made by `reports --timings`.
const COMMITTED: &str = include_str!("../../timings.csv");

const PLAIN: &str = "plain fraction";
const OURS: &str = "middle half";

/// The lines of F10, from the committed rows.
pub fn committed() -> Vec<Figure> {
    const MEASURED: &str = "a list of 1,000 keys made at random places, one key between two neighbours at a drawn place, fastest of 101 repetitions; \
                            committed as measured on one shared machine, and not measured again by a check";
    let rows: Vec<Timing> = csv::Reader::from_reader(COMMITTED.as_bytes())
        .deserialize()
        .collect::<Result<_, _>>()
        .expect("the committed timings are rows");
    let time = |scheme: &str| {
        let row = rows.iter().find(|row| row.scheme == scheme).expect("a timing of each scheme");
        row.centinanoseconds
    };
    let timing = |published| Published { kind: Kind::Timing, ..published };
    vec![
        Figure::number(
            "F10",
            "one `between` of plain fractions",
            timing(Published::exact(8_100, "ns").decimals(2)),
            Band::exactly(time(PLAIN)),
            MEASURED,
        ),
        Figure::number(
            "F10",
            "the same of ours, jitter included, as a share of that",
            timing(Published::exact(100, "%")),
            Band::exactly((time(OURS) * 100 + time(PLAIN) / 2) / time(PLAIN)),
            MEASURED,
        ),
    ]
}

/// Measures anew.
#[expect(clippy::disallowed_methods, reason = "the one figure that is a time; no other file is made from it")]
pub fn timings() -> Vec<Timing> {
    const CALLS: usize = 20_000;
    const REPETITIONS: usize = 101;
    let (plain, ours) = (Places::of(Scheme::PlainFraction), Places::of(Scheme::MiddleHalf));
    let keys: Vec<Key> = ours.keys.iter().map(|key| Key::parse(key).expect("a key of ours")).collect();
    let mut generator = Scheme::PlainFraction.generator(0);
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut times = [const { Vec::new() }; 2];
    for _ in 0..REPETITIONS {
        let start = Instant::now();
        for &at in plain.drawn.iter().cycle().take(CALLS) {
            black_box(generator.between(Some(&plain.keys[at]), Some(&plain.keys[at + 1])));
        }
        times[0].push(start.elapsed());
        let start = Instant::now();
        for &at in ours.drawn.iter().cycle().take(CALLS) {
            black_box(between(Some(&keys[at]), Some(&keys[at + 1]), &mut rng).is_ok());
        }
        times[1].push(start.elapsed());
    }
    [PLAIN, OURS]
        .into_iter()
        .zip(times)
        .map(|(scheme, times)| {
            let fastest = times.into_iter().min().unwrap_or_default();
            let centinanoseconds = fastest.as_nanos() * 100 / CALLS as u128;
            Timing { scheme: scheme.to_owned(), centinanoseconds: centinanoseconds as u32 }
        })
        .collect()
}

/// A list of keys and places in it, drawn beforehand.
struct Places {
    keys: Vec<Vec<u8>>,
    drawn: Vec<usize>,
}

impl Places {
    fn of(scheme: Scheme) -> Self {
        const KEYS: u32 = 1_000;
        let mut driver = Driver::new(scheme, 0);
        let mut keys: Vec<Vec<u8>> = Vec::new();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for count in 0..KEYS {
            let at = bounded(&mut rng, count + 1) as usize;
            let lower = at.checked_sub(1).map(|before| keys[before].as_slice());
            let key = driver.between(lower, keys.get(at).map(Vec::as_slice)).expect("room");
            keys.insert(at, key);
        }
        let drawn = (0..10_000).map(|_| bounded(&mut rng, KEYS - 1) as usize).collect();
        Self { keys, drawn }
    }
}
