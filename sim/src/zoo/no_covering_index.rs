//! An SQLite store whose index covers the order but not the row.

use super::Variant;
use crate::scenario::StoreKind;
use crate::world::Parts;
use crate::world::view::{SqliteStore, Store};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "no covering index",
    story: "the index was made for the key alone, so each page sorts its ties and looks every row up",
    laws: &["one order"],
    parts: || Parts { store, ..Parts::default() },
};

fn store(kind: StoreKind) -> Box<dyn Store> {
    match kind {
        StoreKind::Memory => Parts::store(kind),
        StoreKind::Sqlite => {
            Box::new(SqliteStore::open_with("DROP INDEX page; CREATE INDEX page ON record (parent, sort);"))
        }
    }
}
