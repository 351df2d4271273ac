//! Convergence: at rest every view equals the repositories, and so every other view.

use super::Law;
use crate::world::World;
use crate::world::record::{Name, Node, SortKey};
use crate::world::view::Way;
use order_key::Key;
use std::collections::BTreeMap;

/// Replays the log into plain sorted groups, and compares each page of each view with them, and the whole
/// outlines with each other.
#[derive(Debug, Default)]
pub struct Convergence {
    compared: u64,
}

type Group = Vec<(SortKey, Name)>;

impl Law for Convergence {
    fn name(&self) -> &'static str {
        "convergence"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn rest(&mut self, world: &World) -> Result<(), String> {
        let truth = replay(world);
        let mut first = None;
        for (index, view) in world.views.iter().enumerate() {
            let mut parents = view.store.parents(&world.names);
            parents.extend(truth.keys());
            parents.sort_unstable();
            parents.dedup();
            for parent in parents {
                let rows = view.walk(&world.names, parent, Way::Forward, 100);
                let met: Group =
                    rows.into_iter().map(|row| (row.sort_key, world.names.name(row.node))).collect();
                let expected = truth.get(&parent).map_or(&[][..], Vec::as_slice);
                self.compared += expected.len() as u64 + 1;
                judge(index, &met, expected)?;
            }
            let text = view.outline_page(&world.names).text(&world.names);
            self.compared += 1;
            if *first.get_or_insert_with(|| text.clone()) != text {
                return Err(format!("view {index} renders another outline than view 0"));
            }
        }
        Ok(())
    }
}

fn judge(view: usize, met: &[(SortKey, Name)], expected: &[(SortKey, Name)]) -> Result<(), String> {
    let longer = met.len().max(expected.len());
    match (0..longer).find(|&at| met.get(at) != expected.get(at)) {
        None => Ok(()),
        Some(at) => Err(format!(
            "row {at} of a group is {} in view {view} and {} by the log",
            shown(met.get(at)),
            shown(expected.get(at))
        )),
    }
}

/// The groups that the whole log leaves of the repositories that are shown.
fn replay(world: &World) -> BTreeMap<Option<Node>, Group> {
    let mut records = BTreeMap::new();
    for (_, commit) in world.repositories.commits() {
        for op in commit.ops.iter().filter(|_| world.repositories.is_active(commit.did)) {
            match &op.record {
                Some(record) => records.insert(op.node, record),
                None => records.remove(&op.node),
            };
        }
    }
    let mut groups = BTreeMap::<_, Group>::new();
    for (node, record) in records {
        groups.entry(record.parent).or_default().push((record.sort_key.clone(), world.names.name(node)));
    }
    for group in groups.values_mut() {
        group.sort_by(|one, other| plain_order(one).cmp(&plain_order(other)));
    }
    groups
}

fn plain_order((sort_key, name): &(SortKey, Name)) -> (bool, Option<&[u8]>, u64, u32) {
    let key = sort_key.key().map(Key::as_bytes);
    (key.is_none(), key, name.rkey.0, name.did.0)
}

fn shown(row: Option<&(SortKey, Name)>) -> String {
    row.map_or("missing".to_owned(), |(key, name)| format!("`{}` of record {}", key.text(), name.rkey))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::record::{Did, Rkey};

    fn row(key: &str, rkey: u64, did: u32) -> (SortKey, Name) {
        (SortKey::read(key), Name { did: Did(did), rkey: Rkey(rkey) })
    }

    #[test]
    fn equal_groups_in_the_plain_order_hold() {
        let group = [row("a5", 1, 0), row("a5", 1, 1), row("a5", 2, 0), row("m0001", 0, 0), row("b", 3, 0)];
        assert!(group.is_sorted_by(|one, other| plain_order(one) < plain_order(other)));
        assert_eq!(judge(0, &group, &group), Ok(()));
    }

    #[test]
    fn a_row_that_differs_is_named_on_both_sides() {
        let expected = "row 0 of a group is `a5` of record 2222222222223 in view 1 and missing by the log";
        assert_eq!(judge(1, &[row("a5", 1, 0)], &[]), Err(expected.to_owned()));
    }
}
