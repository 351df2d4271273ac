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
use crate::world::record::{Names, Node, Record, SortKey};
use crate::world::repository::{Beside, Bounds, RecordOp, Repositories};
use order_key::{BetweenError, Key, between_n_within};

/// What an intent comes to between its neighbours.
pub enum Made {
    Write {
        ops: Vec<RecordOp>,
        bounds: Bounds,
        beside: Beside,
    },
    /// It stands there already.
    Nothing,
    /// The neighbours' keys leave no room, and siblings must not be changed.
    NotAscending,
    Exhausted(Bounds),
}

/// Makes what an intent writes between its neighbours.
pub fn make(
    intent: &Intent,
    pair: Pair,
    rules: &Rules,
    generator: &dyn Generator,
    names: &Names,
    repositories: &Repositories,
    jitter: &mut Draws<'_>,
) -> Made {
    let outline = repositories.outline();
    match intent.op {
        Op::Delete => {
            let ops = vec![RecordOp { node: intent.node, record: None }];
            return Made::Write { ops, bounds: Bounds::default(), beside: Beside::Nothing };
        }
        Op::Move if stands_at(intent, pair, names, outline) => return Made::Nothing,
        _ => {}
    }
    let Some(bounds) = bounds(pair, outline) else {
        return repair(intent, pair, rules, names, repositories);
    };
    let made = keys(intent, &bounds, rules, generator, repositories, jitter);
    match made {
        Ok(keys) => {
            let ops = placed(intent, repositories, keys);
            let (ops, beside) = rekey(intent, pair, ops, rules, names, repositories);
            // A renumbered group lies between nothing.
            let bounds = if beside == Beside::Rekey { Bounds::default() } else { bounds };
            Made::Write { ops, bounds, beside }
        }
        Err(BetweenError::Exhausted { .. }) => Made::Exhausted(bounds),
        Err(_) => repair(intent, pair, rules, names, repositories),
    }
}

/// The keys of the records that an intent creates or moves.
fn keys(
    intent: &Intent,
    bounds: &Bounds,
    rules: &Rules,
    generator: &dyn Generator,
    repositories: &Repositories,
    jitter: &mut Draws<'_>,
) -> Result<Vec<SortKey>, BetweenError> {
    let (lower, upper) = (bounds.lower.as_ref(), bounds.upper.as_ref());
    if intent.op == Op::Import {
        let keys = between_n_within(rules.key_bytes_max, lower, upper, intent.count as usize)?;
        return Ok(keys.map(SortKey::Key).collect());
    }
    if let Some(old) = restorable(intent, bounds, repositories) {
        return Ok(vec![SortKey::Key(old)]);
    }
    generator.between(rules.key_bytes_max, lower, upper, jitter).map(|key| vec![key])
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
    let parent = match intent.op {
        Op::Restore => repositories.tombstone(intent.node).and_then(|tombstone| tombstone.record.parent),
        _ => intent.parent,
    };
    let op = |(node, sort_key)| RecordOp { node, record: Some(Record { parent, sort_key }) };
    intent.nodes().zip(keys).map(op).collect()
}

/// The neighbours' keys as bounds; `None` where a neighbour's key is malformed and so bounds nothing.
fn bounds(pair: Pair, outline: &Outline) -> Option<Bounds> {
    let key = |node: Option<Node>| match node {
        None => Some(None),
        Some(node) => outline.sort_key(node).and_then(SortKey::key).map(|key| Some(key.clone())),
    };
    // Malformed siblings stand after all others, so one above bounds nothing and needs no repair.
    Some(Bounds { lower: key(pair.lower)?, upper: key(pair.upper).flatten() })
}

/// The whole group evenly renumbered, the intent's records in their place, if one of these has grown past
/// the limit and all siblings are of the same author.
fn rekey(
    intent: &Intent,
    pair: Pair,
    ops: Vec<RecordOp>,
    rules: &Rules,
    names: &Names,
    repositories: &Repositories,
) -> (Vec<RecordOp>, Beside) {
    let is_past = |op: &RecordOp| {
        op.record.as_ref().is_some_and(|record| {
            rules.rekey_bytes_max.is_some_and(|limit| record.sort_key.text().len() > limit)
        })
    };
    if !ops.iter().any(is_past) {
        return (ops, Beside::Nothing);
    }
    let run = Run::group(intent, pair, names, repositories);
    match run.rekeyed(intent, None, None, rules, names, repositories) {
        Ok(Some(ops)) => (ops, Beside::Rekey),
        _ => (ops, Beside::Nothing),
    }
}

/// Gives new keys to the smallest run of siblings around the place that makes room; of two equally small
/// runs to the one below.
fn repair(intent: &Intent, pair: Pair, rules: &Rules, names: &Names, repositories: &Repositories) -> Made {
    if !rules.repairs {
        return Made::NotAscending;
    }
    let group = Run::group(intent, pair, names, repositories);
    let key = |at: usize| repositories.outline().sort_key(group.nodes[at]).and_then(SortKey::key);
    for size in 1..=group.nodes.len() {
        for start in group.place.saturating_sub(size)..=group.place.min(group.nodes.len() - size) {
            let end = start + size;
            let lower = match start.checked_sub(1).map(key) {
                Some(None) => continue,
                lower => lower.flatten(),
            };
            let upper = if end < group.nodes.len() { key(end) } else { None };
            let run = group.part(start, end);
            match run.rekeyed(intent, lower, upper, rules, names, repositories) {
                Ok(Some(ops)) => {
                    let bounds = Bounds { lower: lower.cloned(), upper: upper.cloned() };
                    return Made::Write { ops, bounds, beside: Beside::Repair };
                }
                Ok(None) => return Made::NotAscending,
                Err(_) => {}
            }
        }
    }
    Made::Exhausted(Bounds::default())
}

/// A run of siblings, and where among them the intent's records go.
struct Run {
    nodes: Vec<Node>,
    place: usize,
}

impl Run {
    /// All siblings but the moved one.
    fn group(intent: &Intent, pair: Pair, names: &Names, repositories: &Repositories) -> Self {
        let outline = repositories.outline();
        let parent = match intent.op {
            Op::Restore => repositories.tombstone(intent.node).and_then(|tombstone| tombstone.record.parent),
            _ => intent.parent,
        };
        let siblings = outline.siblings(parent).into_iter().flat_map(Chunked::iter);
        let nodes: Vec<Node> =
            siblings.map(|sibling| sibling.node).filter(|&node| node != intent.node).collect();
        let place = match (pair.lower, pair.upper) {
            (Some(lower), _) => nodes.iter().position(|&node| node == lower).map_or(0, |at| at + 1),
            (None, Some(upper)) => nodes.iter().position(|&node| node == upper).unwrap_or(0),
            (None, None) => nodes.len(),
        };
        let _ = names;
        Self { nodes, place }
    }

    fn part(&self, start: usize, end: usize) -> Self {
        Self { nodes: self.nodes[start..end].to_vec(), place: self.place - start }
    }

    /// The run and the intent's records between two keys, in their order. `None` where another author's
    /// record would have to change.
    fn rekeyed(
        &self,
        intent: &Intent,
        lower: Option<&Key>,
        upper: Option<&Key>,
        rules: &Rules,
        names: &Names,
        repositories: &Repositories,
    ) -> Result<Option<Vec<RecordOp>>, BetweenError> {
        let count = self.nodes.len() + intent.count as usize;
        let keys = between_n_within(rules.key_bytes_max, lower, upper, count)?;
        if self.nodes.iter().any(|&node| names.name(node).did != intent.did) {
            return Ok(None);
        }
        let (below, above) = self.nodes.split_at(self.place);
        let nodes = below.iter().copied().chain(intent.nodes()).chain(above.iter().copied());
        let parent = match self.nodes.first() {
            Some(&node) => repositories.outline().get(node).and_then(|record| record.parent),
            None => intent.parent,
        };
        let op = |(node, key)| {
            let record = Record { parent, sort_key: SortKey::Key(key) };
            RecordOp { node, record: Some(record) }
        };
        let changes = |op: &RecordOp| {
            let stands = repositories.outline().get(op.node);
            intent.nodes().any(|node| node == op.node) || stands != op.record.as_ref()
        };
        Ok(Some(nodes.zip(keys).map(op).filter(changes).collect()))
    }
}

/// Whether a node to be moved stands between that pair already.
fn stands_at(intent: &Intent, pair: Pair, names: &Names, outline: &Outline) -> bool {
    let stays = outline.get(intent.node).is_some_and(|record| record.parent == intent.parent);
    stays && outline.neighbours(names, intent.node) == Some(pair)
}
