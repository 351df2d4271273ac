//! Where an intent puts its node: the adjacent pair among all siblings, not just those a client has loaded.

use crate::world::intent::{Intent, Op, Place, Status};
use crate::world::outline::{Outline, Pair};
use crate::world::record::{Names, Node};
use crate::world::repository::{Repositories, Tombstone};

/// The adjacent pair between which an intent puts its node, the node itself left out.
///
/// # Errors
/// `Conflict` where a node, its parent or an anchor is missing or the anchors are reversed; `Refused` where
/// the intent is absurd: a node next to itself or under itself, or another author's.
pub fn resolve(intent: &Intent, names: &Names, repositories: &Repositories) -> Result<Pair, Status> {
    let (outline, node) = (repositories.outline(), intent.node);
    if names.name(node).did != intent.did {
        return Err(Status::Refused);
    }
    let creates = matches!(intent.op, Op::Insert | Op::Import | Op::Restore);
    if intent.nodes().any(|node| outline.get(node).is_some() == creates) {
        return Err(Status::Conflict);
    }
    match intent.op {
        Op::Delete => return Ok(Pair { lower: None, upper: None }),
        Op::Restore => {
            let tombstone = repositories.tombstone(node).ok_or(Status::Conflict)?;
            return former_place(node, tombstone, names, outline);
        }
        Op::Insert | Op::Move | Op::Import => {}
    }
    if let Some(parent) = intent.parent {
        if outline.get(parent).is_none() {
            return Err(Status::Conflict);
        }
        if outline.is_within(parent, node) {
            return Err(Status::Refused);
        }
    }
    let anchored = |anchor: Node| {
        if anchor == node {
            return Err(Status::Refused);
        }
        let record = outline.get(anchor).ok_or(Status::Conflict)?;
        if record.parent == intent.parent { Ok(anchor) } else { Err(Status::Conflict) }
    };
    let above = |lower: Node| skip(outline, names, lower, node, |pair| pair.upper);
    let below = |upper: Node| skip(outline, names, upper, node, |pair| pair.lower);
    let ends = outline.ends(intent.parent);
    match intent.place {
        Place::After(after) => {
            let lower = anchored(after)?;
            Ok(Pair { lower: Some(lower), upper: above(lower) })
        }
        Place::Before(before) => {
            let upper = anchored(before)?;
            Ok(Pair { lower: below(upper), upper: Some(upper) })
        }
        Place::Between(after, before) => {
            let (lower, upper) = (anchored(after)?, anchored(before)?);
            if outline.place(names, lower) >= outline.place(names, upper) {
                return Err(Status::Conflict);
            }
            Ok(Pair { lower: Some(lower), upper: above(lower) })
        }
        Place::First => {
            let upper = ends.and_then(|(first, _)| if first == node { above(first) } else { Some(first) });
            Ok(Pair { lower: None, upper })
        }
        Place::Last => {
            let lower = ends.and_then(|(_, last)| if last == node { below(last) } else { Some(last) });
            Ok(Pair { lower, upper: None })
        }
    }
}

/// Where a deleted record stood: where its key sorts, as long as that is between what is left of its former
/// neighbours; else after the one below, else before the one above.
///
/// The neighbours alone do not tell: of three deleted in a row, each has lost one that came back before it.
fn former_place(node: Node, tombstone: &Tombstone, names: &Names, outline: &Outline) -> Result<Pair, Status> {
    let parent = tombstone.record.parent;
    // What had hung under it may hold its parent by now: that would be a ring.
    if parent.is_some_and(|parent| outline.get(parent).is_none() || outline.is_within(parent, node)) {
        return Err(Status::Conflict);
    }
    let stands = |node: &Node| outline.get(*node).is_some_and(|record| record.parent == parent);
    let (lower, upper) = (tombstone.pair.lower.filter(stands), tombstone.pair.upper.filter(stands));
    let sort = |node: Node| outline.sort_key(node).expect("it stands there").sort();
    let own = tombstone.record.sort_key.sort();
    let pair = |node: Node| outline.neighbours(names, node).expect("it stands there");
    Ok(match (lower, upper) {
        _ if lower.is_none_or(|lower| sort(lower) < own) && upper.is_none_or(|upper| own < sort(upper)) => {
            outline.around(parent, &tombstone.record.sort_key)
        }
        (Some(lower), _) => Pair { lower: Some(lower), upper: pair(lower).upper },
        (None, upper) => Pair { lower: upper.and_then(|upper| pair(upper).lower), upper },
    })
}

/// The neighbour of `from` on one side, or the one behind it where that is `skipped`.
fn skip(
    outline: &Outline,
    names: &Names,
    from: Node,
    skipped: Node,
    side: impl Fn(Pair) -> Option<Node>,
) -> Option<Node> {
    let beside = |node: Node| outline.neighbours(names, node).and_then(&side);
    let near = beside(from)?;
    if near == skipped { beside(near) } else { Some(near) }
}
