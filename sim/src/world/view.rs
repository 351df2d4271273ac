//! A view: a consumer that decides what to apply, on a store that keeps it and serves pages.

mod chain;
mod memory;
mod sqlite;

pub use chain::Chain;
pub use memory::MemoryStore;
pub use sqlite::SqliteStore;

use super::outline::Pair;
use super::record::{Did, Names, Node, Rev, SortKey};
use super::repository::{RecordOp, Repositories};
use crate::scenario::ViewPlan;

/// Decides what a view applies, and when it must ask for what is missing. (SPEC §6)
pub trait Consumer: std::fmt::Debug {
    /// The revision up to which everything was applied.
    fn known(&self) -> Rev;

    /// Whether nothing is missing, as far as was heard.
    fn is_whole(&self) -> bool;

    /// How many commits are kept back.
    fn buffered(&self) -> usize;

    /// Takes a commit in. Adds to `ready` the commits to apply now, in order.
    fn receive(&mut self, frame: Frame, ready: &mut Vec<u64>) -> Fate;

    /// Takes in that the repository's head is `rev`.
    fn announce(&mut self, rev: Rev) -> Fate;

    /// The wait that a noticed gap has begun; the timer that ends it carries this number.
    fn wait(&self) -> u32;

    /// The grace is over. True if the gap is still there, so that a snapshot must be fetched.
    fn grace_over(&mut self, wait: u32) -> bool;

    /// A snapshot at `rev` was applied: what it holds is known, what is newer may follow. Adds to `ready`
    /// the commits to apply now. The fate is `Gap` if more is missing.
    fn restore(&mut self, rev: Rev, ready: &mut Vec<u64>) -> Fate;
}

/// The head of a commit frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The revision that the commit made.
    pub rev: Rev,
    /// The revision before it.
    pub since: Rev,
    /// Its place in the stream.
    pub seq: u64,
}

/// What became of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Applied, with whatever had waited for it.
    Applied,
    /// Not newer than what is known.
    Stale,
    /// Kept back; the gap before it was noticed earlier.
    Buffered,
    /// Kept back, and the gap before it was noticed by it.
    Gap,
}

/// Where a view keeps records. Order in a group is (key, rkey, did). (SPEC §6)
pub trait Store {
    /// Applies changes of a repository and moves on to `rev`, in one transaction.
    fn apply(&mut self, names: &Names, changes: &[&RecordOp], did: Did, rev: Rev);

    /// The revision of a repository that was applied last; 0 before the first.
    fn rev(&self, did: Did) -> Rev;

    /// Up to `limit` rows under a parent, in order, after the row `after` or from the start.
    fn page(&self, names: &Names, parent: Option<Node>, after: Option<&Row>, limit: usize) -> Vec<Row>;

    /// The rows right before and after a record in its group, as served; `None` if it is not there.
    fn neighbours(&self, names: &Names, node: Node) -> Option<Pair>;

    /// The parents under which there are rows, in ascending order.
    fn parents(&self, names: &Names) -> Vec<Option<Node>>;

    /// Checks that this store finds a page by one range scan.
    ///
    /// # Errors
    /// What it does instead.
    fn check_plan(&self) -> Result<(), String>;
}

/// A row of a page: the record and the key it was served by. The pair is the page marker too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The record.
    pub node: Node,
    /// Its key.
    pub sort_key: SortKey,
}

/// One reader.
pub struct View {
    /// How it was planned.
    pub plan: ViewPlan,
    /// Where it keeps what it applied.
    pub store: Box<dyn Store>,
    /// What decides what is applied, for each repository.
    pub consumers: Vec<Box<dyn Consumer>>,
}

impl View {
    /// An empty view.
    pub fn new(plan: ViewPlan, store: Box<dyn Store>, consumers: Vec<Box<dyn Consumer>>) -> Self {
        Self { plan, store, consumers }
    }

    /// What decides what is applied of a repository.
    pub fn consumer(&self, did: Did) -> &dyn Consumer {
        self.consumers[did.0 as usize].as_ref()
    }

    /// What decides what is applied of a repository.
    pub fn consumer_mut(&mut self, did: Did) -> &mut dyn Consumer {
        self.consumers[did.0 as usize].as_mut()
    }

    /// Applies the commits that the consumers let through.
    pub fn apply(&mut self, names: &Names, repositories: &Repositories, seqs: &[u64]) {
        for &seq in seqs {
            let commit = repositories.commit(seq);
            let changes: Vec<&RecordOp> = commit.ops.iter().collect();
            self.store.apply(names, &changes, commit.did, commit.rev);
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
        f.debug_struct("View")
            .field("plan", &self.plan)
            .field("consumers", &self.consumers)
            .finish_non_exhaustive()
    }
}
