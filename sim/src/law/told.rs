//! What each view was told, by the log: of each record the newest change among those that it took.
//!
//! Several laws judge a store by it, and one account serves them all. It is kept from the events and the log alone, never from the store.

use crate::event::Event;
use crate::world::World;
use crate::world::record::{Node, Record, Rev};
use std::fmt;

/// The newest change of each record, view by view, and what the last step told.
#[derive(Debug, Default)]
pub struct Told {
    views: Vec<Vec<Newest>>,
    touched: Vec<Touched>,
}

/// The newest change that a view was told of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Newest {
    /// Its revision; 0 for none.
    rev: Rev,
    seq: u64,
    op: u32,
}

/// A record that a view was told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touched {
    /// Which view.
    pub view: u32,
    /// Which record.
    pub node: Node,
    /// The revision of what was the newest change before; 0 for none.
    pub before: Rev,
}

impl Told {
    /// Takes the events of a step in.
    pub fn observe(&mut self, events: &[Event], world: &World) {
        self.touched.clear();
        for event in events {
            match event {
                Event::Applied { view, seq } => {
                    for (op, change) in (0..).zip(&world.repositories.commit(*seq).ops) {
                        self.tell(*view, change.node, (*seq, op), world);
                    }
                }
                Event::Restored { view, changes, .. } => {
                    for &(seq, node) in changes {
                        let ops = &world.repositories.commit(seq).ops;
                        let op =
                            ops.iter().position(|op| op.node == node).expect("a change is in its commit");
                        self.tell(*view, node, (seq, op as u32), world);
                    }
                }
                _ => {}
            }
        }
    }

    /// Writes all that later judgements depend on: what the last step told of is forgotten with the next.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_memory(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let Self { views, touched: _ } = self;
        write!(out, "{views:?}")
    }

    /// What the last step told of, in the order of its events.
    pub fn touched(&self) -> &[Touched] {
        &self.touched
    }

    /// A record as a view was told of it, if it is live.
    pub fn record<'w>(&self, view: u32, node: Node, world: &'w World) -> Option<&'w Record> {
        let &Newest { rev, seq, op } = self.views.get(view as usize)?.get(node.0 as usize)?;
        (rev.0 > 0).then(|| world.repositories.commit(seq).ops[op as usize].record.as_ref())?
    }

    fn tell(&mut self, view: u32, node: Node, (seq, op): (u64, u32), world: &World) {
        let (index, at) = (view as usize, node.0 as usize);
        if self.views.len() <= index {
            self.views.resize(index + 1, Vec::new());
        }
        let told = &mut self.views[index];
        if told.len() <= at {
            told.resize(at + 1, Newest::default());
        }
        let before = told[at].rev;
        let rev = world.repositories.commit(seq).rev;
        if rev > before {
            told[at] = Newest { rev, seq, op };
        }
        self.touched.push(Touched { view, node, before });
    }
}
