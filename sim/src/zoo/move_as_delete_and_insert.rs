//! A server that moves by deleting and inserting.

use super::Variant;
use crate::chance::Draws;
use crate::world::Parts;
use crate::world::intent::{Intent, Op};
use crate::world::outline::Pair;
use crate::world::repository::RecordOp;
use crate::world::server::{Conduct, Desk, Made, Proper};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "move as delete plus insert",
    story: "two calls that exist make the third, and whoever reads between them sees the record gone",
    laws: &["one write", "once"],
    parts: || Parts { conduct: || Box::new(MoveAsDeleteAndInsert), ..Parts::default() },
};

#[derive(Debug)]
struct MoveAsDeleteAndInsert;

impl Conduct for MoveAsDeleteAndInsert {
    fn make(&self, intent: &Intent, pair: Pair, desk: &Desk<'_>, jitter: &mut Draws<'_>) -> Made {
        let mut made = Proper.make(intent, pair, desk, jitter);
        if let (Made::Write { ops, .. }, Op::Move) = (&mut made, intent.op) {
            ops.insert(0, RecordOp { node: intent.node, record: None });
        }
        made
    }
}
