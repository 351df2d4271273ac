//! A scenario: everything that a run is, as plain data, settled before the run begins.

use crate::recording::Recording;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

pub mod check;
mod draw;
mod limits;
mod preset;
mod reader;
mod source;
pub(crate) mod stored;

pub use draw::{draw, draw_recording, draw_small};
pub(crate) use limits::limit_authors;
pub use limits::{Budget, Each, Limits, Rekey};
pub use preset::{PRESETS, Preset};
pub use reader::{AccountChange, ConsumerKind, Forgery, Lie, Outage, Rewind, StoreKind, Troubles, ViewPlan};
pub use source::Source;

/// What happens in a run, but for the delays and fates that its seed decides message by message.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The seed of all draws that the run makes.
    pub seed: u64,
    /// The cap on keys, in bytes: 512, or less for a small world.
    pub key_bytes_max: usize,
    /// Who makes keys: the server, or each client for itself.
    pub keys: Keys,
    /// How many repositories there are; client c writes to repository c modulo so many.
    pub authors: u32,
    /// How many writes a repository takes in a virtual minute, if there is a limit.
    pub writes_per_minute: Option<u32>,
    /// How many server instances there are.
    pub servers: u32,
    /// What keeps two writes into one group apart.
    pub discipline: Discipline,
    /// Whether the server gives a run of siblings new keys where no key lies between them.
    pub repairs: bool,
    /// A group is renumbered when one of its keys passes so many bytes.
    pub rekey_bytes_max: Option<usize>,
    /// When server instances crash.
    pub crashes: Vec<Crash>,
    /// When clients are cut off.
    pub offline: Vec<Offline>,
    /// How many clients there are.
    pub clients: u32,
    /// What the clients do.
    pub workload: Workload,
    /// What is written past the server.
    pub rogue_writes: Vec<RogueWrite>,
    /// When repositories are hidden and shown.
    #[serde(default)]
    pub account_changes: Vec<AccountChange>,
    /// The weather between clients and server, both ways.
    pub network: Weather,
    /// How long one step of the server takes.
    pub server_step_us: Span,
    /// The readers.
    pub views: Vec<ViewPlan>,
    /// Waiting times and bounds.
    pub patience: Patience,
}

/// What the clients do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Workload {
    /// Edits at fixed times, resolved against what the client sees then.
    Edits(Vec<Edit>),
    /// One client types a recording of real editing, a character a node.
    Recording(Recording),
}

/// One edit that a client will make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// Its number: the intent's id, and where its draws are found.
    pub id: u32,
    /// When the client makes it, in virtual microseconds.
    pub at_us: u64,
    /// Who makes it.
    pub client: u32,
    /// What is done.
    pub kind: Kind,
    /// How many records an import creates; 1 for the other kinds.
    pub count: u32,
    /// Words that pick among what the client sees, scaled when it is known how much that is.
    pub picks: [u32; 3],
}

/// Who makes keys. (SPEC §4)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Keys {
    /// The server; clients tell where.
    Server,
    /// Each client, from what it sees.
    Local,
}

/// What keeps two writes into one group apart. (SPEC §4)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Discipline {
    /// The lock of the parent, and the head that was read with the neighbours.
    Lock,
    /// A unique index on (parent, key) among the server's own writes.
    UniqueIndex,
}

/// An instance loses its locks and all requests in work, and is away for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crash {
    /// Which instance.
    pub server: u32,
    /// When, in virtual microseconds.
    pub at_us: u64,
    /// For how long.
    pub down_us: u64,
}

/// A client is cut off; it goes on editing what it last saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offline {
    /// Which client.
    pub client: u32,
    /// From when, in virtual microseconds.
    pub from_us: u64,
    /// Until when.
    pub to_us: u64,
}

/// A write straight to the repository, by a writer that asks no server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RogueWrite {
    /// Its number.
    pub id: u32,
    /// When it is made, in virtual microseconds.
    pub at_us: u64,
    /// What the writer's clock shows, which is behind: its record sorts before what it copies, or after.
    pub clock_us: u64,
    /// What is written.
    pub kind: RogueKind,
    /// Words that pick the records it is about.
    pub picks: [u32; 2],
}

/// What a writer that asks no server writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RogueKind {
    /// A record with the key of another.
    Copy,
    /// A record whose key is a text that is no key.
    Malformed,
    /// A record whose key has more bytes than any key may have.
    TooLong,
    /// A record whose key is no text.
    NoText,
    /// A record without a key.
    Missing,
    /// A record with the lowest ordinary integer, right above the floor.
    Lowest,
    /// A record whose key has as many bytes as the cap allows.
    AtCap,
    /// Two records moved under each other.
    Cycle,
    /// A record under a parent that does not exist.
    Orphan,
    /// A record without its type.
    Untyped,
    /// A record with a field that nobody knows.
    Extended,
}

impl RogueKind {
    /// All kinds.
    pub const ALL: [Self; 11] = [
        Self::Copy,
        Self::Malformed,
        Self::TooLong,
        Self::NoText,
        Self::Missing,
        Self::Lowest,
        Self::AtCap,
        Self::Cycle,
        Self::Orphan,
        Self::Untyped,
        Self::Extended,
    ];
}

/// The kinds of edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A new node at the end of a group.
    Append,
    /// A new node at the start of a group.
    Prepend,
    /// A new node at a random place of the page.
    Insert,
    /// A new node beside the first of the page: everyone hammers one gap.
    Gap,
    /// A new node right after the one that this client inserted last: a run of typing.
    Type,
    /// Many new nodes at once.
    Import,
    /// A node of the page moved, within its group or under another node.
    Move,
    /// A node of the page deleted.
    Delete,
    /// The node that this client deleted last, brought back.
    Restore,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 9] = [
        Self::Append,
        Self::Prepend,
        Self::Insert,
        Self::Gap,
        Self::Type,
        Self::Import,
        Self::Move,
        Self::Delete,
        Self::Restore,
    ];
}

/// An inclusive range of durations, in virtual microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// The shortest.
    pub min_us: u64,
    /// The longest.
    pub max_us: u64,
}

/// What a link does to the messages that pass it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weather {
    /// How many of a million messages are lost.
    pub loss_ppm: u32,
    /// How many of a million messages arrive twice.
    pub repeat_ppm: u32,
    /// How long a message takes; a wide span lets messages overtake each other.
    pub delay_us: Span,
}

impl Weather {
    /// The same delays without faults.
    #[must_use]
    pub const fn calm(self) -> Self {
        Self { loss_ppm: 0, repeat_ppm: 0, ..self }
    }
}

/// Waiting times and bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patience {
    /// After how long without a reply a client sends the same attempt again.
    pub resend_after_us: u64,
    /// How long a client waits that was told to try later.
    pub try_later_us: u64,
    /// How often a client applies an edit anew after a conflict, the first time included.
    pub attempts_max: u32,
    /// How often the head of the repository is announced.
    pub sync_every_us: u64,
    /// How long everything may take to come to rest once the faults have stopped.
    pub calm_us_max: u64,
    /// After how many events everything is compared, not just what was touched.
    pub checkpoint_every: u64,
}

impl Workload {
    /// The recording that is typed, if one is.
    pub fn recording(&self) -> Option<&Recording> {
        match self {
            Self::Edits(_) => None,
            Self::Recording(recording) => Some(recording),
        }
    }

    /// How many edits or keystrokes there are.
    pub fn operations(&self) -> usize {
        match self {
            Self::Edits(edits) => edits.len(),
            Self::Recording(recording) => recording.keystrokes.len(),
        }
    }

    /// Whether so much is inserted between two others that digits are drawn for certain.
    pub fn draws_digits(&self) -> bool {
        const INSERTS_MIN: usize = 30;
        match self {
            Self::Edits(edits) => {
                let draws = |edit: &&Edit| matches!(edit.kind, Kind::Insert | Kind::Gap);
                edits.iter().filter(draws).count() >= INSERTS_MIN
            }
            Self::Recording(_) => true,
        }
    }
}

impl Scenario {
    /// When the last planned edit begins.
    pub fn last_edit_us(&self) -> u64 {
        match &self.workload {
            Workload::Edits(edits) => edits.iter().map(|edit| edit.at_us).max().unwrap_or(0),
            Workload::Recording(_) => 0,
        }
    }

    /// Whether ties are planned that can certainly be broken. One at the lowest key cannot where several authors
    /// have records: no key fits below it, and what stands above may be another's.
    pub fn plans_ties(&self) -> bool {
        let plans = |kind| self.rogue_writes.iter().any(|write| write.kind == kind);
        plans(RogueKind::Copy) && (self.authors == 1 || !plans(RogueKind::Lowest))
    }

    /// Sixteen hexadecimal digits that tell this scenario from others. Where a recording lies does not matter,
    /// only what it holds.
    pub fn digest(&self) -> String {
        let mut value = serde_json::to_value(self).expect("a scenario is plain data");
        if let Some(Value::Object(recording)) = value.pointer_mut("/workload/recording") {
            recording.remove("path");
        }
        let digest = Sha256::digest(value.to_string().as_bytes());
        crate::digest::hex(&digest[..8])
    }
}
