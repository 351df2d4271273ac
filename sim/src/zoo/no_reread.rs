//! A server that does not read again under the lock.

use super::Variant;
use crate::world::Parts;
use crate::world::intent::{Intent, Status};
use crate::world::outline::Pair;
use crate::world::record::Names;
use crate::world::repository::Repositories;
use crate::world::server::Conduct;

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "no re-read under the lock",
    story: "the neighbours were read a moment ago, and the lock is held now",
    laws: &["intent", "strictly between", "one write"],
    parts: || Parts { conduct: || Box::new(NoReread), ..Parts::default() },
};

#[derive(Debug)]
struct NoReread;

impl Conduct for NoReread {
    fn reread(
        &self,
        captured: Result<Pair, Status>,
        _intent: &Intent,
        _names: &Names,
        _repositories: &Repositories,
    ) -> Result<Pair, Status> {
        captured
    }
}
