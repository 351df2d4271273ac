//! The ordered in-memory store.

use super::{Row, Store};
use crate::world::outline::{Outline, Pair, Sibling, order};
use crate::world::record::{Did, Names, Node, Rev};
use crate::world::repository::RecordOp;
use std::collections::BTreeMap;

/// Records in memory, each group in order.
#[derive(Debug, Default)]
pub struct MemoryStore {
    outline: Outline,
    revs: BTreeMap<Did, Rev>,
}

impl Store for MemoryStore {
    fn apply(&mut self, names: &Names, changes: &[&RecordOp], did: Did, rev: Rev) {
        for change in changes {
            match &change.record {
                Some(record) => self.outline.put(names, change.node, record.clone()),
                None => self.outline.remove(names, change.node),
            }
        }
        self.revs.insert(did, rev);
    }

    fn rev(&self, did: Did) -> Rev {
        self.revs.get(&did).copied().unwrap_or_default()
    }

    fn page(&self, names: &Names, parent: Option<Node>, after: Option<&Row>, limit: usize) -> Vec<Row> {
        let Some(group) = self.outline.siblings(parent) else {
            return Vec::new();
        };
        let start = match after {
            None => group.nth(0),
            Some(row) => {
                let sort = row.sort_key.sort();
                let marker = order(&sort, names.name(row.node));
                group.partition_point(|sibling| sibling.order() <= marker)
            }
        };
        let row = |sibling: &Sibling| {
            let record = self.outline.get(sibling.node).expect("a sibling is live");
            Row { node: sibling.node, sort_key: record.sort_key.clone() }
        };
        group.iter_from(start).take(limit).map(row).collect()
    }

    fn neighbours(&self, names: &Names, node: Node) -> Option<Pair> {
        self.outline.neighbours(names, node)
    }

    fn parents(&self, _names: &Names) -> Vec<Option<Node>> {
        self.outline.parents().collect()
    }

    fn check_plan(&self) -> Result<(), String> {
        Ok(())
    }
}
