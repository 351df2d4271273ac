//! A server that repairs a tie by putting the tied siblings above all others.

use super::Variant;
use crate::chance::Draws;
use crate::world::Parts;
use crate::world::intent::Intent;
use crate::world::outline::Pair;
use crate::world::record::SortKey;
use crate::world::repository::Beside;
use crate::world::server::{Conduct, Desk, Made, Proper};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "repair picks any larger key",
    story: "of two equal keys one gets a larger key, which sets them apart, and what stands above them is not asked",
    laws: &["one write", "intent", "strictly between"],
    parts: || Parts { conduct: || Box::new(RepairAboveAll), ..Parts::default() },
};

#[derive(Debug)]
struct RepairAboveAll;

impl Conduct for RepairAboveAll {
    fn make(&self, intent: &Intent, pair: Pair, desk: &Desk<'_>, jitter: &mut Draws<'_>) -> Made {
        let mut made = Proper.make(intent, pair, desk, jitter);
        if let Made::Write { ops, beside: Beside::Repair, .. } = &mut made {
            for op in ops.iter_mut().filter(|op| intent.nodes().all(|node| node != op.node)) {
                if let Some(record) = &mut op.record {
                    let larger =
                        desk.generator.between(desk.rules.key_bytes_max, record.sort_key.key(), None, jitter);
                    record.sort_key = larger.unwrap_or_else(|_| SortKey::read(""));
                }
            }
        }
        made
    }
}
