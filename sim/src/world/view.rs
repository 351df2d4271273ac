//! A view: a consumer that decides what to apply, on a store that keeps it and serves pages.
//!
//! What a view knows is of two kinds. The store is durable: records, what stands of each repository, and
//! the cursor, changed together in one transaction. The consumers and the subscription live in memory and
//! are lost in a crash. So a cursor may pass a frame that was not applied only if the store says, in the
//! same transaction, that the repository is behind: it is fetched after a recovery.

mod chain;
mod consumer;
mod fetched;
mod memory;
mod outline_page;
mod per_record;
mod sqlite;
mod state;
mod store;
mod subscription;

pub use chain::Chain;
pub use consumer::{Consumer, Fate, Frame};
pub use fetched::{Fetched, SnapshotHead};
pub use memory::MemoryStore;
pub use outline_page::{Entry, Group, Line, OutlinePage};
pub use per_record::PerRecord;
pub use sqlite::SqliteStore;
pub use state::write_told;
pub use store::{Change, Held, Row, Standing, Store, Way, Write};
pub use subscription::{Cursor, CursorKind, Incoming, Refusal, Subscription, admit};

use super::Render;
use super::record::{Did, Names, Node};
use super::repository::{Commit, RecordOp, Repositories};
use crate::scenario::ViewPlan;

/// One reader.
pub struct View {
    /// How it was planned.
    pub plan: ViewPlan,
    /// Where it keeps what it applied.
    pub store: Box<dyn Store>,
    /// Where it hears from.
    pub subscription: Subscription,
    /// How often it crashed.
    pub life: u32,
    /// Whether it runs.
    pub is_up: bool,
    /// What decides what is applied, for each repository.
    consumers: Vec<Box<dyn Consumer>>,
    /// What the store says of each repository.
    standings: Vec<Standing>,
    render: Render,
    /// Whether a fetch of it was refused, and whether one broke off.
    pub(super) was_refused: bool,
    pub(super) was_cut: bool,
}

impl View {
    /// An empty view.
    pub fn new(
        plan: ViewPlan,
        store: Box<dyn Store>,
        consumers: Vec<Box<dyn Consumer>>,
        render: Render,
    ) -> Self {
        let standings = vec![Standing::default(); consumers.len()];
        let subscription = Subscription::default();
        Self {
            plan,
            store,
            subscription,
            life: 0,
            is_up: true,
            consumers,
            standings,
            render,
            was_refused: false,
            was_cut: false,
        }
    }

    /// What decides what is applied of a repository.
    pub fn consumer(&self, did: Did) -> &dyn Consumer {
        self.consumers[did.0 as usize].as_ref()
    }

    /// What decides what is applied of a repository.
    pub fn consumer_mut(&mut self, did: Did) -> &mut dyn Consumer {
        self.consumers[did.0 as usize].as_mut()
    }

    /// What stands of a repository.
    pub fn standing(&self, did: Did) -> Standing {
        self.standings[did.0 as usize]
    }

    /// Takes a commit in. Adds to `applied` the commits that were applied.
    pub fn take_commit(
        &mut self,
        names: &Names,
        repositories: &Repositories,
        seq: u64,
        applied: &mut Vec<u64>,
    ) -> Fate {
        let &Commit { did, rev, since, .. } = repositories.commit(seq);
        self.subscription.see(seq);
        let fate = self.consumer_mut(did).receive(Frame { rev, since, seq }, applied);
        self.apply(names, repositories, did, applied);
        fate
    }

    /// Takes in that the head of a repository is at a revision.
    pub fn take_announcement(
        &mut self,
        names: &Names,
        repositories: &Repositories,
        did: Did,
        incoming: Incoming,
    ) -> Fate {
        self.subscription.see(incoming.seq);
        let fate = self.consumer_mut(did).announce(incoming.rev);
        self.apply(names, repositories, did, &[]);
        fate
    }

    /// Takes in that a repository is shown or hidden, unless something newer told so. True if it is news.
    pub fn take_account(&mut self, names: &Names, did: Did, is_active: bool, seq: u64) -> bool {
        self.subscription.see(seq);
        let standing = self.standing(did);
        let is_news = seq > standing.active_seq;
        if is_news {
            self.write(names, did, &[], Standing { is_active, active_seq: seq, ..standing });
        }
        is_news
    }

    /// Takes a snapshot in, unless it broke off. Adds to `changes` what it brought, and to `applied` the
    /// commits that were applied after it.
    pub fn take_snapshot(
        &mut self,
        names: &Names,
        repositories: &Repositories,
        did: Did,
        head: SnapshotHead,
        changes: &mut Vec<(u64, Node)>,
        applied: &mut Vec<u64>,
    ) -> Option<Fate> {
        let known = self.consumer(did).known();
        let mut fetched = Fetched::of(head, known, did, repositories, changes);
        if !self.consumer(did).accepts(&mut fetched) {
            return None;
        }
        let fate = self.consumer_mut(did).restore(head.rev, applied);
        self.restore(names, repositories, did, &fetched, applied);
        Some(fate)
    }

    /// What the stream held is gone. True if the repository must be fetched.
    pub fn lose(&mut self, names: &Names, repositories: &Repositories, did: Did) -> bool {
        let must_fetch = self.consumer_mut(did).lose();
        self.apply(names, repositories, did, &[]);
        must_fetch
    }

    /// Applies the commits that the consumer let through, and writes down what stands now.
    fn apply(&mut self, names: &Names, repositories: &Repositories, did: Did, ready: &[u64]) {
        let standing = self.standing(did);
        let consumer = self.consumer(did);
        let is_behind = standing.is_loaded && !consumer.is_whole();
        let after = Standing { rev: consumer.known(), is_behind, ..standing };
        match ready {
            [] if after == standing => {}
            // Nearly always one commit of one record: no list is made.
            [seq] if repositories.commit(*seq).ops.len() == 1 => {
                let commit = repositories.commit(*seq);
                let op = &commit.ops[0];
                let change = Change { node: op.node, rev: commit.rev, record: op.record.as_ref() };
                let takes = consumer.takes(&change, names, self.store.as_ref());
                let changes = if takes { &[change][..] } else { &[] };
                self.write(names, did, changes, after);
            }
            _ => {
                let mut changes = Vec::new();
                self.collect(names, repositories, did, ready, &mut changes);
                self.write(names, did, &changes, after);
            }
        }
    }

    /// Applies what was fetched and the commits that may follow it.
    fn restore(
        &mut self,
        names: &Names,
        repositories: &Repositories,
        did: Did,
        fetched: &Fetched<'_>,
        ready: &[u64],
    ) {
        let consumer = self.consumer(did);
        let taken = |change: &&Change<'_>| consumer.takes(change, names, self.store.as_ref());
        let mut changes: Vec<Change<'_>> = fetched.changes.iter().filter(taken).copied().collect();
        let mut after = Standing {
            rev: consumer.known(),
            is_loaded: true,
            is_behind: !consumer.is_whole(),
            ..self.standing(did)
        };
        if fetched.seq >= after.active_seq {
            (after.is_active, after.active_seq) = (fetched.is_active, fetched.seq);
        }
        self.collect(names, repositories, did, ready, &mut changes);
        self.write(names, did, &changes, after);
    }

    /// The process died: what was in memory is gone.
    pub fn crash(&mut self) {
        self.is_up = false;
        self.life += 1;
        self.subscription.disconnect();
    }

    /// The process begins anew with these consumers and what the store kept. Adds to `behind` the
    /// repositories that must be fetched.
    pub fn recover(&mut self, consumers: Vec<Box<dyn Consumer>>, behind: &mut Vec<Did>) {
        self.is_up = true;
        self.store.reopen();
        self.consumers = consumers;
        self.subscription.recover(self.store.cursor());
        for did in (0..self.consumers.len() as u32).map(Did) {
            let standing = self.store.standing(did);
            self.standings[did.0 as usize] = standing;
            if self.consumer_mut(did).recover(standing) {
                behind.push(did);
            }
        }
    }

    /// A page as a reader gets it: rows of hidden repositories are left out.
    pub fn page(
        &self,
        names: &Names,
        parent: Option<Node>,
        way: Way,
        after: Option<&Row>,
        limit: usize,
    ) -> Vec<Row> {
        let mut page = self.store.page(names, parent, way, after, limit);
        if self.standings.iter().all(|standing| standing.is_active) {
            return page;
        }
        let mut shown = Vec::new();
        loop {
            let marker = page.last().cloned();
            let is_last = page.len() < limit;
            shown.extend(page.into_iter().filter(|row| self.shows(names, row.node)));
            if is_last || shown.len() >= limit {
                shown.truncate(limit);
                return shown;
            }
            page = self.store.page(names, parent, way, marker.as_ref(), limit);
        }
    }

    /// Whether a record's repository is shown.
    pub fn shows(&self, names: &Names, node: Node) -> bool {
        self.standing(names.name(node).did).is_active
    }

    /// All rows under a parent, page by page, as a reader walks them.
    pub fn walk(&self, names: &Names, parent: Option<Node>, way: Way, page_rows: usize) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        loop {
            let page = self.page(names, parent, way, rows.last(), page_rows);
            let is_last = page.len() < page_rows;
            if rows.is_empty() {
                rows = page;
            } else {
                rows.extend(page);
            }
            if is_last {
                return rows;
            }
        }
    }

    /// All groups as a reader walks them, in the order of the store's parents.
    pub fn groups(&self, names: &Names) -> Vec<Group> {
        let parents = self.store.parents(names).into_iter();
        let group = |parent| Group { parent, rows: self.walk(names, parent, Way::Forward, Group::PAGE_ROWS) };
        parents.map(group).collect()
    }

    /// The whole outline as a reader gets it.
    pub fn outline_page(&self, names: &Names) -> OutlinePage {
        self.render(&self.groups(names), names)
    }

    /// The same, made of groups that were walked before.
    pub fn render(&self, groups: &[Group], names: &Names) -> OutlinePage {
        (self.render)(groups, names)
    }

    fn collect<'w>(
        &self,
        names: &Names,
        repositories: &'w Repositories,
        did: Did,
        ready: &[u64],
        changes: &mut Vec<Change<'w>>,
    ) {
        for commit in ready.iter().map(|&seq| repositories.commit(seq)) {
            let change =
                |op: &'w RecordOp| Change { node: op.node, rev: commit.rev, record: op.record.as_ref() };
            let taken = |change: &Change<'_>| self.consumer(did).takes(change, names, self.store.as_ref());
            changes.extend(commit.ops.iter().map(change).filter(taken));
        }
    }

    fn write(&mut self, names: &Names, did: Did, changes: &[Change<'_>], standing: Standing) {
        let cursor = self.subscription.cursor();
        self.store.write(names, &Write { did, changes, standing, cursor });
        self.standings[did.0 as usize] = standing;
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
