//! Exhausted exactly: the server says Exhausted if and only if no key fits, by the keys' numbers.
//!
//! Both ways: where a key was made alone, the numbers must leave room for it; where the answer was
//! Exhausted, they must leave too little.

use super::{Law, written};
use crate::event::Event;
use crate::model;
use crate::world::World;
use crate::world::repository::{Beside, Bounds};
use order_key::Key;

/// Judges by big integers, not by the generator.
#[derive(Debug, Default)]
pub struct ExhaustedExactly {
    compared: u64,
}

impl Law for ExhaustedExactly {
    fn name(&self) -> &'static str {
        "exhausted exactly"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn observe(&mut self, event: &Event, world: &World) -> Result<(), String> {
        if let Some((commit, cause)) = written(event, world) {
            let made = commit.ops.iter().filter(|op| op.record.is_some()).count();
            if made > 0 && cause.beside == Beside::Nothing {
                self.compared += 1;
                return judge_made(made, &cause.bounds, world)
                    .map_err(|why| format!("commit {} {why}", commit.rev));
            }
        }
        let Event::Exhausted { intent, count, bounds } = event else { return Ok(()) };
        self.compared += 1;
        let (lower, upper) = texts(bounds);
        let room = model::number::count_between(lower, upper, world.key_bytes_max);
        if room < (*count).into() {
            return Ok(());
        }
        let (cap, shown) = (world.key_bytes_max, shown(bounds));
        Err(format!(
            "intent {intent} was told that {count} keys of {cap} bytes do not fit {shown}, where {room} do"
        ))
    }
}

/// Where keys were made, the numbers must leave room for so many.
fn judge_made(made: usize, bounds: &Bounds, world: &World) -> Result<(), String> {
    let (lower, upper) = texts(bounds);
    let cap = world.key_bytes_max;
    let fits = match lower.zip(upper) {
        Some((lower, upper)) if lower >= upper => false,
        _ if made == 1 => model::number::fits(lower, upper, cap),
        _ => model::number::count_between(lower, upper, cap) >= made.into(),
    };
    let shown = shown(bounds);
    if fits {
        Ok(())
    } else {
        Err(format!("has {made} keys where by the numbers not so many of {cap} bytes fit {shown}"))
    }
}

fn texts(bounds: &Bounds) -> (Option<&str>, Option<&str>) {
    (bounds.lower.as_ref().map(Key::as_str), bounds.upper.as_ref().map(Key::as_str))
}

fn shown(bounds: &Bounds) -> String {
    let end = |text: Option<&str>| text.map_or("an open end".to_owned(), |text| format!("`{text}`"));
    let (lower, upper) = texts(bounds);
    format!("between {} and {}", end(lower), end(upper))
}
