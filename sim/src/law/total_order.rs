//! Total order: pages as served ascend in the order of SPEC §6, the keys taken from the log.
//!
//! After each change the touched record and its neighbours are compared, at checkpoints every row of every
//! group. The keys are those of the commits that the view was told of, not the store's own.

use super::Law;
use super::told::Told;
use crate::event::Event;
use crate::world::World;
use crate::world::record::{Node, Rkey};
use crate::world::view::Way;
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

    fn checkpoint(&mut self, world: &World) -> Result<(), String> {
        for (index, view) in (0..).zip(&world.views) {
            for parent in view.store.parents(&world.names) {
                let rows = view.walk(&world.names, parent, Way::Forward, PAGE_ROWS);
                for pair in rows.windows(2) {
                    self.check_pair(index, pair[0].node, pair[1].node, world)?;
                }
            }
        }
        Ok(())
    }
}

const PAGE_ROWS: usize = 100;

impl TotalOrder {
    /// A record that the view was told of stands between its neighbours; one deleted stands nowhere.
    fn check_touched(&mut self, view: u32, node: Node, world: &World) -> Result<(), String> {
        let served = world.views[view as usize].store.neighbours(&world.names, node);
        let is_live = self.told.record(view, node, world).is_some();
        let rkey = world.names.name(node).rkey;
        self.compared += 1;
        let pair = match (served, is_live) {
            (None, false) => return Ok(()),
            (None, true) => {
                return Err(format!("view {view} does not serve record {rkey}, which it applied"));
            }
            (Some(_), false) => return Err(format!("view {view} serves record {rkey}, which is deleted")),
            (Some(pair), true) => pair,
        };
        let below = pair.lower.map(|lower| (lower, node));
        let above = pair.upper.map(|upper| (node, upper));
        below.into_iter().chain(above).try_for_each(|(one, next)| self.check_pair(view, one, next, world))
    }

    /// Two rows that are served one after the other ascend and share their parent.
    fn check_pair(&mut self, view: u32, one: Node, next: Node, world: &World) -> Result<(), String> {
        self.compared += 1;
        let place = |node: Node| {
            let record = self.told.record(view, node, world)?;
            let name = world.names.name(node);
            Some((record.parent, (place_of(record.sort_key.key().map(Key::as_str)), name.rkey, name.did)))
        };
        let rkey = |node: Node| world.names.name(node).rkey;
        match (place(one), place(next)) {
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
