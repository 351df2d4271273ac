//! What things are called where there is little room: a record by its rkey, a commit by its rev, both without the
//! zeros of a TID, which are `2`s, and a long key by its ends.

use crate::chunked::Chunked;
use crate::world::World;
use crate::world::record::{Did, Node, Rev, SortKey};
use crate::world::view::{View, Way};

/// A record's short name; whose it is comes before it where there are several authors.
pub fn short_node(node: Node, world: &World) -> String {
    let name = world.names.name(node);
    format!("{}{}", of(name.did, world), short_tid(&name.rkey.to_string()))
}

/// A revision's short name, likewise.
pub fn short_rev(did: Did, rev: Rev, world: &World) -> String {
    format!("{}{}", of(did, world), short_tid(&rev.to_string()))
}

/// A key, or what stands in its place; of a long one the ends and how many bytes it has.
pub fn short_key(sort_key: &SortKey) -> String {
    const BYTES_MAX: usize = 24;
    let text = sort_key.text();
    if text.len() <= BYTES_MAX {
        return text.to_owned();
    }
    let (begin, end) = (text.char_indices().nth(8), text.char_indices().nth_back(3));
    let [begin, end] = [begin, end].map(|at| at.map_or(0, |(at, _)| at));
    format!("{}…{} ({} bytes)", &text[..begin], &text[end..], text.len())
}

/// A repository in words.
pub fn short_did(did: Did) -> String {
    format!("author {}", did.0)
}

/// The rows under one parent, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The parent; `None` is the root.
    pub parent: Option<Node>,
    /// Each row's record and key.
    pub rows: Vec<(Node, SortKey)>,
}

/// All groups as a view serves them.
pub fn served(view: &View, world: &World) -> Vec<Group> {
    const PAGE_ROWS: usize = 100;
    let group = |parent: Option<Node>| {
        let rows = view.walk(&world.names, parent, Way::Forward, PAGE_ROWS);
        Group { parent, rows: rows.into_iter().map(|row| (row.node, row.sort_key)).collect() }
    };
    let mut parents = view.store.parents(&world.names);
    parents.sort_unstable();
    parents.into_iter().map(group).filter(|group| !group.rows.is_empty()).collect()
}

/// All groups as the repositories have them, hidden ones left out.
pub fn logged(world: &World) -> Vec<Group> {
    let outline = world.repositories.outline();
    let is_shown = |node: Node| world.repositories.is_active(world.names.name(node).did);
    let group = |parent: Option<Node>| {
        let nodes = outline.siblings(parent).into_iter().flat_map(Chunked::iter).map(|sibling| sibling.node);
        let row = |node: Node| Some((node, outline.sort_key(node)?.clone()));
        Group { parent, rows: nodes.filter(|&node| is_shown(node)).filter_map(row).collect() }
    };
    let mut parents: Vec<Option<Node>> = outline.parents().collect();
    parents.sort_unstable();
    parents.into_iter().map(group).filter(|group| !group.rows.is_empty()).collect()
}

fn of(did: Did, world: &World) -> String {
    if world.scenario().authors > 1 { format!("{}/", did.0) } else { String::new() }
}

fn short_tid(tid: &str) -> &str {
    let short = tid.trim_start_matches('2');
    if short.is_empty() { &tid[tid.len() - 1..] } else { short }
}
