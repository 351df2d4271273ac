//! A server that appends where the anchor is gone.

use super::Variant;
use crate::world::Parts;
use crate::world::intent::{Intent, Place, Status};
use crate::world::outline::Pair;
use crate::world::record::Names;
use crate::world::repository::Repositories;
use crate::world::server::{Conduct, Proper};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "missing anchor means last",
    story: "somewhere is better than nowhere, thought who wrote the default",
    laws: &["intent"],
    parts: || Parts { conduct: || Box::new(MissingAnchorMeansLast), ..Parts::default() },
};

#[derive(Debug)]
struct MissingAnchorMeansLast;

impl Conduct for MissingAnchorMeansLast {
    fn resolve(&self, intent: &Intent, names: &Names, repositories: &Repositories) -> Result<Pair, Status> {
        let last = Intent { place: Place::Last, ..*intent };
        match Proper.resolve(intent, names, repositories) {
            Err(Status::Conflict) => Proper.resolve(&last, names, repositories),
            resolved => resolved,
        }
    }
}
