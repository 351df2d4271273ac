//! A store that compares keys as people read them: with the collation that a platform offers for texts.

use super::Variant;
use super::over::StoreOver;
use crate::scenario::StoreKind;
use crate::world::Parts;
use crate::world::outline::Pair;
use crate::world::record::{Names, Node};
use crate::world::view::{MemoryStore, Row, Store, Way};
use icu_collator::options::CollatorOptions;
use icu_collator::{Collator, CollatorBorrowed, CollatorPreferences};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "locale order",
    story: "rows are sorted with the comparison that the platform offers for texts",
    laws: &["total order", "one order"],
    parts: || Parts { store, ..Parts::default() },
};

fn store(kind: StoreKind) -> Box<dyn Store> {
    match kind {
        StoreKind::Memory => {
            Box::new(Localised { inner: MemoryStore::default(), collator: root_collation() })
        }
        StoreKind::Sqlite => Parts::store(kind),
    }
}

/// The collation of the Unicode standard, as it is where no language asks for another.
fn root_collation() -> CollatorBorrowed<'static> {
    Collator::try_new(CollatorPreferences::default(), CollatorOptions::default())
        .expect("the data are compiled in")
}

/// Sorts each group when it is read.
struct Localised {
    inner: MemoryStore,
    collator: CollatorBorrowed<'static>,
}

impl Localised {
    fn sorted(&self, names: &Names, parent: Option<Node>) -> Vec<Row> {
        let mut rows = self.inner.page(names, parent, Way::Forward, None, usize::MAX);
        let key = |row: &Row| row.sort_key.key().cloned();
        rows.sort_by(|one, other| {
            let by_key = match (key(one), key(other)) {
                (Some(one), Some(other)) => self.collator.compare(one.as_str(), other.as_str()),
                (one, other) => one.is_none().cmp(&other.is_none()),
            };
            let name = |row: &Row| (names.name(row.node).rkey, names.name(row.node).did);
            by_key.then_with(|| name(one).cmp(&name(other)))
        });
        rows
    }
}

impl StoreOver for Localised {
    fn below(&self) -> &dyn Store {
        &self.inner
    }

    fn below_mut(&mut self) -> &mut dyn Store {
        &mut self.inner
    }

    fn page(
        &self,
        names: &Names,
        parent: Option<Node>,
        way: Way,
        after: Option<&Row>,
        limit: usize,
    ) -> Vec<Row> {
        let mut rows = self.sorted(names, parent);
        if way == Way::Backward {
            rows.reverse();
        }
        let at = after.and_then(|after| rows.iter().position(|row| row == after));
        rows.into_iter().skip(at.map_or(0, |at| at + 1)).take(limit).collect()
    }

    fn neighbours(&self, names: &Names, node: Node) -> Option<Pair> {
        let parent = self.inner.parent(node)?;
        let rows = self.sorted(names, parent);
        let at = rows.iter().position(|row| row.node == node)?;
        let lower = at.checked_sub(1).map(|below| rows[below].node);
        Some(Pair { lower, upper: rows.get(at + 1).map(|row| row.node) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering;

    #[test]
    fn the_collation_is_another_order_than_that_of_bytes() {
        let collator = root_collation();
        for (lower, upper) in [("Zz", "a0"), ("a0V", "a0k"), ("aZ", "aa")] {
            assert!(lower < upper);
            assert_eq!(collator.compare(lower, upper), Ordering::Greater, "{lower} {upper}");
        }
    }
}
