//! What happened: the one output of the world, which laws, digest and tallies observe.

use crate::chance::Link;
use crate::digest::Digest;
use crate::world::intent::{Intent, Place, Status};
use crate::world::network::Fault;
use crate::world::outline::Pair;
use crate::world::record::{Did, Node, Rev};
use crate::world::repository::{Bounds, By, Commit, RecordOp, Repositories};
use crate::world::server::Failure;
use crate::world::view::{Fate, Refusal};

/// One thing that happened. Commits are named by their `seq` and stand in the repository's log.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "a variant tells what its fields are; they are named as in SPEC")]
pub enum Event {
    /// A client sent an intent.
    Sent { client: u32, intent: Intent, resends: u32 },
    /// A fault struck a message on a link.
    Struck { link: Link, message: u64, fault: Fault },
    /// The server read the neighbours outside the lock.
    Resolved { server: u32, intent: u32, pair: Option<Pair> },
    /// A first try failed at the server, and it tried once more.
    Retried { server: u32, intent: u32, failure: Failure },
    /// A client made up its mind.
    Intended { client: u32, intent: Intent },
    /// A client was cut off, or came back.
    Offline { client: u32, is_offline: bool },
    /// A server instance lost its locks and what it had in work.
    Crashed { server: u32 },
    /// A server instance is back.
    Recovered { server: u32 },
    /// A commit was made.
    Committed { seq: u64 },
    /// No key, or not so many, fits between these keys.
    Exhausted { intent: u32, count: u32, bounds: Bounds },
    /// The server answered.
    Replied { server: u32, client: u32, intent: u32, attempt: u32, status: Status },
    /// An edit is over for its client.
    Over { client: u32, intent: u32, status: Status },
    /// A commit frame reached a view.
    Delivered { view: u32, seq: u64, fate: Fate },
    /// A sync frame reached a view.
    Announced { view: u32, seq: u64, did: Did, rev: Rev, fate: Fate },
    /// A frame that tells whether a repository is shown reached a view.
    Shown { view: u32, did: Did, seq: u64, is_active: bool, is_news: bool },
    /// A view refused a frame.
    Refused { view: u32, seq: u64, did: Did, rev: Rev, refusal: Refusal },
    /// A view applied a commit.
    Applied { view: u32, seq: u64 },
    /// A view asked for a snapshot.
    Fetching { view: u32, did: Did, cause: Cause },
    /// A view got no snapshot, and asks again: it was refused, or it broke off.
    Unfetched { view: u32, did: Did, is_refused: bool },
    /// A view applied a snapshot: per record, the commit and the change that it took.
    Restored { view: u32, did: Did, rev: Rev, changes: Vec<(u64, Node)> },
    /// A view connected: its stream goes on at `cursor`, or later if that is no longer retained.
    Connected { view: u32, cursor: u64, head: u64, is_beyond: bool },
    /// A view's connection broke.
    Disconnected { view: u32 },
    /// A view's stream went back to a frame.
    Rewound { view: u32, seq: u64 },
    /// A view died, and what it had in memory is lost.
    ViewCrashed { view: u32 },
    /// A view began anew with what its store kept.
    ViewRecovered { view: u32 },
    /// A repository was hidden or shown.
    Account { did: Did, is_active: bool },
    /// A client loaded a page.
    Read { client: u32, rows: u32 },
}

/// Why a view asks for a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Something before a newer commit or announcement is missing.
    Gap,
    /// The repository is unknown.
    Unknown,
    /// The stream no longer holds what the view missed.
    Retention,
    /// The store says that the repository was behind when the view died.
    Behind,
    /// Everything is listed anew every so often.
    Listing,
}

impl Event {
    /// Adds the event to the digest of its run; a commit with its records' places, its intent and its bounds, but not
    /// with what its records hold beside, nor with what it declares to have done to others.
    pub fn digest(&self, digest: &mut Digest, repositories: &Repositories) {
        match self {
            Self::Sent { client, intent, resends } => {
                digest.words(&[1, (*client).into(), (*resends).into()]);
                digest_intent(digest, intent);
            }
            Self::Struck { link, message, fault } => {
                digest.words(&[2, link.stream(), *message, *fault as u64]);
            }
            Self::Resolved { server, intent, pair } => {
                let [lower, upper] = pair.map_or([0, 0], |pair| [node(pair.lower), node(pair.upper)]);
                digest.words(&[3, (*server).into(), (*intent).into(), lower, upper]);
            }
            Self::Retried { server, intent, failure } => {
                digest.words(&[4, (*server).into(), (*intent).into(), *failure as u64]);
            }
            Self::Intended { client, intent } => {
                digest.words(&[14, (*client).into()]);
                digest_intent(digest, intent);
            }
            Self::Offline { client, is_offline } => {
                digest.words(&[15, (*client).into(), (*is_offline).into()]);
            }
            Self::Crashed { server } => digest.words(&[16, (*server).into()]),
            Self::Recovered { server } => digest.words(&[17, (*server).into()]),
            Self::Committed { seq } => digest_commit(digest, *seq, repositories.commit(*seq)),
            Self::Exhausted { intent, count, bounds } => {
                digest.words(&[6, (*intent).into(), (*count).into()]);
                digest_bounds(digest, bounds);
            }
            Self::Replied { server, client, intent, attempt, status } => {
                digest.words(&[
                    7,
                    (*server).into(),
                    (*client).into(),
                    (*intent).into(),
                    (*attempt).into(),
                    *status as u64,
                ]);
            }
            Self::Over { client, intent, status } => {
                digest.words(&[8, (*client).into(), (*intent).into(), *status as u64]);
            }
            Self::Delivered { view, seq, fate } => {
                digest.words(&[9, (*view).into(), *seq, *fate as u64]);
            }
            Self::Announced { view, seq, did, rev, fate } => {
                digest.words(&[10, (*view).into(), *seq, did.0.into(), rev.0, *fate as u64]);
            }
            Self::Shown { view, did, seq, is_active, is_news } => {
                let news = [u64::from(*is_active), u64::from(*is_news)];
                digest.words(&[30, (*view).into(), did.0.into(), *seq, news[0], news[1]]);
            }
            Self::Refused { view, seq, did, rev, refusal } => {
                digest.words(&[31, (*view).into(), *seq, did.0.into(), rev.0, *refusal as u64]);
            }
            Self::Fetching { view, did, cause } => {
                digest.words(&[32, (*view).into(), did.0.into(), *cause as u64]);
            }
            Self::Unfetched { view, did, is_refused } => {
                digest.words(&[33, (*view).into(), did.0.into(), (*is_refused).into()]);
            }
            Self::Connected { view, cursor, head, is_beyond } => {
                digest.words(&[34, (*view).into(), *cursor, *head, (*is_beyond).into()]);
            }
            Self::Disconnected { view } => digest.words(&[35, (*view).into()]),
            Self::Rewound { view, seq } => digest.words(&[36, (*view).into(), *seq]),
            Self::ViewCrashed { view } => digest.words(&[37, (*view).into()]),
            Self::ViewRecovered { view } => digest.words(&[38, (*view).into()]),
            Self::Account { did, is_active } => digest.words(&[39, did.0.into(), (*is_active).into()]),
            Self::Applied { view, seq } => digest.words(&[11, (*view).into(), *seq]),
            Self::Restored { view, did, rev, changes } => {
                digest.words(&[12, (*view).into(), did.0.into(), rev.0, changes.len() as u64]);
                for (seq, changed) in changes {
                    digest.words(&[*seq, node(Some(*changed))]);
                }
            }
            Self::Read { client, rows } => digest.words(&[13, (*client).into(), (*rows).into()]),
        }
    }
}

/// A node as a number, 0 for none.
fn node(node: Option<Node>) -> u64 {
    node.map_or(0, |node| u64::from(node.0) + 1)
}

fn digest_intent(digest: &mut Digest, intent: &Intent) {
    let (kind, after, before) = match intent.place {
        Place::First => (0, 0, 0),
        Place::Last => (1, 0, 0),
        Place::After(after) => (2, node(Some(after)), 0),
        Place::Before(before) => (3, 0, node(Some(before))),
        Place::Between(after, before) => (4, node(Some(after)), node(Some(before))),
    };
    let (id, attempt) = (intent.id.into(), intent.attempt.into());
    let (own, parent) = (node(Some(intent.node)), node(intent.parent));
    digest.words(&[id, attempt, intent.did.0.into(), intent.op as u64, own, intent.count.into(), parent]);
    digest.words(&[kind, after, before, intent.claim.map_or(0, |claim| u64::from(claim) + 1)]);
}

fn digest_commit(digest: &mut Digest, seq: u64, commit: &Commit) {
    digest.words(&[5, seq, commit.did.0.into(), commit.rev.0, commit.since.0, commit.ops.len() as u64]);
    for RecordOp { node: changed, record } in &commit.ops {
        let parent = record.as_ref().and_then(|record| record.parent);
        digest.words(&[node(Some(*changed)), node(parent)]);
        digest.bytes(record.as_ref().map_or(b"", |record| record.sort_key.bytes()));
    }
    match &commit.by {
        By::Server(cause) | By::Client(cause) => {
            digest_intent(digest, &cause.intent);
            digest_bounds(digest, &cause.bounds);
        }
        By::Rogue(number) => digest.words(&[(*number).into()]),
    }
}

fn digest_bounds(digest: &mut Digest, bounds: &Bounds) {
    for bound in [&bounds.lower, &bounds.upper] {
        digest.bytes(bound.as_ref().map_or(b"", |key| key.as_bytes()));
    }
}
