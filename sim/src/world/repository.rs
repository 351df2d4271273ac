//! Repositories: their records, their logs of commits, and what was answered to intents.

mod commit;

use super::intent::{Intent, Status};
use super::outline::{Outline, Pair};
use super::record::{Did, Fields, Names, Node, Record, Rev};
pub use commit::{Beside, Body, Bounds, By, Cause, Commit, Frame, RecordOp};
use std::collections::BTreeMap;

/// All repositories of a world: the merged records, which are the truth, and the one stream of what
/// happened to them.
#[derive(Debug)]
pub struct Repositories {
    outline: Outline,
    authors: Vec<Repository>,
    stream: Vec<Frame>,
    tombstones: BTreeMap<Node, Tombstone>,
    /// By node: whether the server wrote it last.
    of_server: Vec<bool>,
    /// What became of each intent, stored with its commit and shared by all server instances.
    replies: BTreeMap<u32, Reply>,
}

/// What is left of a deleted record.
#[derive(Clone, Debug)]
pub struct Tombstone {
    /// The record as it was.
    pub record: Record,
    /// Between which siblings it stood.
    pub pair: Pair,
}

/// The repository of one author.
#[derive(Clone, Debug)]
struct Repository {
    head: Rev,
    is_active: bool,
    /// The `seq`s of its commits, in order.
    log: Vec<u64>,
    budget: Budget,
}

/// How much may be written in a virtual minute.
#[derive(Clone, Copy, Debug)]
struct Budget {
    writes_per_minute: Option<u32>,
    minute: u64,
    written: u32,
}

/// What is stored of an intent: that it took effect, or that its last attempt failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// What was asked, as it stood when it took effect or failed.
    pub intent: Intent,
    /// The answer.
    pub status: Status,
    /// The commit that it made, if it wrote.
    pub seq: Option<u64>,
}

/// Why a repository takes no write. Nothing was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// The head is not the one that the writer expected (`swapCommit`).
    Swapped,
    /// The budget of this minute is used up.
    OverBudget,
    /// The revision is not above the head.
    NotAbove,
    /// The revision lies more than [`AHEAD_US_MAX`] ahead of the repository's clock.
    Ahead,
}

/// How far ahead of the clock a revision may lie: five minutes. (SPEC §4)
pub const AHEAD_US_MAX: u64 = 300_000_000;

/// Whether there is room for more commits in a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// In this minute.
    Now,
    /// In a later one.
    Later,
    /// In none: no minute takes so many.
    Never,
}

impl Repositories {
    /// As many empty repositories as there are authors, each with this budget of writes a minute.
    pub fn new(authors: u32, writes_per_minute: Option<u32>) -> Self {
        let budget = Budget { writes_per_minute, minute: 0, written: 0 };
        let repository = Repository { head: Rev(0), is_active: true, log: Vec::new(), budget };
        Self {
            outline: Outline::default(),
            authors: vec![repository; authors as usize],
            stream: Vec::new(),
            tombstones: BTreeMap::new(),
            of_server: Vec::new(),
            replies: BTreeMap::new(),
        }
    }

    /// What is left of a deleted record.
    pub fn tombstone(&self, node: Node) -> Option<&Tombstone> {
        self.tombstones.get(&node)
    }

    /// What a record holds beside its place, or held when it was deleted.
    pub fn fields(&self, node: Node) -> Fields {
        let record = self.outline.get(node).or_else(|| Some(&self.tombstone(node)?.record));
        record.map_or(Fields::Usual, |record| record.fields)
    }

    /// Whether the server wrote a record last.
    pub fn is_of_server(&self, node: Node) -> bool {
        self.of_server.get(node.0 as usize).copied().unwrap_or(false)
    }

    /// The authors.
    pub fn dids(&self) -> impl Iterator<Item = Did> + Clone + use<> {
        (0..self.authors.len() as u32).map(Did)
    }

    /// The records of all repositories as they stand, those of hidden ones included.
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// All frames, oldest first.
    pub fn stream(&self) -> &[Frame] {
        &self.stream
    }

    /// The commit at a place of the stream where there is one.
    pub fn commit(&self, seq: u64) -> &Commit {
        match &self.stream[seq as usize].body {
            Body::Commit(commit) => commit,
            other => unreachable!("frame {seq} is no commit but {other:?}"),
        }
    }

    /// All commits and their `seq`s, oldest first.
    pub fn commits(&self) -> impl Iterator<Item = (u64, &Commit)> {
        (0..).zip(&self.stream).filter_map(|(seq, frame)| match &frame.body {
            Body::Commit(commit) => Some((seq, commit)),
            _ => None,
        })
    }

    /// The newest revision of a repository; 0 before its first commit.
    pub fn head(&self, did: Did) -> Rev {
        self.author(did).head
    }

    /// Whether a repository is shown.
    pub fn is_active(&self, did: Did) -> bool {
        self.author(did).is_active
    }

    /// What is stored of an intent.
    pub fn reply(&self, intent: u32) -> Option<&Reply> {
        self.replies.get(&intent)
    }

    /// Stores the reply to an intent that writes nothing.
    pub fn store_reply(&mut self, reply: Reply) {
        self.replies.insert(reply.intent.id, reply);
    }

    /// Writes changes as one commit, with the reply to their intent. Returns its `seq`.
    ///
    /// # Errors
    /// `Swapped` where the head is not `expected`, `OverBudget` where too much was written this minute, `Ahead` where
    /// the head itself lies too far ahead for a revision above it.
    pub fn write(
        &mut self,
        names: &Names,
        now_us: u64,
        did: Did,
        expected: Option<Rev>,
        ops: Vec<RecordOp>,
        by: By,
    ) -> Result<u64, WriteError> {
        let since = self.head(did);
        if expected.is_some_and(|expected| expected != since) {
            return Err(WriteError::Swapped);
        }
        self.accept(names, now_us, Commit { did, rev: since.next(now_us), since, ops, by })
    }

    /// Takes a commit as it is, with the reply to its intent. Returns its `seq`.
    ///
    /// # Errors
    /// As [`write`](Self::write), and `NotAbove` or `Ahead` for a revision that does not rise or whose time is
    /// far from now.
    pub fn accept(&mut self, names: &Names, now_us: u64, commit: Commit) -> Result<u64, WriteError> {
        let (did, rev, seq) = (commit.did, commit.rev, self.stream.len() as u64);
        let author = self.author_mut(did);
        if commit.since != author.head {
            return Err(WriteError::Swapped);
        }
        if rev <= author.head {
            return Err(WriteError::NotAbove);
        }
        if rev.time_us() > now_us + AHEAD_US_MAX {
            return Err(WriteError::Ahead);
        }
        author.budget.spend(now_us)?;
        author.head = rev;
        author.log.push(seq);
        if let Some(cause) = commit.cause() {
            let reply = Reply { intent: cause.intent, status: Status::Done, seq: Some(seq) };
            self.replies.insert(cause.intent.id, reply);
        }
        let is_server = matches!(commit.by, By::Server(_));
        for op in &commit.ops {
            self.apply(names, op, is_server);
        }
        self.stream.push(Frame { did, rev, body: Body::Commit(commit) });
        Ok(seq)
    }

    fn apply(&mut self, names: &Names, op: &RecordOp, is_server: bool) {
        let at = op.node.0 as usize;
        if self.of_server.len() <= at {
            self.of_server.resize(at + 1, false);
        }
        self.of_server[at] = is_server;
        if let Some(record) = &op.record {
            self.tombstones.remove(&op.node);
            self.outline.put(names, op.node, record.clone());
            return;
        }
        if let Some(record) = self.outline.get(op.node).cloned() {
            let pair = self.outline.neighbours(names, op.node).expect("the record is live");
            self.tombstones.insert(op.node, Tombstone { record, pair });
            self.outline.remove(names, op.node);
        }
    }

    /// Whether a repository takes so many more commits this minute.
    pub fn room(&self, now_us: u64, did: Did, commits: u32) -> Room {
        let budget = &self.author(did).budget;
        match (budget.writes_per_minute, budget.left(now_us)) {
            (Some(limit), _) if limit < commits => Room::Never,
            (_, Some(left)) if left < commits => Room::Later,
            _ => Room::Now,
        }
    }

    /// Shows or hides a repository. Returns the `seq` of the frame that tells it.
    pub fn set_active(&mut self, did: Did, is_active: bool) -> u64 {
        self.author_mut(did).is_active = is_active;
        self.announce(did, Body::Account { is_active })
    }

    /// Announces the head of a repository. Returns the `seq` of the frame that tells it.
    pub fn announce_head(&mut self, did: Did) -> u64 {
        self.announce(did, Body::Sync)
    }

    fn announce(&mut self, did: Did, body: Body) -> u64 {
        let rev = self.head(did);
        self.stream.push(Frame { did, rev, body });
        self.stream.len() as u64 - 1
    }

    /// The changes of a repository after `since` up to `upto`, the newest of each record, as a snapshot
    /// sends them: the `seq` of the commit, and the change.
    pub fn changes(&self, did: Did, since: Rev, upto: Rev) -> Vec<(u64, &RecordOp)> {
        let log = &self.author(did).log;
        let upto_len = |rev: Rev| log.partition_point(|&seq| self.commit(seq).rev <= rev);
        let (start, end) = (upto_len(since), upto_len(upto));
        let mut newest = BTreeMap::new();
        for &seq in &log[start..end.max(start)] {
            newest.extend(self.commit(seq).ops.iter().map(|op| (op.node, (seq, op))));
        }
        newest.into_values().collect()
    }

    /// How many commits of a repository are newer than `rev`.
    pub fn newer(&self, did: Did, rev: Rev) -> usize {
        let log = &self.author(did).log;
        log.len() - log.partition_point(|&seq| self.commit(seq).rev <= rev)
    }

    fn author(&self, did: Did) -> &Repository {
        &self.authors[did.0 as usize]
    }

    fn author_mut(&mut self, did: Did) -> &mut Repository {
        &mut self.authors[did.0 as usize]
    }
}

impl Budget {
    const MINUTE_US: u64 = 60_000_000;

    fn spend(&mut self, now_us: u64) -> Result<(), WriteError> {
        if self.left(now_us) == Some(0) {
            return Err(WriteError::OverBudget);
        }
        let minute = now_us / Self::MINUTE_US;
        if self.minute != minute {
            *self = Self { minute, written: 0, ..*self };
        }
        self.written += 1;
        Ok(())
    }

    /// How many more writes this minute takes; `None` without a limit.
    fn left(&self, now_us: u64) -> Option<u32> {
        let is_same = self.minute == now_us / Self::MINUTE_US;
        self.writes_per_minute.map(|limit| if is_same { limit.saturating_sub(self.written) } else { limit })
    }
}
