//! Recordings of several people: each makes keys from what it sees, in the simulator's world, and where two typed
//! into one gap their words may come out interleaved.

use serde::{Deserialize, Serialize};
use sim::outcome::Outcome;
use sim::recording::Recording;
use sim::scenario::{Keys, Limits, draw_recording};
use sim::simulate::simulate;
use sim::world::Parts;

/// The seed of the run.
pub(super) const SEED: u32 = 7;

/// What came of a recording of several people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Met {
    /// The name of the recording.
    pub recording: String,
    /// How many people typed.
    pub people: u32,
    /// Characters typed or deleted.
    pub keystrokes: u32,
    /// What the simulator says of the run.
    pub verdict: String,
    /// The longest key, in bytes.
    pub longest: u32,
    /// Whether the words come out as recorded when a server makes the keys.
    pub whole_by_server: bool,
    /// Where words came out interleaved: the first character, counted from 0.
    pub at: Option<u32>,
    /// What stands before that place in the recording.
    pub before: String,
    /// What the recording has there.
    pub recorded: String,
    /// What came out.
    pub met: String,
    /// What stands behind that place.
    pub after: String,
}

/// Characters shown on each side.
const AROUND: usize = 40;

pub(super) fn meet(recording: &Recording) -> Met {
    let typed = |keys| {
        let limits = Limits { keys: Some(keys), ..Limits::default() };
        simulate(draw_recording(SEED.into(), recording.clone(), limits), Parts::default(), |_| ())
    };
    let place =
        |outcome: &Outcome| outcome.recording.as_ref().and_then(|recording| recording.interleaved.clone());
    let (outcome, by_server) = (typed(Keys::Local), typed(Keys::Server));
    let whole_by_server = by_server.verdict.name() == "held" && place(&by_server).is_none();
    let place = place(&outcome);
    let text = |from: usize, to: usize| -> String {
        let end = &recording.end;
        end[from.min(end.len())..to.min(end.len())].iter().collect()
    };
    let (at, recorded, met) = place
        .map_or((None, String::new(), String::new()), |place| (Some(place.at), place.recorded, place.met));
    let from = at.unwrap_or_default();
    let to = from + recorded.chars().count();
    let shows = at.is_some();
    Met {
        recording: super::name(recording),
        people: recording.agents,
        keystrokes: recording.keystrokes.len() as u32,
        verdict: outcome.verdict.name().to_owned(),
        longest: outcome.key_bytes.max as u32,
        whole_by_server,
        at: at.map(|at| at as u32),
        before: if shows { text(from.saturating_sub(AROUND), from) } else { String::new() },
        recorded,
        met,
        after: if shows { text(to, to + AROUND) } else { String::new() },
    }
}
