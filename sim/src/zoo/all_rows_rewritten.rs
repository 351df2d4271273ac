//! A server that renumbers the whole group at each move.

use super::Variant;
use crate::chance::Draws;
use crate::world::Parts;
use crate::world::intent::{Intent, Op};
use crate::world::outline::Pair;
use crate::world::repository::Beside;
use crate::world::server::{Conduct, Desk, Made, Proper, Rules, bounds};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "all rows rewritten on a move",
    story: "positions are 1, 2, 3, and a move shifts all that follow; keys are only new names for positions",
    laws: &["one write"],
    parts: || Parts { conduct: || Box::new(AllRowsRewritten), ..Parts::default() },
};

#[derive(Debug)]
struct AllRowsRewritten;

impl Conduct for AllRowsRewritten {
    fn make(&self, intent: &Intent, pair: Pair, desk: &Desk<'_>, jitter: &mut Draws<'_>) -> Made {
        let always = Rules { rekey_bytes_max: Some(0), ..*desk.rules };
        let desk = if intent.op == Op::Move { Desk { rules: &always, ..*desk } } else { *desk };
        match Proper.make(intent, pair, &desk, jitter) {
            Made::Write { ops, .. } if intent.op == Op::Move => {
                let bounds = bounds(pair, desk.repositories.outline()).unwrap_or_default();
                Made::Write { ops, bounds, beside: Beside::Nothing }
            }
            made => made,
        }
    }
}
