//! F3 and F4: one gap hammered from one side.

use super::{Figure, Published};
use crate::band::Band;
use crate::drive::Driver;
use crate::schemes::Scheme;
use crate::workload::Workload;
use order_key::KEY_BYTES_MAX;

/// Appends without an integer part: a fraction that only ever grows upward.
pub(super) fn fraction_only(seeds: u32) -> Vec<Figure> {
    const LENGTH: &str = "the jittered fraction of SPEC §10, appended to; the longest key";
    const CAP: &str = "the same, until the next key has more than 512 bytes";
    const RATE: &str = "512 bytes, divided by the keys made";
    let trials: Vec<Lengths> =
        (0..seeds).map(|seed| lengths(Scheme::JitteredFraction, Workload::Append, seed)).collect();
    let of = |what: fn(&Lengths) -> u32| Band::of(trials.iter().map(what));
    let figure = |name, published, ours, measured| Figure::number("F3", name, published, ours, measured);
    vec![
        figure("bytes after 100 appends", Published::one_run(18, "bytes"), of(|trial| trial.at_100), LENGTH),
        figure(
            "bytes after 1,000 appends",
            Published::one_run(179, "bytes"),
            of(|trial| trial.at_1000),
            LENGTH,
        ),
        figure("appends until the cap", Published::about(2_900, "keys"), of(|trial| trial.keys), CAP),
        figure(
            "each append",
            Published::span(175, 180, "bytes").decimals(3),
            of(|trial| (KEY_BYTES_MAX as u32 * 1_000 + trial.keys / 2) / trial.keys),
            RATE,
        ),
    ]
}

pub(super) fn one_gap(seeds: u32) -> Vec<Figure> {
    const MEASURED: &str = "longest key after 1,000 inserts between `a0` and `a1`, always right above `a0`";
    let figure = |(scheme, bytes): (Scheme, u32)| {
        let of_seed = |seed| lengths(scheme, Workload::GapLower, seed).at_1000;
        let ours = Band::of((0..seeds).map(of_seed));
        let name = format!("1,000 inserts into one gap, {}", scheme.name());
        Figure::number("F4", name, Published::one_run(bytes, "bytes"), ours, MEASURED)
    };
    [(Scheme::MiddleHalf, 184), (Scheme::ExactMidpoint, 202), (Scheme::FullWidth, 221)].map(figure).into()
}

struct Lengths {
    at_100: u32,
    at_1000: u32,
    keys: u32,
}

fn lengths(scheme: Scheme, workload: Workload, seed: u32) -> Lengths {
    let (mut at_100, mut at_1000) = (0, 0);
    let mut driver = Driver::new(scheme, seed);
    driver.run(workload, |tally| match tally.made {
        100 => at_100 = tally.longest,
        1_000 => at_1000 = tally.longest,
        _ => {}
    });
    Lengths { at_100, at_1000, keys: driver.tally.made }
}
