//! Accounted: after each event and each recovery, every delivered frame at or below a view's cursor is
//! applied, superseded by a newer revision, or counted as refused, before any listing can hide it.
//!
//! A frame that is kept back may lie below the cursor too, as frames overtake each other. Then the store
//! must say that its repository is not loaded or is behind: it is fetched even after a crash, and judged once the store
//! says that nothing is missing. The cursor itself never stands above the head of the stream.

use super::{Law, Told};
use crate::event::Event;
use crate::world::World;
use crate::world::record::{Did, Node, Rev};
use crate::world::view::{Standing, View};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Keeps the frames that are not judged yet.
#[derive(Debug, Default)]
pub struct Accounted {
    compared: u64,
    views: BTreeMap<u32, Delivered>,
    touched: BTreeSet<u32>,
}

/// What was delivered to one view.
#[derive(Debug, Default)]
struct Delivered {
    /// Commits above the cursor.
    above: BTreeSet<u64>,
    /// Commits below the cursor whose repository is behind.
    owed: BTreeMap<Did, Vec<u64>>,
    /// Commits that are accounted for. A store that lost its last writes in a crash shows it by them.
    settled: Vec<u64>,
}

/// What the store says about a frame at or below its cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Account {
    Settled,
    Owed,
    Missing,
}

impl Law for Accounted {
    fn name(&self) -> &'static str {
        "accounted"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn observe(&mut self, event: &Event, world: &World) -> Result<(), String> {
        match event {
            Event::Delivered { view, seq, .. } => {
                self.views.entry(*view).or_default().above.insert(*seq);
                self.touched.insert(*view);
            }
            Event::Announced { view, .. }
            | Event::Shown { view, .. }
            | Event::Applied { view, .. }
            | Event::Restored { view, .. } => {
                self.touched.insert(*view);
            }
            Event::Refused { view, seq, did, rev, .. } => {
                self.compared += 1;
                let frame = world.repositories.stream().get(*seq as usize);
                if frame.is_some_and(|frame| (frame.did, frame.rev) == (*did, *rev)) {
                    return Err(format!("view {view} refused frame {seq}, which the stream holds"));
                }
            }
            Event::ViewRecovered { view } => self.judge_again(*view, world)?,
            _ => {}
        }
        Ok(())
    }

    /// In which order frames were accounted for says nothing.
    fn write_memory(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let Self { compared: _, views, touched } = self;
        write!(out, "{touched:?}")?;
        for (index, Delivered { above, owed, settled }) in views {
            let mut settled = settled.clone();
            settled.sort_unstable();
            write!(out, "{index} {above:?} {owed:?} {settled:?}")?;
        }
        Ok(())
    }

    fn step_over(&mut self, world: &World, _told: &Told) -> Result<(), String> {
        while let Some(view) = self.touched.pop_first() {
            self.judge(view, world)?;
        }
        Ok(())
    }
}

impl Accounted {
    fn judge_again(&mut self, index: u32, world: &World) -> Result<(), String> {
        let view = &world.views[index as usize];
        let cursor = view.store.cursor().map_or(0, |cursor| cursor.at);
        let settled = self.views.get(&index).map_or(&[][..], |delivered| &delivered.settled);
        self.compared += settled.len() as u64;
        match settled.iter().find(|&&seq| account(seq, view, world) != Account::Settled) {
            Some(&seq) => Err(breach(index, seq, cursor)),
            None => Ok(()),
        }
    }

    fn judge(&mut self, index: u32, world: &World) -> Result<(), String> {
        let view = &world.views[index as usize];
        let Some(cursor) = view.store.cursor().map(|cursor| cursor.at) else { return Ok(()) };
        let head = world.repositories.stream().len() as u64;
        if cursor >= head {
            return Err(format!(
                "the cursor of view {index} stands at {cursor}, the stream ends before {head}"
            ));
        }
        let delivered = self.views.entry(index).or_default();
        while let Some(&seq) = delivered.above.first().filter(|&&seq| seq <= cursor) {
            delivered.above.remove(&seq);
            self.compared += 1;
            match account(seq, view, world) {
                Account::Settled => delivered.settled.push(seq),
                Account::Owed => {
                    let did = world.repositories.commit(seq).did;
                    delivered.owed.entry(did).or_default().push(seq);
                }
                Account::Missing => return Err(breach(index, seq, cursor)),
            }
        }
        let is_whole = |did: Did| !is_owing(view.store.standing(did));
        let whole: Vec<Did> = delivered.owed.keys().copied().filter(|&did| is_whole(did)).collect();
        for did in whole {
            for seq in delivered.owed.remove(&did).unwrap_or_default() {
                self.compared += 1;
                if account(seq, view, world) != Account::Settled {
                    return Err(breach(index, seq, cursor));
                }
                delivered.settled.push(seq);
            }
        }
        Ok(())
    }
}

fn account(seq: u64, view: &View, world: &World) -> Account {
    let commit = world.repositories.commit(seq);
    let held = |node: Node| view.store.held(&world.names, node).rev;
    let revs = commit.ops.iter().map(|op| held(op.node));
    weigh(commit.rev, view.store.standing(commit.did), revs)
}

/// What a store says about a commit, which holds these revisions of the commit's records.
fn weigh(rev: Rev, standing: Standing, mut held: impl Iterator<Item = Rev>) -> Account {
    if standing.is_loaded && held.all(|held| held >= rev) {
        Account::Settled
    } else if is_owing(standing) {
        Account::Owed
    } else {
        Account::Missing
    }
}

const fn is_owing(standing: Standing) -> bool {
    !standing.is_loaded || standing.is_behind
}

fn breach(view: u32, seq: u64, cursor: u64) -> String {
    format!("view {view} has its cursor at {cursor} and neither applied, superseded nor refused frame {seq}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOADED: Standing =
        Standing { rev: Rev(5), is_loaded: true, is_behind: false, is_active: true, active_seq: 0 };

    #[test]
    fn what_is_applied_superseded_or_owed_is_accounted_for() {
        assert_eq!(weigh(Rev(5), LOADED, [].into_iter()), Account::Settled);
        assert_eq!(weigh(Rev(7), LOADED, [Rev(7), Rev(9)].into_iter()), Account::Settled);
        let behind = Standing { is_behind: true, ..LOADED };
        assert_eq!(weigh(Rev(7), behind, [Rev(0)].into_iter()), Account::Owed);
        assert_eq!(weigh(Rev(7), Standing::default(), [Rev(0)].into_iter()), Account::Owed);
    }

    #[test]
    fn one_record_that_is_older_is_a_breach() {
        assert_eq!(weigh(Rev(7), LOADED, [Rev(7), Rev(6)].into_iter()), Account::Missing);
        let message = "view 1 has its cursor at 12 and neither applied, superseded nor refused frame 9";
        assert_eq!(breach(1, 9, 12), message);
    }
}
