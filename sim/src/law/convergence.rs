//! Convergence: at rest every view equals the repositories, and so every other view.

use super::{Law, Served};
use crate::world::World;
use crate::world::record::{Name, Node, Record, SortKey};
use crate::world::view::{Row as ServedRow, Way};
use order_key::Key;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Replays the log into plain sorted groups, and compares each page of each view with them, and the whole
/// outlines with each other.
#[derive(Debug, Default)]
pub struct Convergence {
    compared: u64,
}

/// A record of the log: its key and its name.
type Row<'r> = (&'r SortKey, Name);

impl Law for Convergence {
    fn name(&self) -> &'static str {
        "convergence"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn rest(&mut self, world: &World, served: &Served<'_>) -> Result<(), String> {
        let truth = replay(world);
        let Some(first) = served.views.first() else { return Ok(()) };
        for (index, (view, served)) in world.views.iter().zip(&served.views).enumerate() {
            let mut groups: BTreeMap<_, Cow<'_, [ServedRow]>> =
                served.groups.iter().map(|group| (group.parent, Cow::from(&group.rows))).collect();
            for &parent in truth.keys() {
                let walk = || Cow::from(view.walk(&world.names, parent, Way::Forward, 100));
                groups.entry(parent).or_insert_with(walk);
            }
            for (parent, rows) in &groups {
                let met = rows.iter().map(|row| (&row.sort_key, world.names.name(row.node)));
                let expected = truth.get(parent).map_or(&[][..], Vec::as_slice);
                self.compared += expected.len() as u64 + 1;
                judge(index, met, expected)?;
            }
            self.compared += 1;
            if served.page != first.page {
                return Err(format!("view {index} renders another outline than view 0"));
            }
        }
        Ok(())
    }
}

fn judge<'r>(
    view: usize,
    mut met: impl Iterator<Item = Row<'r>>,
    expected: &[Row<'_>],
) -> Result<(), String> {
    let mut expected = expected.iter().copied();
    for at in 0.. {
        let (met, expected) = (met.next(), expected.next());
        if met != expected {
            let (met, expected) = (shown(met), shown(expected));
            return Err(format!("row {at} of a group is {met} in view {view} and {expected} by the log"));
        }
        if met.is_none() {
            break;
        }
    }
    Ok(())
}

/// The groups that the whole log leaves of the repositories that are shown.
fn replay(world: &World) -> BTreeMap<Option<Node>, Vec<Row<'_>>> {
    let mut records = vec![None; world.names.len()];
    for (_, commit) in world.repositories.commits() {
        for op in commit.ops.iter().filter(|_| world.repositories.is_active(commit.did)) {
            records[op.node.0 as usize] = op.record.as_ref();
        }
    }
    let mut groups = BTreeMap::<_, Vec<_>>::new();
    for (node, record) in (0..).map(Node).zip(records) {
        if let Some(Record { parent, sort_key, .. }) = record {
            groups.entry(*parent).or_default().push((sort_key, world.names.name(node)));
        }
    }
    for group in groups.values_mut() {
        group.sort_by(|one, other| plain_order(one).cmp(&plain_order(other)));
    }
    groups
}

fn plain_order<'r>((sort_key, name): &Row<'r>) -> (bool, Option<&'r [u8]>, u64, u32) {
    let key = sort_key.key().map(Key::as_bytes);
    (key.is_none(), key, name.rkey.0, name.did.0)
}

fn shown(row: Option<Row<'_>>) -> String {
    row.map_or("missing".to_owned(), |(key, name)| format!("`{}` of record {}", key.text(), name.rkey))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::record::{Did, Rkey};

    fn rows(rows: &[(&str, u64, u32)]) -> Vec<(SortKey, Name)> {
        let row = |&(key, rkey, did): &(&str, u64, u32)| {
            (SortKey::read(key), Name { did: Did(did), rkey: Rkey(rkey) })
        };
        rows.iter().map(row).collect()
    }

    fn borrowed(rows: &[(SortKey, Name)]) -> Vec<Row<'_>> {
        rows.iter().map(|(key, name)| (key, *name)).collect()
    }

    #[test]
    fn equal_groups_in_the_plain_order_hold() {
        let group = rows(&[("a5", 1, 0), ("a5", 1, 1), ("a5", 2, 0), ("m0001", 0, 0), ("b", 3, 0)]);
        let group = borrowed(&group);
        assert!(group.is_sorted_by(|one, other| plain_order(one) < plain_order(other)));
        assert_eq!(judge(0, group.iter().copied(), &group), Ok(()));
    }

    #[test]
    fn a_row_that_differs_is_named_on_both_sides() {
        let expected = "row 0 of a group is `a5` of record 2222222222223 in view 1 and missing by the log";
        let met = rows(&[("a5", 1, 0)]);
        assert_eq!(judge(1, borrowed(&met).into_iter(), &[]), Err(expected.to_owned()));
    }
}
