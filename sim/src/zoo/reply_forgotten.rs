//! A server that keeps no replies.

use super::Variant;
use crate::world::Parts;
use crate::world::intent::Intent;
use crate::world::repository::{Reply, Repositories};
use crate::world::server::Conduct;

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "reply lost means repeated",
    story: "a request is answered once, and the reply that was lost is the network's fault",
    laws: &["once", "conflict is clean", "durable"],
    parts: || Parts { conduct: || Box::new(ReplyForgotten), ..Parts::default() },
};

#[derive(Debug)]
struct ReplyForgotten;

impl Conduct for ReplyForgotten {
    fn recall<'r>(&self, _intent: &Intent, _repositories: &'r Repositories) -> Option<&'r Reply> {
        None
    }
}
