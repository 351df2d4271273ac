//! Frames and commits: what happened to a repository, who did it and why.

use crate::world::intent::{Intent, Op};
use crate::world::record::{Did, Node, Record, Rev};
use crate::world::server::COMMIT_OPS_MAX;
use order_key::Key;

/// One frame of the stream. Its place in the stream is its `seq`. (SPEC §5)
#[derive(Clone, Debug)]
pub struct Frame {
    /// Whose repository.
    pub did: Did,
    /// The revision of the repository after it.
    pub rev: Rev,
    /// What it tells.
    pub body: Body,
}

/// What a frame tells.
#[derive(Clone, Debug)]
pub enum Body {
    /// Records changed.
    Commit(Commit),
    /// The repository is shown or hidden from now on.
    Account {
        /// Whether it is shown.
        is_active: bool,
    },
    /// Where the head stands.
    Sync,
}

/// An atomic change of a repository.
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
    /// A client that makes its own keys.
    Client(Cause),
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

/// For which intent a commit was made, and from which keys.
#[derive(Clone, Debug)]
pub struct Cause {
    /// The intent.
    pub intent: Intent,
    /// The keys of the neighbours between which the new keys were made.
    pub bounds: Bounds,
    /// What was done to other records than the intent's.
    pub beside: Beside,
}

/// What a commit declares to have done to other records than the intent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// Nothing.
    Nothing,
    /// A run of siblings got new keys, since no key lay between them.
    Repair,
    /// The whole group got new keys, since one had grown past the limit.
    Rekey,
}

/// The keys on both sides of a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The neighbour's key below, if any.
    pub lower: Option<Key>,
    /// The neighbour's key above, if any.
    pub upper: Option<Key>,
}

impl Commit {
    /// The intent and the bounds, if the commit was made for an intent.
    pub const fn cause(&self) -> Option<&Cause> {
        match &self.by {
            By::Server(cause) | By::Client(cause) => Some(cause),
            By::Rogue(_) => None,
        }
    }

    /// Which of the commits that an import came in, from 0.
    pub fn part(&self, cause: &Cause) -> u32 {
        match (cause.beside, self.ops.first()) {
            (Beside::Nothing, Some(op)) => {
                op.node.0.saturating_sub(cause.intent.node.0) / COMMIT_OPS_MAX as u32
            }
            _ => 0,
        }
    }

    /// Whether it was made for an intent that asks for this.
    pub fn is_of(&self, op: Op) -> bool {
        self.cause().is_some_and(|cause| cause.intent.op == op)
    }
}
