//! A server whose import takes no lock and looks back at nothing.

use super::Variant;
use crate::scenario::Discipline;
use crate::world::Parts;
use crate::world::intent::{Intent, Op};
use crate::world::record::Names;
use crate::world::repository::Repositories;
use crate::world::server::{Conduct, Failure, Lock, Prepared, Proper};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "one path unlocked",
    story: "the import came later, by another hand, and writes straight to the table",
    laws: &["intent", "strictly between", "one write"],
    parts: || Parts { conduct: || Box::new(OnePathUnlocked), ..Parts::default() },
};

#[derive(Debug)]
struct OnePathUnlocked;

impl Conduct for OnePathUnlocked {
    fn locks(&self, intent: &Intent, discipline: Discipline, repositories: &Repositories) -> Vec<Lock> {
        match intent.op {
            Op::Import => Vec::new(),
            _ => Proper.locks(intent, discipline, repositories),
        }
    }

    fn objection(
        &self,
        prepared: &Prepared,
        discipline: Discipline,
        names: &Names,
        repositories: &Repositories,
    ) -> Option<Failure> {
        match prepared.cause.intent.op {
            Op::Import => None,
            _ => Proper.objection(prepared, discipline, names, repositories),
        }
    }
}
