//! Intent: at commit the node stands where the intent said; a restored one under its old parent, between what is left
//! of its old neighbours, and with its old key, if that still stands there.

use super::Law;
use crate::event::Event;
use crate::scenario::Discipline;
use crate::world::World;
use crate::world::intent::{Intent, Op, Place};
use crate::world::outline::Pair;
use crate::world::record::{Node, Sort, SortKey};
use crate::world::repository::{Beside, Cause, RecordOp, Tombstone};
use std::collections::BTreeMap;

/// Looks at the records right after the commit, and keeps what is left of deleted ones.
#[derive(Debug, Default)]
pub struct IntentLaw {
    compared: u64,
    tombstones: BTreeMap<Node, Tombstone>,
}

impl Law for IntentLaw {
    fn name(&self) -> &'static str {
        "intent"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn observe(&mut self, event: &Event, world: &World) -> Result<(), String> {
        let Event::Committed { seq } = event else { return Ok(()) };
        let commit = world.repositories.commit(*seq);
        let judged = commit.cause().map_or(Ok(()), |cause| {
            self.compared += 1;
            let judged = judge(&cause.intent, world).and_then(|()| self.judge_restored(cause, world));
            judged.map_err(|why| {
                let Intent { id, op, .. } = cause.intent;
                format!("commit {}: {} of intent {id} {why}", commit.rev, op.name())
            })
        });
        for RecordOp { node, record } in &commit.ops {
            match world.repositories.tombstone(*node).filter(|_| record.is_none()) {
                Some(tombstone) => drop(self.tombstones.insert(*node, tombstone.clone())),
                None => drop(self.tombstones.remove(node)),
            }
        }
        judged
    }
}

impl IntentLaw {
    fn judge_restored(&self, cause: &Cause, world: &World) -> Result<(), String> {
        let Intent { op: Op::Restore, node, .. } = cause.intent else { return Ok(()) };
        let Some(old) = self.tombstones.get(&node) else { return Ok(()) };
        judge_former_place(node, old, world)?;
        judge_old_key(node, old, cause, world)
    }
}

/// A restored record stands under its former parent and, of the former neighbours that are left there, above the
/// lower one and below the upper one. Where these have changed places, the lower one counts.
fn judge_former_place(node: Node, old: &Tombstone, world: &World) -> Result<(), String> {
    let (outline, names) = (world.repositories.outline(), &world.names);
    let parent = old.record.parent;
    if outline.get(node).is_some_and(|record| record.parent != parent) {
        return Err("stands under another parent than before".to_owned());
    }
    // Without the lock a neighbour may have moved after it was looked at.
    if world.scenario().discipline != Discipline::Lock {
        return Ok(());
    }
    let stands = |other: &Node| outline.get(*other).is_some_and(|record| record.parent == parent);
    let place = |other: Option<Node>| outline.place(names, other.filter(stands)?);
    let (lower, own, upper) = (place(old.pair.lower), place(Some(node)), place(old.pair.upper));
    if lower.is_some() && lower >= own {
        return Err("stands below its former lower neighbour".to_owned());
    }
    if upper.is_some() && lower < upper && own >= upper {
        return Err("stands above its former upper neighbour".to_owned());
    }
    Ok(())
}

/// The old key comes back where it lies between what is left of the former neighbours, and is free.
fn judge_old_key(node: Node, old: &Tombstone, cause: &Cause, world: &World) -> Result<(), String> {
    let (outline, names) = (world.repositories.outline(), &world.names);
    // Without the lock the key may have been free only after it was looked at.
    let is_judged = cause.beside == Beside::Nothing && world.scenario().discipline == Discipline::Lock;
    let Some(key) = old.record.sort_key.key().filter(|_| is_judged) else { return Ok(()) };
    let parent = old.record.parent;
    let stands = |other: &Node| outline.get(*other).is_some_and(|record| record.parent == parent);
    let sort = |other: Option<Node>| outline.sort_key(other.filter(stands)?).map(SortKey::sort);
    let own = Sort::Key(key.clone());
    let is_between = sort(old.pair.lower).is_none_or(|lower| lower < own)
        && sort(old.pair.upper).is_none_or(|upper| own < upper);
    let fits = key.len() <= world.key_bytes_max;
    let has_old = outline.sort_key(node).is_some_and(|now| now.key() == Some(key));
    let is_taken = outline.find_key(parent, &old.record.sort_key).is_some();
    if has_old || is_taken || !is_between || !fits {
        return Ok(());
    }
    Err(format!("did not bring {} back with its old key", names.name(node).rkey))
}

fn judge(intent: &Intent, world: &World) -> Result<(), String> {
    let outline = world.repositories.outline();
    let (first, last) = (intent.node, Node(intent.node.0 + intent.count - 1));
    if intent.op == Op::Delete {
        return if outline.get(first).is_none() { Ok(()) } else { Err("left the record there".to_owned()) };
    }
    let stands = |node| outline.get(node).ok_or_else(|| "left no record there".to_owned());
    for node in intent.nodes() {
        let record = stands(node)?;
        if intent.op == Op::Restore {
            return Ok(());
        }
        if record.parent != intent.parent {
            return Err("stands under another parent".to_owned());
        }
    }
    if !intent.nodes().is_sorted_by_key(|node| outline.place(&world.names, node)) {
        return Err("stands in another order than was asked for".to_owned());
    }
    // Without the lock another insert may have come between reading and committing: the order of the named
    // records still holds, their being neighbours need not.
    let is_adjacent = world.scenario().discipline == Discipline::Lock;
    let beside = |node| outline.neighbours(&world.names, node).ok_or_else(|| "stands nowhere".to_owned());
    let Pair { lower, .. } = beside(first)?;
    let Pair { upper, .. } = beside(last)?;
    let follows = |anchor: Node| {
        let (one, other) = (outline.place(&world.names, anchor), outline.place(&world.names, first));
        if is_adjacent { lower == Some(anchor) } else { one < other }
    };
    let precedes = |anchor: Node| {
        let (one, other) = (outline.place(&world.names, last), outline.place(&world.names, anchor));
        if is_adjacent { upper == Some(anchor) } else { one < other }
    };
    let holds = match intent.place {
        Place::First => !is_adjacent || lower.is_none(),
        Place::Last => !is_adjacent || upper.is_none(),
        Place::After(after) | Place::Between(after, _) => follows(after),
        Place::Before(before) => precedes(before),
    };
    if holds { Ok(()) } else { Err(format!("does not stand {:?}", intent.place)) }
}
