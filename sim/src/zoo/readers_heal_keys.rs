//! A reader that heals malformed keys by itself, from what it happens to hold.

use super::Variant;
use super::altered::{StoreHabits, memory_store};
use crate::world::Parts;
use crate::world::record::{Names, Node, Record, SortKey};
use crate::world::view::{Change, Store, Way, Write};
use order_key::{Key, between};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "readers heal keys",
    story: "a malformed key gets a fresh one at the end of its group as this reader holds it, and each reader holds another",
    laws: &["total order", "one order", "convergence"],
    parts: || Parts { store: |kind| memory_store(kind, HABITS), ..Parts::default() },
};

const HABITS: StoreHabits = StoreHabits {
    write: Some(|store, names, write| {
        let heal = |change: &Change<'_>| {
            let record = change.record.filter(|record| record.sort_key.key().is_none())?;
            Some(Record { sort_key: last(store, names, record.parent), ..record.clone() })
        };
        let healed: Vec<Option<Record>> = write.changes.iter().map(heal).collect();
        let mut changes: Vec<Change<'_>> = write.changes.to_vec();
        for (change, healed) in changes.iter_mut().zip(&healed) {
            change.record = healed.as_ref().or(change.record);
        }
        store.write(names, &Write { changes: &changes, ..*write });
    }),
    page: None,
};

/// A key after all that the reader holds under a parent.
fn last(store: &dyn Store, names: &Names, parent: Option<Node>) -> SortKey {
    let rows = store.page(names, parent, Way::Backward, None, 1);
    let lower: Option<&Key> = rows.first().and_then(|row| row.sort_key.key());
    between(lower, None, &mut ChaCha8Rng::seed_from_u64(0)).map_or_else(|_| SortKey::read(""), SortKey::Key)
}
