//! A consumer that knows a record it has, and takes everything else as it comes.

use super::Variant;
use super::altered::{ConsumerHabits, consumer};
use crate::scenario::ConsumerKind;
use crate::world::Parts;

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "dedupe of creates only",
    story: "an insert is ignored where the row exists already; updates and deletions are simply carried out",
    laws: &["monotone", "total order"],
    parts: || Parts { consumer: |kind| consumer(kind, ConsumerKind::PerRecord, HABITS), ..Parts::default() },
};

const HABITS: ConsumerHabits = ConsumerHabits {
    takes: Some(|change, names, store| {
        let held = store.held(names, change.node);
        held.is_live || change.record.is_none() || change.rev > held.rev
    }),
    receive: None,
    accepts: None,
};
