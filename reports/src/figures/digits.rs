//! F9 and F12: what a digit carries, and keys that anyone can check by hand.

use super::{Figure, Published};
use crate::band::Band;
use crate::scale::{log2, rounded};
use crate::schemes::Scheme;
use order_key::{Integer, Key};

pub(super) fn bits() -> Vec<Figure> {
    const MEASURED: &str = "the binary logarithm of the base, rounded to the published digits";
    let figure = |(base, published, decimals): (u32, u32, u32)| {
        let scale = f64::from(10_u32.pow(decimals));
        let ours = Band::exactly(rounded(log2(f64::from(base)) * scale));
        let name = format!("bits in a character of base {base}");
        Figure::number("F9", name, Published::exact(published, "bits").decimals(decimals), ours, MEASURED)
    };
    [(62, 595, 2), (95, 657, 2), (10, 33, 1)].map(figure).into()
}

pub(super) fn hand_made() -> Vec<Figure> {
    const BETWEEN: &str = "1,000 draws of our middle half between `a0` and `a001`";
    const TRIPS: &str = "10,000 steps from `a0`, and back: how many lead through the same integer parts";
    let mut generator = Scheme::MiddleHalf.generator(0);
    let keys: Vec<Vec<u8>> =
        (0..1_000).map(|_| generator.between(Some(b"a0"), Some(b"a001")).expect("room")).collect();
    let prefixed = keys.iter().filter(|key| key.starts_with(b"a000")).count() as u32;
    let lengths = Band::of(keys.iter().map(|key| key.len() as u32));
    let trips = |step: fn(Integer) -> Option<Integer>, back: fn(Integer) -> Option<Integer>| {
        Band::exactly(round_trips(step, back))
    };
    vec![
        Figure::number(
            "F12",
            "a key between `a0` and `a001`",
            Published::exact(5, "bytes"),
            lengths,
            BETWEEN,
        ),
        Figure::number(
            "F12",
            "of 1,000 such keys begin with `a000`",
            Published::exact(1_000, "keys"),
            Band::exactly(prefixed),
            BETWEEN,
        ),
        Figure::number(
            "F12",
            "increments that a decrement takes back",
            Published::exact(10_000, "round trips"),
            trips(Integer::increment, Integer::decrement),
            TRIPS,
        ),
        Figure::number(
            "F12",
            "decrements that an increment takes back",
            Published::exact(10_000, "round trips"),
            trips(Integer::decrement, Integer::increment),
            TRIPS,
        ),
    ]
}

/// How many of 10,000 steps from `a0` are taken back by `back`.
fn round_trips(step: fn(Integer) -> Option<Integer>, back: fn(Integer) -> Option<Integer>) -> u32 {
    let mut integer = Key::parse("a0").expect("a canonical key").integer();
    let mut trips = 0;
    for _ in 0..10_000 {
        let Some(next) = step(integer) else { break };
        trips += u32::from(back(next) == Some(integer));
        integer = next;
    }
    trips
}
