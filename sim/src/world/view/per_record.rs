//! Per record: the newest revision of each record wins, whatever order the commits arrive in. (SPEC §6)
//!
//! It never asks what stood before a commit, so it cannot see that something is missing. A deletion leaves
//! a tombstone with its revision, or an older commit that comes late would bring the record back. What was
//! lost without a trace is healed by a listing of everything, made anew every so often.

use super::{Change, Consumer, Fate, Frame, Standing, Store};
use crate::world::record::{Names, Rev};
use std::collections::BTreeMap;

/// What one consumer knows of one repository.
#[derive(Clone, Debug, Default)]
pub struct PerRecord {
    is_loaded: bool,
    /// The revision of the last listing. What is not newer was in it, or was deleted.
    listed: u64,
    fetching: Fetching,
    /// Commits that arrived before the repository was loaded: their `seq` by revision.
    buffered: BTreeMap<Rev, u64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Fetching {
    #[default]
    Nothing,
    /// The listing that is made every so often.
    Listing,
    /// What is known to be missing.
    Missing,
}

impl Consumer for PerRecord {
    fn known(&self) -> Rev {
        Rev(self.listed)
    }

    fn is_whole(&self) -> bool {
        self.fetching != Fetching::Missing && self.buffered.is_empty()
    }

    fn buffered(&self) -> usize {
        self.buffered.len()
    }

    fn receive(&mut self, frame: Frame, ready: &mut Vec<u64>) -> Fate {
        if frame.rev.0 <= self.listed {
            return Fate::Stale;
        }
        if self.is_loaded {
            ready.push(frame.seq);
            return Fate::Applied;
        }
        self.buffered.insert(frame.rev, frame.seq);
        self.load()
    }

    fn announce(&mut self, rev: Rev) -> Fate {
        if self.is_loaded || rev.0 == 0 { Fate::Stale } else { self.load() }
    }

    fn lose(&mut self) -> bool {
        let must_fetch = self.is_loaded && self.fetching == Fetching::Nothing;
        if self.is_loaded {
            self.fetching = Fetching::Missing;
        }
        must_fetch
    }

    fn relist(&mut self) -> bool {
        let may_fetch = self.is_loaded && self.fetching == Fetching::Nothing;
        if may_fetch {
            self.fetching = Fetching::Listing;
        }
        may_fetch
    }

    fn restore(&mut self, rev: Rev, ready: &mut Vec<u64>) -> Fate {
        self.is_loaded = true;
        self.listed = self.listed.max(rev.0);
        self.fetching = Fetching::Nothing;
        let newer = self.buffered.split_off(&Rev(self.listed + 1));
        ready.extend(newer.into_values());
        self.buffered.clear();
        Fate::Applied
    }

    fn takes(&self, change: &Change<'_>, names: &Names, store: &dyn Store) -> bool {
        change.rev > store.held(names, change.node).rev
    }

    fn recover(&mut self, standing: Standing) -> bool {
        self.is_loaded = standing.is_loaded;
        self.listed = standing.rev.0;
        standing.is_behind && self.lose()
    }
}

impl PerRecord {
    fn load(&mut self) -> Fate {
        if self.fetching == Fetching::Missing {
            return Fate::Buffered;
        }
        self.fetching = Fetching::Missing;
        Fate::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(rev: u64) -> Frame {
        Frame { rev: Rev(rev), since: Rev(rev - 1), seq: rev }
    }

    #[test]
    fn a_known_repository_takes_commits_in_any_order() {
        let (mut consumer, mut ready) = (PerRecord::default(), Vec::new());
        consumer.recover(Standing { rev: Rev(2), is_loaded: true, ..Standing::default() });
        let fates = [5, 3, 2, 4].map(|rev| consumer.receive(frame(rev), &mut ready));
        assert_eq!(fates, [Fate::Applied, Fate::Applied, Fate::Stale, Fate::Applied]);
        assert_eq!(ready, [5, 3, 4]);
        assert!(consumer.is_whole());
    }

    #[test]
    fn an_unknown_repository_is_loaded_first_and_once() {
        let (mut consumer, mut ready) = (PerRecord::default(), Vec::new());
        let fates = [4, 3, 5].map(|rev| consumer.receive(frame(rev), &mut ready));
        assert_eq!(fates, [Fate::Unknown, Fate::Buffered, Fate::Buffered]);
        assert!(ready.is_empty() && !consumer.is_whole() && !consumer.relist());
        assert_eq!(consumer.restore(Rev(4), &mut ready), Fate::Applied);
        assert_eq!(ready, [5]);
        assert!(consumer.is_whole());
    }
}
