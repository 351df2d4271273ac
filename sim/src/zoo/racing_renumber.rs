//! A server that renumbers what it read before, whatever came between.

use super::Variant;
use crate::scenario::Discipline;
use crate::world::Parts;
use crate::world::record::Names;
use crate::world::repository::{Beside, Repositories};
use crate::world::server::{Conduct, Failure, Prepared, Proper};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "renumbering races an insert",
    story: "the place is checked once more before the commit, the siblings that get new keys are not",
    laws: &["one write", "intent", "total order"],
    parts: || Parts { conduct: || Box::new(RacingRenumber), ..Parts::default() },
};

#[derive(Debug)]
struct RacingRenumber;

impl Conduct for RacingRenumber {
    fn objection(
        &self,
        prepared: &Prepared,
        discipline: Discipline,
        names: &Names,
        repositories: &Repositories,
    ) -> Option<Failure> {
        if prepared.cause.beside == Beside::Nothing {
            return Proper.objection(prepared, discipline, names, repositories);
        }
        let current = Proper.resolve(&prepared.cause.intent, names, repositories);
        (current != Ok(prepared.pair)).then_some(Failure::Stale)
    }
}
