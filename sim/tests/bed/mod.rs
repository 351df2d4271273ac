//! One repository or two, one view, and frames that a test delivers by hand.

#![allow(dead_code, reason = "each test file uses a part of it")]

use sim::scenario::{ConsumerKind, StoreKind, ViewPlan, Weather};
use sim::world::Parts;
use sim::world::record::{Did, Fields, Name, Names, Node, Record, Rkey, SortKey};
use sim::world::repository::{By, RecordOp, Repositories};
use sim::world::view::{Fate, Incoming, OutlinePage, Refusal, SnapshotHead, Store, View, Way, admit};

pub const ME: Did = Did(0);
pub const YOU: Did = Did(1);

pub struct Bed {
    pub names: Names,
    pub repositories: Repositories,
    pub view: View,
    pub now_us: u64,
    kind: ConsumerKind,
    writes: u32,
}

/// Runs a test with each consumer on each store.
pub fn on_each(test: impl Fn(Bed)) {
    on_each_store(ConsumerKind::Chain, &test);
    on_each_store(ConsumerKind::PerRecord, test);
}

/// Runs a test with one consumer on each store.
pub fn on_each_store(kind: ConsumerKind, test: impl Fn(Bed)) {
    for store in [StoreKind::Memory, StoreKind::Sqlite] {
        test(Bed::new(kind, store, Parts::store(store)));
    }
}

impl Bed {
    pub fn new(kind: ConsumerKind, store_kind: StoreKind, store: Box<dyn Store>) -> Self {
        let plan = ViewPlan::plain(kind, store_kind, Weather::still(1_000));
        let consumers = (0..2).map(|_| Parts::consumer(kind)).collect();
        let mut view = View::new(plan, store, consumers, OutlinePage::render);
        view.subscription.connect(0);
        let (names, repositories) = (Names::default(), Repositories::new(2, None));
        Self { names, repositories, view, now_us: 1_000_000, kind, writes: 0 }
    }

    pub fn node(&mut self, did: Did, rkey: u64) -> Node {
        self.names.node(Name { did, rkey: Rkey(rkey) })
    }

    /// One commit that puts a record at the root. Returns its place in the stream.
    pub fn put(&mut self, did: Did, rkey: u64, key: &str) -> u64 {
        self.put_under(did, rkey, None, SortKey::read(key))
    }

    pub fn put_under(&mut self, did: Did, rkey: u64, parent: Option<Node>, sort_key: SortKey) -> u64 {
        let record = Some(Record { parent, sort_key, fields: Fields::Usual });
        self.commit(did, rkey, record)
    }

    /// One commit that puts a record at the root that holds something unusual beside its place.
    pub fn put_unusual(&mut self, did: Did, rkey: u64, key: &str, fields: Fields) -> u64 {
        let record = Record { parent: None, sort_key: SortKey::read(key), fields };
        self.commit(did, rkey, Some(record))
    }

    pub fn delete(&mut self, did: Did, rkey: u64) -> u64 {
        self.commit(did, rkey, None)
    }

    fn commit(&mut self, did: Did, rkey: u64, record: Option<Record>) -> u64 {
        let op = RecordOp { node: self.node(did, rkey), record };
        self.now_us += 1_000;
        self.writes += 1;
        let by = By::Rogue(self.writes);
        self.repositories.write(&self.names, self.now_us, did, None, vec![op], by).unwrap()
    }

    pub fn deliver(&mut self, seq: u64) -> Fate {
        let mut applied = Vec::new();
        self.view.take_commit(&self.names, &self.repositories, seq, &mut applied)
    }

    pub fn deliver_all(&mut self, seqs: impl IntoIterator<Item = u64>) -> Vec<Fate> {
        seqs.into_iter().map(|seq| self.deliver(seq)).collect()
    }

    pub fn announce_head(&mut self, did: Did) -> Fate {
        let seq = self.repositories.announce_head(did);
        let incoming = Incoming { seq, rev: self.repositories.head(did) };
        self.view.take_announcement(&self.names, &self.repositories, did, incoming)
    }

    /// A snapshot of a repository as it stands arrives.
    pub fn snapshot(&mut self, did: Did) -> Fate {
        let head = SnapshotHead::whole(did, &self.repositories);
        self.take(did, head).unwrap()
    }

    pub fn take(&mut self, did: Did, head: SnapshotHead) -> Option<Fate> {
        let (mut changes, mut applied) = (Vec::new(), Vec::new());
        self.view.take_snapshot(&self.names, &self.repositories, did, head, &mut changes, &mut applied)
    }

    /// The grace is over, or the next listing is due: what is missing is fetched.
    pub fn heal(&mut self, did: Did) {
        let consumer = self.view.consumer_mut(did);
        let must_fetch = match self.kind {
            ConsumerKind::Chain => consumer.grace_over(consumer.wait()),
            ConsumerKind::PerRecord => consumer.relist(),
        };
        assert!(must_fetch, "there was nothing to heal");
        self.snapshot(did);
    }

    /// The view dies and begins anew. What it knows to miss is fetched.
    pub fn crash(&mut self) -> Vec<Did> {
        let mut behind = Vec::new();
        self.view.crash();
        self.view.recover((0..2).map(|_| Parts::consumer(self.kind)).collect(), &mut behind);
        let head = self.repositories.stream().len() as u64;
        self.view.subscription.connect(head);
        behind
    }

    pub fn admit(&self, incoming: Incoming) -> Result<(), Refusal> {
        admit(&self.view.subscription, incoming, self.now_us)
    }

    pub fn cursor(&self) -> u64 {
        self.view.store.cursor().unwrap().at
    }

    /// The keys at the root, in order.
    pub fn keys(&self) -> Vec<String> {
        self.keys_under(None)
    }

    pub fn keys_under(&self, parent: Option<Node>) -> Vec<String> {
        let rows = self.view.walk(&self.names, parent, Way::Forward, 2);
        rows.iter().map(|row| row.sort_key.text().to_owned()).collect()
    }

    /// The view shows what the repositories hold, and misses nothing.
    #[track_caller]
    pub fn equals_the_log(&self) {
        let outline = self.repositories.outline();
        let truth: Option<Vec<Node>> =
            outline.siblings(None).map(|group| group.iter().map(|sibling| sibling.node).collect());
        let rows = self.view.walk(&self.names, None, Way::Forward, 2);
        let shown: Vec<Node> = rows.iter().map(|row| row.node).collect();
        assert_eq!(shown, truth.unwrap_or_default());
        for row in &rows {
            assert_eq!(outline.sort_key(row.node), Some(&row.sort_key));
        }
    }
}
