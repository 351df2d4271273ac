//! The store on real SQLite: a page is one range scan of a covering index, nothing decoded, nothing sorted.
//!
//! The index holds (parent, sort, rkey, did) as binary text, so its order is the order of SPEC §6; the text
//! of a malformed key stands aside. The statements that serve pages and neighbours are checked by their
//! query plans: each must search the covering index and none may sort.
//!
//! Every write is one immediate transaction: the changes, what stands of the repository, and the cursor. A
//! deferred one would begin as a reader and, where another connection commits before its first write, fail
//! in the middle with no way to go on. An immediate one waits for its turn before it begins; if the wait
//! was too short nothing is done yet, and the whole of it is done again, a bounded number of times.

use super::{Change, Cursor, CursorKind, Held, Row, Standing, Store, Way, Write};
use crate::world::outline::Pair;
use crate::world::record::{Did, Name, Names, Node, Rev, Rkey, SortKey};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OptionalExtension, TransactionBehavior, params};
use std::path::Path;
use std::time::Duration;

/// Records in an SQLite database of its own.
#[derive(Debug)]
pub struct SqliteStore {
    connection: Connection,
}

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS record (
        did INTEGER NOT NULL,
        rkey TEXT NOT NULL,
        rev INTEGER NOT NULL,
        parent TEXT,
        sort TEXT,
        malformed TEXT,
        PRIMARY KEY (did, rkey)
    ) WITHOUT ROWID, STRICT;
    CREATE UNIQUE INDEX IF NOT EXISTS page ON record (parent, sort, rkey, did, malformed)
        WHERE parent IS NOT NULL;
    CREATE TABLE IF NOT EXISTS repository (
        did INTEGER PRIMARY KEY,
        rev INTEGER NOT NULL,
        is_loaded INTEGER NOT NULL,
        is_behind INTEGER NOT NULL,
        is_active INTEGER NOT NULL,
        active_seq INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS cursor (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        kind TEXT NOT NULL,
        source INTEGER NOT NULL,
        at INTEGER NOT NULL
    ) STRICT;
";

/// A record without a parent column is a tombstone; the root's children have the empty text there.
const PUT: &str = "INSERT INTO record VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    ON CONFLICT DO UPDATE SET rev = excluded.rev, parent = excluded.parent, sort = excluded.sort,
        malformed = excluded.malformed";
const STAND: &str = "INSERT INTO repository VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    ON CONFLICT DO UPDATE SET rev = excluded.rev, is_loaded = excluded.is_loaded,
        is_behind = excluded.is_behind, is_active = excluded.is_active, active_seq = excluded.active_seq";
const ADVANCE: &str = "INSERT INTO cursor VALUES (1, ?1, ?2, ?3)
    ON CONFLICT DO UPDATE SET kind = excluded.kind, source = excluded.source, at = excluded.at";

const STANDING: &str =
    "SELECT rev, is_loaded, is_behind, is_active, active_seq FROM repository WHERE did = ?1";
const CURSOR: &str = "SELECT kind, source, at FROM cursor";
const HELD: &str = "SELECT rev, parent IS NOT NULL FROM record WHERE did = ?1 AND rkey = ?2";
const FIND: &str = "SELECT parent, sort FROM record WHERE did = ?1 AND rkey = ?2 AND parent IS NOT NULL";
const PARENTS: &str = "SELECT DISTINCT parent FROM record WHERE parent IS NOT NULL";
const PAGE_FIRST: &str = "SELECT sort, rkey, did, malformed FROM record WHERE parent = ?1
    ORDER BY sort, rkey, did LIMIT ?2";
const PAGE_LAST: &str = "SELECT sort, rkey, did, malformed FROM record WHERE parent = ?1
    ORDER BY sort DESC, rkey DESC, did DESC LIMIT ?2";
const PAGE_AFTER: &str = "SELECT sort, rkey, did, malformed FROM record
    WHERE parent = ?1 AND (sort, rkey, did) > (?2, ?3, ?4)
    ORDER BY sort, rkey, did LIMIT ?5";
const PAGE_BEFORE: &str = "SELECT sort, rkey, did, malformed FROM record
    WHERE parent = ?1 AND (sort, rkey, did) < (?2, ?3, ?4)
    ORDER BY sort DESC, rkey DESC, did DESC LIMIT ?5";

impl SqliteStore {
    /// A new database in memory.
    pub fn open() -> Self {
        Self::open_with("")
    }

    /// A new database in memory whose schema `changes` alter.
    pub fn open_with(changes: &str) -> Self {
        let connection = Connection::open_in_memory().expect("SQLite opens a database in memory");
        Self::over(connection, changes).expect("the schema and its changes are valid")
    }

    /// The database in a file, which is made where there is none. A write waits this long for another
    /// connection's.
    ///
    /// # Errors
    /// What SQLite says of the file.
    pub fn open_file(path: &Path, wait: Duration) -> rusqlite::Result<Self> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(wait)?;
        Self::over(connection, "")
    }

    fn over(connection: Connection, changes: &str) -> rusqlite::Result<Self> {
        connection.execute_batch(SCHEMA)?;
        connection.execute_batch(changes)?;
        connection.set_prepared_statement_cache_capacity(16);
        // Without this, a range query is planned anew whenever its bounds change: two fifths of a whole run.
        let is_stable = connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        assert!(is_stable, "plans do not depend on what is bound");
        Ok(Self { connection })
    }

    /// Takes everything in, in one transaction.
    ///
    /// # Errors
    /// What SQLite says, after the last of a few attempts if the database is busy; nothing was written.
    pub fn try_write(&mut self, names: &Names, write: &Write<'_>) -> rusqlite::Result<()> {
        const ATTEMPTS_MAX: u32 = 4;
        let is_busy = |error: &rusqlite::Error| error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy);
        for _ in 1..ATTEMPTS_MAX {
            match self.write_once(names, write) {
                Err(error) if is_busy(&error) => {}
                done => return done,
            }
        }
        self.write_once(names, write)
    }

    fn write_once(&mut self, names: &Names, write: &Write<'_>) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for Change { node, rev, record } in write.changes {
            let Name { did, rkey } = names.name(*node);
            transaction.prepare_cached(PUT)?.execute(params![
                did.0,
                rkey.to_string(),
                rev.0.cast_signed(),
                record.map(|record| parent_text(names, record.parent)),
                record.map(|record| sort_text(&record.sort_key)),
                record.and_then(|record| malformed_text(&record.sort_key))
            ])?;
        }
        let Standing { rev, is_loaded, is_behind, is_active, active_seq } = write.standing;
        let (rev, active_seq) = (rev.0.cast_signed(), active_seq.cast_signed());
        let standing = params![write.did.0, rev, is_loaded, is_behind, is_active, active_seq];
        transaction.prepare_cached(STAND)?.execute(standing)?;
        let Cursor { kind, source, at } = write.cursor;
        transaction.prepare_cached(ADVANCE)?.execute(params![kind_text(kind), source, at.cast_signed()])?;
        transaction.commit()
    }

    fn rows(&self, names: &Names, sql: &str, params: impl rusqlite::Params) -> rusqlite::Result<Vec<Row>> {
        let mut statement = self.connection.prepare_cached(sql)?;
        let read = |row: &rusqlite::Row<'_>| {
            let sort_key = match row.get_ref(3)?.as_str_or_null()? {
                Some(json) => SortKey::malformed(json),
                None => SortKey::read(row.get_ref(0)?.as_str()?),
            };
            let name = Name { did: Did(row.get(2)?), rkey: parse_rkey(row.get_ref(1)?.as_str()?) };
            Ok(Row { node: find(names, name), sort_key })
        };
        statement.query_map(params, read)?.collect()
    }

    fn plan(&self, sql: &str) -> rusqlite::Result<Vec<String>> {
        let mut statement = self.connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}"))?;
        let nulls = vec![rusqlite::types::Null; statement.parameter_count()];
        statement.query_map(rusqlite::params_from_iter(nulls), |row| row.get("detail"))?.collect()
    }
}

impl Store for SqliteStore {
    fn write(&mut self, names: &Names, write: &Write<'_>) {
        self.try_write(names, write).expect("a database of one's own takes a valid write");
    }

    fn standing(&self, did: Did) -> Standing {
        let mut find = self.connection.prepare_cached(STANDING).expect("a valid query");
        let read = |row: &rusqlite::Row<'_>| {
            Ok(Standing {
                rev: Rev(row.get::<_, i64>(0)?.cast_unsigned()),
                is_loaded: row.get(1)?,
                is_behind: row.get(2)?,
                is_active: row.get(3)?,
                active_seq: row.get::<_, i64>(4)?.cast_unsigned(),
            })
        };
        find.query_row([did.0], read).optional().expect("a valid query").unwrap_or_default()
    }

    fn cursor(&self) -> Option<Cursor> {
        let mut find = self.connection.prepare_cached(CURSOR).expect("a valid query");
        let read = |row: &rusqlite::Row<'_>| {
            let kind = parse_kind(row.get_ref(0)?.as_str()?);
            Ok(Cursor { kind, source: row.get(1)?, at: row.get::<_, i64>(2)?.cast_unsigned() })
        };
        find.query_row([], read).optional().expect("a valid query")
    }

    fn held(&self, names: &Names, node: Node) -> Held {
        let Name { did, rkey } = names.name(node);
        let mut find = self.connection.prepare_cached(HELD).expect("a valid query");
        let read = |row: &rusqlite::Row<'_>| {
            Ok(Held { rev: Rev(row.get::<_, i64>(0)?.cast_unsigned()), is_live: row.get(1)? })
        };
        let found = find.query_row(params![did.0, rkey.to_string()], read).optional();
        found.expect("a valid query").unwrap_or_default()
    }

    fn page(
        &self,
        names: &Names,
        parent: Option<Node>,
        way: Way,
        after: Option<&Row>,
        limit: usize,
    ) -> Vec<Row> {
        let parent = parent_text(names, parent);
        let rows = match after {
            None => {
                let sql = if way == Way::Forward { PAGE_FIRST } else { PAGE_LAST };
                self.rows(names, sql, params![parent, limit as u32])
            }
            Some(row) => {
                let sql = if way == Way::Forward { PAGE_AFTER } else { PAGE_BEFORE };
                let Name { did, rkey } = names.name(row.node);
                let sort = sort_text(&row.sort_key);
                self.rows(names, sql, params![parent, sort, rkey.to_string(), did.0, limit as u32])
            }
        };
        rows.expect("a page is a valid query")
    }

    fn neighbours(&self, names: &Names, node: Node) -> Option<Pair> {
        let Name { did, rkey } = names.name(node);
        let rkey = rkey.to_string();
        let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
        let mut find = self.connection.prepare_cached(FIND).expect("a valid query");
        let found = find.query_row(params![did.0, rkey], read).optional().expect("a valid query");
        let (parent, key) = found?;
        let beside = |sql: &str| {
            let rows = self.rows(names, sql, params![parent, key, rkey, did.0, 1]);
            rows.expect("a page is a valid query").first().map(|row| row.node)
        };
        Some(Pair { lower: beside(PAGE_BEFORE), upper: beside(PAGE_AFTER) })
    }

    fn parents(&self, names: &Names) -> Vec<Option<Node>> {
        let read = || -> rusqlite::Result<Vec<Option<Node>>> {
            let mut statement = self.connection.prepare_cached(PARENTS)?;
            let parent = |row: &rusqlite::Row<'_>| Ok(parse_parent(names, row.get_ref(0)?.as_str()?));
            statement.query_map([], parent)?.collect()
        };
        let mut parents = read().expect("a valid query");
        parents.sort_unstable();
        parents
    }

    fn check_plan(&self) -> Result<(), String> {
        for sql in [PAGE_FIRST, PAGE_LAST, PAGE_AFTER, PAGE_BEFORE] {
            let plan = self.plan(sql).map_err(|error| error.to_string())?;
            let is_one_range_scan = matches!(plan.as_slice(), [one]
                if one.starts_with("SEARCH record USING COVERING INDEX page (parent=?"));
            if !is_one_range_scan {
                return Err(format!("a page is no range scan of the covering index but {plan:?}"));
            }
        }
        Ok(())
    }

    fn reopen(&mut self) {
        self.connection.flush_prepared_statement_cache();
    }
}

/// What the sort column holds: the key, or for a malformed one a value above every key.
fn sort_text(sort_key: &SortKey) -> &str {
    const ABOVE_EVERY_KEY: &str = "~";
    sort_key.key().map_or(ABOVE_EVERY_KEY, |key| key.as_str())
}

/// What stands aside: the text that is no key.
fn malformed_text(sort_key: &SortKey) -> Option<&str> {
    sort_key.key().is_none().then(|| sort_key.text())
}

/// The root is the empty text; a node is `did/rkey`.
fn parent_text(names: &Names, parent: Option<Node>) -> String {
    parent.map_or_else(String::new, |node| {
        let Name { did, rkey } = names.name(node);
        format!("{}/{rkey}", did.0)
    })
}

fn parse_parent(names: &Names, text: &str) -> Option<Node> {
    let (did, rkey) = text.split_once('/')?;
    let did = Did(did.parse().expect("the store holds what was applied"));
    Some(find(names, Name { did, rkey: parse_rkey(rkey) }))
}

const fn kind_text(kind: CursorKind) -> &'static str {
    match kind {
        CursorKind::Sequence => "sequence",
        CursorKind::Micros => "micros",
    }
}

fn parse_kind(text: &str) -> CursorKind {
    match text {
        "sequence" => CursorKind::Sequence,
        "micros" => CursorKind::Micros,
        other => unreachable!("the store holds what was written, not a cursor of kind `{other}`"),
    }
}

fn parse_rkey(text: &str) -> Rkey {
    Rkey::parse(text).expect("the store holds what was applied")
}

fn find(names: &Names, name: Name) -> Node {
    names.find(name).expect("the store holds what was applied")
}
