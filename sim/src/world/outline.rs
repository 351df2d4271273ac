//! An outline in memory: live records by node, and each group of siblings in order.

use super::record::{Did, Name, Names, Node, Record, Rkey, Sort, SortKey};
use crate::chance::scale;
use crate::chunked::{Chunked, Spot};

/// Live records and their order. The server reads one, the in-memory store is one.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    records: Vec<Option<Record>>,
    /// The root's group, then one per node that ever had a child.
    groups: Vec<Option<Box<Chunked<Sibling>>>>,
    /// How often each group has changed.
    changes: Vec<u32>,
    len: usize,
}

/// A record among its siblings, ordered by (key, rkey, did). (SPEC §6)
#[derive(Clone, Debug)]
pub struct Sibling {
    /// Where its key places it.
    pub sort: Sort,
    /// What breaks a tie.
    pub name: Name,
    /// The record.
    pub node: Node,
}

impl Sibling {
    /// What siblings are sorted by.
    pub fn order(&self) -> (&Sort, u64, u32) {
        order(&self.sort, self.name)
    }
}

/// What siblings are sorted by.
pub fn order(sort: &Sort, name: Name) -> (&Sort, u64, u32) {
    (sort, name.rkey.0, name.did.0)
}

/// The neighbours of a place in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The sibling below, if any.
    pub lower: Option<Node>,
    /// The sibling above, if any.
    pub upper: Option<Node>,
}

impl Outline {
    /// How many records are live.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no record is live.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A live record.
    pub fn get(&self, node: Node) -> Option<&Record> {
        self.records.get(node.0 as usize)?.as_ref()
    }

    /// A live record, picked by a drawn word; `None` where none is live.
    pub fn pick(&self, word: u32) -> Option<Node> {
        let start = scale(word, self.records.len());
        let live = |at: &usize| self.records[*at].is_some();
        let at = (start..self.records.len()).chain(0..start).find(live)?;
        Some(Node(at as u32))
    }

    /// The key of a live record.
    pub fn sort_key(&self, node: Node) -> Option<&SortKey> {
        self.get(node).map(|record| &record.sort_key)
    }

    /// Creates or replaces a record.
    pub fn put(&mut self, names: &Names, node: Node, record: Record) {
        self.remove(names, node);
        let group = self.group_mut(record.parent);
        let sibling = Sibling { sort: record.sort_key.sort(), name: names.name(node), node };
        let spot = group.partition_point(|other| other.order() < sibling.order());
        group.insert(spot, sibling);
        let at = node.0 as usize;
        if self.records.len() <= at {
            self.records.resize(at + 1, None);
        }
        self.records[at] = Some(record);
        self.len += 1;
    }

    /// Removes a record, if it is live.
    pub fn remove(&mut self, names: &Names, node: Node) {
        let Some(record) = self.records.get_mut(node.0 as usize).and_then(Option::take) else {
            return;
        };
        let group = self.group_mut(record.parent);
        let spot = spot(group, &record.sort_key.sort(), names.name(node));
        group.remove(spot);
        self.len -= 1;
    }

    /// The siblings under a parent, in order.
    pub fn siblings(&self, parent: Option<Node>) -> Option<&Chunked<Sibling>> {
        self.groups.get(group_index(parent))?.as_deref()
    }

    /// How often the group under a parent has changed.
    pub fn changes(&self, parent: Option<Node>) -> u32 {
        self.changes.get(group_index(parent)).copied().unwrap_or(0)
    }

    /// The parents under which live records stand.
    pub fn parents(&self) -> impl Iterator<Item = Option<Node>> {
        let used = |(index, group): (usize, &Option<Box<Chunked<Sibling>>>)| {
            let parent = index.checked_sub(1).map(|index| Node(index as u32));
            group.as_ref().is_some_and(|group| !group.is_empty()).then_some(parent)
        };
        self.groups.iter().enumerate().filter_map(used)
    }

    /// The siblings on both sides of a live record.
    pub fn neighbours(&self, names: &Names, node: Node) -> Option<Pair> {
        let record = self.get(node)?;
        let group = self.siblings(record.parent)?;
        let spot = spot(group, &record.sort_key.sort(), names.name(node));
        let node = |sibling: &Sibling| sibling.node;
        Some(Pair { lower: group.before(spot).map(node), upper: group.get(group.next(spot)).map(node) })
    }

    /// A sibling with this very key, if there is one; a malformed key is nobody's twin.
    pub fn find_key(&self, parent: Option<Node>, sort_key: &SortKey) -> Option<Node> {
        let Sort::Key(key) = sort_key.sort() else { return None };
        let (group, sort) = (self.siblings(parent)?, Sort::Key(key));
        let at_or_above = group.get(group.partition_point(|sibling| sibling.sort < sort))?;
        (at_or_above.sort == sort).then_some(at_or_above.node)
    }

    /// The siblings between which a record with this key would stand, behind its twins.
    pub fn around(&self, parent: Option<Node>, sort_key: &SortKey) -> Pair {
        let Some(group) = self.siblings(parent) else { return Pair { lower: None, upper: None } };
        let sort = sort_key.sort();
        let spot = group.partition_point(|sibling| sibling.sort <= sort);
        let node = |sibling: &Sibling| sibling.node;
        Pair { lower: group.before(spot).map(node), upper: group.get(spot).map(node) }
    }

    /// What orders a live record among its siblings.
    pub fn place(&self, names: &Names, node: Node) -> Option<(Sort, Rkey, Did)> {
        let Name { did, rkey } = names.name(node);
        Some((self.sort_key(node)?.sort(), rkey, did))
    }

    /// The least and the greatest sibling under a parent, as the ends of its group.
    pub fn ends(&self, parent: Option<Node>) -> Option<(Node, Node)> {
        let group = self.siblings(parent)?;
        Some((group.get(group.nth(0))?.node, group.before(group.end())?.node))
    }

    /// Whether `node` is `ancestor` or hangs somewhere under it.
    pub fn is_within(&self, node: Node, ancestor: Node) -> bool {
        let mut at = Some(node);
        let mut steps_left = self.len + 1;
        while let Some(node) = at {
            if node == ancestor {
                return true;
            }
            at = self.get(node).and_then(|record| record.parent);
            steps_left -= 1;
            if steps_left == 0 {
                return false;
            }
        }
        false
    }

    fn group_mut(&mut self, parent: Option<Node>) -> &mut Chunked<Sibling> {
        let index = group_index(parent);
        if self.groups.len() <= index {
            self.groups.resize(index + 1, None);
            self.changes.resize(index + 1, 0);
        }
        self.changes[index] += 1;
        self.groups[index].get_or_insert_default()
    }
}

fn group_index(parent: Option<Node>) -> usize {
    parent.map_or(0, |node| node.0 as usize + 1)
}

fn spot(group: &Chunked<Sibling>, sort: &Sort, name: Name) -> Spot {
    group.partition_point(|sibling| sibling.order() < order(sort, name))
}
