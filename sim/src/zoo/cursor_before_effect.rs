//! A store that saves the cursor at once and the rest a moment later.

use super::Variant;
use super::over::StoreOver;
use crate::scenario::StoreKind;
use crate::world::Parts;
use crate::world::record::{Did, Names, Node, Record, Rev};
use crate::world::view::{Change, Cursor, MemoryStore, Standing, Store, Write};
use std::fmt;

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "cursor before effect",
    story: "the cursor is saved when a frame arrives, its effect when the next one does; a crash falls between",
    laws: &["accounted", "monotone"],
    parts: || Parts { store, ..Parts::default() },
};

fn store(kind: StoreKind) -> Box<dyn Store> {
    match kind {
        StoreKind::Memory => Box::<CursorFirst>::default(),
        StoreKind::Sqlite => Parts::store(kind),
    }
}

/// What a reader sees, and what is left of it after a crash: the state before the last write, but its cursor.
#[derive(Default)]
struct CursorFirst {
    seen: MemoryStore,
    saved: MemoryStore,
    unsaved: Option<Unsaved>,
    cursor: Option<Cursor>,
}

/// A write of which only the cursor is saved.
#[derive(Debug)]
struct Unsaved {
    did: Did,
    standing: Standing,
    cursor: Cursor,
    changes: Vec<(Node, Rev, Option<Record>)>,
}

impl StoreOver for CursorFirst {
    fn below(&self) -> &dyn Store {
        &self.seen
    }

    fn below_mut(&mut self) -> &mut dyn Store {
        &mut self.seen
    }

    fn write(&mut self, names: &Names, write: &Write<'_>) {
        if let Some(Unsaved { did, standing, cursor, changes }) = self.unsaved.take() {
            let changes = changes.iter();
            let changes: Vec<Change<'_>> = changes
                .map(|(node, rev, record)| Change { node: *node, rev: *rev, record: record.as_ref() })
                .collect();
            self.saved.write(names, &Write { did, standing, cursor, changes: &changes });
        }
        self.seen.write(names, write);
        let changes = write.changes.iter();
        let changes = changes.map(|change| (change.node, change.rev, change.record.cloned())).collect();
        let Write { did, standing, cursor, .. } = *write;
        self.unsaved = Some(Unsaved { did, standing, cursor, changes });
        self.cursor = Some(write.cursor);
    }

    fn cursor(&self) -> Option<Cursor> {
        self.cursor
    }

    fn write_state(&self, names: &Names, authors: u32, out: &mut dyn fmt::Write) -> fmt::Result {
        let Self { seen, saved, unsaved, cursor } = self;
        write!(out, " {unsaved:?} {cursor:?}")?;
        [seen, saved].iter().try_for_each(|store| store.write_state(names, authors, out))
    }

    fn reopen(&mut self) {
        self.unsaved = None;
        self.seen = self.saved.clone();
    }
}
