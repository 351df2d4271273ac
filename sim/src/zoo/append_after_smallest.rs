//! A server that appends after the smallest key.

use super::Variant;
use crate::world::Parts;
use crate::world::intent::{Intent, Place, Status};
use crate::world::outline::Pair;
use crate::world::record::Names;
use crate::world::repository::Repositories;
use crate::world::server::{Conduct, Proper};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "append after the smallest",
    story: "the query orders by key, takes one row, and lacks the word `DESC`",
    laws: &["intent"],
    parts: || Parts { conduct: || Box::new(AppendAfterSmallest), ..Parts::default() },
};

#[derive(Debug)]
struct AppendAfterSmallest;

impl Conduct for AppendAfterSmallest {
    fn resolve(&self, intent: &Intent, names: &Names, repositories: &Repositories) -> Result<Pair, Status> {
        let pair = Proper.resolve(intent, names, repositories)?;
        let smallest = repositories.outline().ends(intent.parent).map(|(first, _)| first);
        let is_append = intent.place == Place::Last && pair.lower.is_some() && pair.upper.is_none();
        let lower = if is_append { smallest.filter(|&first| first != intent.node) } else { pair.lower };
        Ok(Pair { lower, ..pair })
    }
}
