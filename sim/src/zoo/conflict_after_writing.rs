//! A server that looks for a conflict when it has written.

use super::Variant;
use crate::world::Parts;
use crate::world::intent::{Intent, Status};
use crate::world::record::Names;
use crate::world::repository::Repositories;
use crate::world::server::{Conduct, Proper};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "409 after writing",
    story: "the check is right, and stands one line too low",
    laws: &["conflict is clean", "once"],
    parts: || Parts { conduct: || Box::new(ConflictAfterWriting), ..Parts::default() },
};

#[derive(Debug)]
struct ConflictAfterWriting;

impl Conduct for ConflictAfterWriting {
    fn answer(&self, intent: &Intent, names: &Names, repositories: &Repositories) -> Status {
        Proper.resolve(intent, names, repositories).err().unwrap_or(Status::Done)
    }
}
