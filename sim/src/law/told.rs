//! What each view was told, by the log: of each record the newest change among those that it took.
//!
//! Several laws judge a store by it. It is kept from the events and the log alone, never from the store.

use crate::event::Event;
use crate::world::World;
use crate::world::record::{Node, Record, Rev};

/// The newest change of each record, view by view.
#[derive(Debug, Default)]
pub struct Told {
    views: Vec<Vec<Newest>>,
}

/// The newest change that a view was told of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Newest {
    /// Its revision; 0 for none.
    pub rev: Rev,
    seq: u64,
    op: u32,
}

impl Told {
    /// Takes an event in. Calls `touched` for each record that it tells a view of, with the change that was
    /// the newest before.
    pub fn observe(&mut self, event: &Event, world: &World, mut touched: impl FnMut(u32, Node, Newest)) {
        match event {
            Event::Applied { view, seq } => {
                for (op, change) in (0..).zip(&world.repositories.commit(*seq).ops) {
                    self.tell(*view, change.node, (*seq, op), world, &mut touched);
                }
            }
            Event::Restored { view, changes, .. } => {
                for &(seq, node) in changes {
                    let ops = &world.repositories.commit(seq).ops;
                    let op = ops.iter().position(|op| op.node == node).expect("a change is in its commit");
                    self.tell(*view, node, (seq, op as u32), world, &mut touched);
                }
            }
            _ => {}
        }
    }

    /// The newest change that a view was told of a record.
    pub fn newest(&self, view: u32, node: Node) -> Newest {
        let views = self.views.get(view as usize);
        views.and_then(|told| told.get(node.0 as usize)).copied().unwrap_or_default()
    }

    /// A record as a view was told of it, if it is live.
    pub fn record<'w>(&self, view: u32, node: Node, world: &'w World) -> Option<&'w Record> {
        let Newest { rev, seq, op } = self.newest(view, node);
        (rev.0 > 0).then(|| world.repositories.commit(seq).ops[op as usize].record.as_ref())?
    }

    fn tell(
        &mut self,
        view: u32,
        node: Node,
        (seq, op): (u64, u32),
        world: &World,
        touched: &mut impl FnMut(u32, Node, Newest),
    ) {
        let (index, at) = (view as usize, node.0 as usize);
        if self.views.len() <= index {
            self.views.resize(index + 1, Vec::new());
        }
        let told = &mut self.views[index];
        if told.len() <= at {
            told.resize(at + 1, Newest::default());
        }
        let before = told[at];
        let rev = world.repositories.commit(seq).rev;
        if rev > before.rev {
            told[at] = Newest { rev, seq, op };
        }
        touched(view, node, before);
    }
}
