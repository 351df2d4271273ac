//! One order: each store serves the order that a plain sort of the same rows gives, and SQLite finds it
//! by one range scan of the covering index.

use super::Law;
use crate::world::World;
use crate::world::view::Row;

/// Sorts plainly and compares.
#[derive(Debug, Default)]
pub struct OneOrder {
    compared: u64,
}

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
                let served = view.walk(&world.names, parent);
                let mut sorted = served.clone();
                sorted.sort_by_key(|row| text_order(row, world));
                self.compared += served.len() as u64;
                if let Some(at) = (0..served.len()).find(|&at| served[at] != sorted[at]) {
                    return Err(format!(
                        "row {at} of a group in view {index} has key `{}`, in a plain sort `{}`",
                        served[at].sort_key.text(),
                        sorted[at].sort_key.text()
                    ));
                }
            }
        }
        Ok(())
    }
}

/// The order of SPEC §6, by the texts that others see.
fn text_order(row: &Row, world: &World) -> (bool, String, String, String) {
    let name = world.names.name(row.node);
    let key = row.sort_key.key().map(ToString::to_string);
    (key.is_none(), key.unwrap_or_default(), name.rkey.to_string(), name.did.to_string())
}
