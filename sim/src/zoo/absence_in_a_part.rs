//! A consumer that reads what did not arrive as deleted.

use super::Variant;
use super::altered::{ConsumerHabits, consumer};
use crate::scenario::ConsumerKind;
use crate::world::Parts;

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "absence in a part",
    story: "a listing that broke off looks like a short one, and what is not in it was surely deleted",
    laws: &["total order", "monotone"],
    parts: || Parts { consumer: |kind| consumer(kind, ConsumerKind::PerRecord, HABITS), ..Parts::default() },
};

const HABITS: ConsumerHabits = ConsumerHabits {
    accepts: Some(|fetched| {
        let rev = fetched.rev;
        for missing in &mut fetched.changes[fetched.arrived..] {
            (missing.record, missing.rev) = (None, rev);
        }
        true
    }),
    receive: None,
    takes: None,
};
