//! What an intent writes: its records with fresh keys, and what must be done to siblings for that.
//!
//! Other writers exist, so two siblings can share a key and a sibling's key can be malformed; no key lies
//! between equals. Then the smallest run of siblings that makes the intent expressible gets new keys in
//! the same commit, in its visible order. (SPEC §4)

use super::Rules;
use crate::chance::Draws;
use crate::chunked::Chunked;
use crate::world::generator::Generator;
use crate::world::intent::{Intent, Op};
use crate::world::outline::{Outline, Pair};
use crate::world::record::{Did, Names, Node, Record, SortKey};
use crate::world::repository::{Beside, Bounds, RecordOp, Repositories};
use order_key::{BetweenError, Key, between_n_within};
use std::ops::Range;

/// What a server works with.
#[derive(Clone, Copy, Debug)]
pub struct Desk<'d> {
    /// Its rules.
    pub rules: &'d Rules,
    /// What it makes keys with.
    pub generator: &'d dyn Generator,
    /// The names of all records.
    pub names: &'d Names,
    /// The records.
    pub repositories: &'d Repositories,
}

/// What an intent comes to between its neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Made {
    /// It is to be written.
    Write {
        /// The records that change.
        ops: Vec<RecordOp>,
        /// The keys between which their keys were made.
        bounds: Bounds,
        /// What is done to other records than the intent's.
        beside: Beside,
    },
    /// It stands there already.
    Nothing,
    /// The neighbours' keys leave no room, and siblings must not be changed.
    NotAscending,
    /// So many keys do not fit between these: those of the intent's records, or in a full group those of all.
    Exhausted {
        /// How many.
        count: u32,
        /// The keys on both sides.
        bounds: Bounds,
    },
}

/// Makes what an intent writes between its neighbours.
pub fn make(intent: &Intent, pair: Pair, desk: &Desk<'_>, jitter: &mut Draws<'_>) -> Made {
    let outline = desk.repositories.outline();
    match intent.op {
        Op::Delete => {
            let ops = vec![RecordOp { node: intent.node, record: None }];
            return Made::Write { ops, bounds: Bounds::default(), beside: Beside::Nothing };
        }
        Op::Move if stands_at(intent, pair, desk.names, outline) => return Made::Nothing,
        _ => {}
    }
    let Some(bounds) = bounds(pair, outline) else {
        return repair(intent, pair, desk);
    };
    match keys(intent, &bounds, desk, jitter) {
        Ok(keys) => {
            let ops = placed(intent, desk.repositories, keys);
            match rekey(intent, pair, &ops, desk) {
                Some(ops) => Made::Write { ops, bounds: Bounds::default(), beside: Beside::Rekey },
                None => Made::Write { ops, bounds, beside: Beside::Nothing },
            }
        }
        Err(BetweenError::Exhausted { .. }) => Made::Exhausted { count: intent.count, bounds },
        Err(_) => repair(intent, pair, desk),
    }
}

/// The keys of the records that an intent creates or moves.
fn keys(
    intent: &Intent,
    bounds: &Bounds,
    desk: &Desk<'_>,
    jitter: &mut Draws<'_>,
) -> Result<Vec<SortKey>, BetweenError> {
    let key_bytes_max = desk.rules.key_bytes_max;
    let (lower, upper) = (bounds.lower.as_ref(), bounds.upper.as_ref());
    if intent.op == Op::Import {
        let keys = between_n_within(key_bytes_max, lower, upper, intent.count as usize)?;
        return Ok(keys.map(SortKey::Key).collect());
    }
    if let Some(old) = restorable(intent, bounds, desk.repositories) {
        return Ok(vec![SortKey::Key(old)]);
    }
    desk.generator.between(key_bytes_max, lower, upper, jitter).map(|key| vec![key])
}

/// The key that a deleted record had, if it still stands strictly between the record's neighbours.
fn restorable(intent: &Intent, bounds: &Bounds, repositories: &Repositories) -> Option<Key> {
    if intent.op != Op::Restore {
        return None;
    }
    let key = repositories.tombstone(intent.node)?.record.sort_key.key()?;
    let is_above = bounds.lower.as_ref().is_none_or(|lower| lower < key);
    let is_below = bounds.upper.as_ref().is_none_or(|upper| key < upper);
    (is_above && is_below).then(|| key.clone())
}

/// The records of an intent with their keys.
fn placed(intent: &Intent, repositories: &Repositories, keys: Vec<SortKey>) -> Vec<RecordOp> {
    let parent = parent(intent, repositories);
    let op = |(node, sort_key)| {
        let record = Record { parent, sort_key, fields: repositories.fields(node) };
        RecordOp { node, record: Some(record) }
    };
    intent.nodes().zip(keys).map(op).collect()
}

/// The parent under which an intent puts its records; what is restored comes back under the one it had.
fn parent(intent: &Intent, repositories: &Repositories) -> Option<Node> {
    match intent.op {
        Op::Restore => repositories.tombstone(intent.node).and_then(|tombstone| tombstone.record.parent),
        _ => intent.parent,
    }
}

/// The neighbours' keys as bounds; `None` where a neighbour's key is malformed and so bounds nothing.
pub fn bounds(pair: Pair, outline: &Outline) -> Option<Bounds> {
    let key = |node: Option<Node>| match node {
        None => Some(None),
        Some(node) => outline.sort_key(node).and_then(SortKey::key).map(|key| Some(key.clone())),
    };
    // Malformed siblings stand after all others, so one above bounds nothing and needs no repair.
    Some(Bounds { lower: key(pair.lower)?, upper: key(pair.upper).flatten() })
}

/// The whole group evenly renumbered, the intent's records in their place, if one of these has grown past
/// the limit and all siblings are of the same author.
fn rekey(intent: &Intent, pair: Pair, ops: &[RecordOp], desk: &Desk<'_>) -> Option<Vec<RecordOp>> {
    let limit = desk.rules.rekey_bytes_max?;
    let mut records = ops.iter().filter_map(|op| op.record.as_ref());
    if !records.any(|record| record.sort_key.text().len() > limit) {
        return None;
    }
    let run = Run::group(intent, pair, desk.repositories);
    let is_own = run.own(intent.did, desk.names) == (0..run.nodes.len());
    run.rekeyed(intent, None, None, desk).ok().filter(|_| is_own)
}

/// Gives new keys to the smallest run of siblings around the place that makes room; of two equally small
/// runs to the one below. Another author's records stay as they are, so a run ends before them.
fn repair(intent: &Intent, pair: Pair, desk: &Desk<'_>) -> Made {
    if !desk.rules.repairs {
        return Made::NotAscending;
    }
    let group = Run::group(intent, pair, desk.repositories);
    let own = group.own(intent.did, desk.names);
    let key = |at: usize| desk.repositories.outline().sort_key(group.nodes[at]).and_then(SortKey::key);
    for size in 1..=own.len() {
        for start in group.place.saturating_sub(size).max(own.start)..=group.place.min(own.end - size) {
            let end = start + size;
            let lower = match start.checked_sub(1).map(key) {
                Some(None) => continue,
                lower => lower.flatten(),
            };
            let upper = if end < group.nodes.len() { key(end) } else { None };
            if let Ok(ops) = group.part(start, end).rekeyed(intent, lower, upper, desk) {
                let bounds = Bounds { lower: lower.cloned(), upper: upper.cloned() };
                return Made::Write { ops, bounds, beside: Beside::Repair };
            }
        }
    }
    if own != (0..group.nodes.len()) {
        return Made::NotAscending;
    }
    Made::Exhausted { count: group.nodes.len() as u32 + intent.count, bounds: Bounds::default() }
}

/// A run of siblings, and where among them the intent's records go.
struct Run {
    parent: Option<Node>,
    nodes: Vec<Node>,
    place: usize,
}

impl Run {
    /// All siblings but the moved one.
    fn group(intent: &Intent, pair: Pair, repositories: &Repositories) -> Self {
        let outline = repositories.outline();
        let parent = parent(intent, repositories);
        let siblings = outline.siblings(parent).into_iter().flat_map(Chunked::iter);
        let nodes: Vec<Node> =
            siblings.map(|sibling| sibling.node).filter(|&node| node != intent.node).collect();
        let place = match (pair.lower, pair.upper) {
            (Some(lower), _) => nodes.iter().position(|&node| node == lower).map_or(0, |at| at + 1),
            (None, Some(upper)) => nodes.iter().position(|&node| node == upper).unwrap_or(0),
            (None, None) => nodes.len(),
        };
        Self { parent, nodes, place }
    }

    /// The siblings around the place that are of one author, up to the first of another's on each side.
    fn own(&self, did: Did, names: &Names) -> Range<usize> {
        let is_other = |node: &Node| names.name(*node).did != did;
        let (below, above) = self.nodes.split_at(self.place);
        let start = below.iter().rposition(is_other).map_or(0, |at| at + 1);
        start..self.place + above.iter().position(is_other).unwrap_or(above.len())
    }

    fn part(&self, start: usize, end: usize) -> Self {
        Self { nodes: self.nodes[start..end].to_vec(), place: self.place - start, ..*self }
    }

    /// The run and the intent's records between two keys, in their order.
    fn rekeyed(
        &self,
        intent: &Intent,
        lower: Option<&Key>,
        upper: Option<&Key>,
        desk: &Desk<'_>,
    ) -> Result<Vec<RecordOp>, BetweenError> {
        let outline = desk.repositories.outline();
        let count = self.nodes.len() + intent.count as usize;
        let keys = between_n_within(desk.rules.key_bytes_max, lower, upper, count)?;
        let (below, above) = self.nodes.split_at(self.place);
        let nodes = below.iter().copied().chain(intent.nodes()).chain(above.iter().copied());
        let op = |(node, key)| {
            let (sort_key, fields) = (SortKey::Key(key), desk.repositories.fields(node));
            let record = Record { parent: self.parent, sort_key, fields };
            RecordOp { node, record: Some(record) }
        };
        let changes = |op: &RecordOp| {
            let is_named = intent.nodes().any(|node| node == op.node);
            is_named || outline.get(op.node) != op.record.as_ref()
        };
        Ok(nodes.zip(keys).map(op).filter(changes).collect())
    }
}

/// Whether a node to be moved stands between that pair already.
fn stands_at(intent: &Intent, pair: Pair, names: &Names, outline: &Outline) -> bool {
    let stays = outline.get(intent.node).is_some_and(|record| record.parent == intent.parent);
    stays && outline.neighbours(names, intent.node) == Some(pair)
}
