//! Intents: what a client asks for. It tells where, never which key. (SPEC §4)

use super::record::{Did, Node};

/// One logical action, and which try at it this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Intent {
    /// Names the logical action; it stays through resends and re-applies.
    pub id: u32,
    /// Counts the re-applies, from 1.
    pub attempt: u32,
    /// Whose repository it writes to.
    pub did: Did,
    /// What is done.
    pub op: Op,
    /// The record it is done to; for an insert the one that the client minted.
    pub node: Node,
    /// The parent under which the node shall stand; `None` is the root.
    pub parent: Option<Node>,
    /// Where among its siblings.
    pub place: Place,
}

/// What an intent does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Op {
    /// Creates a record.
    Insert,
    /// Changes a record's place.
    Move,
    /// Deletes a record; its children become orphans.
    Delete,
}

/// A place among siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Before all siblings.
    First,
    /// After all siblings; also what neither anchor nor position means.
    Last,
    /// Directly after a sibling.
    After(Node),
    /// Directly before a sibling.
    Before(Node),
    /// Between two siblings; if others stand between them too, directly after the first.
    Between(Node, Node),
}

impl Op {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Insert => "insert",
            Self::Move => "move",
            Self::Delete => "delete",
        }
    }
}

/// The server's answer, by its status. (SPEC §4)
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// The intent took effect, now or before.
    Done = 200,
    /// The intent can never take effect: a node moved next to itself or under itself.
    Refused = 400,
    /// What the intent names is no longer there, or no longer in that order; nothing was written.
    Conflict = 409,
    /// No key within the cap fits at that place; nothing was written.
    Exhausted = 507,
}
