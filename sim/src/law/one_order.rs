//! One order: each store serves, page by page in both directions, the order that a plain sort of the same
//! rows gives, and SQLite finds it by one range scan of the covering index.

use super::{Law, Served};
use crate::world::World;
use crate::world::view::{Group, Row, View, Way};
use order_key::Key;

/// Sorts plainly and compares.
#[derive(Debug, Default)]
pub struct OneOrder {
    compared: u64,
}

/// Groups up to this size are read in pages of few rows, where ties fall between two pages.
const SMALL_GROUP: usize = 40;

impl Law for OneOrder {
    fn name(&self) -> &'static str {
        "one order"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn checkpoint(&mut self, world: &World, served: &Served<'_>) -> Result<(), String> {
        for (index, (view, served)) in world.views.iter().zip(&served.views).enumerate() {
            view.store.check_plan().map_err(|why| format!("view {index}: {why}"))?;
            self.compared += 1;
            for group in &served.groups {
                self.check_group(index, view, group, world)?;
            }
        }
        Ok(())
    }
}

impl OneOrder {
    /// A group in one piece, sorted plainly, is the group page by page, both ways.
    fn check_group(&mut self, index: usize, view: &View, group: &Group, world: &World) -> Result<(), String> {
        let (names, parent, rows) = (&world.names, group.parent, &group.rows);
        // A group of less than a page was read in one piece already, a larger one page by page.
        let is_page = rows.len() < Group::PAGE_ROWS;
        let is_small = rows.len() <= SMALL_GROUP;
        let page_rows = if is_small { 1 + rows.len() % 3 } else { Group::PAGE_ROWS };
        let whole = (!is_page).then(|| view.page(names, parent, Way::Forward, None, usize::MAX >> 1));
        let walked = is_small.then(|| view.walk(names, parent, Way::Forward, page_rows));
        let back = view.walk(names, parent, Way::Backward, page_rows);
        let mut sorted: Vec<&Row> = whole.as_ref().unwrap_or(rows).iter().collect();
        sorted.sort_by(|one, other| plain_order(one, world).cmp(&plain_order(other, world)));
        self.compared += 2 * sorted.len() as u64;
        agree("forwards", index, walked.as_ref().unwrap_or(rows), &sorted)?;
        agree("backwards", index, back.iter().rev(), &sorted)
    }
}

/// Whether the rows of a group, read one way, are those of the plain sort.
fn agree<'r>(
    way: &str,
    view: usize,
    served: impl IntoIterator<Item = &'r Row>,
    sorted: &[&Row],
) -> Result<(), String> {
    let mut served = served.into_iter();
    let mut expected = sorted.iter().copied();
    for at in 0.. {
        let (met, expected) = (served.next(), expected.next());
        if met != expected {
            let key = |row: Option<&Row>| {
                row.map_or("nothing".to_owned(), |row| format!("key `{}`", row.sort_key.text()))
            };
            let (met, expected) = (key(met), key(expected));
            return Err(format!(
                "row {at} of a group in view {view}, read {way}, has {met}, in a plain sort {expected}"
            ));
        }
        if met.is_none() {
            break;
        }
    }
    Ok(())
}

/// The order of SPEC §6: the bytes of keys, then record keys and authors, whose texts order as their numbers.
fn plain_order<'r>(row: &'r Row, world: &World) -> (bool, &'r [u8], u64, u32) {
    let name = world.names.name(row.node);
    let key = row.sort_key.key();
    (key.is_none(), key.map_or(b"", Key::as_bytes), name.rkey.0, name.did.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::record::{Node, SortKey};

    fn rows(keys: &[&str]) -> Vec<Row> {
        let row = |(node, key): (u32, &&str)| Row { node: Node(node), sort_key: SortKey::read(key) };
        (0..).zip(keys).map(row).collect()
    }

    #[track_caller]
    fn agreed(way: &str, view: usize, served: &[&str], sorted: &[&str]) -> Result<(), String> {
        let sorted = rows(sorted);
        agree(way, view, &rows(served), &sorted.iter().collect::<Vec<_>>())
    }

    #[test]
    fn equal_rows_agree() {
        assert_eq!(agreed("forwards", 0, &["a0", "a1"], &["a0", "a1"]), Ok(()));
    }

    #[test]
    fn a_row_that_is_missing_or_another_is_named() {
        let missing = "row 1 of a group in view 1, read backwards, has nothing, in a plain sort key `a1`";
        assert_eq!(agreed("backwards", 1, &["a0"], &["a0", "a1"]), Err(missing.to_owned()));
        let surplus = "row 1 of a group in view 1, read backwards, has key `a1`, in a plain sort nothing";
        assert_eq!(agreed("backwards", 1, &["a0", "a1"], &["a0"]), Err(surplus.to_owned()));
        let other = "row 0 of a group in view 0, read forwards, has key `a5k`, in a plain sort key `a5Q`";
        assert_eq!(agreed("forwards", 0, &["a5k"], &["a5Q"]), Err(other.to_owned()));
    }
}
