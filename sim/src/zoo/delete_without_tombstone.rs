//! A consumer that forgets a record with its deletion.

use super::Variant;
use super::altered::{ConsumerHabits, consumer};
use crate::scenario::ConsumerKind;
use crate::world::Parts;

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "delete without tombstone",
    story: "a deletion removes the row, and with it the revision that a late update would have met",
    laws: &["monotone"],
    parts: || Parts { consumer: |kind| consumer(kind, ConsumerKind::PerRecord, HABITS), ..Parts::default() },
};

const HABITS: ConsumerHabits = ConsumerHabits {
    takes: Some(|change, names, store| {
        let held = store.held(names, change.node);
        !held.is_live || change.rev > held.rev
    }),
    receive: None,
    accepts: None,
};
