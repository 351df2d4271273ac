//! The laws: what must hold in every run, each in a file of its own, each counting what it compared.

mod accounted;
mod canonical;
mod cap;
mod conflict_is_clean;
mod convergence;
mod durable;
mod exhausted_exactly;
mod intent;
mod memory;
mod middle_half;
mod monotone;
mod no_client_keys;
mod no_needless_resync;
mod once;
mod one_order;
mod one_write;
pub mod recording;
mod renders_all;
mod served;
mod settles;
mod strictly_between;
mod told;
mod total_order;

pub use served::{Served, ViewServed};
pub use told::{Told, Touched};

use crate::event::Event;
use crate::scenario::{Keys, Scenario, Workload};
use crate::world::World;
use crate::world::repository::{Cause, Commit};
use std::fmt;

/// What must hold, and how often it was compared.
pub trait Law: fmt::Debug {
    /// The law's name, as SPEC §7 has it.
    fn name(&self) -> &'static str;

    /// How many comparisons were made so far.
    fn compared(&self) -> u64;

    /// Judges one thing that happened. The world stands as the whole step left it.
    ///
    /// # Errors
    /// What was met and what should have been.
    fn observe(&mut self, event: &Event, world: &World) -> Result<(), String> {
        let _ = (event, world);
        Ok(())
    }

    /// Judges the step, all of whose events were observed. `told` is what the views were told, this step
    /// included.
    ///
    /// # Errors
    /// As [`observe`](Self::observe).
    fn step_over(&mut self, world: &World, told: &Told) -> Result<(), String> {
        let _ = (world, told);
        Ok(())
    }

    /// Judges everything that is served, from time to time during the run and once at rest.
    ///
    /// # Errors
    /// As [`observe`](Self::observe).
    fn checkpoint(&mut self, world: &World, served: &Served<'_>) -> Result<(), String> {
        let _ = (world, served);
        Ok(())
    }

    /// Judges everything when all has come to rest.
    ///
    /// # Errors
    /// As [`observe`](Self::observe).
    fn rest(&mut self, world: &World, served: &Served<'_>) -> Result<(), String> {
        let _ = (world, served);
        Ok(())
    }

    /// Writes all that later judgements depend on. A field called `compared` is left out.
    ///
    /// # Errors
    /// Those of `out`.
    fn write_memory(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{self:?}")
    }
}

/// A law was broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// Which law.
    pub law: &'static str,
    /// What was met and what should have been.
    pub message: String,
}

/// All laws that a scenario is held to, and what the views were told, by which several of them judge.
pub struct Laws {
    laws: Vec<Box<dyn Law>>,
    told: Told,
}

impl Laws {
    /// The laws for a scenario: those about what the server promises only where there is one, and for a
    /// recording its text.
    pub fn of(scenario: &Scenario) -> Self {
        let mut laws: Vec<Box<dyn Law>> = vec![
            Box::<one_write::OneWrite>::default(),
            Box::<canonical::Canonical>::default(),
            Box::<cap::Cap>::default(),
            Box::<strictly_between::StrictlyBetween>::default(),
            Box::<exhausted_exactly::ExhaustedExactly>::default(),
            Box::<accounted::Accounted>::default(),
            Box::<monotone::Monotone>::default(),
            Box::<no_needless_resync::NoNeedlessResync>::default(),
            Box::<total_order::TotalOrder>::default(),
            Box::<one_order::OneOrder>::default(),
            Box::<once::Once>::default(),
            Box::<durable::Durable>::default(),
            Box::<convergence::Convergence>::default(),
            Box::<renders_all::RendersAll>::default(),
            Box::<settles::Settles>::default(),
        ];
        if scenario.keys == Keys::Server {
            laws.push(Box::<intent::IntentLaw>::default());
            laws.push(Box::<no_client_keys::NoClientKeys>::default());
            laws.push(Box::<conflict_is_clean::ConflictIsClean>::default());
        }
        // Who makes keys from a stale page may meet ties alone, and draw nothing.
        let is_sure = scenario.keys == Keys::Server || scenario.workload.recording().is_some();
        // In two bytes there is no room for a digit behind the integer part.
        let has_room = scenario.key_bytes_max > 2;
        if is_sure && has_room && scenario.workload.draws_digits() {
            laws.push(Box::<middle_half::MiddleHalf>::default());
        }
        if let Workload::Recording(recording) = &scenario.workload {
            laws.push(Box::new(recording::Recorded::new(recording)));
        }
        Self { laws, told: Told::default() }
    }

    /// No law at all, to see what the others cost.
    pub fn none() -> Self {
        Self { laws: Vec::new(), told: Told::default() }
    }

    /// One of them, by its name.
    pub fn take(self, name: &str) -> Option<Box<dyn Law>> {
        self.laws.into_iter().find(|law| law.name() == name)
    }

    /// Judges what happened in one step.
    ///
    /// # Errors
    /// The first breach.
    pub fn observe(&mut self, events: &[Event], world: &World) -> Result<(), Breach> {
        if self.laws.is_empty() {
            return Ok(());
        }
        let Self { laws, told } = self;
        told.observe(events, world);
        each(laws, |law| {
            events.iter().try_for_each(|event| law.observe(event, world))?;
            law.step_over(world, told)
        })
    }

    /// Judges everything.
    ///
    /// # Errors
    /// The first breach.
    pub fn checkpoint(&mut self, world: &World) -> Result<(), Breach> {
        if self.laws.is_empty() {
            return Ok(());
        }
        let Self { laws, told } = self;
        let served = Served::of(world, told);
        each(laws, |law| law.checkpoint(world, &served))
    }

    /// Judges everything at rest.
    ///
    /// # Errors
    /// The first breach.
    pub fn rest(&mut self, world: &World) -> Result<(), Breach> {
        if self.laws.is_empty() {
            return Ok(());
        }
        let Self { laws, told } = self;
        let served = Served::of(world, told);
        each(laws, |law| law.checkpoint(world, &served))?;
        each(laws, |law| law.rest(world, &served))
    }

    /// Writes what all laws remember, but not how often they compared.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_memory(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let mut out = memory::Uncounted::new(out);
        self.told.write_memory(&mut out)?;
        self.laws.iter().try_for_each(|law| law.write_memory(&mut out))
    }

    /// Each law's name and how often it compared.
    pub fn compared(&self) -> Vec<(&'static str, u64)> {
        self.laws.iter().map(|law| (law.name(), law.compared())).collect()
    }
}

fn each(laws: &mut [Box<dyn Law>], judge: impl Fn(&mut dyn Law) -> Result<(), String>) -> Result<(), Breach> {
    for law in laws {
        judge(law.as_mut()).map_err(|message| Breach { law: law.name(), message })?;
    }
    Ok(())
}

/// The commit that an event tells of and why it was made, if that was for an intent.
fn written<'w>(event: &Event, world: &'w World) -> Option<(&'w Commit, &'w Cause)> {
    let Event::Committed { seq } = event else { return None };
    let commit = world.repositories.commit(*seq);
    commit.cause().map(|cause| (commit, cause))
}
