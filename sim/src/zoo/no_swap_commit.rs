//! A server that does not ask whether the head has moved.

use super::Variant;
use crate::scenario::Discipline;
use crate::world::Parts;
use crate::world::record::Names;
use crate::world::repository::Repositories;
use crate::world::server::{Conduct, Failure, Prepared, Proper};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "no swapCommit",
    story: "the lock is held, so nothing can have changed, says who runs one instance",
    laws: &["intent", "strictly between", "one write", "once"],
    parts: || Parts { conduct: || Box::new(NoSwapCommit), ..Parts::default() },
};

#[derive(Debug)]
struct NoSwapCommit;

impl Conduct for NoSwapCommit {
    /// What is read again at the commit stands for the comparison of heads, which makes the repository's own
    /// records certain. So where the head has moved nothing objects; where it has not, other authors' records may.
    fn objection(
        &self,
        prepared: &Prepared,
        discipline: Discipline,
        names: &Names,
        repositories: &Repositories,
    ) -> Option<Failure> {
        let has_moved = prepared.head != repositories.head(prepared.cause.intent.did);
        match discipline {
            Discipline::Lock if has_moved => None,
            _ => Proper.objection(prepared, discipline, names, repositories),
        }
    }
}
