//! Hunts a broken part: runs one short seed after the other until a law is broken.

use crate::case::{Case, Failure, attempt};
use crate::outcome::Outcome;
use crate::scenario::{Limits, Scenario, draw};
use crate::world::Parts;
use crate::zoo::Variant;

/// A fault that is not met within so many seeds counts as missed.
pub const SEEDS_MAX: u64 = 200;

/// The law that two runs of one scenario are the same, which none of them sees by itself.
pub const DETERMINISTIC: &str = "deterministic";

/// Short runs: a fault that shows only in long ones is not caught within the bounds.
pub const LIMITS: Limits = Limits::of_operations(400);

/// The first catch.
#[derive(Clone, Debug)]
pub struct Catch {
    /// How many seeds it took, the one that caught it included.
    pub seeds: u64,
    /// How many events were simulated up to the breach.
    pub events: u64,
    /// The run that caught it, and how it failed.
    pub case: Case,
}

/// The first seed from `start` on in which a law is broken by a variant, or by the product where there is none.
pub fn hunt(variant: Option<&Variant>, start: u64) -> Option<Catch> {
    let parts = variant.map_or(Parts::default as fn() -> Parts, |variant| variant.parts);
    let mut events = 0;
    (start..start + SEEDS_MAX).find_map(|seed| {
        let scenario = draw(seed, LIMITS);
        let outcome = attempt(scenario.clone(), parts(), |_| ());
        events += outcome.events;
        let failure = Failure::of(&outcome).or_else(|| unrepeated(variant?, &scenario, &outcome))?;
        let case = Case::new(scenario, variant.map(|variant| variant.name.to_owned()), failure);
        Some(Catch { seeds: seed - start + 1, events, case })
    })
}

/// How a run differs from the same run made again, which no law sees from inside. Only variants that may be
/// caught so are run twice.
fn unrepeated(variant: &Variant, scenario: &Scenario, outcome: &Outcome) -> Option<Failure> {
    if !variant.laws.contains(&DETERMINISTIC) {
        return None;
    }
    let again = attempt(scenario.clone(), (variant.parts)(), |_| ());
    let message = format!("one run has the digest {}, the same run again {}", outcome.digest, again.digest);
    (outcome.digest != again.digest).then(|| Failure { law: DETERMINISTIC.to_owned(), message })
}
