//! Stores: one transaction for everything, a database that is busy, and one result whatever the consumer.

mod bed;

use bed::{Bed, ME, on_each};
use rusqlite::{Connection, ErrorCode};
use sim::world::record::{Did, Fields, Name, Names, Record, Rev, Rkey, SortKey};
use sim::world::view::{
    Change, Cursor, CursorKind, MemoryStore, Row, SqliteStore, Standing, Store, Subscription, Way, Write,
};
use std::path::PathBuf;
use std::time::Duration;

/// A database file that is gone when the test is over.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("order-key-{name}-{}.sqlite", std::process::id())))
    }
}

impl Drop for File {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).unwrap();
    }
}

/// Writes a record with this record key and key, and the cursor.
fn put(store: &mut SqliteStore, names: &mut Names, rkey: u64, key: &str) -> rusqlite::Result<()> {
    let node = names.node(Name { did: ME, rkey: Rkey(rkey) });
    let record = Record { parent: None, sort_key: SortKey::read(key), fields: Fields::Usual };
    let changes = [Change { node, rev: Rev(rkey), record: Some(&record) }];
    let standing = Standing { rev: Rev(rkey), is_loaded: true, ..Standing::default() };
    let cursor = Cursor { kind: CursorKind::Sequence, source: Subscription::SOURCE, at: rkey };
    store.try_write(names, &Write { did: ME, changes: &changes, standing, cursor })
}

fn keys(store: &dyn Store, names: &Names) -> Vec<String> {
    let rows = store.page(names, None, Way::Forward, None, 100);
    rows.iter().map(|row: &Row| row.sort_key.text().to_owned()).collect()
}

#[test]
fn s10_a_busy_database_is_waited_for() {
    let file = File::new("s10-waits");
    let mut names = Names::default();
    let mut store = SqliteStore::open_file(&file.0, Duration::from_secs(20)).unwrap();
    let other = Connection::open(&file.0).unwrap();
    other.execute_batch("BEGIN IMMEDIATE; UPDATE cursor SET at = 0").unwrap();
    #[expect(clippy::disallowed_methods, reason = "the other connection lets go while this one waits")]
    let releasing = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        other.execute_batch("COMMIT").unwrap();
    });
    put(&mut store, &mut names, 1, "a0").unwrap();
    releasing.join().unwrap();
    assert_eq!(keys(&store, &names), ["a0"]);
}

#[test]
fn s10_a_database_that_stays_busy_is_given_up_and_nothing_was_written() {
    let file = File::new("s10-gives-up");
    let mut names = Names::default();
    let mut store = SqliteStore::open_file(&file.0, Duration::from_millis(1)).unwrap();
    put(&mut store, &mut names, 1, "a0").unwrap();
    let other = Connection::open(&file.0).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = put(&mut store, &mut names, 2, "a1").unwrap_err();
    assert_eq!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy));
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!((keys(&store, &names), store.cursor().unwrap().at), (vec!["a0".to_owned()], 1));
    put(&mut store, &mut names, 2, "a1").unwrap();
    assert_eq!(keys(&store, &names), ["a0", "a1"]);
}

/// The mistake itself: a deferred transaction that reads first cannot write once another has committed, and
/// waiting does not help.
#[test]
fn s10_a_deferred_transaction_that_read_first_fails_where_an_immediate_one_waits() {
    let file = File::new("s10-deferred");
    let mut names = Names::default();
    let mut store = SqliteStore::open_file(&file.0, Duration::from_millis(1)).unwrap();
    let other = Connection::open(&file.0).unwrap();
    other.pragma_update(None, "journal_mode", "wal").unwrap();
    other.execute_batch("BEGIN DEFERRED; SELECT count(*) FROM record").unwrap();
    put(&mut store, &mut names, 1, "a0").unwrap();
    let error = other.execute_batch("UPDATE cursor SET at = 0").unwrap_err();
    assert_eq!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy));
    other.execute_batch("ROLLBACK; BEGIN IMMEDIATE; UPDATE cursor SET at = 0; COMMIT").unwrap();
}

#[test]
fn a_tombstone_keeps_the_revision_and_serves_no_row() {
    let mut names = Names::default();
    let node = names.node(Name { did: ME, rkey: Rkey(1) });
    let mut memory = MemoryStore::default();
    let mut sqlite = SqliteStore::open();
    for store in [&mut memory as &mut dyn Store, &mut sqlite] {
        let changes = [Change { node, rev: Rev(6), record: None }];
        let cursor = Cursor { kind: CursorKind::Sequence, source: Subscription::SOURCE, at: 6 };
        store.write(&names, &Write { did: ME, changes: &changes, standing: Standing::default(), cursor });
        let held = store.held(&names, node);
        assert_eq!((held.rev, held.is_live), (Rev(6), false));
        assert_eq!(store.parents(&names), []);
        assert_eq!(store.neighbours(&names, node), None);
    }
}

#[test]
fn what_stands_of_a_repository_is_read_as_it_was_written() {
    let names = Names::default();
    let standing =
        Standing { rev: Rev(7), is_loaded: true, is_behind: true, is_active: false, active_seq: 3 };
    let cursor = Cursor { kind: CursorKind::Micros, source: 9, at: u64::MAX >> 1 };
    let mut memory = MemoryStore::default();
    let mut sqlite = SqliteStore::open();
    for store in [&mut memory as &mut dyn Store, &mut sqlite] {
        assert_eq!((store.standing(ME), store.cursor()), (Standing::default(), None));
        store.write(&names, &Write { did: Did(0), changes: &[], standing, cursor });
        assert_eq!((store.standing(ME), store.cursor()), (standing, Some(cursor)));
        assert_eq!(store.standing(Did(1)), Standing::default());
    }
}

#[test]
fn any_consumer_on_any_store_renders_the_same_bytes() {
    let texts = std::cell::RefCell::new(Vec::new());
    on_each(|mut bed: Bed| {
        let keys = ["a5", "a5", "m0001", "Zz", "a50V", "b00", ""];
        let parent = bed.node(ME, 3);
        for (rkey, key) in (1..).zip(keys) {
            let under = (rkey % 3 == 0).then_some(parent);
            let seq = bed.put_under(ME, rkey, under, SortKey::read(key));
            bed.deliver(seq);
        }
        bed.snapshot(ME);
        texts.borrow_mut().push(bed.view.outline_page(&bed.names).text(&bed.names));
    });
    let texts = texts.into_inner();
    assert_eq!(texts.len(), 4);
    assert!(texts.iter().all(|text| *text == texts[0]), "{texts:#?}");
    assert_eq!(texts[0].lines().count(), 7);
}
