//! A view: a consumer that decides what to apply, on a store that keeps it and serves pages.

mod chain;
mod memory;
mod sqlite;

pub use chain::{Chain, Fate};
pub use memory::MemoryStore;
pub use sqlite::SqliteStore;

use super::outline::Pair;
use super::record::{Names, Node, Rev};
use super::repository::{Commit, RecordOp};
use crate::scenario::{StoreKind, ViewPlan};
use order_key::Key;

/// Where a view keeps records. Order in a group is (key, rkey, did). (SPEC §6)
pub trait Store {
    /// Applies changes and moves on to `rev`, in one transaction.
    fn apply(&mut self, names: &Names, changes: &[&RecordOp], rev: Rev);

    /// The revision that was applied last.
    fn rev(&self) -> Rev;

    /// Up to `limit` rows under a parent, in order, after the row `after` or from the start.
    fn page(&self, names: &Names, parent: Option<Node>, after: Option<&Row>, limit: usize) -> Vec<Row>;

    /// The rows right before and after a record in its group, as served; `None` if it is not there.
    fn neighbours(&self, names: &Names, node: Node) -> Option<Pair>;

    /// The parents under which there are rows, in ascending order.
    fn parents(&self, names: &Names) -> Vec<Option<Node>>;

    /// Says what is wrong with the way this store finds a page, if anything.
    fn check_plan(&self) -> Result<(), String>;
}

/// A row of a page: the record and the key it was served by. The pair is the page marker too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The record.
    pub node: Node,
    /// Its key.
    pub key: Key,
}

/// One reader.
pub struct View {
    /// How it was planned.
    pub plan: ViewPlan,
    /// Where it keeps what it applied.
    pub store: Box<dyn Store>,
    /// What it knows of the repository's commits.
    pub chain: Chain,
}

impl View {
    /// An empty view.
    pub fn new(plan: ViewPlan) -> Self {
        let store: Box<dyn Store> = match plan.store {
            StoreKind::Memory => Box::new(MemoryStore::default()),
            StoreKind::Sqlite => Box::new(SqliteStore::open()),
        };
        Self { plan, store, chain: Chain::default() }
    }

    /// Applies the commits that the chain lets through.
    pub fn apply(&mut self, names: &Names, log: &[Commit], seqs: &[u64]) {
        for &seq in seqs {
            let commit = &log[seq as usize];
            let changes: Vec<&RecordOp> = commit.ops.iter().collect();
            self.store.apply(names, &changes, commit.rev);
        }
    }

    /// All rows under a parent, page by page, as a reader walks them.
    pub fn walk(&self, names: &Names, parent: Option<Node>) -> Vec<Row> {
        const PAGE_ROWS: usize = 100;
        let mut rows: Vec<Row> = Vec::new();
        loop {
            let page = self.store.page(names, parent, rows.last(), PAGE_ROWS);
            let is_last = page.len() < PAGE_ROWS;
            rows.extend(page);
            if is_last {
                return rows;
            }
        }
    }
}

impl std::fmt::Debug for View {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("View").field("plan", &self.plan).field("chain", &self.chain).finish_non_exhaustive()
    }
}
