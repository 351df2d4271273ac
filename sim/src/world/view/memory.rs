//! The ordered in-memory store.

use super::{Cursor, Held, Row, Standing, Store, Way, Write};
use crate::world::outline::{Outline, Pair, Sibling, order};
use crate::world::record::{Did, Names, Node, Rev};

/// Records in memory, each group in order.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    outline: Outline,
    /// The revision of each record's newest change, deletions included.
    revs: Vec<Rev>,
    standings: Vec<Standing>,
    cursor: Option<Cursor>,
}

impl MemoryStore {
    /// The parent of a live record.
    pub fn parent(&self, node: Node) -> Option<Option<Node>> {
        self.outline.get(node).map(|record| record.parent)
    }
}

impl Store for MemoryStore {
    fn write(&mut self, names: &Names, write: &Write<'_>) {
        for change in write.changes {
            let at = change.node.0 as usize;
            if self.revs.len() <= at {
                self.revs.resize(at + 1, Rev(0));
            }
            self.revs[at] = change.rev;
            match change.record {
                Some(record) => self.outline.put(names, change.node, record.clone()),
                None => self.outline.remove(names, change.node),
            }
        }
        let at = write.did.0 as usize;
        if self.standings.len() <= at {
            self.standings.resize(at + 1, Standing::default());
        }
        self.standings[at] = write.standing;
        self.cursor = Some(write.cursor);
    }

    fn standing(&self, did: Did) -> Standing {
        self.standings.get(did.0 as usize).copied().unwrap_or_default()
    }

    fn cursor(&self) -> Option<Cursor> {
        self.cursor
    }

    fn held(&self, _names: &Names, node: Node) -> Held {
        let rev = self.revs.get(node.0 as usize).copied().unwrap_or_default();
        Held { rev, is_live: self.outline.get(node).is_some() }
    }

    fn page(
        &self,
        names: &Names,
        parent: Option<Node>,
        way: Way,
        after: Option<&Row>,
        limit: usize,
    ) -> Vec<Row> {
        let Some(group) = self.outline.siblings(parent) else {
            return Vec::new();
        };
        let row = |sibling: &Sibling| {
            let record = self.outline.get(sibling.node).expect("a sibling is live");
            Row { node: sibling.node, sort_key: record.sort_key.clone() }
        };
        let marker = after.map(|row| (row.sort_key.sort(), names.name(row.node)));
        let mut rows = Vec::with_capacity(limit.min(group.len()));
        match (way, &marker) {
            (Way::Forward, None) => rows.extend(group.iter().take(limit).map(row)),
            (Way::Forward, Some((sort, name))) => {
                let start = group.partition_point(|sibling| sibling.order() <= order(sort, *name));
                rows.extend(group.iter_from(start).take(limit).map(row));
            }
            (Way::Backward, None) => rows.extend(group.iter_back(group.end()).take(limit).map(row)),
            (Way::Backward, Some((sort, name))) => {
                let end = group.partition_point(|sibling| sibling.order() < order(sort, *name));
                rows.extend(group.iter_back(end).take(limit).map(row));
            }
        }
        rows
    }

    fn neighbours(&self, names: &Names, node: Node) -> Option<Pair> {
        self.outline.neighbours(names, node)
    }

    fn parents(&self, _names: &Names) -> Vec<Option<Node>> {
        self.outline.parents().collect()
    }
}
