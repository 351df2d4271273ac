//! Total order: pages as served ascend by (key, rkey, did), the keys taken from the log.
//!
//! After each change the touched record and its neighbours are compared, at checkpoints every row of every
//! group. The keys are those of the commits that the view was told of, kept here, not the store's own.

use super::Law;
use crate::event::Event;
use crate::world::World;
use crate::world::record::{Node, Record};

/// Keeps, for each view, every record as the log gave it.
#[derive(Debug, Default)]
pub struct TotalOrder {
    compared: u64,
    told: Vec<Vec<Option<Record>>>,
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
        match event {
            Event::Applied { view, seq } => {
                for op in &world.repositories.commit(*seq).ops {
                    self.tell(*view, op.node, op.record.as_ref());
                }
            }
            Event::Restored { view, changes, .. } => {
                for &(seq, node) in changes {
                    let ops = &world.repositories.commit(seq).ops;
                    let op = ops.iter().find(|op| op.node == node).expect("a change is in its commit");
                    self.tell(*view, node, op.record.as_ref());
                }
            }
            _ => {}
        }
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
                let rows = view.walk(&world.names, parent);
                for pair in rows.windows(2) {
                    self.check_pair(index, pair[0].node, pair[1].node, world)?;
                }
            }
        }
        Ok(())
    }
}

impl TotalOrder {
    fn tell(&mut self, view: u32, node: Node, record: Option<&Record>) {
        self.touched.push((view, node));
        let (view, node) = (view as usize, node.0 as usize);
        if self.told.len() <= view {
            self.told.resize(view + 1, Vec::new());
        }
        let records = &mut self.told[view];
        if records.len() <= node {
            records.resize(node + 1, None);
        }
        records[node] = record.cloned();
    }

    /// A record that the view was told of stands between its neighbours; one deleted stands nowhere.
    fn check_touched(&mut self, view: u32, node: Node, world: &World) -> Result<(), String> {
        let served = world.views[view as usize].store.neighbours(&world.names, node);
        let is_live = self.told[view as usize][node.0 as usize].is_some();
        let rkey = world.names.name(node).rkey;
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
            let record = self.told[view as usize].get(node.0 as usize)?.as_ref()?;
            let name = world.names.name(node);
            let key = record.sort_key.key();
            let text = key.map_or("", |key| key.as_str());
            Some((record.parent, (key.is_none(), text, name.rkey, name.did)))
        };
        let rkey = |node: Node| world.names.name(node).rkey;
        match (place(one), place(next)) {
            (Some((parent, lower)), Some((other, upper))) if parent == other && lower < upper => Ok(()),
            (Some((_, lower)), Some((_, upper))) => Err(format!(
                "view {view} serves record {} with key `{}` before record {} with key `{}`",
                rkey(one),
                lower.1,
                rkey(next),
                upper.1
            )),
            _ => Err(format!(
                "view {view} serves {} and {}, one of which it was never told of",
                rkey(one),
                rkey(next)
            )),
        }
    }
}
