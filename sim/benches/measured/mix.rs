//! The default mix: scenarios as drawn, all views in memory, and what the laws cost on top of the world.

use super::{Cost, Figure, Judged, Target, figure, in_memory, median, run};
use sim::scenario::{Scenario, Source};

const REPETITIONS: usize = 5;

pub fn short() -> Vec<Figure> {
    measure("2,000 edits, seeds 1 to 48", 1..=48, None)
}

pub fn long() -> Vec<Figure> {
    measure("20,000 edits, seeds 1 to 6", 1..=6, Some(20_000))
}

fn measure(name: &str, drawn: impl Iterator<Item = u64>, operations: Option<u32>) -> Vec<Figure> {
    let scenarios: Vec<Scenario> =
        drawn.map(|seed| in_memory(&Source::Drawn, seed, operations, None)).collect();
    let (mut speeds, mut free_speeds, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..REPETITIONS {
        let (mut judged, mut free) = (Cost::default(), Cost::default());
        for scenario in &scenarios {
            let (one, cost) = run(scenario, Judged::ByAllLaws, |_| ());
            judged.add(cost);
            let (other, cost) = run(scenario, Judged::ByNone, |_| ());
            free.add(cost);
            assert_eq!(one.digest, other.digest, "a law changed what happens");
        }
        speeds.push(judged.per_second());
        free_speeds.push(free.per_second());
        ratios.push(judged.per_event() / free.per_event());
    }
    vec![
        figure(
            format!("default mix, {name}, all laws"),
            median(speeds),
            " events/s",
            Some(Target::AtLeast(500_000.0)),
        ),
        figure(format!("default mix, {name}, no laws"), median(free_speeds), " events/s", None),
        figure("all laws ÷ no laws", median(ratios), " ×", Some(Target::AtMost(2.0))),
    ]
}
