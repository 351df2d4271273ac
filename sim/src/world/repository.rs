//! A repository: its records, its durable log of commits, and what it answered to intents.

use super::intent::{Intent, Status};
use super::outline::Outline;
use super::record::{Did, Names, Node, Record, Rev};
use order_key::Key;

/// The repository of one author.
#[derive(Debug)]
pub struct Repository {
    did: Did,
    outline: Outline,
    log: Vec<Commit>,
    /// By intent id: what became of it, stored with the commit.
    outcomes: Vec<Option<Status>>,
}

/// An atomic change of a repository. (SPEC §5)
#[derive(Clone, Debug)]
pub struct Commit {
    /// Whose repository.
    pub did: Did,
    /// The revision that this commit makes.
    pub rev: Rev,
    /// The revision before it.
    pub since: Rev,
    /// What changed, at most once a record.
    pub ops: Vec<RecordOp>,
    /// Who wrote it, and why.
    pub by: By,
}

/// Who wrote a commit.
#[derive(Clone, Debug)]
pub enum By {
    /// The server, for an intent.
    Server(Cause),
    /// A writer that writes straight to the repository, by the number of its write.
    Rogue(u32),
}

/// The change of one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordOp {
    /// Which record.
    pub node: Node,
    /// What it is from now on; `None` is deleted.
    pub record: Option<Record>,
}

/// For which intent the server made a commit, and from which keys.
#[derive(Clone, Debug)]
pub struct Cause {
    /// The intent.
    pub intent: Intent,
    /// The keys of the neighbours between which the key was made.
    pub bounds: Bounds,
}

/// The keys on both sides of a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The neighbour's key below, if any.
    pub lower: Option<Key>,
    /// The neighbour's key above, if any.
    pub upper: Option<Key>,
}

impl Repository {
    /// An empty repository.
    pub fn new(did: Did) -> Self {
        Self { did, outline: Outline::default(), log: Vec::new(), outcomes: Vec::new() }
    }

    /// The records as they stand.
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// All commits, oldest first. A commit's place here is its `seq` in the stream.
    pub fn log(&self) -> &[Commit] {
        &self.log
    }

    /// The newest revision; 0 before the first commit.
    pub fn head(&self) -> Rev {
        self.log.last().map_or(Rev(0), |commit| commit.rev)
    }

    /// What was stored as the outcome of an intent that took effect.
    pub fn outcome(&self, intent: u32) -> Option<Status> {
        self.outcomes.get(intent as usize).copied().flatten()
    }

    /// Stores the outcome of an intent that took effect without a write.
    pub fn store_outcome(&mut self, intent: u32, status: Status) {
        let at = intent as usize;
        if self.outcomes.len() <= at {
            self.outcomes.resize(at + 1, None);
        }
        self.outcomes[at] = Some(status);
    }

    /// Writes one change with its outcome, as one commit. Returns its `seq`.
    pub fn commit(&mut self, names: &Names, now_us: u64, op: RecordOp, by: By) -> u64 {
        let since = self.head();
        if let By::Server(cause) = &by {
            self.store_outcome(cause.intent.id, Status::Done);
        }
        match &op.record {
            Some(record) => self.outline.put(names, op.node, record.clone()),
            None => self.outline.remove(names, op.node),
        }
        let rev = since.next(now_us);
        self.log.push(Commit { did: self.did, rev, since, ops: vec![op], by });
        self.log.len() as u64 - 1
    }

    /// The changes after `since` up to `upto`, the newest of each record, as a snapshot sends them.
    pub fn changes(&self, since: Rev, upto: Rev) -> Vec<(u64, &RecordOp)> {
        let start = self.log.partition_point(|commit| commit.rev <= since);
        let end = self.log.partition_point(|commit| commit.rev <= upto);
        let mut newest = std::collections::BTreeMap::new();
        for (seq, commit) in (start..).zip(&self.log[start..end.max(start)]) {
            newest.extend(commit.ops.iter().map(|op| (op.node, (seq as u64, op))));
        }
        newest.into_values().collect()
    }
}

impl Commit {
    /// The intent and the bounds, if the server wrote this.
    pub const fn cause(&self) -> Option<&Cause> {
        match &self.by {
            By::Server(cause) => Some(cause),
            By::Rogue(_) => None,
        }
    }
}
