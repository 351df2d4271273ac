//! A server that writes a record anew from the fields it knows.

use super::Variant;
use crate::chance::Draws;
use crate::world::Parts;
use crate::world::intent::Intent;
use crate::world::outline::Pair;
use crate::world::record::Fields;
use crate::world::server::{Conduct, Desk, Made, Proper};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "unknown fields lost",
    story: "a record is read into a struct, changed, and written back; what the struct lacks is gone",
    laws: &["one write"],
    parts: || Parts { conduct: || Box::new(FieldsLost), ..Parts::default() },
};

#[derive(Debug)]
struct FieldsLost;

impl Conduct for FieldsLost {
    fn make(&self, intent: &Intent, pair: Pair, desk: &Desk<'_>, jitter: &mut Draws<'_>) -> Made {
        let mut made = Proper.make(intent, pair, desk, jitter);
        if let Made::Write { ops, .. } = &mut made {
            for record in ops.iter_mut().filter_map(|op| op.record.as_mut()) {
                record.fields = Fields::Usual;
            }
        }
        made
    }
}
