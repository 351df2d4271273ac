//! A server that restores after the former neighbour below, whatever the old key says.

use super::Variant;
use crate::world::Parts;
use crate::world::intent::{Intent, Op, Status};
use crate::world::outline::Pair;
use crate::world::record::Names;
use crate::world::repository::Repositories;
use crate::world::server::{Conduct, Proper};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "restored beside its neighbour",
    story: "each of three records deleted in a row lost its neighbour first, so they come back in reverse",
    laws: &["intent"],
    parts: || Parts { conduct: || Box::new(RestoredBeside), ..Parts::default() },
};

#[derive(Debug)]
struct RestoredBeside;

impl Conduct for RestoredBeside {
    fn resolve(&self, intent: &Intent, names: &Names, repositories: &Repositories) -> Result<Pair, Status> {
        let outline = repositories.outline();
        let lower = repositories.tombstone(intent.node).and_then(|tombstone| {
            let parent = tombstone.record.parent;
            tombstone.pair.lower.filter(|&lower| outline.get(lower).is_some_and(|row| row.parent == parent))
        });
        match (Proper.resolve(intent, names, repositories), lower) {
            (Ok(_), Some(lower)) if intent.op == Op::Restore => {
                let upper = outline.neighbours(names, lower).and_then(|pair| pair.upper);
                Ok(Pair { lower: Some(lower), upper })
            }
            (resolved, _) => resolved,
        }
    }
}
