//! The commit chain: a commit is applied when it follows the one that was applied last. (SPEC §6)
//!
//! What is not newer is dropped. What is newer but does not follow is kept back: something is missing. It
//! may be late, so the consumer waits a grace; if the gap is still there it fetches a snapshot. So it does
//! at once for a repository that it does not know: its first commit to arrive may look like the first of
//! all and not be it.

use super::{Consumer, Fate, Frame, Standing};
use crate::world::record::Rev;
use std::collections::BTreeMap;

/// What one consumer knows of one repository's commits.
#[derive(Clone, Debug, Default)]
pub struct Chain {
    is_loaded: bool,
    known: u64,
    /// The newest revision heard of.
    announced: u64,
    /// Commits that wait for what is missing before them: their `since` and `seq` by revision.
    buffered: BTreeMap<Rev, (Rev, u64)>,
    waiting: Waiting,
    /// Counts the waits, so that an old timer is told from the current one.
    waits: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Waiting {
    #[default]
    Nothing,
    Grace,
    Snapshot,
}

impl Consumer for Chain {
    fn known(&self) -> Rev {
        Rev(self.known)
    }

    fn is_whole(&self) -> bool {
        self.waiting == Waiting::Nothing && self.buffered.is_empty() && self.known >= self.announced
    }

    fn buffered(&self) -> usize {
        self.buffered.len()
    }

    fn receive(&mut self, frame: Frame, ready: &mut Vec<u64>) -> Fate {
        let Frame { rev, since, seq } = frame;
        if rev.0 <= self.known {
            return Fate::Stale;
        }
        let follows = self.is_loaded && since.0 == self.known && self.waiting != Waiting::Snapshot;
        if follows && self.buffered.is_empty() {
            self.known = rev.0;
            ready.push(seq);
            self.stop_waiting();
            return Fate::Applied;
        }
        self.announced = self.announced.max(rev.0);
        self.buffered.insert(rev, (since, seq));
        if follows {
            self.drain(ready);
            return Fate::Applied;
        }
        self.notice_gap()
    }

    fn announce(&mut self, rev: Rev) -> Fate {
        if rev.0 <= self.known {
            return Fate::Stale;
        }
        self.announced = self.announced.max(rev.0);
        self.notice_gap()
    }

    fn wait(&self) -> u32 {
        self.waits
    }

    fn grace_over(&mut self, wait: u32) -> bool {
        let is_due = self.waiting == Waiting::Grace && self.waits == wait;
        if is_due {
            self.waiting = Waiting::Snapshot;
        }
        is_due
    }

    fn lose(&mut self) -> bool {
        let must_fetch = self.is_loaded && self.waiting != Waiting::Snapshot;
        if must_fetch {
            self.waiting = Waiting::Snapshot;
        }
        must_fetch
    }

    fn relist(&mut self) -> bool {
        false
    }

    fn restore(&mut self, rev: Rev, ready: &mut Vec<u64>) -> Fate {
        self.is_loaded = true;
        self.known = self.known.max(rev.0);
        self.waiting = Waiting::Nothing;
        self.buffered = self.buffered.split_off(&Rev(self.known + 1));
        self.drain(ready);
        if self.is_whole() { Fate::Applied } else { self.notice_gap() }
    }

    fn recover(&mut self, standing: Standing) -> bool {
        self.is_loaded = standing.is_loaded;
        self.known = standing.rev.0;
        standing.is_behind && self.lose()
    }
}

impl Chain {
    /// Lets the commits go that follow one another from what is known.
    fn drain(&mut self, ready: &mut Vec<u64>) {
        while let Some(first) = self.buffered.first_entry() {
            let (since, seq) = *first.get();
            if since.0 != self.known {
                return;
            }
            self.known = first.remove_entry().0.0;
            ready.push(seq);
        }
        self.stop_waiting();
    }

    fn stop_waiting(&mut self) {
        if self.known >= self.announced && self.waiting == Waiting::Grace {
            self.waiting = Waiting::Nothing;
        }
    }

    fn notice_gap(&mut self) -> Fate {
        if self.waiting != Waiting::Nothing {
            return Fate::Buffered;
        }
        if !self.is_loaded {
            self.waiting = Waiting::Snapshot;
            return Fate::Unknown;
        }
        self.waiting = Waiting::Grace;
        self.waits += 1;
        Fate::Gap
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds commits 1, 2, 3 … (each with the one before it as `since`) in the given order.
    #[track_caller]
    fn fates(order: &[u64], expected: &[Fate], applied: &[u64]) -> Chain {
        let mut chain = Chain::default();
        chain.recover(Standing { is_loaded: true, ..Standing::default() });
        let mut ready = Vec::new();
        let met: Vec<Fate> = order
            .iter()
            .map(|&n| chain.receive(Frame { rev: Rev(n), since: Rev(n - 1), seq: n }, &mut ready))
            .collect();
        assert_eq!(met, expected);
        assert_eq!(ready, applied);
        chain
    }

    #[test]
    fn commits_are_applied_in_their_own_order() {
        use Fate::{Applied, Buffered, Gap, Stale};
        fates(&[1, 2, 3], &[Applied, Applied, Applied], &[1, 2, 3]);
        fates(&[1, 1, 2], &[Applied, Stale, Applied], &[1, 2]);
        fates(&[3, 2, 1], &[Gap, Buffered, Applied], &[1, 2, 3]);
        fates(&[1, 3, 4, 2], &[Applied, Gap, Buffered, Applied], &[1, 2, 3, 4]);
    }

    #[test]
    fn a_gap_that_closes_in_time_fetches_no_snapshot() {
        let mut chain = fates(&[2, 1], &[Fate::Gap, Fate::Applied], &[1, 2]);
        assert!(!chain.grace_over(1));
        assert!(chain.is_whole());
    }

    #[test]
    fn a_gap_that_stays_is_closed_by_a_snapshot() {
        let mut chain = fates(&[1, 3, 5], &[Fate::Applied, Fate::Gap, Fate::Buffered], &[1]);
        assert!(chain.grace_over(1));
        let mut ready = Vec::new();
        assert_eq!(chain.restore(Rev(3), &mut ready), Fate::Gap);
        assert_eq!((ready.as_slice(), chain.buffered()), ([].as_slice(), 1));
        assert!(chain.grace_over(2));
        assert_eq!(chain.restore(Rev(4), &mut ready), Fate::Applied);
        assert_eq!(ready, [5]);
        assert!(chain.is_whole());
    }

    #[test]
    fn an_unknown_repository_is_loaded_before_its_commits_count() {
        let (mut chain, mut ready) = (Chain::default(), Vec::new());
        let first = Frame { rev: Rev(4), since: Rev(0), seq: 4 };
        assert_eq!(chain.receive(first, &mut ready), Fate::Unknown);
        assert_eq!(chain.receive(Frame { rev: Rev(5), since: Rev(4), seq: 5 }, &mut ready), Fate::Buffered);
        assert!(ready.is_empty());
        assert_eq!(chain.restore(Rev(4), &mut ready), Fate::Applied);
        assert_eq!(ready, [5]);
    }

    #[test]
    fn a_commit_that_fills_a_gap_by_an_announcement_ends_the_wait() {
        let mut chain = fates(&[1], &[Fate::Applied], &[1]);
        assert_eq!(chain.announce(Rev(2)), Fate::Gap);
        let mut ready = Vec::new();
        let frame = Frame { rev: Rev(2), since: Rev(1), seq: 2 };
        assert_eq!(chain.receive(frame, &mut ready), Fate::Applied);
        assert!(chain.is_whole());
    }

    #[test]
    fn loss_at_the_tail_is_noticed_by_an_announcement() {
        let mut chain = fates(&[1], &[Fate::Applied], &[1]);
        assert_eq!(chain.announce(Rev(1)), Fate::Stale);
        assert_eq!(chain.announce(Rev(2)), Fate::Gap);
        assert!(!chain.is_whole());
    }
}
