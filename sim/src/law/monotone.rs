//! Monotone: a view's cursor and revisions never go back, and a deleted record does not return.

use super::Law;
use super::told::{Told, Touched};
use crate::event::Event;
use crate::world::World;
use crate::world::record::{Did, Rev};
use crate::world::view::{Held, Standing};
use std::collections::BTreeMap;

/// Keeps where each view stood, and looks up what it was told.
#[derive(Debug, Default)]
pub struct Monotone {
    compared: u64,
    cursors: BTreeMap<u32, u64>,
    standings: BTreeMap<(u32, Did), Standing>,
    moved: Vec<(u32, Did)>,
}

impl Law for Monotone {
    fn name(&self) -> &'static str {
        "monotone"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn observe(&mut self, event: &Event, world: &World) -> Result<(), String> {
        match event {
            Event::Applied { view, seq } => {
                self.moved.push((*view, world.repositories.commit(*seq).did));
            }
            Event::Announced { view, did, .. }
            | Event::Shown { view, did, .. }
            | Event::Restored { view, did, .. } => self.moved.push((*view, *did)),
            Event::ViewRecovered { view } => {
                self.moved.extend(world.repositories.dids().map(|did| (*view, did)));
            }
            _ => {}
        }
        Ok(())
    }

    fn step_over(&mut self, world: &World, told: &Told) -> Result<(), String> {
        for &Touched { view, node, before } in told.touched() {
            self.compared += 1;
            let held = world.views[view as usize].store.held(&world.names, node);
            let is_deleted = told.record(view, node, world).is_none();
            judge_record(held, before, is_deleted)
                .map_err(|what| format!("record {} of view {view} {what}", world.names.name(node).rkey))?;
        }
        for (view, did) in self.moved.drain(..) {
            self.compared += 1;
            let store = &world.views[view as usize].store;
            let standing = store.standing(did);
            let before = self.standings.insert((view, did), standing).unwrap_or_default();
            let cursor = store.cursor().map_or(0, |cursor| cursor.at);
            let cursor_before = self.cursors.insert(view, cursor).unwrap_or(0);
            judge_standing(before, standing).map_err(|what| format!("{did} in view {view} {what}"))?;
            if cursor < cursor_before {
                return Err(format!("the cursor of view {view} went back from {cursor_before} to {cursor}"));
            }
        }
        Ok(())
    }
}

/// What is held of a record that was told of at `before`, and that is deleted by the newest change or not.
fn judge_record(held: Held, before: Rev, is_deleted: bool) -> Result<(), String> {
    match held {
        Held { is_live: true, .. } if is_deleted => Err("returned after its deletion".to_owned()),
        Held { rev, .. } if rev < before => Err(format!("went back from revision {before} to {rev}")),
        _ => Ok(()),
    }
}

fn judge_standing(before: Standing, now: Standing) -> Result<(), String> {
    if now.rev < before.rev {
        return Err(format!("went back from revision {} to {}", before.rev, now.rev));
    }
    if now.active_seq < before.active_seq {
        return Err(format!("went back from frame {} to {}", before.active_seq, now.active_seq));
    }
    if before.is_loaded && !now.is_loaded {
        return Err("was loaded and is unknown".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_or_rises_is_monotone() {
        let held = |rev, is_live| Held { rev: Rev(rev), is_live };
        assert_eq!(judge_record(held(5, true), Rev(5), false), Ok(()));
        assert_eq!(judge_record(held(6, false), Rev(5), true), Ok(()));
        let standing = Standing { rev: Rev(5), is_loaded: true, ..Standing::default() };
        assert_eq!(judge_standing(standing, standing), Ok(()));
        assert_eq!(judge_standing(Standing::default(), standing), Ok(()));
    }

    #[test]
    fn what_goes_back_is_a_breach() {
        let live = Held { rev: Rev(1), is_live: true };
        assert_eq!(judge_record(live, Rev(2), true), Err("returned after its deletion".to_owned()));
        assert_eq!(
            judge_record(live, Rev(2), false),
            Err("went back from revision 2222222222224 to 2222222222223".to_owned())
        );
        let standing = |rev, active_seq| Standing { rev: Rev(rev), active_seq, ..Standing::default() };
        assert_eq!(
            judge_standing(standing(2, 0), standing(1, 0)),
            Err("went back from revision 2222222222224 to 2222222222223".to_owned())
        );
        assert_eq!(
            judge_standing(standing(2, 9), standing(2, 8)),
            Err("went back from frame 9 to 8".to_owned())
        );
    }
}
