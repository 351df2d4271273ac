//! Views that believe what a frame says of itself.

use super::Variant;
use crate::world::Parts;
use crate::world::view::{Refusal, admit};

/// The place in the stream is believed.
pub const SEQ: Variant = Variant {
    name: "cursor poisoned by a future frame",
    story: "the cursor is whatever the last frame said, nine millions where the stream is at twelve",
    laws: &["accounted"],
    parts: || {
        let admit = |subscription: &_, incoming, now_us| match admit(subscription, incoming, now_us) {
            Err(Refusal::FarSeq) => Ok(()),
            judged => judged,
        };
        Parts { admit, ..Parts::default() }
    },
};

/// The revision is believed.
pub const REV: Variant = Variant {
    name: "future revision believed",
    story: "revisions are compared with each other, never with the clock",
    laws: &["no needless resync", "accounted"],
    parts: || {
        let admit = |subscription: &_, incoming, now_us| match admit(subscription, incoming, now_us) {
            Err(Refusal::FutureRev) => Ok(()),
            judged => judged,
        };
        Parts { admit, ..Parts::default() }
    },
};
