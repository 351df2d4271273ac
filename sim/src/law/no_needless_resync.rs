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
        if cause == Cause::Listing {
            let listed_us = heard.listed_us.replace(world.now_us);
            let is_due = listed_us.is_none_or(|at_us| world.now_us - at_us >= view.plan.relist_every_us);
            return if is_due && view.plan.consumer == ConsumerKind::PerRecord {
                Ok(())
            } else {
                Err("as a listing that is not due".to_owned())
            };
        }
        judge_cause(cause, heard.rev, view.store.standing(did), is_beyond)
    }
}

fn judge_cause(cause: Cause, heard: Rev, standing: Standing, is_beyond: bool) -> Result<(), String> {
    let is_real = match cause {
        Cause::Gap => heard > standing.rev,
        Cause::Unknown => !standing.is_loaded,
        Cause::Retention => is_beyond,
        Cause::Behind => standing.is_behind,
        Cause::Listing => true,
    };
    let Standing { rev, .. } = standing;
    if is_real {
        return Ok(());
    }
    Err(match cause {
        Cause::Gap => format!("for a gap, has revision {rev} and heard of {heard}"),
        Cause::Unknown => format!("as unknown, and has it at revision {rev}"),
        Cause::Retention => "as lost, and the stream goes back to its cursor".to_owned(),
        Cause::Behind | Cause::Listing => format!("as behind, and knows nothing newer than {rev}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOADED: Standing =
        Standing { rev: Rev(1), is_loaded: true, is_behind: false, is_active: true, active_seq: 0 };

    #[test]
    fn a_resync_with_a_cause_is_none_too_many() {
        assert_eq!(judge_cause(Cause::Gap, Rev(2), LOADED, false), Ok(()));
        assert_eq!(judge_cause(Cause::Unknown, Rev(2), Standing::default(), false), Ok(()));
        assert_eq!(judge_cause(Cause::Retention, Rev(1), LOADED, true), Ok(()));
        assert_eq!(judge_cause(Cause::Behind, Rev(1), Standing { is_behind: true, ..LOADED }, false), Ok(()));
    }

    #[test]
    fn a_resync_for_what_is_known_is_a_breach() {
        assert_eq!(
            judge_cause(Cause::Gap, Rev(1), LOADED, false),
            Err("for a gap, has revision 2222222222223 and heard of 2222222222223".to_owned())
        );
        assert_eq!(
            judge_cause(Cause::Unknown, Rev(2), LOADED, false),
            Err("as unknown, and has it at revision 2222222222223".to_owned())
        );
    }
}
