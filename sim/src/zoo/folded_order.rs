//! Stores that compare keys as people read them, not as bytes.

use super::Variant;
use crate::scenario::StoreKind;
use crate::world::Parts;
use crate::world::outline::Pair;
use crate::world::record::{Did, Names, Node};
use crate::world::view::{Cursor, Held, MemoryStore, Row, SqliteStore, Standing, Store, Way, Write};

/// Keys folded by SQLite.
pub const NOCASE: Variant = Variant {
    name: "case-folding order",
    story: "the column was declared NOCASE, like every other text column of the schema",
    laws: &["total order", "one order"],
    parts: || Parts { store: nocase, ..Parts::default() },
};

/// Keys sorted as a dictionary does.
pub const LOCALE: Variant = Variant {
    name: "locale order",
    story: "rows are sorted with the comparison that the platform offers for texts",
    laws: &["total order", "one order"],
    parts: || Parts { store: locale, ..Parts::default() },
};

fn nocase(kind: StoreKind) -> Box<dyn Store> {
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

fn locale(kind: StoreKind) -> Box<dyn Store> {
    match kind {
        StoreKind::Memory => Box::<Dictionary>::default(),
        StoreKind::Sqlite => Parts::store(kind),
    }
}

/// Sorts each group when it is read: letters first by which they are, then small before capital, as the
/// collation of the Unicode standard does for this alphabet.
#[derive(Default)]
struct Dictionary(MemoryStore);

impl Dictionary {
    fn sorted(&self, names: &Names, parent: Option<Node>) -> Vec<Row> {
        let mut rows = self.0.page(names, parent, Way::Forward, None, usize::MAX);
        rows.sort_by_cached_key(|row| {
            let name = names.name(row.node);
            let key = row.sort_key.key().map_or("", |key| key.as_str());
            let cases: Vec<bool> = key.bytes().map(|byte| byte.is_ascii_uppercase()).collect();
            (row.sort_key.key().is_none(), key.to_ascii_lowercase(), cases, name.rkey, name.did)
        });
        rows
    }
}

impl Store for Dictionary {
    fn write(&mut self, names: &Names, write: &Write<'_>) {
        self.0.write(names, write);
    }

    fn standing(&self, did: Did) -> Standing {
        self.0.standing(did)
    }

    fn cursor(&self) -> Option<Cursor> {
        self.0.cursor()
    }

    fn held(&self, names: &Names, node: Node) -> Held {
        self.0.held(names, node)
    }

    fn page(
        &self,
        names: &Names,
        parent: Option<Node>,
        way: Way,
        after: Option<&Row>,
        limit: usize,
    ) -> Vec<Row> {
        let mut rows = self.sorted(names, parent);
        if way == Way::Backward {
            rows.reverse();
        }
        let at = after.and_then(|after| rows.iter().position(|row| row == after));
        rows.into_iter().skip(at.map_or(0, |at| at + 1)).take(limit).collect()
    }

    fn neighbours(&self, names: &Names, node: Node) -> Option<Pair> {
        let parent = self.0.parent(node)?;
        let rows = self.sorted(names, parent);
        let at = rows.iter().position(|row| row.node == node)?;
        let lower = at.checked_sub(1).map(|below| rows[below].node);
        Some(Pair { lower, upper: rows.get(at + 1).map(|row| row.node) })
    }

    fn parents(&self, names: &Names) -> Vec<Option<Node>> {
        self.0.parents(names)
    }
}
