//! A page that takes every key for one.

use super::Variant;
use super::altered::{StoreHabits, memory_store};
use crate::world::Parts;

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "malformed rows crash the page",
    story: "the server writes canonical keys only, so the reader parses what it reads and expects no error",
    laws: &["no panic"],
    parts: || Parts { store: |kind| memory_store(kind, HABITS), ..Parts::default() },
};

const HABITS: StoreHabits = StoreHabits {
    write: None,
    page: Some(|store, names, parent, way, after, limit| {
        let page = store.page(names, parent, way, after, limit);
        for row in &page {
            row.sort_key.key().expect("every key is canonical");
        }
        page
    }),
};
