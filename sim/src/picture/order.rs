//! The order of the rows by the log and as each view serves it, and the first row that is wrong.

use crate::event::Event;
use crate::tell::{Actor, Group, logged, served, short_key, short_node};
use crate::world::World;
use crate::world::record::{Node, SortKey};

/// What stands where, actor by actor: the repository first, then the views.
#[derive(Clone, Debug, Default)]
pub struct Orders {
    /// Each actor's rows.
    pub lists: Vec<(Actor, Vec<Entry>)>,
    /// The record keys of what was written last.
    written: Vec<String>,
}

/// A line of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it says: a row, or whose children follow.
    pub text: String,
    /// The record key of the row, as laws tell it; of no row there is none.
    pub rkey: Option<String>,
    /// Whether this is the first wrong row.
    pub is_wrong: bool,
}

/// So many rows of an order are shown.
const ROWS_MAX: usize = 24;

impl Orders {
    /// The orders as the world stands. At rest the first row of a view that is not as the log has it is wrong.
    pub fn of(world: &World, is_at_rest: bool) -> Self {
        let truth = logged(world);
        let mut lists = vec![(Actor::Repository, entries(&truth, &truth, world))];
        for (index, view) in (0..).zip(&world.views) {
            let served = served(view, world);
            let expected = if is_at_rest { &truth } else { &served };
            lists.push((Actor::View(index), entries(&served, expected, world)));
        }
        Self { lists, written: written(world) }
    }

    /// Marks the first row that the message of a broken law names, unless one is known to be wrong: among those of
    /// the view that it names, else of the repository. If it names none, what was written last is meant.
    pub fn mark_named(&mut self, message: &str) {
        if self.lists.iter().any(|(_, list)| list.iter().any(|entry| entry.is_wrong)) {
            return;
        }
        let names_view = |actor: &Actor| message.contains(&format!("{actor} "));
        let view = self.lists.iter().skip(1).position(|(actor, _)| names_view(actor)).map(|at| at + 1);
        let is_named = |rkey: &String| message.contains(rkey);
        let is_written = |rkey: &String| self.written.contains(rkey);
        let named = view.and_then(|view| self.find(view, is_named));
        let named = named.or_else(|| self.find(0, is_named)).or_else(|| self.find(0, is_written));
        if let Some((list, at)) = named {
            self.lists[list].1[at].is_wrong = true;
        }
    }

    /// The first row of a list whose record key is so.
    fn find(&self, list: usize, is_so: impl Fn(&String) -> bool) -> Option<(usize, usize)> {
        let entries = &self.lists.get(list)?.1;
        Some((list, entries.iter().position(|entry| entry.rkey.as_ref().is_some_and(&is_so))?))
    }

    /// Leaves out what would make a list too long, but nothing wrong.
    pub fn cut(&mut self) {
        self.lists.iter_mut().for_each(|(_, list)| cut(list));
    }
}

/// The lines of an order; the first row that is not as expected is wrong.
fn entries(groups: &[Group], expected: &[Group], world: &World) -> Vec<Entry> {
    let mut parents: Vec<Option<Node>> = groups.iter().chain(expected).map(|group| group.parent).collect();
    parents.sort_unstable();
    parents.dedup();
    let quiet = |text: String| Entry { text, rkey: None, is_wrong: false };
    let mut entries = Vec::new();
    let mut is_right = true;
    for parent in parents {
        let (met, expected) = (rows(groups, parent), rows(expected, parent));
        entries.extend(parent.map(|parent| quiet(format!("under {}", short_node(parent, world)))));
        for at in 0..met.len().max(expected.len()) {
            let is_wrong = is_right && met.get(at) != expected.get(at);
            is_right &= !is_wrong;
            let rkey = met.get(at).map(|(node, _)| world.names.name(*node).rkey.to_string());
            let row = met.get(at).map(|row| shown(row, world));
            let text = match (row, expected.get(at).filter(|_| is_wrong)) {
                (None, None) => continue,
                (row, None) => row.unwrap_or_default(),
                (row, Some(due)) => {
                    format!("{}, not {}", row.as_deref().unwrap_or("nothing"), shown(due, world))
                }
            };
            entries.push(Entry { text, rkey, is_wrong });
        }
    }
    entries
}

fn written(world: &World) -> Vec<String> {
    let commits = world.happened().iter().filter_map(|event| match event {
        Event::Committed { seq } => Some(world.repositories.commit(*seq)),
        _ => None,
    });
    commits.flat_map(|commit| &commit.ops).map(|op| world.names.name(op.node).rkey.to_string()).collect()
}

fn rows(groups: &[Group], parent: Option<Node>) -> &[(Node, SortKey)] {
    groups.iter().find(|group| group.parent == parent).map_or(&[], |group| &group.rows)
}

fn shown((node, sort_key): &(Node, SortKey), world: &World) -> String {
    format!("{} {}", short_key(sort_key), short_node(*node, world))
}

/// Leaves out the rows that would make the list too long, but not a wrong one.
fn cut(list: &mut Vec<Entry>) {
    let Some(more) = list.len().checked_sub(ROWS_MAX).filter(|more| *more > 1) else { return };
    let wrong = list.iter().position(|entry| entry.is_wrong).unwrap_or(0);
    let begin = wrong.saturating_sub(ROWS_MAX / 2).min(more);
    let omitted = |count: usize| {
        (count > 0).then(|| Entry { text: format!("{count} more"), rkey: None, is_wrong: false })
    };
    let mut kept: Vec<Entry> = omitted(begin).into_iter().collect();
    kept.extend(list.drain(begin..begin + ROWS_MAX));
    kept.extend(omitted(more - begin));
    *list = kept;
}
