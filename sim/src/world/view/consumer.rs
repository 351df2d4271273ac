//! A consumer: what decides which commits of one repository a view applies, and when it must ask for more.

use super::Fetched;
use super::store::{Change, Standing, Store};
use crate::world::record::{Names, Rev};

/// Decides what a view applies of one repository, and when it must ask for what is missing. (SPEC §6)
pub trait Consumer: std::fmt::Debug {
    /// The revision up to which everything was taken in.
    fn known(&self) -> Rev;

    /// Whether nothing is missing, as far as was heard.
    fn is_whole(&self) -> bool;

    /// How many commits are kept back.
    fn buffered(&self) -> usize;

    /// Takes a commit in. Adds to `ready` the commits to apply now, in order.
    fn receive(&mut self, frame: Frame, ready: &mut Vec<u64>) -> Fate;

    /// Takes in that the repository's head is `rev`.
    fn announce(&mut self, rev: Rev) -> Fate;

    /// The wait that a noticed gap has begun; the timer that ends it carries this number. Who notices no gaps never waits.
    fn wait(&self) -> u32 {
        0
    }

    /// The grace is over. True if the gap is still there, so that a snapshot must be fetched.
    fn grace_over(&mut self, wait: u32) -> bool {
        let _ = wait;
        false
    }

    /// The stream no longer holds what this consumer may have missed. True if a snapshot must be fetched.
    fn lose(&mut self) -> bool;

    /// It is time for a new listing. True if one is to be fetched.
    fn relist(&mut self) -> bool;

    /// Whether what was fetched may be used; otherwise it is fetched again.
    fn accepts(&self, fetched: &mut Fetched<'_>) -> bool {
        fetched.is_whole()
    }

    /// A snapshot at `rev` was applied: what it holds is known, what is newer may follow. Adds to `ready`
    /// the commits to apply now. The fate is `Gap` if more is missing.
    fn restore(&mut self, rev: Rev, ready: &mut Vec<u64>) -> Fate;

    /// Whether a change is to be applied to what the store holds.
    fn takes(&self, change: &Change<'_>, names: &Names, store: &dyn Store) -> bool {
        let _ = (change, names, store);
        true
    }

    /// Begins anew after a crash, with what the store kept. True if a snapshot must be fetched.
    fn recover(&mut self, standing: Standing) -> bool;
}

/// The head of a commit frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The revision that the commit made.
    pub rev: Rev,
    /// The revision before it.
    pub since: Rev,
    /// Its place in the stream.
    pub seq: u64,
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
    /// Kept back: the repository is unknown and must be loaded first.
    Unknown,
}
