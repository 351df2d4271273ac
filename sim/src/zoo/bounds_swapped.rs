//! A server that swaps anchors which stand in reverse.

use super::Variant;
use crate::world::Parts;
use crate::world::intent::{Intent, Place, Status};
use crate::world::outline::Pair;
use crate::world::record::Names;
use crate::world::repository::Repositories;
use crate::world::server::{Conduct, Proper};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "bounds swapped when reversed",
    story: "two anchors are two bounds, the smaller first, and a stale client is none the wiser",
    laws: &["intent"],
    parts: || Parts { conduct: || Box::new(BoundsSwapped), ..Parts::default() },
};

#[derive(Debug)]
struct BoundsSwapped;

impl Conduct for BoundsSwapped {
    fn resolve(&self, intent: &Intent, names: &Names, repositories: &Repositories) -> Result<Pair, Status> {
        let given = Proper.resolve(intent, names, repositories);
        match intent.place {
            Place::Between(after, before) if given == Err(Status::Conflict) => {
                let swapped = Intent { place: Place::Between(before, after), ..*intent };
                Proper.resolve(&swapped, names, repositories)
            }
            _ => given,
        }
    }
}
