//! The last edits of a plan, which make certain that what is enabled happens.
//!
//! That a kind of edit is planned is not enough: a move finds nothing to move, a restore nothing that was deleted, and
//! under a small cap no key may fit where it wants to be. So the plan ends with two tries at each of its kinds, by one
//! client that reads the root's page first, the second try elsewhere. Where ties are planned it ends with some more, each
//! the copy of the first row, and with an insert between the two, late enough for a view that lost frames to have healed.
//! Where groups are renumbered it ends with a burst into two gaps of one group, by two clients at a time, until a key has
//! passed the limit, so that an insert meets a renumbering. All that comes after a pause, in
//! which clients and servers work off what has piled up.

use crate::scenario::{Edit, Kind, RogueKind, RogueWrite};
use std::collections::BTreeSet;

/// A plan of fewer edits has no room for them.
pub const EDITS_MIN: usize = 100;

/// First words of an edit's picks: the root's page is opened and read, or stays open; or that of a row.
const HOME: u32 = 0xc000_0000;
const HOME_UNREAD: u32 = HOME | 5;
const ANOTHER_PAGE: u32 = u32::MAX - 7;
/// The last word of an edit's picks: the gap right behind the first row, or right before the last.
const BEHIND_FIRST: u32 = u32::MAX;
const BEFORE_LAST: u32 = 1 << 31;

/// How many ties are made, and after how long each is met.
const TIES: usize = 4;
const TIE_MET_US: u64 = 2_500_000;

/// Limits on key lengths in bytes, and a burst that passes each: in one gap a key grows by 0.18 bytes an insert, one of
/// two gaps gets half of the burst, and a fifth and more is added, for chance.
const BURSTS: [(usize, usize); 3] = [(64, 840), (16, 240), (4, 80)];

/// The greatest limit up to a drawn one that a third of a plan of so many edits passes, and the inserts that it takes.
pub fn burst(limit: usize, edits: usize) -> Option<(usize, usize)> {
    BURSTS.into_iter().find(|&(bytes, inserts)| bytes <= limit && 3 * inserts <= edits)
}

/// What the last edits of a plan are for, beside its kinds.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// Whether ties are repaired; where they are planned too, each of the last is by another author.
    pub repairs: bool,
    /// How many authors there are.
    pub authors: u32,
    /// How many clients there are.
    pub clients: u32,
    /// How many inserts the burst has.
    pub burst: usize,
    /// By when what was planned before it is done, so that nobody's prepend is still to come and moves the gap.
    pub worked_off_us: u64,
}

/// Replaces the last edits of a plan.
pub fn arrange(edits: &mut [Edit], rogue_writes: &mut Vec<RogueWrite>, ending: Ending) {
    const PAUSE_US_MIN: u64 = 5_000_000;
    const EVERY_US: u64 = 100_000;
    if edits.len() < EDITS_MIN {
        return;
    }
    let Ending { repairs, authors, clients, burst, worked_off_us } = ending;
    let has_ties = repairs && rogue_writes.iter().any(|write| write.kind == RogueKind::Copy);
    let mut kinds: BTreeSet<Kind> = edits.iter().map(|edit| edit.kind).collect();
    kinds.extend(has_ties.then_some(Kind::Insert));
    let tries = kinds.iter().map(|kind| first_try(*kind)).chain(kinds.iter().map(|kind| second_try(*kind)));
    let tries: Vec<(Kind, [u32; 3])> = tries.collect();
    let tied = if has_ties { TIES } else { 0 };
    let (kept, last) = edits.split_at_mut(edits.len() - tries.len() - tied - burst);
    let busy_us = kept.iter().map(|edit| edit.at_us).max().unwrap_or(0);
    let pause_us = (busy_us / 2).max(PAUSE_US_MIN);
    let mut at_us = busy_us + pause_us;
    let count = |kind| if kind == Kind::Import { 2 } else { 1 };
    let (last, burst) = last.split_at_mut(tries.len() + tied);
    let (last, tied) = last.split_at_mut(tries.len());
    for (edit, (kind, picks)) in last.iter_mut().zip(tries) {
        at_us += EVERY_US;
        *edit = Edit { id: edit.id, at_us, client: 0, kind, count: count(kind), picks };
    }
    for (edit, author) in tied.iter_mut().zip((0..authors).rev().cycle()) {
        let id = rogue_writes.len() as u32;
        let kind = RogueKind::Copy;
        rogue_writes.push(RogueWrite { id, at_us, clock_us: at_us, kind, picks: [0, author] });
        at_us += TIE_MET_US;
        // The client of this number writes to this author's repository, whose record can be given another key.
        *edit =
            Edit { id: edit.id, at_us, client: author, kind: Kind::Insert, count: 1, picks: [HOME, 0, 1] };
    }
    if !burst.is_empty() {
        at_us = (at_us + pause_us).max(worked_off_us);
    }
    for (number, edit) in (0..).zip(burst) {
        at_us += if number % 2 == 0 { EVERY_US } else { 0 };
        let (client, gap) = (number % 2 % clients, if number % 2 == 1 { BEFORE_LAST } else { BEHIND_FIRST });
        *edit = Edit { id: edit.id, at_us, client, kind: Kind::Gap, count: 1, picks: [HOME, 0, gap] };
    }
}

/// Among the rows of the root.
const fn first_try(kind: Kind) -> (Kind, [u32; 3]) {
    (kind, [HOME, 0, 0xc000_0001])
}

/// Among other rows; what only adds goes under one of them, and what moves too.
const fn second_try(kind: Kind) -> (Kind, [u32; 3]) {
    let opens = match kind {
        Kind::Append | Kind::Prepend | Kind::Insert | Kind::Gap | Kind::Import => ANOTHER_PAGE,
        Kind::Move => HOME_UNREAD,
        Kind::Type | Kind::Delete | Kind::Restore => HOME,
    };
    (kind, [opens, 0x8000_0000, 0x4000_0001])
}
