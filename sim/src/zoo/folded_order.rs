//! A store that compares keys without regard to case.

use super::Variant;
use crate::scenario::StoreKind;
use crate::world::Parts;
use crate::world::view::{SqliteStore, Store};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "case-folding order",
    story: "the column was declared NOCASE, like every other text column of the schema",
    laws: &["total order", "one order"],
    parts: || Parts { store, ..Parts::default() },
};

fn store(kind: StoreKind) -> Box<dyn Store> {
    const FOLDED: &str = "
        DROP TABLE record;
        CREATE TABLE record (
            did INTEGER NOT NULL,
            rkey TEXT NOT NULL,
            rev INTEGER NOT NULL,
            parent TEXT,
            sort TEXT COLLATE NOCASE,
            malformed TEXT,
            PRIMARY KEY (did, rkey)
        ) WITHOUT ROWID, STRICT;
        CREATE UNIQUE INDEX page ON record (parent, sort, rkey, did, malformed) WHERE parent IS NOT NULL;
    ";
    match kind {
        StoreKind::Memory => Parts::store(kind),
        StoreKind::Sqlite => Box::new(SqliteStore::open_with(FOLDED)),
    }
}
