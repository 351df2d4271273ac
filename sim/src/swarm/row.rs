//! A row: what one run of a swarm came to, in one line.

use super::KeyLengths;
use crate::case::Failure;
use crate::outcome::Outcome;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What one run came to; what a summary needs to know of it is all here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The seed.
    pub seed: u64,
    /// The verdict's word.
    pub verdict: String,
    /// How it failed, if it did.
    pub failure: Option<Failure>,
    /// What was vacuous, if something was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vacuous: Vec<String>,
    /// The digest of all events.
    pub digest: String,
    /// How many events there were.
    pub events: u64,
    /// How many logical actions the clients made.
    pub operations: u64,
    /// How long it was, in virtual microseconds.
    pub simulated_us: u64,
    /// How often each law compared.
    pub laws: BTreeMap<String, u64>,
    /// What happened how often.
    pub counts: BTreeMap<String, u64>,
    /// Which states were reached how often.
    pub states: BTreeMap<String, u64>,
    /// The lengths of the keys that the server made.
    pub key_bytes: KeyLengths,
}

impl Row {
    /// Checks that the verdict, the failure and what was vacuous say the same.
    ///
    /// # Errors
    /// What does not go together.
    pub fn check(&self) -> Result<(), String> {
        let verdict = self.verdict.as_str();
        let due = match verdict {
            "held" => (false, false),
            "broken" | "unsettled" => (true, false),
            "vacuous" => (false, true),
            _ => return Err(format!("no run ends with the verdict `{verdict}`")),
        };
        match (self.failure.is_some(), !self.vacuous.is_empty()) {
            met if met == due => Ok(()),
            (false, false) => Err(format!("the verdict is `{verdict}`, and nothing says why")),
            (true, _) if !due.0 => Err(format!("the verdict is `{verdict}`, and a failure is told")),
            _ => Err(format!("the verdict is `{verdict}`, and `vacuous` does not go with it")),
        }
    }

    /// The row of a run.
    pub fn new(seed: u64, outcome: &Outcome) -> Self {
        let owned = |counts: &BTreeMap<&'static str, u64>| {
            counts.iter().map(|(&what, &count)| (what.to_owned(), count)).collect()
        };
        let failure = Failure::of(outcome);
        let vacuous = if failure.is_none() { outcome.verdict.reasons() } else { Vec::new() };
        Self {
            seed,
            verdict: outcome.verdict.name().to_owned(),
            failure,
            vacuous,
            digest: outcome.digest.clone(),
            events: outcome.events,
            operations: outcome.operations,
            simulated_us: outcome.simulated_us,
            laws: outcome.laws.iter().map(|&(law, compared)| (law.to_owned(), compared)).collect(),
            counts: owned(&outcome.counts),
            states: owned(&outcome.states),
            key_bytes: KeyLengths::of(&outcome.key_lengths),
        }
    }
}
