//! The states that a swarm must reach (SPEC §7): a swarm that never saw one says nothing about it.
//!
//! The world names the states that it reaches in [`Outcome::states`](crate::outcome::Outcome::states); rows
//! and summaries carry them like counts. This table says which of them must be reached.

/// What must be reached by a whole swarm of drawn scenarios.
pub const REQUIRED: &[&str] = &[
    "Exhausted from append",
    "Exhausted from insert",
    "Exhausted from move",
    "Exhausted from prepend",
    "account hidden and shown",
    "anchor vanished",
    "cycle rendered",
    "delete before its create",
    "deleted record restored",
    "event lost",
    "event overtaken",
    "event repeated",
    "floor neighbour",
    "forged frame refused",
    "group re-keyed",
    "key of cap bytes",
    "key of cap−1 bytes",
    "loss at the tail noticed",
    "malformed key read",
    "malformed neighbour repaired",
    "no-op repeated",
    "offline burst merged",
    "orphan rendered",
    "re-applied after 409",
    "reply lost and retried",
    "resync beyond retention",
    "resync by gap",
    "retry failed → 409",
    "retry succeeded",
    "server crash and recovery",
    "stale pair refused",
    "swapCommit race",
    "tie broken by did",
    "tie broken by rkey",
    "tie made",
    "tie repaired",
    "view crash and recovery",
    "width grows down",
    "width grows up",
    "write budget met",
];

/// How many seeds a swarm has at least that is held to the table; shorter ones say only what they reached.
pub const SEEDS_MIN: u64 = 200;
