//! The whole outline on one page, made of a store's pages: every live record of an active repository once.
//!
//! Writers are strict, readers lenient: a record whose parent is gone, or that hangs under itself by way
//! of others, is shown all the same. Such records come at the end of the root, ordered by (rkey, did), each
//! with what hangs under it. A cycle is entered at its least (rkey, did).

use super::{View, Way};
use crate::world::record::{Name, Names, Node, SortKey};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The whole outline, line by line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutlinePage {
    /// The lines from the top.
    pub lines: Vec<Line>,
}

/// One record of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// How deep it is indented; 0 at the root.
    pub depth: u32,
    /// Why it stands there.
    pub entry: Entry,
    /// The record.
    pub node: Node,
    /// The node it names as its parent.
    pub parent: Option<Node>,
    /// Its key.
    pub sort_key: SortKey,
}

/// Why a record stands where it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Under its parent.
    Child,
    /// At the end of the root: its parent is not there.
    Orphan,
    /// At the end of the root: the least of a cycle.
    Cycle,
}

/// The rows of all groups, and which of them stand on the page already.
struct Draft<'v> {
    names: &'v Names,
    groups: BTreeMap<Option<Node>, Vec<(Node, SortKey)>>,
    rows: BTreeMap<Node, (Option<Node>, SortKey)>,
    page: OutlinePage,
    is_drawn: Vec<bool>,
}

impl OutlinePage {
    /// The page of a view.
    pub fn render(view: &View, names: &Names) -> Self {
        const PAGE_ROWS: usize = 100;
        let (mut groups, mut rows) = (BTreeMap::new(), BTreeMap::new());
        for parent in view.store.parents(names) {
            let group = view.walk(names, parent, Way::Forward, PAGE_ROWS);
            rows.extend(group.iter().map(|row| (row.node, (parent, row.sort_key.clone()))));
            groups.insert(parent, group.into_iter().map(|row| (row.node, row.sort_key)).collect());
        }
        let nodes = rows.last_key_value().map_or(0, |(node, _): (&Node, _)| node.0 as usize + 1);
        let is_drawn = vec![false; nodes];
        let mut draft = Draft { names, groups, rows, page: Self::default(), is_drawn };
        draft.draw_children(None, 0);
        for (_, entry, node) in draft.stray() {
            draft.draw(entry, node);
        }
        draft.page
    }

    /// The page as text: one line a record, indented, with author, record key and key.
    pub fn text(&self, names: &Names) -> String {
        let mut text = String::new();
        for Line { depth, node, sort_key, .. } in &self.lines {
            let (indent, Name { did, rkey }) = (2 * *depth as usize, names.name(*node));
            let key = sort_key.text();
            writeln!(text, "{:indent$}{did}/{rkey} {key}", "").expect("a string takes everything");
        }
        text
    }
}

impl Draft<'_> {
    fn draw(&mut self, entry: Entry, node: Node) {
        let (parent, sort_key) = self.rows[&node].clone();
        self.is_drawn[node.0 as usize] = true;
        self.page.lines.push(Line { depth: 0, entry, node, parent, sort_key });
        self.draw_children(Some(node), 1);
    }

    /// What hangs under `top`, but for the record at which a cycle was entered.
    fn draw_children(&mut self, top: Option<Node>, depth: u32) {
        let mut open = vec![(top, 0_usize)];
        while let Some((parent, at)) = open.last_mut() {
            let (parent, index) = (*parent, *at);
            *at += 1;
            let Some((node, sort_key)) = self.groups.get(&parent).and_then(|group| group.get(index)) else {
                open.pop();
                continue;
            };
            if std::mem::replace(&mut self.is_drawn[node.0 as usize], true) {
                continue;
            }
            let depth = depth + open.len() as u32 - 1;
            let (node, sort_key) = (*node, sort_key.clone());
            self.page.lines.push(Line { depth, entry: Entry::Child, node, parent, sort_key });
            open.push((Some(node), 0));
        }
    }

    /// The orphans, and of each cycle the least, in the order of the page.
    fn stray(&self) -> Vec<((u64, u32), Entry, Node)> {
        let order = |node: Node| (self.names.name(node).rkey.0, self.names.name(node).did.0);
        let mut stray = Vec::new();
        // Which walk up the parents met a record first.
        let mut met_by: BTreeMap<Node, Node> = BTreeMap::new();
        for &start in self.rows.keys().filter(|node| !self.is_drawn[node.0 as usize]) {
            let mut at = start;
            while !met_by.contains_key(&at) {
                met_by.insert(at, start);
                let parent = self.rows[&at].0.expect("what hangs at the root is drawn");
                if !self.rows.contains_key(&parent) {
                    stray.push((order(at), Entry::Orphan, at));
                    break;
                }
                at = parent;
            }
            let came_back = met_by[&at] == start && self.rows.contains_key(&self.parent(at));
            if came_back {
                let least = self.cycle(at).into_iter().min_by_key(|&node| order(node));
                let least = least.expect("a cycle is not empty");
                stray.push((order(least), Entry::Cycle, least));
            }
        }
        stray.sort_unstable_by_key(|&(order, _, _)| order);
        stray
    }

    fn parent(&self, node: Node) -> Node {
        self.rows[&node].0.expect("what hangs at the root is drawn")
    }

    fn cycle(&self, node: Node) -> Vec<Node> {
        let mut cycle = vec![node];
        let mut at = self.parent(node);
        while at != node {
            cycle.push(at);
            at = self.parent(at);
        }
        cycle
    }
}
