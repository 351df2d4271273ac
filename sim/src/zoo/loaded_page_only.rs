//! A server that takes the two anchors of a request for neighbours.

use super::Variant;
use crate::world::Parts;
use crate::world::intent::{Intent, Place, Status};
use crate::world::outline::Pair;
use crate::world::record::Names;
use crate::world::repository::Repositories;
use crate::world::server::{Conduct, Proper};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "neighbours among the loaded page only",
    story: "the client sees its page, and between the two rows that it names there is nothing on it",
    laws: &["intent"],
    parts: || Parts { conduct: || Box::new(LoadedPageOnly), ..Parts::default() },
};

#[derive(Debug)]
struct LoadedPageOnly;

impl Conduct for LoadedPageOnly {
    fn resolve(&self, intent: &Intent, names: &Names, repositories: &Repositories) -> Result<Pair, Status> {
        let pair = Proper.resolve(intent, names, repositories)?;
        match intent.place {
            Place::Between(after, before) => Ok(Pair { lower: Some(after), upper: Some(before) }),
            _ => Ok(pair),
        }
    }
}
