//! The states that a swarm must reach (SPEC §7): a swarm that never saw one says nothing about it.
//!
//! The world names the states that it reaches in [`Outcome::states`](crate::outcome::Outcome::states); rows
//! and summaries carry them like counts. This table says which of them must be reached.

/// What must be reached by a whole swarm of drawn scenarios.
pub const REQUIRED: &[&str] = &[
    "account hidden and shown",
    "cycle rendered",
    "delete before its create",
    "event lost",
    "event overtaken",
    "event repeated",
    "forged frame refused",
    "loss at the tail noticed",
    "malformed key read",
    "orphan rendered",
    "resync beyond retention",
    "resync by gap",
    "tie broken by did",
    "tie broken by rkey",
    "view crash and recovery",
];

/// How many seeds a swarm has at least that is held to the table; shorter ones say only what they reached.
pub const SEEDS_MIN: u64 = 200;
