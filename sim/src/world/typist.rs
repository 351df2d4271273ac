//! A client that types a recording, keystroke by keystroke, into one group.

use super::intent::{Intent, Op, Place};
use super::record::{Did, Node};
use crate::chunked::Chunked;
use crate::recording::Keystroke;
use std::sync::Arc;

/// What is typed, how far it has come, and the text as the typist has it.
#[derive(Clone, Debug)]
pub struct Typist {
    keystrokes: Arc<[Keystroke]>,
    typed: usize,
    text: Chunked<(Node, char)>,
    /// The keystroke, counted from 1, at which the cap was met.
    pub cap_met_at: Option<usize>,
}

impl Typist {
    /// A typist before the first keystroke.
    pub fn new(keystrokes: Arc<[Keystroke]>) -> Self {
        Self { keystrokes, typed: 0, text: Chunked::default(), cap_met_at: None }
    }

    /// Whether the recording is at its end, or can go no further.
    pub fn is_done(&self) -> bool {
        self.typed == self.keystrokes.len() || self.cap_met_at.is_some()
    }

    /// How many keystrokes were made.
    pub fn typed(&self) -> usize {
        self.typed
    }

    /// The text as it stands: each character and its node.
    pub fn text(&self) -> impl Iterator<Item = &(Node, char)> {
        self.text.iter()
    }

    /// How many characters the text has.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Whether the text has no character.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The next keystroke as an intent. `minted` names a new node.
    pub fn next(&mut self, minted: impl FnOnce() -> Node) -> Option<Intent> {
        if self.is_done() {
            return None;
        }
        let keystroke = self.keystrokes[self.typed];
        let (op, node, place) = match keystroke {
            Keystroke::Type { at, character } => {
                let spot = self.text.nth(at);
                let place = self.text.before(spot).map_or(Place::First, |&(node, _)| Place::After(node));
                let node = minted();
                self.text.insert(spot, (node, character));
                (Op::Insert, node, place)
            }
            Keystroke::Delete { at } => {
                let (node, _) = self.text.remove(self.text.nth(at));
                (Op::Delete, node, Place::Last)
            }
        };
        let id = self.typed as u32;
        self.typed += 1;
        Some(Intent {
            id,
            attempt: 1,
            did: Did(0),
            op,
            node,
            count: 1,
            parent: None,
            place,
            claim: id.is_multiple_of(3).then_some(id),
        })
    }

    /// The last keystroke met the cap: takes it back and stops.
    pub fn stop(&mut self) {
        if let Some(Keystroke::Type { at, .. }) = self.typed.checked_sub(1).map(|last| self.keystrokes[last])
        {
            self.text.remove(self.text.nth(at));
            self.cap_met_at = Some(self.typed);
        }
    }
}
