//! Servers that try again too often, or never.

use super::Variant;
use crate::scenario::Discipline;
use crate::world::Parts;
use crate::world::server::{Conduct, Proper};

/// Once too often.
pub const TWICE: Variant = Variant {
    name: "one retry too many",
    story: "the counter starts at zero and is compared before it is raised",
    laws: &["conflict is clean"],
    parts: || Parts { conduct: || Box::new(RetryCount { more: 1 }), ..Parts::default() },
};

/// Never.
pub const NEVER: Variant = Variant {
    name: "no retry",
    story: "the client applies it again anyway, so the server need not",
    laws: &["conflict is clean"],
    parts: || Parts { conduct: || Box::new(RetryCount { more: -9 }), ..Parts::default() },
};

#[derive(Debug)]
struct RetryCount {
    more: i32,
}

impl Conduct for RetryCount {
    fn retries_max(&self, discipline: Discipline) -> u32 {
        Proper.retries_max(discipline).saturating_add_signed(self.more)
    }
}
