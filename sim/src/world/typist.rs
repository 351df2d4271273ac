//! Clients that type a recording, keystroke by keystroke, into one group.
//!
//! A recording is a list of transactions, each by one agent and each made in the merge of its parents'
//! states. Positions are resolved in exactly that merge, even if more is known already: a typist's text
//! holds the transactions that its own ones name, and no others. One person alone is the special case in
//! which each transaction has the one before it as its parent.

use super::intent::{Intent, Op, Place, Status};
use super::outline::Outline;
use super::record::{Did, Names, Node, Rkey, Sort};
use crate::chunked::Chunked;
use crate::recording::{Keystroke, Recording, Transaction};
use order_key::Key;
use std::collections::BTreeMap;

/// A recording that is being typed: what every typist can know of it.
#[derive(Clone, Debug)]
pub struct Script {
    transactions: Vec<Transaction>,
    keystrokes: Vec<Keystroke>,
    /// By keystroke: the node that it made or deleted, once it was acknowledged.
    nodes: Vec<Option<Node>>,
    /// How many transactions are done. They are made in the order in which they were recorded, which is the
    /// order in which they happened; each is still made in the merge that it names.
    done: usize,
    /// What orders each node, and its character.
    places: BTreeMap<Node, (Placed, char)>,
    /// The keystroke, counted from 1, that came to nothing, and what was answered.
    stopped: Option<(usize, Status)>,
}

/// What orders a node among its siblings.
type Placed = (Sort, Rkey, Did);

/// One agent: how far it has come, and the text as it has it.
#[derive(Clone, Debug)]
pub struct Typist {
    /// Its transactions.
    mine: Vec<usize>,
    /// The transaction in work, and how many of its keystrokes were made.
    current: usize,
    typed: usize,
    is_merged: Vec<bool>,
    text: Chunked<Node>,
}

/// What a typist does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// It types this, between these nodes of its text.
    Types(Intent, Between),
    /// Another's transaction must be known first.
    Waits,
    /// The recording is at its end for it, or can go no further.
    Done,
}

/// The nodes of a typist's text on both sides of what it types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Between {
    /// The node before.
    pub lower: Option<Node>,
    /// The node after.
    pub upper: Option<Node>,
}

impl Script {
    /// A recording before the first keystroke.
    pub fn new(recording: &Recording) -> Self {
        Self {
            transactions: recording.transactions.clone(),
            keystrokes: recording.keystrokes.clone(),
            nodes: vec![None; recording.keystrokes.len()],
            done: 0,
            places: BTreeMap::new(),
            stopped: None,
        }
    }

    /// The keystroke, counted from 1, at which the cap was met.
    pub fn cap_met_at(&self) -> Option<usize> {
        self.stopped.filter(|(_, status)| *status == Status::Exhausted).map(|(keystroke, _)| keystroke)
    }

    /// This keystroke came to nothing, and everybody stops.
    pub fn stop_at(&mut self, keystroke: u32, status: Status) {
        self.stopped.get_or_insert((keystroke as usize + 1, status));
    }

    /// The least key above another, among those that were acknowledged.
    pub fn key_above(&self, key: &Key) -> Option<Key> {
        let keys = self.places.values().filter_map(|((sort, ..), _)| match sort {
            Sort::Key(other) => Some(other),
            Sort::Last => None,
        });
        keys.filter(|other| *other > key).min().cloned()
    }

    /// The character that a node stands for.
    pub fn character(&self, node: Node) -> Option<char> {
        self.places.get(&node).map(|&(_, character)| character)
    }

    /// What orders a node that was acknowledged.
    pub fn sort(&self, node: Node) -> Option<&Sort> {
        self.places.get(&node).map(|((sort, ..), _)| sort)
    }

    /// A keystroke was acknowledged.
    pub fn acknowledge(&mut self, keystroke: u32, node: Node, names: &Names, outline: &Outline) {
        self.nodes[keystroke as usize] = Some(node);
        if let Keystroke::Type { character, .. } = self.keystrokes[keystroke as usize] {
            let placed = outline.place(names, node).expect("nobody else knows of the node yet");
            self.places.insert(node, (placed, character));
        }
    }

    fn placed(&self, node: Node) -> &Placed {
        &self.places[&node].0
    }
}

impl Typist {
    /// The agent of a recording before its first keystroke.
    pub fn new(recording: &Recording, agent: u32) -> Self {
        let is_mine = |at: &usize| recording.transactions[*at].agent == agent;
        Self {
            mine: (0..recording.transactions.len()).filter(is_mine).collect(),
            current: 0,
            typed: 0,
            is_merged: vec![false; recording.transactions.len()],
            text: Chunked::default(),
        }
    }

    /// Whether the recording is at its end for this agent, or can go no further.
    pub fn is_done(&self, script: &Script) -> bool {
        self.current == self.mine.len() || script.stopped.is_some()
    }

    /// The text as this agent has it.
    pub fn text(&self) -> impl Iterator<Item = Node> {
        self.text.iter().copied()
    }

    /// The next keystroke as an intent. `minted` names a new node.
    pub fn next(&mut self, script: &mut Script, minted: Node) -> Next {
        if self.is_done(script) {
            return Next::Done;
        }
        let at = self.mine[self.current];
        let Transaction { first, len, .. } = script.transactions[at];
        if script.done < at {
            return Next::Waits;
        }
        if self.typed == 0 {
            self.merge_parents(at, script);
        }
        if self.typed == len {
            self.finish(at, script);
            return self.next(script, minted);
        }
        let id = (first + self.typed) as u32;
        let (op, node, between) = match script.keystrokes[id as usize] {
            Keystroke::Type { at, .. } => {
                let spot = self.text.nth(at);
                let between =
                    Between { lower: self.text.before(spot).copied(), upper: self.text.get(spot).copied() };
                self.text.insert(spot, minted);
                (Op::Insert, minted, between)
            }
            Keystroke::Delete { at } => (Op::Delete, self.text.remove(self.text.nth(at)), Between::default()),
        };
        self.typed += 1;
        let place = between.lower.map_or(Place::First, Place::After);
        let claim = id.is_multiple_of(3).then_some(id);
        let intent = Intent { id, attempt: 1, did: Did(0), op, node, count: 1, parent: None, place, claim };
        Next::Types(intent, between)
    }

    /// After the last keystroke of a transaction was acknowledged, others may build on it. True if it was
    /// the last.
    pub fn finish_if_over(&mut self, script: &mut Script) -> bool {
        let Some(&at) = self.mine.get(self.current) else { return false };
        let is_over = self.typed == script.transactions[at].len;
        if is_over {
            self.finish(at, script);
        }
        is_over
    }

    /// The anchor of an insert is gone: the next one before it that still stands, if any.
    pub fn fall_back(&self, intent: &Intent, outline: &Outline) -> Place {
        let before = self.text.iter().take_while(|&&node| node != intent.node);
        let standing = before.filter(|&&node| outline.get(node).is_some()).last();
        standing.map_or(Place::First, |&node| Place::After(node))
    }

    /// What was typed last is taken back.
    pub fn take_back(&mut self, node: Node) {
        let at = self.text.iter().position(|&other| other == node);
        if let Some(at) = at {
            self.text.remove(self.text.nth(at));
        }
    }

    fn finish(&mut self, at: usize, script: &mut Script) {
        script.done = at + 1;
        self.is_merged[at] = true;
        self.current += 1;
        self.typed = 0;
    }

    /// Takes in the transactions that a transaction builds on.
    fn merge_parents(&mut self, at: usize, script: &Script) {
        let mut wanted = script.transactions[at].parents.clone();
        let mut missing = Vec::new();
        while let Some(parent) = wanted.pop() {
            if !std::mem::replace(&mut self.is_merged[parent], true) {
                missing.push(parent);
                wanted.extend(&script.transactions[parent].parents);
            }
        }
        missing.sort_unstable();
        for transaction in missing {
            self.merge(&script.transactions[transaction], script);
        }
    }

    fn merge(&mut self, transaction: &Transaction, script: &Script) {
        for keystroke in transaction.first..transaction.first + transaction.len {
            let node = script.nodes[keystroke].expect("the transaction was acknowledged");
            let placed = script.placed(node);
            let spot = self.text.partition_point(|&other| script.placed(other) < placed);
            let stands = self.text.get(spot) == Some(&node);
            match script.keystrokes[keystroke] {
                Keystroke::Type { .. } if !stands => self.text.insert(spot, node),
                Keystroke::Delete { .. } if stands => {
                    self.text.remove(spot);
                }
                // Both have deleted it.
                _ => {}
            }
        }
    }
}
