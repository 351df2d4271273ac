//! A client: edits what it sees, sends one intent at a time, and keeps at it until it has an answer.

use super::intent::{Intent, Op, Place, Status};
use super::record::{Did, Names, Node};
use super::typist::{Script, Typist};
use super::view::Row;
use crate::chance::scale;
use crate::scenario::{Edit, Kind};
use std::collections::VecDeque;

/// One client.
#[derive(Debug, Default)]
pub struct Client {
    did: Did,
    waiting: VecDeque<Asked>,
    pending: Option<Pending>,
    /// The parent whose page is open, and the rows that were loaded of it.
    parent: Option<Node>,
    page: Vec<Row>,
    /// What it inserted last, where a run of typing goes on.
    typed_last: Option<Node>,
    /// What it deleted and may bring back.
    deleted: Vec<Node>,
    is_offline: bool,
    habits: Habits,
    /// Whether its next keystroke is due at some time.
    expects_keystroke: bool,
    /// What this client types from a recording, if it does.
    pub typist: Option<Typist>,
}

/// An intent and the edit it came from; a keystroke comes from none.
#[derive(Clone, Copy, Debug)]
struct Asked {
    intent: Intent,
    edit: Option<Edit>,
}

/// The intent that waits for its reply.
#[derive(Clone, Copy, Debug)]
struct Pending {
    asked: Asked,
    sends: u32,
}

/// What a client sends: an intent, and how often it was sent before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
    /// The same is to be asked later, when this has timed out.
    Later(Sending),
}

/// How a client names what it asks again: a logical action keeps its name. (SPEC §4)
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// What it sends when no reply came.
    pub resends: fn(Intent) -> Intent,
    /// What it asks after a conflict.
    pub applies_again: fn(Intent) -> Intent,
}

impl Default for Habits {
    fn default() -> Self {
        Self { resends: |intent| intent, applies_again: |intent| intent }
    }
}

impl Client {
    /// A client that writes to this repository.
    pub fn new(did: Did, habits: Habits) -> Self {
        Self { did, habits, ..Self::default() }
    }

    /// Whose repository it writes to.
    pub const fn did(&self) -> Did {
        self.did
    }

    /// Whether nothing waits and nothing is left to do.
    pub fn is_idle(&self, script: Option<&Script>) -> bool {
        let is_typed = self.typist.as_ref().zip(script).is_none_or(|(typist, script)| typist.is_done(script));
        self.unanswered() == 0 && is_typed
    }

    /// How many edits wait for an answer or for their turn.
    pub fn unanswered(&self) -> usize {
        self.waiting.len() + usize::from(self.pending.is_some())
    }

    /// Its next keystroke is to come; false if that was so already.
    pub const fn expect_keystroke(&mut self) -> bool {
        !std::mem::replace(&mut self.expects_keystroke, true)
    }

    /// Its next keystroke is due; false if an answer is still to come.
    pub fn takes_keystroke(&mut self) -> bool {
        self.expects_keystroke = false;
        self.unanswered() == 0
    }

    /// Whether it is cut off from everything.
    pub const fn is_offline(&self) -> bool {
        self.is_offline
    }

    /// Cuts it off, or brings it back.
    pub fn set_offline(&mut self, is_offline: bool) {
        self.is_offline = is_offline;
    }

    /// The parent whose page is open.
    pub const fn parent(&self) -> Option<Node> {
        self.parent
    }

    /// The rows that it sees.
    pub fn page(&self) -> &[Row] {
        &self.page
    }

    /// Opens the page for an edit: now and then another parent, seen in the page that was open. True if
    /// rows are to be loaded: where the parent is another, where there are none, and now and then.
    pub fn open(&mut self, edit: &Edit) -> bool {
        const STAY: usize = 6;
        if self.is_offline {
            return false;
        }
        let parent = match scale(edit.picks[0], 8) {
            0..STAY => self.parent,
            STAY => None,
            _ => self.seen(edit.picks[1]),
        };
        let is_other = parent != self.parent;
        self.parent = parent;
        is_other || self.page.is_empty() || edit.picks[0].is_multiple_of(4)
    }

    /// Loads rows of the open page.
    pub fn load(&mut self, page: Vec<Row>) {
        self.page = page;
    }

    /// Opens the root, where there is always a page.
    pub fn go_home(&mut self) {
        self.parent = None;
    }

    /// The same action after a conflict: the same op on the same records, at a place that is seen now.
    pub fn intend_again(&self, intent: &Intent, edit: &Edit, names: &Names) -> Intent {
        let again = Intent { attempt: intent.attempt + 1, ..*intent };
        if matches!(intent.op, Op::Delete | Op::Restore) {
            return again;
        }
        let fresh = self.intend(edit, again.attempt, names, intent.node);
        let place = if fresh.op == intent.op { fresh.place } else { Place::Last };
        Intent { parent: self.parent, place, ..again }
    }

    /// What an edit asks of the server, given what this client sees. `minted` is the first of its new nodes.
    /// It anchors on anybody's records and changes its own author's.
    pub fn intend(&self, edit: &Edit, attempt: u32, names: &Names, minted: Node) -> Intent {
        let insert = Intent {
            id: edit.id,
            attempt,
            did: self.did,
            op: Op::Insert,
            node: minted,
            count: 1,
            parent: self.parent,
            place: Place::Last,
            claim: edit.id.is_multiple_of(3).then_some(edit.picks[2]),
        };
        let (one, other) = (self.seen(edit.picks[1]), self.seen(edit.picks[2]));
        let is_own = |node: &Node| names.name(*node).did == self.did;
        // Who picks what is another's to change turns to the first that is not.
        let own = one.filter(is_own).or_else(|| self.page.iter().map(|row| row.node).find(is_own));
        match (edit.kind, own, other) {
            (Kind::Prepend, ..) => Intent { place: Place::First, ..insert },
            (Kind::Gap, ..) => Intent { place: self.gap(edit.picks[2]), ..insert },
            (Kind::Type, ..) => Intent { place: self.typed_last.map_or(Place::Last, Place::After), ..insert },
            (Kind::Insert, ..) => {
                let place = one.map_or(Place::Last, |one| self.beside(one, edit.picks[2]));
                Intent { place, ..insert }
            }
            (Kind::Import, ..) => {
                let place = match edit.picks[0] % 3 {
                    0 => self.gap(edit.picks[2]),
                    1 => Place::Last,
                    _ => one.map_or(Place::Last, Place::After),
                };
                Intent { op: Op::Import, count: edit.count, place, ..insert }
            }
            (Kind::Move, Some(node), Some(other)) => {
                let moved = Intent { op: Op::Move, node, ..insert };
                if edit.picks[0] % 8 < 5 {
                    Intent { place: self.beside(other, edit.picks[0]), ..moved }
                } else {
                    Intent { parent: Some(other), ..moved }
                }
            }
            (Kind::Delete, Some(node), _) => Intent { op: Op::Delete, node, ..insert },
            (Kind::Restore, ..) => match self.deleted.last() {
                Some(&node) => Intent { op: Op::Restore, node, ..insert },
                None => insert,
            },
            (Kind::Append | Kind::Move | Kind::Delete, ..) => insert,
        }
    }

    fn seen(&self, pick: u32) -> Option<Node> {
        self.page.get(scale(pick, self.page.len())).map(|row| row.node)
    }

    /// The gap that everyone hammers: right behind the first row, right before the last, or between the
    /// first two.
    fn gap(&self, pick: u32) -> Place {
        match (self.page.as_slice(), scale(pick, 3)) {
            ([], _) => Place::Last,
            ([first, second, ..], 0) => Place::Between(first.node, second.node),
            ([.., last], 1) => Place::Before(last.node),
            ([first, ..], _) => Place::After(first.node),
        }
    }

    /// A place at a row: after it, before it, or between it and the next that is seen.
    fn beside(&self, row: Node, pick: u32) -> Place {
        let next = self.page.iter().skip_while(|seen| seen.node != row).nth(1);
        match (pick % 4, next) {
            (0, _) => Place::Before(row),
            (1, Some(next)) => Place::Between(row, next.node),
            _ => Place::After(row),
        }
    }

    /// Queues an intent, and takes it for granted in what it sees next.
    pub fn ask(&mut self, intent: Intent, edit: Option<Edit>) {
        self.waiting.push_back(Asked { intent, edit });
        match intent.op {
            Op::Insert | Op::Import => {
                self.typed_last = Some(Node(intent.node.0 + intent.count - 1));
            }
            Op::Delete => {
                self.deleted.push(intent.node);
                self.page.retain(|row| row.node != intent.node);
            }
            Op::Restore => self.deleted.retain(|&node| node != intent.node),
            Op::Move => {}
        }
    }

    /// What was asked last is done already.
    pub fn forget_asked(&mut self) {
        self.waiting.pop_back();
    }

    /// What to send next, if nothing is pending.
    pub fn begin_next(&mut self) -> Option<Sending> {
        if self.is_offline || self.pending.is_some() {
            return None;
        }
        let asked = self.waiting.pop_front()?;
        self.pending = Some(Pending { asked, sends: 1 });
        Some(Sending { intent: asked.intent, resends: 0 })
    }

    /// Makes an edit pending that is applied anew.
    pub fn begin_again(&mut self, intent: Intent, edit: Edit) -> Sending {
        let intent = (self.habits.applies_again)(intent);
        self.pending = Some(Pending { asked: Asked { intent, edit: Some(edit) }, sends: 1 });
        Sending { intent, resends: 0 }
    }

    /// Sends the pending intent again, if the one that timed out still waits.
    pub fn resend(&mut self, timed_out: Sending) -> Option<Sending> {
        let pending = self.pending.as_mut()?;
        if pending.asked.intent != timed_out.intent || pending.sends != timed_out.resends + 1 {
            return None;
        }
        pending.sends += 1;
        pending.asked.intent = (self.habits.resends)(pending.asked.intent);
        Some(Sending { intent: pending.asked.intent, resends: pending.sends - 1 })
    }

    /// Takes a reply in.
    pub fn answer(&mut self, intent: &Intent, status: Status, attempts_max: u32) -> Answer {
        let Some(mut pending) = self.pending.filter(|pending| pending.asked.intent == *intent) else {
            return Answer::Late;
        };
        if status == Status::TryLater {
            pending.sends += 1;
            self.pending = Some(pending);
            return Answer::Later(Sending { intent: *intent, resends: pending.sends - 1 });
        }
        self.pending = None;
        match pending.asked.edit {
            Some(edit) if status == Status::Conflict && intent.attempt < attempts_max => Answer::Again(edit),
            _ => Answer::Over(status),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A move met a 409, the page came back empty, and the client asked for an insert of another record under
    /// the same intent id.
    #[test]
    fn a_re_apply_keeps_its_op_and_its_record() {
        let edit = Edit { id: 7, at_us: 0, client: 0, kind: Kind::Move, count: 1, picks: [0; 3] };
        let (client, names) = (Client::new(Did(0), Habits::default()), Names::default());
        let insert = client.intend(&edit, 1, &names, Node(5));
        assert_eq!(insert.op, Op::Insert, "on an empty page there is nothing to move");
        let refused = Intent { op: Op::Move, node: Node(3), place: Place::After(Node(4)), ..insert };
        let again = client.intend_again(&refused, &edit, &names);
        assert_eq!(again, Intent { attempt: 2, place: Place::Last, ..refused });
    }
}
