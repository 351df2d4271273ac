//! A store that leaves equal keys in the order in which they arrived.

use super::Variant;
use super::over::StoreOver;
use crate::scenario::StoreKind;
use crate::world::Parts;
use crate::world::outline::Pair;
use crate::world::record::{Names, Node, Sort};
use crate::world::view::{MemoryStore, Row, Store, Way, Write};
use std::collections::BTreeMap;
use std::fmt;

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "arrival order ties",
    story: "a stable sort on the key alone, which looks right until two keys are equal",
    laws: &["total order"],
    parts: || Parts { store, ..Parts::default() },
};

fn store(kind: StoreKind) -> Box<dyn Store> {
    match kind {
        StoreKind::Memory => Box::<ArrivalOrder>::default(),
        StoreKind::Sqlite => Parts::store(kind),
    }
}

/// Rows by group in order of key, equal keys in order of arrival.
#[derive(Default)]
struct ArrivalOrder {
    inner: MemoryStore,
    groups: BTreeMap<Option<Node>, Vec<(Sort, Row)>>,
}

impl StoreOver for ArrivalOrder {
    fn below(&self) -> &dyn Store {
        &self.inner
    }

    fn below_mut(&mut self) -> &mut dyn Store {
        &mut self.inner
    }

    fn write(&mut self, names: &Names, write: &Write<'_>) {
        self.inner.write(names, write);
        for change in write.changes {
            for rows in self.groups.values_mut() {
                rows.retain(|(_, row)| row.node != change.node);
            }
            if let Some(record) = change.record {
                let (sort, rows) = (record.sort_key.sort(), self.groups.entry(record.parent).or_default());
                let at = rows.partition_point(|(other, _)| *other <= sort);
                rows.insert(at, (sort, Row { node: change.node, sort_key: record.sort_key.clone() }));
            }
        }
        self.groups.retain(|_, rows| !rows.is_empty());
    }

    fn page(
        &self,
        _names: &Names,
        parent: Option<Node>,
        way: Way,
        after: Option<&Row>,
        limit: usize,
    ) -> Vec<Row> {
        let Some(rows) = self.groups.get(&parent) else { return Vec::new() };
        let at = after.and_then(|after| rows.iter().position(|(_, row)| row == after));
        let row = |(_, row): &(Sort, Row)| row.clone();
        match way {
            Way::Forward => rows[at.map_or(0, |at| at + 1)..].iter().take(limit).map(row).collect(),
            Way::Backward => rows[..at.unwrap_or(rows.len())].iter().rev().take(limit).map(row).collect(),
        }
    }

    fn neighbours(&self, _names: &Names, node: Node) -> Option<Pair> {
        self.groups.values().find_map(|rows| {
            let at = rows.iter().position(|(_, row)| row.node == node)?;
            let node = |(_, row): &(Sort, Row)| row.node;
            let lower = at.checked_sub(1).map(|below| node(&rows[below]));
            Some(Pair { lower, upper: rows.get(at + 1).map(node) })
        })
    }

    fn parents(&self, _names: &Names) -> Vec<Option<Node>> {
        self.groups.keys().copied().collect()
    }

    fn write_state(&self, names: &Names, authors: u32, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, " {:?}", self.groups)?;
        self.inner.write_state(names, authors, out)
    }
}
