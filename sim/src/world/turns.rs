//! Turns: what may be done next where a source of chance decides what comes first of what is due.
//!
//! They stand in an order of their own, not in that in which they were planned, and what is the same stands there
//! once: so what may happen next depends on what is due alone, not on how it came to be.

use super::reading::Reading;
use super::{Action, World};

/// Something that may be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// What takes it out of the queue.
    pub(crate) number: u64,
    /// On whose side.
    pub side: Side,
}

/// Whom a turn concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Nobody: a frame of a connection that is broken, which never arrives.
    Nobody,
    /// Clients, their messages and servers.
    Writing,
    /// The firehose and its readers.
    Reading,
}

impl World {
    /// When something is due next, and all that is due then.
    pub fn turns(&self) -> (u64, Vec<Turn>) {
        let (at_us, due) = self.queue.due().expect("the next announcement is always due");
        let mut due: Vec<(&Action, u64)> = due.collect();
        due.sort_unstable();
        due.dedup_by_key(|(action, _)| *action);
        let in_turn = due.iter().filter(|(action, _)| !self.waits(action, &due));
        let turns = in_turn.map(|&(action, number)| Turn { number, side: self.side_of(action) });
        (at_us, turns.collect())
    }

    /// The next action and its time.
    pub(super) fn next_action(&mut self) -> (u64, Action) {
        if !self.chance.breaks_ties() {
            return self.queue.pop().expect("the next announcement is always due");
        }
        let (at_us, turns) = self.turns();
        let chosen = self.chance.turn(at_us, &turns);
        (at_us, self.queue.take(turns[chosen].number).expect("a turn is in the queue"))
    }

    fn side_of(&self, action: &Action) -> Side {
        match *action {
            Action::Read(Reading::Frame { view, connection, .. })
                if connection < self.views[view as usize].subscription.connection =>
            {
                Side::Nobody
            }
            Action::Read(_) => Side::Reading,
            _ => Side::Writing,
        }
    }

    /// Whether an edit waits for an earlier one: a client makes its own edits in their order.
    fn waits(&self, action: &Action, due: &[(&Action, u64)]) -> bool {
        let Action::Edit(index) = *action else { return false };
        let client = |index: u32| self.edits[index as usize].client;
        due.iter().any(|(other, _)| {
            matches!(**other, Action::Edit(earlier) if earlier < index && client(earlier) == client(index))
        })
    }
}
