//! A server that takes the client's key where it fits.

use super::Variant;
use crate::chance::Draws;
use crate::world::Parts;
use crate::world::intent::Intent;
use crate::world::outline::Pair;
use crate::world::record::SortKey;
use crate::world::repository::RecordOp;
use crate::world::server::{Conduct, Desk, Made, Proper};
use order_key::Key;

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "client's sortKey honoured",
    story: "the request carries a key that is in order, so why make another?",
    laws: &["no client keys"],
    parts: || Parts { conduct: || Box::new(ClientKeyHonoured), ..Parts::default() },
};

#[derive(Debug)]
struct ClientKeyHonoured;

impl Conduct for ClientKeyHonoured {
    fn make(&self, intent: &Intent, pair: Pair, desk: &Desk<'_>, jitter: &mut Draws<'_>) -> Made {
        let mut made = Proper.make(intent, pair, desk, jitter);
        let claimed = intent.claimed_key().and_then(|claimed| Key::parse(claimed).ok());
        if let (Made::Write { ops, bounds, .. }, Some(claimed)) = (&mut made, claimed) {
            let is_above = bounds.lower.as_ref().is_none_or(|lower| *lower < claimed);
            let is_below = bounds.upper.as_ref().is_none_or(|upper| claimed < *upper);
            let fits = is_above && is_below && claimed.len() <= desk.rules.key_bytes_max;
            if let ([RecordOp { record: Some(record), .. }], true) = (ops.as_mut_slice(), fits) {
                record.sort_key = SortKey::Key(claimed);
            }
        }
        made
    }
}
