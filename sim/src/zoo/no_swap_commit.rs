//! A server that trusts its lock at commit.

use super::Variant;
use crate::scenario::Discipline;
use crate::world::Parts;
use crate::world::record::Names;
use crate::world::repository::Repositories;
use crate::world::server::{Conduct, Failure, Prepared};

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
    fn objection(
        &self,
        _prepared: &Prepared,
        _discipline: Discipline,
        _names: &Names,
        _repositories: &Repositories,
    ) -> Option<Failure> {
        None
    }
}
