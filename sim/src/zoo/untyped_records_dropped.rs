//! A store that takes a record without its type for somebody else's.

use super::Variant;
use super::altered::{StoreHabits, memory_store};
use crate::world::Parts;
use crate::world::record::Fields;
use crate::world::view::{Change, Write};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "untyped records dropped",
    story: "the reader picks a decoder by the type that a record names, and there is none for no type",
    laws: &["total order", "convergence"],
    parts: || Parts { store: |kind| memory_store(kind, HABITS), ..Parts::default() },
};

const HABITS: StoreHabits = StoreHabits {
    write: Some(|store, names, write| {
        let mut changes: Vec<Change<'_>> = write.changes.to_vec();
        for change in &mut changes {
            change.record = change.record.filter(|record| record.fields != Fields::Untyped);
        }
        store.write(names, &Write { changes: &changes, ..*write });
    }),
    page: None,
};
