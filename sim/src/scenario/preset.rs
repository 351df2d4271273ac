//! Scenarios with a name: each does one thing a lot, in the weather that its seed draws.
//!
//! A row of the table says who does what how often. The weather, the number of server instances and how they keep
//! writes apart are drawn as for any seed; the cap is the real one, and nothing else goes wrong, except in the one
//! in which everything does.

mod adversary;

use super::draw::patience;
use super::limits::limit_keys;
use super::{Edit, Keys, Kind, Limits, Offline, Scenario, Troubles, Workload, draw};
use crate::chance::{Chance, Draws, Link, Seeded};
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
    /// The edits of so many operations and clients in the order of their numbers, each client's in the order of
    /// their times.
    edits: fn(&mut Draws<'_>, u32, u32) -> Vec<Edit>,
    /// Whether clients are cut off for long, by turns.
    cuts_off: bool,
    keys: Keys,
    /// Whether all goes wrong that can.
    is_hostile: bool,
}

/// A preset of which nothing is known yet but that nobody is cut off and the server makes keys.
const ONLINE: Preset = Preset {
    name: "",
    story: "",
    clients: 1,
    operations: 1,
    edits: typing,
    cuts_off: false,
    keys: Keys::Server,
    is_hostile: false,
};

/// All of them.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "typing",
        story: "a few people type line below line, each behind the own last one",
        clients: 3,
        operations: 2_000,
        edits: typing,
        ..ONLINE
    },
    Preset {
        name: "two-writers",
        story: "two people type into one gap at the same time",
        clients: 2,
        operations: 800,
        edits: two_writers,
        ..ONLINE
    },
    Preset {
        name: "import",
        story: "lists are imported, some 3,000 siblings in all, and then edited a little",
        clients: 2,
        operations: 100,
        edits: import,
        ..ONLINE
    },
    Preset {
        name: "import-large",
        story: "the same with some 10,000 siblings",
        clients: 2,
        operations: 330,
        edits: import,
        ..ONLINE
    },
    Preset {
        name: "hammer",
        story: "everyone inserts into one gap, from below, from above and in between",
        clients: 4,
        operations: 1_500,
        edits: hammer,
        ..ONLINE
    },
    Preset {
        name: "shuffle",
        story: "a list is made and then dragged around, within groups, across them and as subtrees",
        clients: 6,
        operations: 2_000,
        edits: shuffle,
        ..ONLINE
    },
    Preset {
        name: "offline",
        story: "everyone is cut off for long, goes on editing, and comes back with all of it at once",
        clients: 8,
        operations: 1_600,
        edits: offline,
        cuts_off: true,
        ..ONLINE
    },
    Preset {
        name: "local-keys",
        story: "no server: each client makes keys from what it sees and writes to a repository of its own",
        clients: 6,
        operations: 1_500,
        edits: crowd,
        keys: Keys::Local,
        ..ONLINE
    },
    Preset {
        name: "crowd",
        story: "hundreds of people edit one outline, each now and then",
        clients: 300,
        operations: 3_000,
        edits: crowd,
        ..ONLINE
    },
    Preset {
        name: "adversary",
        story: "all that is hostile together: rogue writers, forged frames, a small cap met, ties, cycles, crashes",
        clients: 6,
        operations: 1_500,
        edits: adversary::edits,
        is_hostile: true,
        ..ONLINE
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
        let mut chance = Seeded::new(seed);
        let edits = (self.edits)(&mut chance.draws(Link::Scenario, EDITS), operations, clients);
        let patience = patience(&edits, drawn.network, drawn.server_step_us, None);
        let mut scenario = Scenario {
            authors: 1,
            writes_per_minute: None,
            rekey_bytes_max: None,
            crashes: Vec::new(),
            offline: if self.cuts_off { cut_off(&edits, clients) } else { Vec::new() },
            workload: Workload::Edits(edits),
            rogue_writes: Vec::new(),
            account_changes: Vec::new(),
            patience,
            ..drawn
        };
        scenario.views.iter_mut().for_each(|view| view.troubles = Troubles::NONE);
        if self.is_hostile {
            adversary::arm(&mut scenario, limits);
        }
        limit_keys(&mut scenario, self.keys);
        scenario
    }
}

/// Each client in turn is cut off for a quarter of the time, twice.
fn cut_off(edits: &[Edit], clients: u32) -> Vec<Offline> {
    let last_us = edits.iter().map(|edit| edit.at_us).max().unwrap_or(0);
    let mut times = Vec::new();
    for client in 0..clients {
        let begin_us = last_us / 8 + last_us / 8 * u64::from(client) / u64::from(clients);
        for from_us in [begin_us, begin_us + last_us / 2] {
            times.push(Offline { client, from_us, to_us: from_us + last_us / 4 });
        }
    }
    times
}

/// Where the draws of a preset's edits begin, far behind those of the scenario around them.
const EDITS: u64 = 1 << 32;

fn typing(draws: &mut Draws<'_>, operations: u32, clients: u32) -> Vec<Edit> {
    plan(draws, operations, clients, 120_000, |draws, id| {
        let is_deleted = id > 0 && draws.below(12) == 0;
        let kind = if is_deleted { Kind::Delete } else { Kind::Type };
        let opens = if draws.below(60) == 0 { ANOTHER_PAGE } else { SAME_PAGE_READ_AGAIN };
        (kind, opens)
    })
}

fn two_writers(draws: &mut Draws<'_>, operations: u32, clients: u32) -> Vec<Edit> {
    plan(draws, operations, clients, 100_000, |_, id| {
        let kind = match id {
            0..2 => Kind::Append,
            2..6 => Kind::Gap,
            _ => Kind::Type,
        };
        (kind, SAME_PAGE_READ_AGAIN)
    })
}

/// Every other edit imports some sixty records; [`plan`] draws how many.
fn import(draws: &mut Draws<'_>, operations: u32, clients: u32) -> Vec<Edit> {
    plan(draws, operations, clients, 300_000, |draws, id| {
        let kinds = [Kind::Insert, Kind::Append, Kind::Move, Kind::Delete];
        let kind = if id % 2 == 0 { Kind::Import } else { kinds[draws.below(4) as usize] };
        (kind, SAME_PAGE_READ_AGAIN)
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

fn offline(draws: &mut Draws<'_>, operations: u32, clients: u32) -> Vec<Edit> {
    let kinds = [Kind::Append, Kind::Type, Kind::Insert, Kind::Insert, Kind::Gap, Kind::Move, Kind::Delete];
    plan(draws, operations, clients, 400_000, |draws, _| {
        (kinds[draws.below(kinds.len() as u32) as usize], SAME_PAGE_READ_AGAIN)
    })
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
        let count = if kind == Kind::Import { 40 + draws.below(42) } else { 1 };
        Edit { id, at_us, client, kind, count, picks: [opens, draws.word(), draws.word()] }
    };
    (0..operations).map(&mut edit).collect()
}
