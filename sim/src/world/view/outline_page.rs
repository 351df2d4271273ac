//! The whole outline on one page, made of a store's pages: every live record of an active repository once.
//!
//! Writers are strict, readers lenient: a record whose parent is gone, or that hangs under itself by way
//! of others, is shown all the same. Such records come at the end of the root, ordered by (rkey, did), each
//! with what hangs under it. A cycle is entered at its least (rkey, did).

use super::Row;
use crate::world::record::{Name, Names, Node, SortKey};
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

/// The rows under one parent, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The parent; `None` is the root.
    pub parent: Option<Node>,
    /// The rows.
    pub rows: Vec<Row>,
}

impl Group {
    /// So many rows a page has at most in a walk over all groups.
    pub const PAGE_ROWS: usize = 100;
}

/// The rows of all groups, where each node is among them, and which of them stand on the page already. All is
/// found by a node's number: outlines are rendered at every checkpoint, and tree maps were half of its cost.
struct Draft<'g> {
    names: &'g Names,
    groups: &'g [Group],
    root: Option<usize>,
    /// By node: the group under it.
    under: Vec<Option<u32>>,
    /// By node: its row.
    spots: Vec<Option<Spot>>,
    is_drawn: Vec<bool>,
    page: OutlinePage,
}

/// A row, by its group and its place in it.
#[derive(Clone, Copy)]
struct Spot {
    group: u32,
    row: u32,
}

impl OutlinePage {
    /// The page of these groups.
    pub fn render(groups: &[Group], names: &Names) -> Self {
        let mut draft = Draft::new(groups, names);
        if let Some(root) = draft.root {
            draft.draw_children(root, 0);
        }
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

impl<'g> Draft<'g> {
    fn new(groups: &'g [Group], names: &'g Names) -> Self {
        let rows: usize = groups.iter().map(|group| group.rows.len()).sum();
        let mut draft = Self {
            names,
            groups,
            root: None,
            under: vec![None; names.len()],
            spots: vec![None; names.len()],
            is_drawn: vec![false; names.len()],
            page: OutlinePage { lines: Vec::with_capacity(rows) },
        };
        for (index, group) in groups.iter().enumerate() {
            match group.parent {
                None => draft.root = Some(index),
                Some(parent) => draft.under[parent.0 as usize] = Some(index as u32),
            }
            for (row, Row { node, .. }) in (0..).zip(&group.rows) {
                draft.spots[node.0 as usize] = Some(Spot { group: index as u32, row });
            }
        }
        draft
    }

    fn draw(&mut self, entry: Entry, node: Node) {
        let Spot { group, row } = self.spots[node.0 as usize].expect("a stray record has a row");
        let Group { parent, rows } = &self.groups[group as usize];
        let sort_key = rows[row as usize].sort_key.clone();
        self.is_drawn[node.0 as usize] = true;
        self.page.lines.push(Line { depth: 0, entry, node, parent: *parent, sort_key });
        if let Some(under) = self.under[node.0 as usize] {
            self.draw_children(under as usize, 1);
        }
    }

    /// What hangs in a group and below, but for the record at which a cycle was entered.
    fn draw_children(&mut self, top: usize, depth: u32) {
        let groups = self.groups;
        let mut open = vec![(&groups[top], 0_usize)];
        while let Some((group, at)) = open.last_mut() {
            let Some(Row { node, sort_key }) = group.rows.get(*at) else {
                open.pop();
                continue;
            };
            *at += 1;
            let (node, parent, sort_key) = (*node, group.parent, sort_key.clone());
            if std::mem::replace(&mut self.is_drawn[node.0 as usize], true) {
                continue;
            }
            let depth = depth + open.len() as u32 - 1;
            self.page.lines.push(Line { depth, entry: Entry::Child, node, parent, sort_key });
            if let Some(under) = self.under[node.0 as usize] {
                open.push((&groups[under as usize], 0));
            }
        }
    }

    /// The orphans, and of each cycle the least, in the order of the page.
    fn stray(&self) -> Vec<((u64, u32), Entry, Node)> {
        let order = |node: Node| (self.names.name(node).rkey.0, self.names.name(node).did.0);
        let mut stray = Vec::new();
        // By node: which walk up the parents met it first.
        let mut met_by: Vec<Option<Node>> = Vec::new();
        let is_left = |&at: &usize| self.spots[at].is_some() && !self.is_drawn[at];
        for start in (0..self.spots.len()).filter(is_left).map(|at| Node(at as u32)) {
            met_by.resize(self.spots.len(), None);
            let mut at = start;
            while met_by[at.0 as usize].is_none() {
                met_by[at.0 as usize] = Some(start);
                let parent = self.parent(at);
                if !self.is_served(parent) {
                    stray.push((order(at), Entry::Orphan, at));
                    break;
                }
                at = parent;
            }
            let came_back = met_by[at.0 as usize] == Some(start) && self.is_served(self.parent(at));
            if came_back {
                let least = self.cycle(at).into_iter().min_by_key(|&node| order(node));
                let least = least.expect("a cycle is not empty");
                stray.push((order(least), Entry::Cycle, least));
            }
        }
        stray.sort_unstable_by_key(|&(order, _, _)| order);
        stray
    }

    fn is_served(&self, node: Node) -> bool {
        self.spots[node.0 as usize].is_some()
    }

    fn parent(&self, node: Node) -> Node {
        let spot = self.spots[node.0 as usize].expect("the record is served");
        self.groups[spot.group as usize].parent.expect("what hangs at the root is drawn")
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
