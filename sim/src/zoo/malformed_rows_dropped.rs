//! A store that has no room for a key that is none.

use super::Variant;
use super::altered::{StoreHabits, memory_store};
use crate::world::Parts;
use crate::world::view::{Change, Write};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "malformed rows dropped",
    story: "the reader validates what it reads, and logs a warning for each record that it leaves out",
    laws: &["total order", "convergence"],
    parts: || Parts { store: |kind| memory_store(kind, HABITS), ..Parts::default() },
};

const HABITS: StoreHabits = StoreHabits {
    write: Some(|store, names, write| {
        let mut changes: Vec<Change<'_>> = write.changes.to_vec();
        for change in &mut changes {
            change.record = change.record.filter(|record| record.sort_key.key().is_some());
        }
        store.write(names, &Write { changes: &changes, ..*write });
    }),
    page: None,
};
