//! Intent: at commit the node stands where the intent said.

use super::{Law, written};
use crate::event::Event;
use crate::scenario::Discipline;
use crate::world::World;
use crate::world::intent::{Intent, Op, Place};
use crate::world::outline::Pair;
use crate::world::record::Node;

/// Looks at the records right after the commit.
#[derive(Debug, Default)]
pub struct IntentLaw {
    compared: u64,
}

impl Law for IntentLaw {
    fn name(&self) -> &'static str {
        "intent"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn observe(&mut self, event: &Event, world: &World) -> Result<(), String> {
        let Some((commit, cause)) = written(event, world) else { return Ok(()) };
        self.compared += 1;
        judge(&cause.intent, world).map_err(|why| {
            format!("commit {}: {} of intent {} {why}", commit.rev, cause.intent.op.name(), cause.intent.id)
        })
    }
}

fn judge(intent: &Intent, world: &World) -> Result<(), String> {
    let outline = world.repositories.outline();
    let (first, last) = (intent.node, Node(intent.node.0 + intent.count - 1));
    if intent.op == Op::Delete {
        return if outline.get(first).is_none() { Ok(()) } else { Err("left the record there".to_owned()) };
    }
    let stands = |node| outline.get(node).ok_or_else(|| "left no record there".to_owned());
    let record = stands(first)?;
    if intent.op == Op::Restore {
        return Ok(());
    }
    if record.parent != intent.parent || stands(last)?.parent != intent.parent {
        return Err("stands under another parent".to_owned());
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
