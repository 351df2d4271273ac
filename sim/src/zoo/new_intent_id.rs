//! Clients that name an action anew when they ask for it again.

use super::Variant;
use crate::world::Parts;
use crate::world::client::Habits;
use crate::world::intent::Intent;

/// At each attempt.
pub const ATTEMPT: Variant = Variant {
    name: "intent id per attempt",
    story: "the id is made where the request is built, and a re-apply builds a request",
    laws: &["once"],
    parts: || Parts { habits: Habits { applies_again: renamed, ..Habits::default() }, ..Parts::default() },
};

/// At each sending.
pub const SENDING: Variant = Variant {
    name: "intent id per sending",
    story: "the time-out is taken for a failure, so the action is asked for as a new one",
    laws: &["once"],
    parts: || Parts { habits: Habits { resends: renamed, ..Habits::default() }, ..Parts::default() },
};

fn renamed(intent: Intent) -> Intent {
    const APART: u32 = 1 << 24;
    Intent { id: intent.id + APART, ..intent }
}
