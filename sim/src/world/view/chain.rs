//! The commit chain: a commit is applied when it follows the one that was applied last. (SPEC §6)
//!
//! What is not newer is dropped. What is newer but does not follow is kept back: something is missing. It
//! may be late, so the consumer waits a grace; if the gap is still there it fetches a snapshot.

use crate::world::record::Rev;
use std::collections::BTreeMap;

/// What one consumer knows of one repository's commits.
#[derive(Clone, Debug, Default)]
pub struct Chain {
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

/// What became of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Applied, with whatever had waited for it.
    Applied,
    /// Not newer than what is known.
    Stale,
    /// Kept back; the gap before it was noticed earlier.
    Buffered,
    /// Kept back, and the gap before it was noticed by it.
    Gap,
}

impl Chain {
    /// The revision up to which everything was applied.
    pub const fn known(&self) -> Rev {
        Rev(self.known)
    }

    /// Whether nothing is missing, as far as was heard.
    pub fn is_whole(&self) -> bool {
        self.waiting == Waiting::Nothing && self.buffered.is_empty() && self.known >= self.announced
    }

    /// How many commits are kept back.
    pub fn buffered(&self) -> usize {
        self.buffered.len()
    }

    /// Takes a commit in. Adds to `ready` the commits to apply now, in order.
    pub fn receive(&mut self, rev: Rev, since: Rev, seq: u64, ready: &mut Vec<u64>) -> Fate {
        if rev.0 <= self.known {
            return Fate::Stale;
        }
        self.announced = self.announced.max(rev.0);
        self.buffered.insert(rev, (since, seq));
        if since.0 == self.known && self.waiting != Waiting::Snapshot {
            self.drain(ready);
            return Fate::Applied;
        }
        self.notice_gap()
    }

    /// Takes in that the repository's head is `rev`.
    pub fn announce(&mut self, rev: Rev) -> Fate {
        if rev.0 <= self.known {
            return Fate::Stale;
        }
        self.announced = self.announced.max(rev.0);
        self.notice_gap()
    }

    /// The wait that a noticed gap has begun; the timer that ends it carries this number.
    pub const fn wait(&self) -> u32 {
        self.waits
    }

    /// The grace is over. True if the gap is still there, so that a snapshot must be fetched.
    pub fn grace_over(&mut self, wait: u32) -> bool {
        let is_due = self.waiting == Waiting::Grace && self.waits == wait;
        if is_due {
            self.waiting = Waiting::Snapshot;
        }
        is_due
    }

    /// A snapshot at `rev` was applied: what it holds is known, what is newer may follow. Adds to `ready`
    /// the commits to apply now. The fate is `Gap` if more is missing.
    pub fn restore(&mut self, rev: Rev, ready: &mut Vec<u64>) -> Fate {
        self.known = self.known.max(rev.0);
        self.waiting = Waiting::Nothing;
        self.buffered = self.buffered.split_off(&Rev(self.known + 1));
        self.drain(ready);
        if self.is_whole() { Fate::Applied } else { self.notice_gap() }
    }

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
        if self.known >= self.announced && self.waiting == Waiting::Grace {
            self.waiting = Waiting::Nothing;
        }
    }

    fn notice_gap(&mut self) -> Fate {
        if self.waiting != Waiting::Nothing {
            return Fate::Buffered;
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
        let mut ready = Vec::new();
        let met: Vec<Fate> =
            order.iter().map(|&n| chain.receive(Rev(n), Rev(n - 1), n, &mut ready)).collect();
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
    fn loss_at_the_tail_is_noticed_by_an_announcement() {
        let mut chain = fates(&[1], &[Fate::Applied], &[1]);
        assert_eq!(chain.announce(Rev(1)), Fate::Stale);
        assert_eq!(chain.announce(Rev(2)), Fate::Gap);
        assert!(!chain.is_whole());
    }
}
