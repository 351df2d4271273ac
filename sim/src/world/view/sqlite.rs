//! The store on real SQLite: a page is one range scan of a covering index, nothing decoded, nothing sorted.
//!
//! The index holds (parent, sort, rkey, did) as binary text, so its order is the order of SPEC §6; the text
//! of a malformed key stands aside. The
//! statements that serve pages and neighbours are checked by their query plans: each must search the
//! covering index and none may sort. Every write is one immediate transaction, the revision included.

use super::{Row, Store};
use crate::world::outline::Pair;
use crate::world::record::{Did, Name, Names, Node, Rev, Rkey, SortKey};
use crate::world::repository::RecordOp;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

/// Records in an SQLite database of its own.
#[derive(Debug)]
pub struct SqliteStore {
    connection: Connection,
}

const SCHEMA: &str = "
    CREATE TABLE record (
        did INTEGER NOT NULL,
        rkey TEXT NOT NULL,
        parent TEXT NOT NULL,
        sort TEXT NOT NULL,
        malformed TEXT,
        PRIMARY KEY (did, rkey)
    ) WITHOUT ROWID, STRICT;
    CREATE UNIQUE INDEX page ON record (parent, sort, rkey, did, malformed);
    CREATE TABLE cursor (did INTEGER PRIMARY KEY, rev INTEGER NOT NULL) STRICT;
";

const PUT: &str = "INSERT INTO record VALUES (?1, ?2, ?3, ?4, ?5)
    ON CONFLICT DO UPDATE SET parent = excluded.parent, sort = excluded.sort,
        malformed = excluded.malformed";
const REMOVE: &str = "DELETE FROM record WHERE did = ?1 AND rkey = ?2";
const ADVANCE: &str = "INSERT INTO cursor VALUES (?1, ?2)
    ON CONFLICT DO UPDATE SET rev = excluded.rev";

const REV: &str = "SELECT rev FROM cursor WHERE did = ?1";
const FIND: &str = "SELECT parent, sort FROM record WHERE did = ?1 AND rkey = ?2";
const PARENTS: &str = "SELECT DISTINCT parent FROM record";
const PAGE_FIRST: &str = "SELECT sort, rkey, did, malformed FROM record WHERE parent = ?1
    ORDER BY sort, rkey, did LIMIT ?2";
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
        connection.execute_batch(SCHEMA).expect("the schema is valid");
        connection.execute_batch(changes).expect("the changes are valid");
        connection.set_prepared_statement_cache_capacity(16);
        // Without this, a range query is planned anew whenever its bounds change: two fifths of a whole run.
        let stable = connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true);
        assert!(stable.expect("SQLite knows the setting"), "plans do not depend on what is bound");
        Self { connection }
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
    fn apply(&mut self, names: &Names, changes: &[&RecordOp], did: Did, rev: Rev) {
        let mut write = || -> rusqlite::Result<()> {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for change in changes {
                let Name { did, rkey } = names.name(change.node);
                let rkey = rkey.to_string();
                match &change.record {
                    Some(record) => transaction.prepare_cached(PUT)?.execute(params![
                        did.0,
                        rkey,
                        parent_text(names, record.parent),
                        sort_text(&record.sort_key),
                        malformed_text(&record.sort_key)
                    ])?,
                    None => transaction.prepare_cached(REMOVE)?.execute(params![did.0, rkey])?,
                };
            }
            transaction.prepare_cached(ADVANCE)?.execute(params![did.0, rev.0.cast_signed()])?;
            transaction.commit()
        };
        write().expect("a database in memory takes a valid write");
    }

    fn rev(&self, did: Did) -> Rev {
        let mut find = self.connection.prepare_cached(REV).expect("a valid query");
        let rev = find.query_row([did.0], |row| row.get::<_, i64>(0)).optional();
        Rev(rev.expect("a valid query").unwrap_or(0).cast_unsigned())
    }

    fn page(&self, names: &Names, parent: Option<Node>, after: Option<&Row>, limit: usize) -> Vec<Row> {
        let parent = parent_text(names, parent);
        let rows = match after {
            None => self.rows(names, PAGE_FIRST, params![parent, limit as u32]),
            Some(row) => {
                let Name { did, rkey } = names.name(row.node);
                let sort = sort_text(&row.sort_key);
                let marker = params![parent, sort, rkey.to_string(), did.0, limit as u32];
                self.rows(names, PAGE_AFTER, marker)
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
        for sql in [PAGE_FIRST, PAGE_AFTER, PAGE_BEFORE] {
            let plan = self.plan(sql).map_err(|error| error.to_string())?;
            let is_one_range_scan = matches!(plan.as_slice(), [one]
                if one.starts_with("SEARCH record USING COVERING INDEX page (parent=?"));
            if !is_one_range_scan {
                return Err(format!("a page is no range scan of the covering index but {plan:?}"));
            }
        }
        Ok(())
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

fn parse_rkey(text: &str) -> Rkey {
    Rkey::parse(text).expect("the store holds what was applied")
}

fn find(names: &Names, name: Name) -> Node {
    names.find(name).expect("the store holds what was applied")
}
