//! One order: each store serves, page by page in both directions, the order that a plain sort of the same
//! rows gives, and SQLite finds it by one range scan of the covering index.

use super::Law;
use crate::world::World;
use crate::world::view::{Row, Way};
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

    fn checkpoint(&mut self, world: &World) -> Result<(), String> {
        for (index, view) in world.views.iter().enumerate() {
            view.store.check_plan().map_err(|why| format!("view {index}: {why}"))?;
            self.compared += 1;
            for parent in view.store.parents(&world.names) {
                let whole = view.page(&world.names, parent, Way::Forward, None, usize::MAX >> 1);
                let page_rows = if whole.len() <= SMALL_GROUP { 1 + whole.len() % 3 } else { 100 };
                let served = view.walk(&world.names, parent, Way::Forward, page_rows);
                let mut back = view.walk(&world.names, parent, Way::Backward, page_rows);
                back.reverse();
                let mut sorted = whole;
                sorted.sort_by(|one, other| plain_order(one, world).cmp(&plain_order(other, world)));
                self.compared += 2 * sorted.len() as u64;
                agree("forwards", index, &served, &sorted)?;
                agree("backwards", index, &back, &sorted)?;
            }
        }
        Ok(())
    }
}

/// Whether the rows of a group, read one way, are those of the plain sort.
fn agree(way: &str, view: usize, served: &[Row], sorted: &[Row]) -> Result<(), String> {
    let longer = served.len().max(sorted.len());
    let Some(at) = (0..longer).find(|&at| served.get(at) != sorted.get(at)) else { return Ok(()) };
    let key = |rows: &[Row]| {
        rows.get(at).map_or("nothing".to_owned(), |row| format!("key `{}`", row.sort_key.text()))
    };
    let (met, expected) = (key(served), key(sorted));
    Err(format!("row {at} of a group in view {view}, read {way}, has {met}, in a plain sort {expected}"))
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

    #[test]
    fn equal_rows_agree() {
        assert_eq!(agree("forwards", 0, &rows(&["a0", "a1"]), &rows(&["a0", "a1"])), Ok(()));
    }

    #[test]
    fn a_row_that_is_missing_or_another_is_named() {
        assert_eq!(
            agree("backwards", 1, &rows(&["a0"]), &rows(&["a0", "a1"])),
            Err("row 1 of a group in view 1, read backwards, has nothing, in a plain sort key `a1`"
                .to_owned())
        );
        assert_eq!(
            agree("forwards", 0, &rows(&["a5k"]), &rows(&["a5Q"])),
            Err("row 0 of a group in view 0, read forwards, has key `a5k`, in a plain sort key `a5Q`"
                .to_owned())
        );
    }
}
