//! A store whose page marker is the key alone.

use super::Variant;
use super::altered::{StoreHabits, memory_store};
use crate::world::Parts;
use crate::world::view::Row;

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "page marker without the rkey",
    story: "the next page begins after the last key, which skips what shares it",
    laws: &["one order", "total order"],
    parts: || Parts { store: |kind| memory_store(kind, HABITS), ..Parts::default() },
};

const HABITS: StoreHabits = StoreHabits {
    page: Some(|store, names, parent, way, after, limit| {
        let all = store.page(names, parent, way, None, usize::MAX);
        let Some(marker) = after.map(|row| row.sort_key.sort()) else {
            return all.into_iter().take(limit).collect();
        };
        let at_or_before = all.iter().rposition(|row| row.sort_key.sort() == marker);
        let rest: Vec<Row> = all.into_iter().skip(at_or_before.map_or(0, |at| at + 1)).collect();
        rest.into_iter().take(limit).collect()
    }),
    write: None,
};
