//! Intents: what a client asks for. It tells where, never which key. (SPEC §4)

use super::record::{Did, Node};

/// One logical action, and which try at it this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Intent {
    /// Names the logical action; it stays through resends and re-applies.
    pub id: u32,
    /// Counts the re-applies, from 1.
    pub attempt: u32,
    /// Whose repository it writes to.
    pub did: Did,
    /// What is done.
    pub op: Op,
    /// The record it is done to; for an insert the one that the client minted, for an import the first.
    pub node: Node,
    /// How many records, minted one after the other: 1 but for an import.
    pub count: u32,
    /// The parent under which the node shall stand; `None` is the root.
    pub parent: Option<Node>,
    /// Where among its siblings.
    pub place: Place,
    /// A `sortKey` that the request carries, by its number. The server ignores it, whatever it says.
    pub claim: Option<u32>,
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
    /// Brings a deleted record back.
    Restore,
    /// Creates many records, one after the other.
    Import,
}

/// A place among siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

impl Intent {
    /// The records it names.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + use<> {
        (self.node.0..self.node.0 + self.count).map(Node)
    }

    /// The text of the `sortKey` that the request carries. No generator would make it: its fraction is long
    /// and says what it is.
    pub fn claimed_key(&self) -> Option<String> {
        self.claim.map(|number| format!("a{}ClaimedByTheClient", number % 10))
    }
}

impl Op {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Insert => "insert",
            Self::Move => "move",
            Self::Delete => "delete",
            Self::Restore => "restore",
            Self::Import => "import",
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
    /// The repository takes no more writes this minute; nothing was written.
    TryLater = 429,
    /// No key within the cap fits at that place; nothing was written.
    Exhausted = 507,
}
