//! Convergence: at rest every view equals the repository, and so every other view.

use super::Law;
use crate::world::World;
use crate::world::record::{Name, Node, SortKey};
use std::collections::BTreeMap;

/// Replays the log into plain sorted groups, and compares each page of each view with them.
#[derive(Debug, Default)]
pub struct Convergence {
    compared: u64,
}

type Groups = BTreeMap<Option<Node>, Vec<(SortKey, Name)>>;

impl Law for Convergence {
    fn name(&self) -> &'static str {
        "convergence"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn rest(&mut self, world: &World) -> Result<(), String> {
        let truth = replay(world);
        let parents: Vec<_> = truth.keys().copied().collect();
        for (index, view) in world.views.iter().enumerate() {
            self.compared += 1;
            let served = view.store.parents(&world.names);
            if served != parents {
                let differs = |parent: &&Option<Node>| served.contains(parent) != parents.contains(parent);
                let other = served.iter().chain(&parents).find(differs);
                let shown = |parent: &Option<Node>| {
                    parent.map_or("the root".to_owned(), |node| world.names.name(node).rkey.to_string())
                };
                return Err(format!(
                    "view {index} serves {} groups where the log has {}; one that differs is {}",
                    served.len(),
                    parents.len(),
                    other.map_or("none".to_owned(), shown)
                ));
            }
            for (parent, expected) in &truth {
                let rows = view.walk(&world.names, *parent);
                let met: Vec<_> =
                    rows.into_iter().map(|row| (row.sort_key, world.names.name(row.node))).collect();
                self.compared += expected.len() as u64;
                if met != *expected {
                    let at = (0..=met.len()).find(|&at| met.get(at) != expected.get(at)).unwrap_or(0);
                    return Err(format!(
                        "row {at} of a group is {} in view {index} and {} by the log",
                        shown(met.get(at)),
                        shown(expected.get(at))
                    ));
                }
            }
        }
        Ok(())
    }
}

/// The groups that the whole log leaves.
fn replay(world: &World) -> Groups {
    let mut records = BTreeMap::new();
    for op in world.repositories.commits().flat_map(|(_, commit)| &commit.ops) {
        match &op.record {
            Some(record) => records.insert(op.node, record),
            None => records.remove(&op.node),
        };
    }
    let mut groups = Groups::new();
    for (node, record) in records {
        groups.entry(record.parent).or_default().push((record.sort_key.clone(), world.names.name(node)));
    }
    for group in groups.values_mut() {
        let order = |(sort_key, name): &(SortKey, Name)| {
            let key = sort_key.key().map(ToString::to_string);
            (key.is_none(), key, name.rkey, name.did)
        };
        group.sort_by_key(order);
    }
    groups
}

fn shown(row: Option<&(SortKey, Name)>) -> String {
    row.map_or("missing".to_owned(), |(key, name)| format!("`{}` of record {}", key.text(), name.rkey))
}
