//! Total order: pages as served ascend in the order of SPEC §6, the keys taken from the log.
//!
//! After each change the touched record and its neighbours are compared, at checkpoints every row of every
//! group. The keys are those of the commits that the view was told of, not the store's own.

use super::told::Told;
use super::{Law, Served};
use crate::world::World;
use crate::world::record::{Did, Node, Rkey};
use crate::world::view::Row;
use order_key::Key;

/// Looks up what each view was told.
#[derive(Debug, Default)]
pub struct TotalOrder {
    compared: u64,
}

impl Law for TotalOrder {
    fn name(&self) -> &'static str {
        "total order"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn step_over(&mut self, world: &World, told: &Told) -> Result<(), String> {
        let mut touched = told.touched().iter();
        touched.try_for_each(|touched| self.check_touched(touched.view, touched.node, world, told))
    }

    fn checkpoint(&mut self, world: &World, served: &Served<'_>) -> Result<(), String> {
        for (view, one) in (0..).zip(&served.views) {
            for group in &one.groups {
                self.check_rows(view, &group.rows, world, served.told)?;
            }
        }
        Ok(())
    }
}

/// Where a view was told that a record stands: its parent, and what it is ordered by there.
type Place<'w> = Option<(Option<Node>, ((bool, &'w [u8]), Rkey, Did))>;

impl TotalOrder {
    /// A record that the view was told of stands between its neighbours; one deleted stands nowhere.
    fn check_touched(&mut self, view: u32, node: Node, world: &World, told: &Told) -> Result<(), String> {
        let served = world.views[view as usize].store.neighbours(&world.names, node);
        let own = place(told, view, node, world);
        self.compared += 1;
        let rkey = world.names.name(node).rkey;
        let pair = match (served, own) {
            (None, None) => return Ok(()),
            (None, Some(_)) => {
                return Err(format!("view {view} does not serve record {rkey}, which it applied"));
            }
            (Some(_), None) => return Err(format!("view {view} serves record {rkey}, which is deleted")),
            (Some(pair), Some(_)) => pair,
        };
        if let Some(lower) = pair.lower {
            self.check_pair(view, (lower, place(told, view, lower, world)), (node, own), world)?;
        }
        if let Some(upper) = pair.upper {
            self.check_pair(view, (node, own), (upper, place(told, view, upper, world)), world)?;
        }
        Ok(())
    }

    /// Rows that are served one after the other.
    fn check_rows(&mut self, view: u32, rows: &[Row], world: &World, told: &Told) -> Result<(), String> {
        let mut placed = rows.iter().map(|row| row.node);
        let Some(first) = placed.next() else { return Ok(()) };
        let mut one = (first, place(told, view, first, world));
        for next in placed {
            let next = (next, place(told, view, next, world));
            self.check_pair(view, one, next, world)?;
            one = next;
        }
        Ok(())
    }

    /// Two rows that are served one after the other ascend and share their parent.
    fn check_pair(
        &mut self,
        view: u32,
        (one, one_place): (Node, Place<'_>),
        (next, next_place): (Node, Place<'_>),
        world: &World,
    ) -> Result<(), String> {
        self.compared += 1;
        let rkey = |node: Node| world.names.name(node).rkey;
        match (one_place, next_place) {
            (Some((parent, lower)), Some((other, upper))) if parent == other && lower < upper => Ok(()),
            (Some((_, lower)), Some((_, upper))) => {
                Err(breach(view, (rkey(one), lower.0), (rkey(next), upper.0)))
            }
            _ => Err(format!(
                "view {view} serves {} and {}, one of which it was never told of",
                rkey(one),
                rkey(next)
            )),
        }
    }
}

/// Where a view was told that a record stands.
fn place<'w>(told: &Told, view: u32, node: Node, world: &'w World) -> Place<'w> {
    let record = told.record(view, node, world)?;
    let name = world.names.name(node);
    Some((record.parent, (place_of(record.sort_key.key()), name.rkey, name.did)))
}

/// Well-keyed records by their keys' bytes, the others last.
fn place_of(key: Option<&Key>) -> (bool, &[u8]) {
    (key.is_none(), key.map_or(b"", Key::as_bytes))
}

fn breach(view: u32, one: (Rkey, (bool, &[u8])), next: (Rkey, (bool, &[u8]))) -> String {
    let key = |(is_malformed, key): (bool, &[u8])| {
        if is_malformed { "a malformed key".to_owned() } else { format!("key `{}`", key.escape_ascii()) }
    };
    let (one_key, next_key) = (key(one.1), key(next.1));
    format!("view {view} serves record {} with {one_key} before record {} with {next_key}", one.0, next.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_decide_and_malformed_keys_come_last() {
        let keys = ["Zr", "a5", "a5Q", "a5k"].map(|key| Key::parse(key).unwrap());
        let order: Vec<_> = keys.iter().map(Some).chain([None]).map(place_of).collect();
        assert!(order.is_sorted_by(|one, next| one < next));
    }

    #[test]
    fn a_breach_names_both_records_and_their_keys() {
        let (one, next) = ((Rkey(1), (false, &b"a5k"[..])), (Rkey(2), (false, &b"a5Q"[..])));
        assert_eq!(
            breach(0, one, next),
            "view 0 serves record 2222222222223 with key `a5k` before record 2222222222224 with key `a5Q`"
        );
    }
}
