//! A client: edits what it sees, one intent at a time, and keeps at it until it has an answer.

use super::intent::{Intent, Op, Place, Status};
use super::record::{Did, Node};
use super::typist::Typist;
use crate::chance::scale;
use crate::scenario::{Edit, Kind};
use std::collections::VecDeque;

/// One client.
#[derive(Debug, Default)]
pub struct Client {
    waiting: VecDeque<Edit>,
    pending: Option<Pending>,
    /// The parent whose page is open, and the rows that were loaded of it.
    parent: Option<Node>,
    page: Vec<Node>,
    /// What this client types from a recording, if it does.
    pub typist: Option<Typist>,
}

/// The intent that waits for its reply.
#[derive(Clone, Copy, Debug)]
struct Pending {
    intent: Intent,
    edit: Option<Edit>,
    sends: u32,
}

/// What a client sends: an intent, and how often it was sent before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sending {
    /// The intent.
    pub intent: Intent,
    /// 0 for the first time.
    pub resends: u32,
}

/// What a reply means for the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It belongs to nothing that still waits.
    Late,
    /// The edit is over, with this outcome.
    Over(Status),
    /// The edit is to be applied anew.
    Again(Edit),
}

impl Client {
    /// Whether nothing waits and nothing is left to do.
    pub fn is_idle(&self) -> bool {
        self.pending.is_none() && self.waiting.is_empty() && self.typist.as_ref().is_none_or(Typist::is_done)
    }

    /// How many edits wait for an answer or for their turn.
    pub fn unanswered(&self) -> usize {
        self.waiting.len() + usize::from(self.pending.is_some())
    }

    /// Queues an edit.
    pub fn queue(&mut self, edit: Edit) {
        self.waiting.push_back(edit);
    }

    /// The next edit whose turn it is, if none is pending.
    pub fn next_edit(&mut self) -> Option<Edit> {
        if self.pending.is_some() { None } else { self.waiting.pop_front() }
    }

    /// Opens the page for an edit: now and then another parent, seen in the page that was open. True if
    /// rows are to be loaded: where the parent is another, where there are none, and now and then.
    pub fn open(&mut self, edit: &Edit) -> bool {
        const STAY: usize = 6;
        let parent = match scale(edit.picks[0], 8) {
            0..STAY => self.parent,
            STAY => None,
            _ => self.page.get(scale(edit.picks[1], self.page.len())).copied(),
        };
        let is_other = parent != self.parent;
        self.parent = parent;
        is_other || self.page.is_empty() || edit.picks[0].is_multiple_of(4)
    }

    /// The parent whose page is open.
    pub const fn parent(&self) -> Option<Node> {
        self.parent
    }

    /// Loads rows of the open page.
    pub fn load(&mut self, page: Vec<Node>) {
        self.page = page;
    }

    /// What an edit asks of the server, given what this client sees. `minted` names a new node.
    pub fn intend(&self, edit: &Edit, attempt: u32, minted: impl FnOnce() -> Node) -> Intent {
        let seen = |pick: u32| self.page.get(scale(pick, self.page.len())).copied();
        let (one, other) = (seen(edit.picks[1]), seen(edit.picks[2]));
        let intent = |op, node, place| Intent {
            id: edit.id,
            attempt,
            did: Did(0),
            op,
            node,
            parent: self.parent,
            place,
        };
        let place = match (edit.kind, one, other) {
            (Kind::Prepend, ..) => Place::First,
            (Kind::Gap, ..) => self.gap(edit.picks[2]),
            (Kind::Insert, Some(one), _) => self.beside(one, edit.picks[2]),
            (Kind::Move, Some(node), Some(other)) => {
                return if edit.picks[0] % 8 < 5 {
                    intent(Op::Move, node, self.beside(other, edit.picks[0]))
                } else {
                    Intent { parent: Some(other), ..intent(Op::Move, node, Place::Last) }
                };
            }
            (Kind::Delete, Some(node), _) => return intent(Op::Delete, node, Place::Last),
            (Kind::Append | Kind::Insert | Kind::Move | Kind::Delete, ..) => Place::Last,
        };
        intent(Op::Insert, minted(), place)
    }

    /// The gap that everyone hammers: right behind the first row, right before the last, or between the
    /// first two.
    fn gap(&self, pick: u32) -> Place {
        match (self.page.as_slice(), scale(pick, 3)) {
            ([], _) => Place::Last,
            ([first, second, ..], 0) => Place::Between(*first, *second),
            ([.., last], 1) => Place::Before(*last),
            ([first, ..], _) => Place::After(*first),
        }
    }

    /// A place at a row: after it, before it, or between it and the next that is seen.
    fn beside(&self, row: Node, pick: u32) -> Place {
        let next = self.page.iter().skip_while(|&&node| node != row).nth(1);
        match (pick % 4, next) {
            (0, _) => Place::Before(row),
            (1, Some(&next)) => Place::Between(row, next),
            _ => Place::After(row),
        }
    }

    /// Makes an intent pending.
    pub fn begin(&mut self, intent: Intent, edit: Option<Edit>) -> Sending {
        self.pending = Some(Pending { intent, edit, sends: 1 });
        Sending { intent, resends: 0 }
    }

    /// Sends the pending intent again, if the one that timed out still waits.
    pub fn resend(&mut self, timed_out: Sending) -> Option<Sending> {
        let pending = self.pending.as_mut()?;
        if pending.intent != timed_out.intent || pending.sends != timed_out.resends + 1 {
            return None;
        }
        pending.sends += 1;
        Some(Sending { intent: pending.intent, resends: pending.sends - 1 })
    }

    /// Takes a reply in.
    pub fn answer(&mut self, intent: &Intent, status: Status, attempts_max: u32) -> Answer {
        let Some(pending) = self.pending.filter(|pending| pending.intent == *intent) else {
            return Answer::Late;
        };
        self.pending = None;
        match pending.edit {
            Some(edit) if status == Status::Conflict && intent.attempt < attempts_max => Answer::Again(edit),
            _ => Answer::Over(status),
        }
    }
}
