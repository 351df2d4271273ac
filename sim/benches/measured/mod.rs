//! What the measures have in common: figures, targets, medians of runs that take turns.

pub mod growth;
pub mod jobs;
pub mod mix;
pub mod readers;

use sim::law::Laws;
use sim::outcome::{Outcome, Verdict};
use sim::scenario::{Each, Limits, Scenario, Source, StoreKind};
use sim::simulate::{Seen, simulate_under};
use sim::world::Parts;
use std::fmt;
use std::time::Instant;

/// One line of the table.
pub struct Figure {
    pub what: String,
    pub met: f64,
    pub unit: &'static str,
    pub target: Option<Target>,
}

/// What a figure should be.
#[derive(Clone, Copy)]
pub enum Target {
    AtLeast(f64),
    AtMost(f64),
}

impl Target {
    pub fn holds(self, met: f64) -> bool {
        match self {
            Self::AtLeast(least) => met >= least,
            Self::AtMost(most) => met <= most,
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(least) => write!(f, "≥ {least}"),
            Self::AtMost(most) => write!(f, "≤ {most}"),
        }
    }
}

pub fn figure(what: impl Into<String>, met: f64, unit: &'static str, target: Option<Target>) -> Figure {
    Figure { what: what.into(), met, unit, target }
}

/// Events, and the nanoseconds that they took.
#[derive(Clone, Copy, Default)]
pub struct Cost {
    pub events: u64,
    pub ns: u128,
}

impl Cost {
    pub fn per_event(self) -> f64 {
        self.ns as f64 / self.events as f64
    }

    pub fn per_second(self) -> f64 {
        1e9 / self.per_event()
    }

    pub fn add(&mut self, other: Self) {
        self.events += other.events;
        self.ns += other.ns;
    }
}

/// How long something takes, in nanoseconds.
pub fn time<T>(run: impl FnOnce() -> T) -> (T, u128) {
    let start = Instant::now();
    let result = run();
    (result, start.elapsed().as_nanos())
}

pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Whether a run is judged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Judged {
    ByAllLaws,
    ByNone,
}

impl Judged {
    pub fn laws(self, scenario: &Scenario) -> Laws {
        match self {
            Self::ByAllLaws => Laws::of(scenario),
            Self::ByNone => Laws::none(),
        }
    }
}

/// Runs a scenario to its end.
pub fn run(scenario: &Scenario, judged: Judged, watch: impl FnMut(Seen<'_>)) -> (Outcome, Cost) {
    let (scenario, laws) = (scenario.clone(), judged.laws(scenario));
    let (outcome, ns) = time(|| simulate_under(scenario, Parts::default(), laws, watch));
    let is_whole = matches!(outcome.verdict, Verdict::Held | Verdict::Vacuous(_));
    assert!(is_whole, "a run that ends early is none to measure: {:?}", outcome.verdict);
    let events = outcome.events;
    (outcome, Cost { events, ns })
}

/// Scenarios with all views in memory.
pub fn in_memory(source: &Source, seed: u64, operations: Option<u32>, clients: Option<u32>) -> Scenario {
    let stores = Some(Each::All(StoreKind::Memory));
    let limits = Limits { operations, clients, stores, ..Limits::default() };
    source.scenario(seed, limits).expect("what is drawn can be limited")
}
