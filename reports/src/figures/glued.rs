//! F5: midpoint plus random digits.
//!
//! What was published is about 1,000 bytes after 1,000 inserts, and results beyond the upper neighbour; the
//! construction was not. Three are natural, and each shows a part of it:
//!
//! * Glued to the *shortest* midpoint, which may be a prefix of the upper key, the digits carry the result beyond
//!   that key: half of such results are wrong. Keys stay short, since what was glued on is cut off again by the
//!   next midpoint.
//! * The same, checked and moved closer to the upper key where needed, leaves most of a gap free to whoever inserts
//!   right above its lower key, so that side costs less than a bit each; the others cost more ([`Suffix`](crate::measure::suffixes::Suffix) has them all).
//! * Glued to the midpoint at the *length of the longer bound*, rounded up, nothing is ever cut off: each insert
//!   halves the gap, which is one bit, and pays a digit, which is six. That is the published byte for each insert;
//!   and the very first result is on the wrong side, for between `a0` and `a1` the midpoint is rounded to `a1`.

use super::{Figure, Published};
use crate::band::Band;
use crate::drive::Driver;
use crate::schemes::{BASE_62, Generate, RandomSuffix, Scheme};
use crate::shortest::Space;
use order_key::bounded;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

pub(super) fn glued(seeds: u32) -> Vec<Figure> {
    const LONG: &str = "ours: the mean of both keys as numbers, at the longer one's length and rounded up, and a \
                        random digit behind it; lower key fixed. Nothing is ever cut off, so each insert costs a \
                        byte";
    const LONG_WRONG: &str = "the same: the mean of `a0` and `a1` is rounded to `a1`, and what is glued on lies \
                              above it";
    const SHORT_WRONG: &str = "ours: three random digits on Greenspan's midpoint, in 1,000 tries for a key between \
                               `a0` and `a18V`, whose midpoint is `a1`";
    const SHORT: &str = "ours: a random digit on the same midpoint, which first moves closer to the upper key where \
                         the result would not be below it. The lower key is fixed, and results near the upper one leave \
                         most of the gap free: this side alone is so cheap";
    let long: Vec<Long> = (0..seeds).map(long).collect();
    vec![
        Figure::number(
            "F5",
            "1,000 inserts into one gap, digits on the long midpoint",
            Published::about(1_000, "bytes"),
            Band::of(long.iter().map(|long| long.bytes)),
            LONG,
        ),
        Figure::some(
            "F5",
            "the same: results beyond the upper key",
            Band::of(long.iter().map(|long| long.wrong)),
            "of 1,000",
            LONG_WRONG,
        ),
        Figure::some(
            "F5",
            "digits on the short midpoint: results beyond the upper key",
            Band::of((0..seeds).map(beyond)),
            "of 1,000",
            SHORT_WRONG,
        ),
        Figure::number(
            "F5",
            "1,000 inserts into one gap, a digit on the short midpoint",
            Published::span(0, 260, "bytes"),
            Band::of((0..seeds).map(short)),
            SHORT,
        ),
    ]
}

struct Long {
    bytes: u32,
    wrong: u32,
}

/// The length after 1,000 inserts right above `a0`, each result taken as it is, and how many were wrong.
fn long(seed: u32) -> Long {
    let mut generator = LongMidpoint(ChaCha8Rng::seed_from_u64(seed.into()));
    let mut upper = b"a1".to_vec();
    let mut wrong = 0;
    for _ in 0..1_000 {
        let key = generator.between(Some(b"a0"), Some(&upper)).expect("a mean");
        wrong += u32::from(key >= upper);
        upper = key;
    }
    Long { bytes: upper.len() as u32, wrong }
}

/// The mean of two keys as numbers, at the longer one's length and rounded up, and a digit behind it.
struct LongMidpoint(ChaCha8Rng);

impl Generate for LongMidpoint {
    fn between(&mut self, lower: Option<&[u8]>, upper: Option<&[u8]>) -> Option<Vec<u8>> {
        let (lower, upper) = (lower?, upper?);
        let len = lower.len().max(upper.len());
        let digit = |key: &[u8], at: usize| key.get(at).map_or(0, |&byte| u32::from(BASE_62.value(byte)));
        let mut sum: Vec<u32> = (0..len).map(|at| digit(lower, at) + digit(upper, at)).collect();
        sum[len - 1] += 1; // so that halving rounds up
        for at in (1..len).rev() {
            sum[at - 1] += sum[at] / 62;
            sum[at] %= 62;
        }
        let mut carried = 0;
        let mut key = Vec::with_capacity(len + 1);
        for digit in sum {
            let twice = carried * 62 + digit;
            key.push(BASE_62.digit((twice / 2) as u8));
            carried = twice % 2;
        }
        key.push(BASE_62.digit(bounded(&mut self.0, 61) as u8 + 1));
        Some(key)
    }
}

/// How many of 1,000 tries land beyond the upper key.
fn beyond(seed: u32) -> u32 {
    let mut generator = Scheme::RandomSuffix.generator(seed);
    let beyond = |_: &u32| generator.between(Some(b"a0"), Some(b"a18V")).is_some_and(|key| &*key >= b"a18V");
    (0..1_000).filter(beyond).count() as u32
}

/// The longest key after 1,000 inserts right above `a0`, with a suffix of one digit that is checked.
fn short(seed: u32) -> u32 {
    let rng = ChaCha8Rng::seed_from_u64(seed.into());
    let mut driver =
        Driver::of(Box::new(RandomSuffix { bits: 5, is_checked: true, rng }), Space::Heads, seed);
    let mut upper = b"a1".to_vec();
    for _ in 0..1_000 {
        upper = driver.between(Some(b"a0"), Some(&upper)).expect("room");
    }
    driver.tally.longest
}
