//! Runs a small world with every choice in turn, so that what holds holds in all of its runs.
//!
//! Many orders of the same steps lead to the same state, and then the futures are the same too. So before each
//! choice that no earlier run has met, the state is written out and hashed; a run that comes to a state that was met
//! before is cut off there, since the search explores all futures of a state before it leaves it. The state is all
//! that the world, the laws and the source of chance keep, but for what they only count. As what is due together has
//! no other order than that of its texts, nothing else can tell two such worlds apart. That this loses nothing is
//! tested: small worlds come to the same ends and breaches with and without it.
//!
//! A whole enumeration is judged: no run need reach a state, or give every law something to compare. (SPEC §7)

mod small;

pub use small::{Size, Small, smalls};

use crate::case::message_of;
use crate::chance::Choices;
use crate::law::Laws;
use crate::outcome::{Outcome, Verdict};
use crate::simulate::{Gate, Seen, simulate_gated};
use crate::states::Reached;
use crate::world::{Parts, World};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What an enumeration came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Enumeration {
    /// How many runs there were.
    pub runs: u64,
    /// How many of them were cut off at a state that was met before.
    pub merged: u64,
    /// How many different states were met before a choice.
    pub states: u64,
    /// The most choices that a run made.
    pub choices_max: usize,
    /// How many steps all runs took, those that repeat an earlier run included.
    pub events: u64,
    /// Each law and how often it compared, over all runs.
    pub laws: BTreeMap<&'static str, u64>,
    /// Which states of SPEC's table were reached, over all runs.
    pub reached: Reached,
    /// What was written in the repositories in the end, each end once.
    pub ends: BTreeSet<[u8; 16]>,
    /// The first run that failed, with which the enumeration ends.
    pub found: Option<Found>,
}

/// A run that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// How it failed.
    pub verdict: Verdict,
    /// The choices that it begins with; after them it always chooses the first.
    pub choices: Vec<u32>,
}

/// Whether runs are cut off at states that were met before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merging {
    /// They are.
    On,
    /// Every run goes on to its end.
    Off,
}

/// Runs a small world with every choice in turn, until all were made or a run fails. `progress` is told after each
/// run what there was so far.
pub fn enumerate(
    small: &Small,
    parts: fn() -> Parts,
    merging: Merging,
    mut progress: impl FnMut(&Enumeration),
) -> Enumeration {
    let choices = Choices::new(small.rules.clone(), &[]);
    let (mut met, mut enumeration) = (Met::new(merging), Enumeration::default());
    loop {
        let outcome = met.run(small, &choices, parts());
        enumeration.add(&outcome, &met);
        let mut made: Vec<u32> = choices.record().made().iter().map(|choice| choice.chosen).collect();
        enumeration.choices_max = enumeration.choices_max.max(made.len());
        progress(&enumeration);
        if outcome.verdict != Verdict::Held {
            while made.pop_if(|last| *last == 0).is_some() {}
            enumeration.found = Some(Found { verdict: outcome.verdict, choices: made });
            return enumeration;
        }
        if !choices.advance() {
            return enumeration;
        }
    }
}

/// Makes the one run of a small world that begins with these choices and then always chooses the first; `watch` sees
/// the world as in [`crate::simulate::simulate_watched`].
///
/// # Errors
/// The first choice that there is not.
pub fn follow(
    small: &Small,
    parts: Parts,
    chosen: &[u32],
    watch: impl FnMut(Seen<'_>),
) -> Result<Outcome, String> {
    let choices = Choices::new(small.rules.clone(), chosen);
    let is_open = |world: &World| choices.record().is_open_at(world.turns().0);
    let gate = |world: &World, _: &Laws| if is_open(world) { Gate::Judged } else { Gate::Open };
    let outcome = run(small, &choices, parts, watch, gate);
    choices.record().fits()?;
    Ok(outcome)
}

/// Makes one run, a panic being an end too. A run of many is exempt from vacuity.
fn run(
    small: &Small,
    choices: &Choices,
    parts: Parts,
    watch: impl FnMut(Seen<'_>),
    gate: impl FnMut(&World, &Laws) -> Gate,
) -> Outcome {
    let (scenario, source) = (small.scenario.clone(), Box::new(choices.clone()));
    let run = AssertUnwindSafe(|| simulate_gated(scenario, source, parts, |_| (), watch, gate));
    let mut outcome = catch_unwind(run).unwrap_or_else(|panic| Outcome::panicked(message_of(panic.as_ref())));
    if let Verdict::Vacuous(_) = outcome.verdict {
        outcome.verdict = Verdict::Held;
    }
    outcome
}

impl Enumeration {
    /// What is wrong with the whole: a run that failed, or what is [missing](Self::missing).
    pub fn verdict(&self, small: &Small) -> Verdict {
        match &self.found {
            Some(Found { verdict, .. }) => verdict.clone(),
            None => match self.missing(small) {
                missing if missing.is_empty() => Verdict::Held,
                missing => Verdict::Vacuous(missing),
            },
        }
    }

    /// The states that had to be reached and were not, and the laws that compared nothing.
    pub fn missing(&self, small: &Small) -> Vec<String> {
        let states = small.reaches.iter().filter(|state| !self.reached.contains_key(*state));
        let laws = self.laws.iter().filter(|(_, compared)| **compared == 0);
        let states = states.map(|state| format!("the state `{state}` was not reached"));
        states.chain(laws.map(|(law, _)| format!("the law `{law}` compared nothing"))).collect()
    }

    fn add(&mut self, outcome: &Outcome, met: &Met) {
        self.runs += 1;
        self.merged += u64::from(met.is_cut);
        self.states = met.states.len() as u64;
        self.events += outcome.events;
        outcome.laws.iter().for_each(|&(law, compared)| *self.laws.entry(law).or_default() += compared);
        outcome.states.iter().for_each(|(&state, times)| *self.reached.entry(state).or_default() += times);
        self.ends.extend(met.end);
    }
}

/// The states that were met, and how the last run ended.
struct Met {
    merging: Merging,
    states: BTreeSet<[u8; 16]>,
    was_open: bool,
    is_cut: bool,
    end: Option<[u8; 16]>,
}

impl Met {
    fn new(merging: Merging) -> Self {
        Self { merging, states: BTreeSet::new(), was_open: false, is_cut: false, end: None }
    }

    fn run(&mut self, small: &Small, choices: &Choices, parts: Parts) -> Outcome {
        (self.was_open, self.is_cut) = (false, false);
        let mut end = None;
        let watch = |seen: Seen<'_>| {
            if let Seen::Rest(world) = seen {
                end = Some(hash(|out| write!(out, "{:?}", world.repositories)));
            }
        };
        let outcome = run(small, choices, parts, watch, |world, laws| self.gate(choices, world, laws));
        self.end = end;
        outcome
    }

    /// What was made by an earlier run is not judged again.
    fn gate(&mut self, choices: &Choices, world: &World, laws: &Laws) -> Gate {
        if !choices.record().is_new() {
            return Gate::Open;
        }
        let (at_us, turns) = world.turns();
        let is_open = choices.record().is_open_at(at_us);
        let is_over = std::mem::replace(&mut self.was_open, is_open) && !is_open;
        let is_choice = is_open && choices.record().among(at_us, &turns).len() > 1;
        if (is_choice || is_over) && !self.meet(choices, world, laws) {
            self.is_cut = true;
            return Gate::Shut;
        }
        if is_open { Gate::Judged } else { Gate::Open }
    }

    /// Whether a state is new, or is treated as if it were.
    fn meet(&mut self, choices: &Choices, world: &World, laws: &Laws) -> bool {
        let state = hash(|out| {
            write!(out, "{} ", choices.record().faults())?;
            world.write_state(out)?;
            laws.write_memory(out)
        });
        self.states.insert(state) || self.merging == Merging::Off
    }
}

/// The first sixteen bytes of SHA-256 over what is written: equal for different texts about never.
fn hash(write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result) -> [u8; 16] {
    struct Hasher(Sha256);
    impl fmt::Write for Hasher {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.update(text);
            Ok(())
        }
    }
    let mut hasher = Hasher(Sha256::new());
    write(&mut hasher).expect("a hash takes any text");
    hasher.0.finalize()[..16].try_into().expect("there are 32 bytes")
}
