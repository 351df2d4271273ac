//! Total order: pages as served ascend in the order of SPEC §6, the keys taken from the log.
//!
//! After each change the touched record and its neighbours are compared, at checkpoints every row of every
//! group. The keys are those of the commits that the view was told of, not the store's own.

use super::told::Told;
use super::{Law, Served};
use crate::event::Event;
use crate::world::World;
use crate::world::record::{Did, Node, Rkey};
use crate::world::view::Row;
use order_key::Key;

/// Keeps what each view was told.
#[derive(Debug, Default)]
pub struct TotalOrder {
    compared: u64,
    told: Told,
    touched: Vec<(u32, Node)>,
}

impl Law for TotalOrder {
    fn name(&self) -> &'static str {
        "total order"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn observe(&mut self, event: &Event, world: &World) -> Result<(), String> {
        let touched = &mut self.touched;
        self.told.observe(event, world, |view, node, _| touched.push((view, node)));
        Ok(())
    }

    fn step_over(&mut self, world: &World) -> Result<(), String> {
        let touched = std::mem::take(&mut self.touched);
        touched.iter().try_for_each(|&(view, node)| self.check_touched(view, node, world))?;
        self.touched = touched;
        self.touched.clear();
        Ok(())
    }

    fn checkpoint(&mut self, world: &World, served: &Served) -> Result<(), String> {
        for (view, served) in (0..).zip(&served.views) {
            for group in &served.groups {
                self.check_rows(view, &group.rows, world)?;
            }
        }
        Ok(())
    }
}

/// Where a view was told that a record stands: its parent, and what it is ordered by there.
type Place<'w> = Option<(Option<Node>, ((bool, &'w str), Rkey, Did))>;

impl TotalOrder {
    /// A record that the view was told of stands between its neighbours; one deleted stands nowhere.
    fn check_touched(&mut self, view: u32, node: Node, world: &World) -> Result<(), String> {
        let served = world.views[view as usize].store.neighbours(&world.names, node);
        let own = self.place(view, node, world);
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
            self.check_pair(view, (lower, self.place(view, lower, world)), (node, own), world)?;
        }
        if let Some(upper) = pair.upper {
            self.check_pair(view, (node, own), (upper, self.place(view, upper, world)), world)?;
        }
        Ok(())
    }

    /// Rows that are served one after the other.
    fn check_rows(&mut self, view: u32, rows: &[Row], world: &World) -> Result<(), String> {
        let mut placed = rows.iter().map(|row| row.node);
        let Some(first) = placed.next() else { return Ok(()) };
        let mut one = (first, self.place(view, first, world));
        for next in placed {
            let next = (next, self.place(view, next, world));
            self.check_pair(view, one, next, world)?;
            one = next;
        }
        Ok(())
    }

    fn place<'w>(&self, view: u32, node: Node, world: &'w World) -> Place<'w> {
        let record = self.told.record(view, node, world)?;
        let name = world.names.name(node);
        Some((record.parent, (place_of(record.sort_key.key().map(Key::as_str)), name.rkey, name.did)))
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

/// Well-keyed records by their keys' bytes, the others last.
const fn place_of(key: Option<&str>) -> (bool, &str) {
    match key {
        Some(key) => (false, key),
        None => (true, ""),
    }
}

fn breach(view: u32, one: (Rkey, (bool, &str)), next: (Rkey, (bool, &str))) -> String {
    let key = |(is_malformed, key): (bool, &str)| {
        if is_malformed { "a malformed key".to_owned() } else { format!("key `{key}`") }
    };
    let (one_key, next_key) = (key(one.1), key(next.1));
    format!("view {view} serves record {} with {one_key} before record {} with {next_key}", one.0, next.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_decide_and_malformed_keys_come_last() {
        let order = [Some("Zr"), Some("a5"), Some("a5Q"), Some("a5k"), None];
        assert!(order.map(place_of).is_sorted());
        assert!(place_of(Some("a5k")) > place_of(Some("a5Q")));
    }

    #[test]
    fn a_breach_names_both_records_and_their_keys() {
        let (one, next) = ((Rkey(1), place_of(Some("a5k"))), (Rkey(2), place_of(Some("a5Q"))));
        assert_eq!(
            breach(0, one, next),
            "view 0 serves record 2222222222223 with key `a5k` before record 2222222222224 with key `a5Q`"
        );
    }
}
