//! A case: a scenario that failed, stored with how it failed, so that it can be run again for ever.
//!
//! The file is JSON whose first line holds the story, so that `head -n 1` tells it:
//!
//! ```text
//! {"story":"gap ignored: convergence, seed 7 made small in 214 runs: clients 9 to 1, …",
//!  "failure":{"law":"convergence","message":"row 0 of a group is missing in view 0 and …"},
//!  "variant":"gap ignored",                    where the fault was planted
//!  "scenario":{"seed":7,
//!   …
//! ```

use crate::laid_out::laid_out;
use crate::outcome::{Outcome, Verdict};
use crate::scenario::Scenario;
use crate::scenario::stored::read_json;
use crate::simulate::{Seen, simulate_watched};
use crate::world::Parts;
use crate::zoo;
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// A scenario that failed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What went wrong and how it was found, in one line.
    pub story: String,
    /// How it failed.
    pub failure: Failure,
    /// The planted fault, if it was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// What is run.
    pub scenario: Scenario,
}

/// How a run failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// The law that was broken; `settles` where something did not come to rest.
    pub law: String,
    /// What was met and what should have been.
    pub message: String,
}

impl Failure {
    /// How a run failed, if it did. A vacuous run did not.
    pub fn of(outcome: &Outcome) -> Option<Self> {
        match &outcome.verdict {
            Verdict::Broken(breach) => {
                Some(Self { law: breach.law.to_owned(), message: breach.message.clone() })
            }
            Verdict::Unsettled(unrest) => {
                Some(Self { law: "settles".to_owned(), message: unrest.join("; ") })
            }
            Verdict::Held | Verdict::Vacuous(_) => None,
        }
    }
}

impl Case {
    /// The case of a run that failed.
    pub fn new(scenario: Scenario, variant: Option<String>, failure: Failure) -> Self {
        let who = variant.as_ref().map_or(String::new(), |variant| format!("{variant}: "));
        let story = format!("{who}{} broken by seed {}, {}", failure.law, scenario.seed, scenario.sizes());
        Self { story, failure, variant, scenario }
    }

    /// Reads a case from a file.
    ///
    /// # Errors
    /// The file, the line and the field of what cannot be read, is not known or cannot be simulated.
    pub fn read(path: &Path) -> Result<Self, String> {
        let case: Self = read_json(path)?;
        case.scenario.check().map_err(|why| format!("{}: scenario.{why}", path.display()))?;
        case.parts().map_err(|why| format!("{}: variant: {why}", path.display()))?;
        Ok(case)
    }

    /// Writes the case to a file, whose folder is made where there is none.
    ///
    /// # Errors
    /// Why the file cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, laid_out(&serde_json::to_string(self)?))
    }

    /// Makes the parts of the world in which the case is run.
    ///
    /// # Errors
    /// Which variants are known, where the case names another.
    pub fn parts(&self) -> Result<fn() -> Parts, String> {
        parts_of(self.variant.as_deref())
    }

    /// Runs the case. It is exempt from vacuity: a small run need not do everything.
    pub fn run(&self, parts: Parts) -> Outcome {
        self.run_watched(parts, |_| ())
    }

    /// The same, and `watch` sees the world as in [`simulate_watched`].
    pub fn run_watched(&self, parts: Parts, watch: impl FnMut(Seen<'_>)) -> Outcome {
        let mut outcome = attempt_watched(self.scenario.clone(), parts, |_| (), watch);
        if let Verdict::Vacuous(_) = outcome.verdict {
            outcome.verdict = Verdict::Held;
        }
        outcome
    }
}

/// Makes the parts of a world: the product's, or those of a variant of the zoo.
///
/// # Errors
/// Which variants are known.
pub fn parts_of(variant: Option<&str>) -> Result<fn() -> Parts, String> {
    match variant {
        None => Ok(Parts::default),
        Some(name) => zoo::find(name).map(|variant| variant.parts),
    }
}

/// Runs a scenario to its end, a panic being one too: a swarm must survive it, and shrinking must see it again.
pub fn attempt(scenario: Scenario, parts: Parts, progress: impl FnMut(u64)) -> Outcome {
    attempt_watched(scenario, parts, progress, |_| ())
}

/// The same, and `watch` sees the world as in [`simulate_watched`].
pub fn attempt_watched(
    scenario: Scenario,
    parts: Parts,
    progress: impl FnMut(u64),
    watch: impl FnMut(Seen<'_>),
) -> Outcome {
    let run = AssertUnwindSafe(|| simulate_watched(scenario, parts, progress, watch));
    catch_unwind(run).unwrap_or_else(|panic| Outcome::panicked(message_of(panic.as_ref())))
}

pub(crate) fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Draws;
    use crate::scenario::{Limits, draw};
    use crate::world::generator::Generator;
    use crate::world::record::SortKey;
    use order_key::{BetweenError, Key};

    #[derive(Debug)]
    struct Panics;

    impl Generator for Panics {
        fn between(
            &self,
            key_bytes_max: usize,
            _lower: Option<&Key>,
            _upper: Option<&Key>,
            _jitter: &mut Draws<'_>,
        ) -> Result<SortKey, BetweenError> {
            panic!("no key of {key_bytes_max} bytes today")
        }
    }

    #[test]
    fn a_panic_is_a_failure_like_any_other() {
        let parts = Parts { generator: || Box::new(Panics), ..Parts::default() };
        let limits = Limits { key_bytes_max: Some(64), ..Limits::of_operations(5) };
        let outcome = attempt(draw(1, limits), parts, |_| ());
        let message = "no key of 64 bytes today".to_owned();
        assert_eq!(Failure::of(&outcome), Some(Failure { law: "no panic".to_owned(), message }));
        assert_eq!((outcome.verdict.name(), outcome.verdict.exit_status()), ("broken", 1));
    }
}
