//! Renders all: every live record of an active repository stands exactly once on the page, malformed, orphaned or
//! cyclic: under its parent in the order of its group, or, where it has no place in the tree, at the end of the root in
//! a fixed order.

use super::{Law, Served};
use crate::world::World;
use crate::world::record::{Name, Node};
use crate::world::view::{Entry, Group, Line, OutlinePage};

/// Counts the lines of pages.
#[derive(Debug, Default)]
pub struct RendersAll {
    compared: u64,
}

impl Law for RendersAll {
    fn name(&self) -> &'static str {
        "renders all"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    /// The page holds what the groups hold.
    fn checkpoint(&mut self, world: &World, served: &Served<'_>) -> Result<(), String> {
        for (index, view) in served.views.iter().enumerate() {
            let rows = view.groups.iter().flat_map(|group| &group.rows);
            let expected: Vec<Node> = rows.map(|row| row.node).collect();
            self.compared += expected.len() as u64 + 1;
            let (nodes, name) = (world.names.len(), |node| world.names.name(node));
            judge(&view.page, &expected, nodes, name)
                .and_then(|()| judge_tree(&view.page.lines, &view.groups, nodes, name))
                .map_err(|what| format!("view {index} {what}"))?;
        }
        Ok(())
    }

    /// The page holds what the log leaves.
    fn rest(&mut self, world: &World, served: &Served<'_>) -> Result<(), String> {
        let mut is_live = vec![false; world.names.len()];
        for (_, commit) in world.repositories.commits() {
            for op in commit.ops.iter().filter(|_| world.repositories.is_active(commit.did)) {
                is_live[op.node.0 as usize] = op.record.is_some();
            }
        }
        let expected: Vec<Node> =
            (0..).map(Node).zip(is_live).filter_map(|(node, is)| is.then_some(node)).collect();
        for (index, view) in served.views.iter().enumerate() {
            self.compared += expected.len() as u64 + 1;
            judge(&view.page, &expected, world.names.len(), |node| world.names.name(node))
                .map_err(|what| format!("view {index} {what}"))?;
        }
        Ok(())
    }
}

/// Whether a page holds each expected record once and nothing else, of so many that there are.
fn judge(
    page: &OutlinePage,
    expected: &[Node],
    nodes: usize,
    name: impl Fn(Node) -> Name,
) -> Result<(), String> {
    let mut is_left = vec![false; nodes];
    for line in &page.lines {
        if std::mem::replace(&mut is_left[line.node.0 as usize], true) {
            return Err(format!("renders record {} twice", name(line.node).rkey));
        }
    }
    if let Some(&node) = expected.iter().find(|node| !std::mem::take(&mut is_left[node.0 as usize])) {
        return Err(format!("does not render record {}", name(node).rkey));
    }
    if page.lines.len() != expected.len() {
        return Err(format!("renders {} records of {}", page.lines.len(), expected.len()));
    }
    judge_strays(&page.lines, nodes, name)
}

/// What is no stray stands right under its parent, one deeper, in the order of its group.
fn judge_tree(
    lines: &[Line],
    groups: &[Group],
    nodes: usize,
    name: impl Fn(Node) -> Name,
) -> Result<(), String> {
    // By node: the line of a child. The path leads from the root to the line before.
    let (mut at, mut path) = (vec![None; nodes], Vec::<Node>::new());
    for (index, Line { depth, entry, node, parent, .. }) in lines.iter().enumerate() {
        let depth = *depth as usize;
        let above = depth.checked_sub(1).map(|above| path.get(above).copied());
        let is_under = above.is_none_or(|above| above.is_some()) && above.flatten() == *parent;
        if *entry == Entry::Child && !is_under {
            return Err(format!("does not render record {} right under its parent", name(*node).rkey));
        }
        path.truncate(depth);
        path.push(*node);
        at[node.0 as usize] = Some(index).filter(|_| *entry == Entry::Child);
    }
    for group in groups {
        let rows = group.rows.iter().filter_map(|row| Some((at[row.node.0 as usize]?, row.node)));
        let rows: Vec<(usize, Node)> = rows.collect();
        if let Some(pair) = rows.windows(2).find(|pair| pair[0].0 > pair[1].0) {
            return Err(format!("renders record {} out of the order of its group", name(pair[1].1).rkey));
        }
    }
    Ok(())
}

/// Strays come last, ordered by (rkey, did); an orphan's parent is not on the page, and the least of a
/// cycle comes back to itself without meeting a lesser one.
fn judge_strays(lines: &[Line], nodes: usize, name: impl Fn(Node) -> Name) -> Result<(), String> {
    let Some(first) = lines.iter().position(|line| line.entry != Entry::Child) else { return Ok(()) };
    let order = |node: Node| (name(node).rkey, name(node).did);
    // By node: the parent, of those that stand on the page.
    let mut parents = vec![None; nodes];
    for line in lines {
        parents[line.node.0 as usize] = Some(line.parent);
    }
    let on_page = |parent: &Node| parents.get(parent.0 as usize).is_some_and(Option::is_some);
    let mut before = None;
    for line in lines[first..].iter().filter(|line| line.depth == 0) {
        let rkey = name(line.node).rkey;
        let parent = line.parent.filter(on_page);
        let is_right = match line.entry {
            Entry::Child => return Err(format!("renders record {rkey} of the root after a stray one")),
            Entry::Orphan => line.parent.is_some() && parent.is_none(),
            Entry::Cycle => {
                let mut at = parent;
                while let Some(node) = at.filter(|&node| order(node) > order(line.node)) {
                    at = parents[node.0 as usize].flatten().filter(on_page);
                }
                at == Some(line.node)
            }
        };
        if !is_right {
            return Err(format!("renders record {rkey} as the head of a stray tree, which it is not"));
        }
        if before.is_some_and(|before| before >= order(line.node)) {
            return Err(format!("renders the stray record {rkey} out of order"));
        }
        before = Some(order(line.node));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::record::{Did, Rkey, SortKey};
    use crate::world::view::Row;

    fn name(node: Node) -> Name {
        Name { did: Did(0), rkey: Rkey(node.0.into()) }
    }

    fn line(node: u32, parent: Option<u32>, depth: u32, entry: Entry) -> Line {
        let sort_key = SortKey::read("a0");
        Line { depth, entry, node: Node(node), parent: parent.map(Node), sort_key }
    }

    #[track_caller]
    fn judged(lines: Vec<Line>, nodes: u32) -> Result<(), String> {
        let expected: Vec<Node> = (0..nodes).map(Node).collect();
        judge(&OutlinePage { lines }, &expected, 10, name)
    }

    #[test]
    fn a_page_with_an_orphan_and_a_cycle_is_whole() {
        let lines = vec![
            line(0, None, 0, Entry::Child),
            line(1, Some(9), 0, Entry::Orphan),
            line(2, Some(3), 0, Entry::Cycle),
            line(3, Some(2), 1, Entry::Child),
        ];
        assert_eq!(judged(lines, 4), Ok(()));
    }

    /// What is judged are the lines: in which group a record is served is another law's affair.
    #[track_caller]
    fn judged_tree(lines: &[(u32, Option<u32>, u32)], group: &[u32]) -> Result<(), String> {
        let row = |&node: &u32| Row { node: Node(node), sort_key: SortKey::read("a0") };
        let groups = [Group { parent: None, rows: group.iter().map(row).collect() }];
        let lines: Vec<Line> =
            lines.iter().map(|&(node, parent, depth)| line(node, parent, depth, Entry::Child)).collect();
        judge_tree(&lines, &groups, 10, name)
    }

    #[test]
    fn a_tree_stands_under_its_parents_in_order() {
        let whole = [(0, None, 0), (2, Some(0), 1), (3, Some(2), 2), (4, Some(0), 1), (1, None, 0)];
        assert_eq!(judged_tree(&whole, &[0, 1]), Ok(()));
        let order = Err("renders record 2222222222222 out of the order of its group".to_owned());
        assert_eq!(judged_tree(&whole, &[1, 0]), order);
        let misplaced = Err("does not render record 2222222222224 right under its parent".to_owned());
        for (parent, depth) in [(Some(0), 0), (Some(0), 2), (Some(1), 1), (None, 1)] {
            assert_eq!(judged_tree(&[(0, None, 0), (2, parent, depth)], &[0]), misplaced);
        }
    }

    #[test]
    fn a_record_missing_or_twice_or_in_the_wrong_place_is_named() {
        let root = |node| line(node, None, 0, Entry::Child);
        let missing = Err("does not render record 2222222222223".to_owned());
        assert_eq!(judged(vec![root(0)], 2), missing);
        let twice = Err("renders record 2222222222222 twice".to_owned());
        assert_eq!(judged(vec![root(0), root(0)], 1), twice);
        assert_eq!(judged(vec![root(0), root(1)], 1), Err("renders 2 records of 1".to_owned()));
        let orphan = |node| line(node, Some(9), 0, Entry::Orphan);
        let order = "renders the stray record 2222222222223 out of order";
        assert_eq!(judged(vec![root(0), orphan(2), orphan(1)], 3), Err(order.to_owned()));
        let late = vec![line(1, Some(9), 0, Entry::Orphan), root(0)];
        let after = "renders record 2222222222222 of the root after a stray one";
        assert_eq!(judged(late, 2), Err(after.to_owned()));
        let entered = vec![line(1, Some(0), 0, Entry::Cycle), line(0, Some(1), 1, Entry::Child)];
        let wrong = "renders record 2222222222223 as the head of a stray tree, which it is not";
        assert_eq!(judged(entered, 2), Err(wrong.to_owned()));
    }
}
