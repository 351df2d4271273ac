//! Scenarios with a name: each does one thing a lot, in the weather that its seed draws.
//!
//! A row of the table says who does what how often; everything else is drawn as for any seed, but for the
//! cap, which is the real one, and for writers past the server, of whom there are none.

use super::draw::patience;
use super::{Edit, Kind, Limits, Scenario, Workload, draw};
use crate::chance::{Chance, Draws, Link};
use order_key::KEY_BYTES_MAX;

/// A scenario with a name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What happens in it.
    pub story: &'static str,
    clients: u32,
    operations: u32,
    /// The edits in the order of their numbers, each client's in the order of their times.
    edits: fn(&mut Draws<'_>, u32, u32) -> Vec<Edit>,
}

/// All of them.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "typing",
        story: "a few people type list after list, each line below the one before",
        clients: 3,
        operations: 2_000,
        edits: typing,
    },
    Preset {
        name: "hammer",
        story: "everyone inserts into one gap, from below, from above and in between",
        clients: 4,
        operations: 1_500,
        edits: hammer,
    },
    Preset {
        name: "shuffle",
        story: "a list is made and then dragged around, within groups, across them and as subtrees",
        clients: 6,
        operations: 2_000,
        edits: shuffle,
    },
    Preset {
        name: "offline",
        story: "everyone is silent for long and then makes all edits at once, on a page that is long out of date",
        clients: 8,
        operations: 1_600,
        edits: offline,
    },
    Preset {
        name: "crowd",
        story: "hundreds of people edit one outline, each now and then",
        clients: 300,
        operations: 3_000,
        edits: crowd,
    },
];

impl Preset {
    /// The scenario of a seed.
    pub fn scenario(&self, seed: u64, limits: Limits) -> Scenario {
        let clients = limits.clients.unwrap_or(self.clients);
        let operations = limits.operations.unwrap_or(self.operations);
        let key_bytes_max = limits.key_bytes_max.unwrap_or(KEY_BYTES_MAX);
        let within = Limits {
            operations: Some(operations),
            clients: Some(clients),
            key_bytes_max: Some(key_bytes_max),
            ..limits
        };
        let drawn = draw(seed, within);
        let mut chance = Chance::new(seed);
        let edits = (self.edits)(&mut chance.draws(Link::Scenario, EDITS), operations, clients);
        let patience = patience(&edits, drawn.network, drawn.server_step_us);
        Scenario { workload: Workload::Edits(edits), rogue_writes: Vec::new(), patience, ..drawn }
    }
}

/// Where the draws of a preset's edits begin, far behind those of the scenario around them.
const EDITS: u64 = 1 << 32;

fn typing(draws: &mut Draws<'_>, operations: u32, clients: u32) -> Vec<Edit> {
    plan(draws, operations, clients, 120_000, |draws, id| {
        let is_deleted = id > 0 && draws.below(12) == 0;
        let kind = if is_deleted { Kind::Delete } else { Kind::Append };
        let opens = if draws.below(60) == 0 { ANOTHER_PAGE } else { SAME_PAGE_READ_AGAIN };
        (kind, opens)
    })
}

fn hammer(draws: &mut Draws<'_>, operations: u32, clients: u32) -> Vec<Edit> {
    plan(draws, operations, clients, 60_000, |_, _| (Kind::Gap, SAME_PAGE_READ_AGAIN))
}

fn shuffle(draws: &mut Draws<'_>, operations: u32, clients: u32) -> Vec<Edit> {
    plan(draws, operations, clients, 150_000, |draws, id| {
        let opens = if draws.below(16) == 0 { ANOTHER_PAGE } else { SAME_PAGE_READ_AGAIN };
        // Three in eight of these words ask for a move under another node.
        let opens = opens | draws.below(8);
        let kind = if id < operations / 10 { Kind::Append } else { Kind::Move };
        (kind, opens)
    })
}

/// A client reads its page before the last edit of a burst, and makes the next burst from what it saw then.
fn offline(draws: &mut Draws<'_>, operations: u32, clients: u32) -> Vec<Edit> {
    const SILENCE_US: u64 = 4_000_000;
    const BURST: u32 = 25;
    let kinds = [Kind::Append, Kind::Append, Kind::Insert, Kind::Insert, Kind::Gap, Kind::Move, Kind::Delete];
    let mut edits = plan(draws, operations, clients, 1, |draws, _| {
        (kinds[draws.below(kinds.len() as u32) as usize], SAME_PAGE)
    });
    let mut made = vec![0_u32; clients as usize];
    for edit in &mut edits {
        let made = &mut made[edit.client as usize];
        let lag_us = u64::from(edit.client) * SILENCE_US / u64::from(clients) / 4;
        edit.at_us = SILENCE_US * u64::from(1 + *made / BURST) + lag_us;
        *made += 1;
        if made.is_multiple_of(BURST) {
            edit.picks[0] = SAME_PAGE_READ_AGAIN;
        }
    }
    edits
}

fn crowd(draws: &mut Draws<'_>, operations: u32, clients: u32) -> Vec<Edit> {
    let pause_us_max = 20_000_u32.saturating_mul(clients.min(1_000));
    plan(draws, operations, clients, pause_us_max, |draws, _| {
        let kind = match draws.below(20) {
            0..8 => Kind::Append,
            8..14 => Kind::Insert,
            14..16 => Kind::Prepend,
            16..18 => Kind::Move,
            _ => Kind::Delete,
        };
        (kind, draws.word())
    })
}

/// First words of an edit's picks, by what they make a client do with its page before it edits.
const SAME_PAGE: u32 = 1;
const SAME_PAGE_READ_AGAIN: u32 = 0;
const ANOTHER_PAGE: u32 = u32::MAX - 7;

/// Edits by clients drawn at random, each after a pause. `what` gives an edit's kind and its first pick.
fn plan(
    draws: &mut Draws<'_>,
    operations: u32,
    clients: u32,
    pause_us_max: u32,
    what: impl Fn(&mut Draws<'_>, u32) -> (Kind, u32),
) -> Vec<Edit> {
    let mut at_us = vec![0_u64; clients as usize];
    let mut edit = |id| {
        let client = draws.below(clients);
        let at = &mut at_us[client as usize];
        *at += 1 + u64::from(draws.below(pause_us_max));
        let at_us = *at;
        let (kind, opens) = what(draws, id);
        Edit { id, at_us, client, kind, picks: [opens, draws.word(), draws.word()] }
    };
    (0..operations).map(&mut edit).collect()
}
