//! Recording: what the views serve at rest spells the text that the recording ends with; where the cap was
//! met, the text as its one typist had it then.
//!
//! Where people make their own keys, two who typed into one gap may find their words interleaved. That one
//! place is shown and counted; everything before and after it must still be as recorded.

use super::{Law, Served};
use crate::recording::Recording;
use crate::scenario::Keys;
use crate::world::World;
use crate::world::view::Way;
use serde::Serialize;

/// Knows how the recording ends.
#[derive(Debug)]
pub struct Recorded {
    compared: u64,
    end: Vec<char>,
}

/// The one place where two people's words came out interleaved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Interleaved {
    /// Its first character, counted from 0.
    pub at: usize,
    /// What the recording has there.
    pub recorded: String,
    /// What came out.
    pub met: String,
}

/// A place longer than this is no place where two people's words met.
const INTERLEAVED_CHARACTERS_MAX: usize = 64;

impl Recorded {
    /// The law for a recording.
    pub fn new(recording: &Recording) -> Self {
        Self { compared: 0, end: recording.end.clone() }
    }
}

impl Law for Recorded {
    fn name(&self) -> &'static str {
        "recording"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn rest(&mut self, world: &World, _served: &Served<'_>) -> Result<(), String> {
        // Where several met the cap, nobody knows what the text should be.
        let Some(recorded) = recorded(world, &self.end) else { return Ok(()) };
        for index in 0..world.views.len() {
            let met = spelled(world, index);
            self.compared += met.len() as u64 + 1;
            judge(&met, &recorded, world.scenario().keys).map_err(|why| format!("view {index} {why}"))?;
        }
        Ok(())
    }
}

/// The text that a run has to come to: the recorded one, or what its one typist had when the cap was met.
fn recorded(world: &World, end: &[char]) -> Option<Vec<char>> {
    let script = world.script.as_ref()?;
    if script.cap_met_at().is_none() && !end.is_empty() {
        return Some(end.to_vec());
    }
    match world.clients.as_slice() {
        [alone] => alone.typist.as_ref()?.text().map(|node| script.character(node)).collect(),
        _ => None,
    }
}

/// What a view spells.
fn spelled(world: &World, view: usize) -> Vec<char> {
    let character = |node| world.script.as_ref().and_then(|script| script.character(node));
    let rows = world.views[view].walk(&world.names, None, Way::Forward, 100);
    rows.into_iter().map(|row| character(row.node).unwrap_or('\u{fffd}')).collect()
}

fn judge(met: &[char], recorded: &[char], keys: Keys) -> Result<(), String> {
    let Some(place) = difference(met, recorded) else { return Ok(()) };
    let sorted = |text: &str| {
        let mut characters: Vec<char> = text.chars().collect();
        characters.sort_unstable();
        characters
    };
    if keys == Keys::Local && place.is_short() && sorted(&place.met) == sorted(&place.recorded) {
        return Ok(());
    }
    let shown = |text: &str| text.chars().take(INTERLEAVED_CHARACTERS_MAX).collect::<String>();
    let (at, met, recorded) = (place.at, shown(&place.met), shown(&place.recorded));
    Err(format!("spells {met:?} from character {at} on, where the recording has {recorded:?}"))
}

/// The place where two people's words came out interleaved, if there is one.
pub fn interleaved(world: &World, recording: &Recording) -> Option<Interleaved> {
    let recorded = recorded(world, &recording.end)?;
    difference(&spelled(world, 0), &recorded).filter(Interleaved::is_short)
}

impl Interleaved {
    fn is_short(&self) -> bool {
        self.recorded.chars().count() <= INTERLEAVED_CHARACTERS_MAX
    }
}

/// The part in which two texts differ, between what they share at both ends.
fn difference(met: &[char], recorded: &[char]) -> Option<Interleaved> {
    if met == recorded {
        return None;
    }
    let shared = |pairs: &mut dyn Iterator<Item = (&char, &char)>| pairs.take_while(|(a, b)| a == b).count();
    let at = shared(&mut met.iter().zip(recorded));
    let behind = shared(&mut met[at..].iter().rev().zip(recorded[at..].iter().rev()));
    let part = |text: &[char]| text[at..text.len() - behind].iter().collect();
    Some(Interleaved { at, recorded: part(recorded), met: part(met) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn judged(met: &str, recorded: &str, keys: Keys) -> Result<(), String> {
        let characters = |text: &str| text.chars().collect::<Vec<_>>();
        judge(&characters(met), &characters(recorded), keys)
    }

    #[test]
    fn another_text_than_the_recorded_one_is_refused() {
        let refused = "spells \"bX\" from character 1 on, where the recording has \"Xb\"";
        assert_eq!(judged("abXc", "aXbc", Keys::Server), Err(refused.to_owned()));
        let missing = "spells \"\" from character 1 on, where the recording has \"b\"";
        assert_eq!(judged("ac", "abc", Keys::Local), Err(missing.to_owned()));
        assert!(judged(&"ab".repeat(80), &"ba".repeat(80), Keys::Local).is_err());
    }

    #[test]
    fn interleaved_words_are_fine_where_people_make_their_own_keys() {
        assert_eq!(judged("abc", "abc", Keys::Server), Ok(()));
        assert_eq!(judged("a hweolrllod c", "a helloworld c", Keys::Local), Ok(()));
    }
}
