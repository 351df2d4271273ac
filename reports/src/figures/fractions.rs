//! F7: plain base-62 fractions.

use super::{Figure, Published};
use crate::band::Band;
use crate::drive::Driver;
use crate::schemes::Scheme;
use crate::workload::Workload;

/// The seeds that the published span was made from; more are run in a longer report.
const SEEDS_MIN: u32 = 20;

pub(super) fn fractions(seeds: u32) -> Vec<Figure> {
    const RANDOM: &str = "10,000 inserts at places drawn evenly; all keys at the end";
    const END: &str = "10,000 appends; all keys";
    const GAP: &str = "10,000 inserts between `V` and `W`; all keys";
    let random: Vec<Lengths> =
        (0..seeds.max(SEEDS_MIN)).map(|seed| lengths(Workload::Random, 10_000, seed)).collect();
    let of = |what: fn(&Lengths) -> u32| Band::of(random.iter().map(what));
    let figure =
        |name: String, published, ours, measured| Figure::number("F7", name, published, ours, measured);
    let mut figures = vec![
        figure(
            "random places: average".into(),
            Published::one_run(350, "bytes").decimals(2),
            of(|lengths| lengths.centibytes),
            RANDOM,
        ),
        figure(
            "random places: longest".into(),
            Published::one_run(6, "bytes"),
            of(|lengths| lengths.longest),
            RANDOM,
        ),
    ];
    for (name, workload, average, decimals, longest, measured) in [
        ("always one end", Workload::Append, 162, 0, 323, END),
        ("always one gap, toward the lower key", Workload::GapLower, 835, 0, 1_668, GAP),
        ("always one gap, toward the upper key", Workload::GapUpper, 10_015, 1, 2_001, GAP),
    ] {
        let Lengths { centibytes, longest: ours } = lengths(workload, 10_000, 0);
        let unit = 100 / 10_u32.pow(decimals);
        let rounded = Band::exactly((centibytes + unit / 2) / unit);
        let published = Published::exact(average, "bytes").decimals(decimals);
        figures.push(figure(format!("{name}: average"), published, rounded, measured));
        let published = Published::exact(longest, "bytes");
        figures.push(figure(format!("{name}: longest"), published, Band::exactly(ours), measured));
    }
    figures
}

struct Lengths {
    centibytes: u32,
    longest: u32,
}

fn lengths(workload: Workload, inserts: u32, seed: u32) -> Lengths {
    let mut lengths = Lengths { centibytes: 0, longest: 0 };
    Driver::new(Scheme::PlainFraction, seed).uncapped().run_first(workload, inserts, |tally| {
        if tally.made == inserts {
            let (keys, bytes) = (u64::from(tally.keys), tally.bytes);
            lengths =
                Lengths { centibytes: ((bytes * 100 + keys / 2) / keys) as u32, longest: tally.longest };
        }
    });
    lengths
}
