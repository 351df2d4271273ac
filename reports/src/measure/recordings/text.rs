//! A text of which each character is a record.

use super::{Item, paste};
use crate::drive::{Driver, End};
use sim::chunked::Chunked;
use sim::recording::{Keystroke, Recording};

/// Types a recording; the keystroke, counted from 0, at which no key was left, if there was one.
pub(super) fn type_all(
    recording: &Recording,
    driver: &mut Driver,
    item: Item,
    each: &mut impl FnMut(usize, u32),
) -> Option<usize> {
    let mut keys = Chunked::default();
    let mut done = 0;
    while done < recording.keystrokes.len() {
        let pasted = if item.pastes() { paste::length(recording, done) } else { 1 };
        let typed = match recording.keystrokes[done] {
            Keystroke::Type { at, .. } if pasted > 1 => paste_all(&mut keys, driver, at, pasted),
            Keystroke::Type { at, .. } => insert(&mut keys, driver, at),
            Keystroke::Delete { at } => {
                remove(&mut keys, driver, at);
                Ok(())
            }
        };
        if typed.is_err() {
            return Some(done);
        }
        done += pasted;
        each(done, driver.tally.longest);
    }
    None
}

fn insert(keys: &mut Chunked<Vec<u8>>, driver: &mut Driver, at: usize) -> Result<(), End> {
    let spot = keys.nth(at);
    let key = driver.between(keys.before(spot).map(Vec::as_slice), keys.get(spot).map(Vec::as_slice))?;
    keys.insert(spot, key);
    Ok(())
}

fn paste_all(keys: &mut Chunked<Vec<u8>>, driver: &mut Driver, at: usize, count: usize) -> Result<(), End> {
    let spot = keys.nth(at);
    let (lower, upper) = (keys.before(spot).map(Vec::as_slice), keys.get(spot).map(Vec::as_slice));
    for (key, place) in paste::between_n(driver, lower, upper, count)?.into_iter().zip(at..) {
        keys.insert(keys.nth(place), key);
    }
    Ok(())
}

fn remove(keys: &mut Chunked<Vec<u8>>, driver: &mut Driver, at: usize) {
    let key = keys.remove(keys.nth(at));
    let spot = keys.nth(at);
    let (lower, upper) = (keys.before(spot), keys.get(spot));
    driver.tally.remove(&key, lower.map(Vec::as_slice), upper.map(Vec::as_slice));
}
