//! Drives a run: the storm with its faults, the calm in which all must settle, the verdict.

use crate::chance::{Chance, Seeded};
use crate::digest::Digest;
use crate::law::{Breach, Laws};
use crate::outcome::{Outcome, Verdict};
use crate::scenario::{Scenario, Workload};
use crate::tally::Tally;
use crate::world::{Parts, World};
use std::sync::Arc;

/// Runs a scenario in a world made of `parts` to its end. `progress` is told now and then how many operations are over.
pub fn simulate(scenario: Scenario, parts: Parts, progress: impl FnMut(u64)) -> Outcome {
    simulate_watched(scenario, parts, progress, |_| ())
}

/// What a watcher sees, before the laws judge it.
#[derive(Clone, Copy, Debug)]
pub enum Seen<'w> {
    /// The world after a step.
    Step(&'w World),
    /// The world at rest, once.
    Rest(&'w World),
}

/// The same, and `watch` sees the world after each step and at rest.
pub fn simulate_watched(
    scenario: Scenario,
    parts: Parts,
    progress: impl FnMut(u64),
    watch: impl FnMut(Seen<'_>),
) -> Outcome {
    let chance = Seeded::new(scenario.seed);
    simulate_by(scenario, Box::new(chance), parts, progress, watch)
}

/// The same with another source of chance than the scenario's seed.
pub fn simulate_by(
    scenario: Scenario,
    chance: Box<dyn Chance>,
    parts: Parts,
    progress: impl FnMut(u64),
    watch: impl FnMut(Seen<'_>),
) -> Outcome {
    simulate_gated(scenario, chance, parts, progress, watch, |_, _| Gate::Open)
}

/// Whether a run goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// It takes the next step.
    Open,
    /// It takes the next step, and everything is compared after it.
    Judged,
    /// It ends here, and holds as far as it went.
    Shut,
}

/// The same, and `gate` is asked before each step.
pub fn simulate_gated(
    scenario: Scenario,
    chance: Box<dyn Chance>,
    parts: Parts,
    progress: impl FnMut(u64),
    watch: impl FnMut(Seen<'_>),
    gate: impl FnMut(&World, &Laws) -> Gate,
) -> Outcome {
    let laws = Laws::of(&scenario);
    Run::new(scenario, chance, parts, laws, Hooks { progress, watch, gate }).end()
}

/// The same, held to these laws alone. A benchmark runs with [`Laws::none`] to see what they cost; such a run
/// shows nothing, and its verdict is never that anything held.
pub fn simulate_under(scenario: Scenario, parts: Parts, laws: Laws, watch: impl FnMut(Seen<'_>)) -> Outcome {
    let chance = Seeded::new(scenario.seed);
    let hooks = Hooks { progress: |_| (), watch, gate: |_: &World, _: &Laws| Gate::Open };
    Run::new(scenario, Box::new(chance), parts, laws, hooks).end()
}

struct Run<P, W, G> {
    scenario: Arc<Scenario>,
    world: World,
    laws: Laws,
    digest: Digest,
    tally: Tally,
    checkpoint_at: u64,
    hooks: Hooks<P, W, G>,
}

/// What looks on.
struct Hooks<P, W, G> {
    progress: P,
    watch: W,
    gate: G,
}

/// How a run ends before its verdict.
enum End {
    Broken(Breach),
    Unsettled(Vec<String>),
    Shut,
}

impl<P: FnMut(u64), W: FnMut(Seen<'_>), G: FnMut(&World, &Laws) -> Gate> Run<P, W, G> {
    fn new(
        scenario: Scenario,
        chance: Box<dyn Chance>,
        parts: Parts,
        laws: Laws,
        hooks: Hooks<P, W, G>,
    ) -> Self {
        let scenario = Arc::new(scenario);
        let world = World::new(&scenario, chance, parts);
        let checkpoint_at = scenario.patience.checkpoint_every;
        let (digest, tally) = (Digest::default(), Tally::new(&scenario));
        Self { scenario, world, laws, digest, tally, checkpoint_at, hooks }
    }

    fn end(mut self) -> Outcome {
        let ended = self.storm().and_then(|()| self.calm());
        self.verdict(ended)
    }

    /// Faults strike until the last edit is made.
    fn storm(&mut self) -> Result<(), End> {
        let last_edit_us = self.scenario.last_edit_us();
        while !self.is_storm_over(last_edit_us) {
            self.step()?;
        }
        Ok(())
    }

    /// No more faults: everything must come to rest within its bound.
    fn calm(&mut self) -> Result<(), End> {
        self.world.calm_down();
        let bound_us = self.world.now_us + self.scenario.patience.calm_us_max;
        let mut unrest = vec!["nothing was judged yet".to_owned()];
        while !unrest.is_empty() {
            let ticks = self.world.ticks();
            while self.world.ticks() == ticks {
                self.step()?;
            }
            unrest = self.world.unrest();
            if self.world.now_us > bound_us && !unrest.is_empty() {
                return Err(End::Unsettled(unrest));
            }
        }
        (self.hooks.watch)(Seen::Rest(&self.world));
        self.laws.rest(&self.world).map_err(End::Broken)
    }

    fn verdict(self, ended: Result<(), End>) -> Outcome {
        let laws = self.laws.compared();
        let verdict = match ended {
            Err(End::Broken(breach)) => Verdict::Broken(breach),
            Err(End::Unsettled(unrest)) => Verdict::Unsettled(unrest),
            Err(End::Shut) => Verdict::Held,
            Ok(()) if laws.is_empty() => Verdict::Vacuous(vec!["no law judged the run".to_owned()]),
            Ok(()) => match self.tally.vacuity(&self.scenario, &laws) {
                missing if missing.is_empty() => Verdict::Held,
                missing => Verdict::Vacuous(missing),
            },
        };
        Outcome::new(&self.scenario, &self.world, self.tally, laws, self.digest.finish(), verdict)
    }

    /// One step of the world, seen by digest, tally and laws.
    fn step(&mut self) -> Result<(), End> {
        let is_judged = match (self.hooks.gate)(&self.world, &self.laws) {
            Gate::Open => false,
            Gate::Judged => true,
            Gate::Shut => return Err(End::Shut),
        };
        self.world.step();
        self.tally.events += 1;
        self.digest.words(&[self.world.now_us, self.world.happened().len() as u64]);
        for event in self.world.happened() {
            event.digest(&mut self.digest, &self.world.repositories);
            self.tally.observe(event, &self.world);
        }
        (self.hooks.watch)(Seen::Step(&self.world));
        self.laws.observe(self.world.happened(), &self.world).map_err(End::Broken)?;
        if is_judged || self.tally.events >= self.checkpoint_at {
            self.checkpoint_at = self.tally.events + self.checkpoint_every();
            self.laws.checkpoint(&self.world).map_err(End::Broken)?;
            (self.hooks.progress)(self.tally.operations);
        }
        Ok(())
    }

    /// After how many events everything is compared again: not before it costs little beside them.
    fn checkpoint_every(&self) -> u64 {
        const EVENTS_PER_ROW: usize = 4;
        let rows = self.world.repositories.outline().len() * self.world.views.len();
        self.scenario.patience.checkpoint_every.max((EVENTS_PER_ROW * rows) as u64)
    }

    fn is_storm_over(&self, last_edit_us: u64) -> bool {
        match &self.scenario.workload {
            Workload::Edits(_) => self.world.now_us >= last_edit_us,
            // Where next to everything is lost nothing would ever be typed.
            Workload::Recording(_) => {
                self.world.is_typed() || self.world.stuck_us() > self.scenario.patience.calm_us_max
            }
        }
    }
}
