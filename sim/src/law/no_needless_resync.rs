//! No needless resync: a view asks for a snapshot only with a cause, and for one at a time of a repository.
//!
//! The causes are a real gap, a repository that is unknown or was behind when the view died, and a stream that no
//! longer holds what was missed. A reader per record lists everything anew besides, as often as planned.

use super::Law;
use crate::event::{Cause, Event};
use crate::scenario::ConsumerKind;
use crate::world::World;
use crate::world::record::{Did, Rev};
use crate::world::view::Standing;
use std::collections::BTreeMap;

/// Keeps what each view heard of each repository.
#[derive(Debug, Default)]
pub struct NoNeedlessResync {
    compared: u64,
    repositories: BTreeMap<(u32, Did), Heard>,
    /// Whether a view's stream began after its cursor, when it connected last.
    is_beyond: BTreeMap<u32, bool>,
}

/// What a view heard of a repository.
#[derive(Clone, Copy, Debug, Default)]
struct Heard {
    /// The newest revision.
    rev: Rev,
    is_fetching: bool,
    listed_us: Option<u64>,
}

impl Law for NoNeedlessResync {
    fn name(&self) -> &'static str {
        "no needless resync"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn observe(&mut self, event: &Event, world: &World) -> Result<(), String> {
        match *event {
            Event::Delivered { view, seq, .. } => {
                let commit = world.repositories.commit(seq);
                self.hear(view, commit.did, commit.rev);
            }
            Event::Announced { view, did, rev, .. } if rev <= world.repositories.head(did) => {
                self.hear(view, did, rev);
            }
            Event::Connected { view, is_beyond, .. } => {
                self.is_beyond.insert(view, is_beyond);
            }
            Event::Restored { view, did, .. } => {
                self.repositories.entry((view, did)).or_default().is_fetching = false;
            }
            Event::ViewCrashed { view } => {
                for did in world.repositories.dids() {
                    let heard = self.repositories.entry((view, did)).or_default();
                    (heard.is_fetching, heard.listed_us) = (false, None);
                }
            }
            Event::Fetching { view, did, cause } => {
                self.compared += 1;
                let judged = self.judge(view, did, cause, world);
                return judged.map_err(|what| format!("view {view} fetches {did} {what}"));
            }
            _ => {}
        }
        Ok(())
    }
}

impl NoNeedlessResync {
    fn hear(&mut self, view: u32, did: Did, rev: Rev) {
        let heard = self.repositories.entry((view, did)).or_default();
        heard.rev = heard.rev.max(rev);
    }

    fn judge(&mut self, index: u32, did: Did, cause: Cause, world: &World) -> Result<(), String> {
        let view = &world.views[index as usize];
        let is_beyond = self.is_beyond.get(&index).copied().unwrap_or_default();
        let heard = self.repositories.entry((index, did)).or_default();
        if std::mem::replace(&mut heard.is_fetching, true) {
            return Err("while it is fetching it already".to_owned());
        }
        let is_due = cause == Cause::Listing && {
            let listed_us = heard.listed_us.replace(world.now_us);
            let is_time = listed_us.is_none_or(|at_us| world.now_us - at_us >= view.plan.relist_every_us);
            is_time && view.plan.consumer == ConsumerKind::PerRecord
        };
        judge_cause(cause, heard.rev, view.store.standing(did), is_beyond, is_due)
    }
}

fn judge_cause(
    cause: Cause,
    heard: Rev,
    standing: Standing,
    is_beyond: bool,
    is_due: bool,
) -> Result<(), String> {
    let Standing { rev, is_loaded, is_behind, .. } = standing;
    let (is_real, what) = match cause {
        Cause::Gap => (heard > rev, format!("for a gap, has revision {rev} and heard of {heard}")),
        Cause::Unknown => (!is_loaded, format!("as unknown, and has it at revision {rev}")),
        Cause::Retention => (is_beyond, "as lost, and the stream goes back to its cursor".to_owned()),
        Cause::Behind => (is_behind, format!("as behind, and knows nothing newer than {rev}")),
        Cause::Listing => (is_due, "as a listing that is not due".to_owned()),
    };
    if is_real { Ok(()) } else { Err(what) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOADED: Standing =
        Standing { rev: Rev(1), is_loaded: true, is_behind: false, is_active: true, active_seq: 0 };

    #[test]
    fn a_resync_with_a_cause_is_none_too_many() {
        let judged = |cause, heard, standing| judge_cause(cause, Rev(heard), standing, true, true);
        assert_eq!(judged(Cause::Gap, 2, LOADED), Ok(()));
        assert_eq!(judged(Cause::Unknown, 2, Standing::default()), Ok(()));
        assert_eq!(judged(Cause::Retention, 1, LOADED), Ok(()));
        assert_eq!(judged(Cause::Behind, 1, Standing { is_behind: true, ..LOADED }), Ok(()));
        assert_eq!(judged(Cause::Listing, 1, LOADED), Ok(()));
    }

    #[test]
    fn a_resync_for_what_is_known_is_a_breach() {
        for (cause, what) in [
            (Cause::Gap, "for a gap, has revision 2222222222223 and heard of 2222222222223"),
            (Cause::Unknown, "as unknown, and has it at revision 2222222222223"),
            (Cause::Retention, "as lost, and the stream goes back to its cursor"),
            (Cause::Behind, "as behind, and knows nothing newer than 2222222222223"),
            (Cause::Listing, "as a listing that is not due"),
        ] {
            assert_eq!(judge_cause(cause, Rev(1), LOADED, false, false), Err(what.to_owned()));
        }
    }
}
