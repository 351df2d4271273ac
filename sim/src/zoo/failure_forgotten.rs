//! A server that keeps the replies of successes alone.

use super::Variant;
use crate::world::Parts;
use crate::world::intent::{Intent, Status};
use crate::world::repository::{Reply, Repositories};
use crate::world::server::Conduct;

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "failed attempt forgotten",
    story: "a failure changed nothing, so there is nothing to remember; and the request was sent twice",
    laws: &["once"],
    parts: || Parts { conduct: || Box::new(FailureForgotten), ..Parts::default() },
};

#[derive(Debug)]
struct FailureForgotten;

impl Conduct for FailureForgotten {
    fn recall<'r>(&self, intent: &Intent, repositories: &'r Repositories) -> Option<&'r Reply> {
        repositories.reply(intent.id).filter(|reply| reply.status == Status::Done)
    }
}
