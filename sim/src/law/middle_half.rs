//! Middle half: the digit that ends a generated fraction lies in the middle half of its open interval, and
//! over many the draws fill it.
//!
//! The interval is found again from the two bounds and the key's own stem, not from the generator's walk.

use super::{Law, Served, written};
use crate::event::Event;
use crate::model::number;
use crate::world::World;
use crate::world::intent::Op;
use crate::world::repository::{Beside, Bounds};
use order_key::{Integer, Key};

/// Judges each drawn digit.
#[derive(Debug, Default)]
pub struct MiddleHalf {
    compared: u64,
    /// How many digits were drawn from each quarter of their middle half, where that has eight digits or more.
    quarters: [u32; 4],
}

/// From so many draws on each quarter must have been met. One of 11 digits has a quarter of two: it stays
/// empty by chance in one of 10^11 runs.
const DRAWS_MIN: u32 = 128;

impl Law for MiddleHalf {
    fn name(&self) -> &'static str {
        "middle half"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn observe(&mut self, event: &Event, world: &World) -> Result<(), String> {
        let Some((commit, cause)) = written(event, world) else { return Ok(()) };
        let draws = matches!(cause.intent.op, Op::Insert | Op::Move) && cause.beside == Beside::Nothing;
        let records = commit.ops.iter().filter_map(|op| op.record.as_ref()).filter(|_| draws);
        for key in records.filter_map(|record| record.sort_key.key()) {
            let Some((lower, upper)) = interval(key, &cause.bounds) else { continue };
            self.compared += 1;
            let digit = value(key.as_bytes(), key.len() - 1);
            let trimmed = upper.saturating_sub(lower + 1) / 4;
            if digit <= lower + trimmed || digit + trimmed >= upper {
                return Err(format!(
                    "commit {} ended `{key}` with digit {digit}, outside the middle half of {lower} to {upper}",
                    commit.rev
                ));
            }
            let (first, count) = (lower + trimmed + 1, upper - lower - 1 - 2 * trimmed);
            if count >= 8 {
                self.quarters[usize::from(digit - first) * 4 / usize::from(count)] += 1;
            }
        }
        Ok(())
    }

    fn rest(&mut self, _world: &World, _served: &Served<'_>) -> Result<(), String> {
        let draws: u32 = self.quarters.iter().sum();
        self.compared += u64::from(draws >= DRAWS_MIN);
        match self.quarters.iter().position(|&draws| draws == 0) {
            Some(empty) if draws >= DRAWS_MIN => {
                Err(format!("none of {draws} digits was drawn from quarter {} of its middle half", empty + 1))
            }
            _ => Ok(()),
        }
    }
}

/// The digits between which the last digit of a generated key was drawn; `None` where none was: the key is
/// an integer part, or was cut from the upper bound to fit the cap.
fn interval(key: &Key, bounds: &Bounds) -> Option<(u8, u8)> {
    if key.fraction().is_empty() {
        return None;
    }
    let at = key.len() - 1;
    let stem = &key.as_bytes()[..at];
    let upper = bounds.upper.as_ref().filter(|upper| upper.as_bytes().starts_with(stem));
    if upper.is_some_and(|upper| upper.as_bytes().starts_with(key.as_bytes())) {
        return None;
    }
    let floor = Integer::FLOOR;
    let lower = bounds.lower.as_ref().map_or(floor.as_bytes(), |lower| lower.as_bytes());
    Some((value(lower, at), upper.map_or(62, |upper| value(upper.as_bytes(), at))))
}

/// The value of the digit at a place, 0 where the key has ended.
fn value(key: &[u8], at: usize) -> u8 {
    key.get(at).and_then(|&byte| number::digit(byte)).unwrap_or(0)
}
