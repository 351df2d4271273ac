//! What a reader sees while a list is renumbered, item by item, or when that stops on the way.
//!
//! A thousand items were inserted at random places with numbers 1,024 apart, and are then numbered anew. Each
//! item is a record of its own, so a reader, or whoever comes after a crash, finds some with their new number
//! and some with their old one.

use crate::schemes::{IntegerPositions, Keep};
use order_key::bounded;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

/// How many items are renumbered.
pub const ITEMS: usize = 1_000;

/// What is out of order when so much of the renumbering is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Halfway {
    /// In which order items are written.
    pub order: Order,
    /// How much is done, in per cent of all items.
    pub done_percent: u32,
    /// Pairs that stand in the wrong order or share a number, in a thousand of all pairs.
    pub pairs_permille: u32,
}

/// The order in which items get their new numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// From the first to the last.
    List,
    /// As a batch without an order.
    Any,
}

/// One row for each twentieth of the way, for both orders.
pub fn measure() -> Vec<Halfway> {
    let (old, new) = numbers();
    let list: Vec<usize> = (0..ITEMS).collect();
    [(Order::List, list.clone()), (Order::Any, shuffled(list))]
        .into_iter()
        .flat_map(|(order, written)| {
            let (old, new) = (&old, &new);
            (0..=20).map(move |step| {
                let mut seen = old.clone();
                for &item in &written[..ITEMS * step / 20] {
                    seen[item] = new[item];
                }
                Halfway { order, done_percent: 5 * step as u32, pairs_permille: pairs_permille(&seen) }
            })
        })
        .collect()
}

/// The numbers before and after.
fn numbers() -> (Vec<i64>, Vec<i64>) {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let mut list = IntegerPositions::with_stride(1_024);
    for count in 0..ITEMS as u32 {
        list.insert(bounded(&mut rng, count + 1) as usize);
    }
    let new = (0..).map(|index| index * 1_024).take(ITEMS).collect();
    (list.positions().to_vec(), new)
}

fn shuffled(mut items: Vec<usize>) -> Vec<usize> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for left in (1..items.len()).rev() {
        items.swap(left, bounded(&mut rng, left as u32 + 1) as usize);
    }
    items
}

fn pairs_permille(numbers: &[i64]) -> u32 {
    let wrong: usize =
        numbers.iter().enumerate().map(|(at, a)| numbers[at + 1..].iter().filter(|b| *b <= a).count()).sum();
    (wrong * 1_000 / (numbers.len() * (numbers.len() - 1) / 2)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_once_and_ties_count() {
        assert_eq!(pairs_permille(&[1, 2, 3]), 0);
        assert_eq!(pairs_permille(&[3, 2, 1]), 1_000);
        assert_eq!(pairs_permille(&[1, 1, 2]), 333);
    }

    #[test]
    fn before_and_after_nothing_is_out_of_order() {
        for row in measure() {
            if row.done_percent % 100 == 0 {
                assert_eq!(row.pairs_permille, 0, "{row:?}");
            }
        }
    }
}
