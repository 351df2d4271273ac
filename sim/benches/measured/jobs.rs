//! What a second thread brings to a swarm.

use super::{Figure, Target, figure, median, time};
use sim::scenario::{Limits, Source};
use sim::swarm::{Shard, Swarm};
use sim::world::Parts;

const REPETITIONS: usize = 3;

pub fn jobs() -> Vec<Figure> {
    let swarm = Swarm {
        source: Source::Drawn,
        limits: Limits::default(),
        parts: Parts::default,
        start: 1,
        seeds: 32,
        shard: Shard::WHOLE,
    };
    let ns = |jobs| {
        let (done, ns) = time(|| swarm.run(0, jobs, || true, |_| Ok(())));
        done.expect("nothing is written");
        ns as f64
    };
    let ratios = (0..REPETITIONS).map(|_| ns(1) / ns(2)).collect();
    vec![figure("two jobs ÷ one, swarm of 32 seeds", median(ratios), " ×", Some(Target::AtLeast(1.8)))]
}
