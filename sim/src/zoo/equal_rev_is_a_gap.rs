//! A chain that takes a repeated commit for one that does not follow.

use super::Variant;
use super::altered::{ConsumerHabits, consumer};
use crate::scenario::ConsumerKind;
use crate::world::Parts;
use crate::world::record::Rev;

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "equal rev is a gap",
    story: "the check reads `since` first, and the `since` of a commit seen before is not the known revision",
    laws: &["no needless resync"],
    parts: || Parts { consumer: |kind| consumer(kind, ConsumerKind::Chain, HABITS), ..Parts::default() },
};

const HABITS: ConsumerHabits = ConsumerHabits {
    receive: Some(|chain, frame, ready| {
        if frame.rev == chain.known() {
            return chain.announce(Rev(frame.rev.0 + 1));
        }
        chain.receive(frame, ready)
    }),
    accepts: None,
    takes: None,
};
