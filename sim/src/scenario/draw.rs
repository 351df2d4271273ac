//! Draws a scenario from a seed, swarm-style: each seed switches some kinds of edit and some faults off.
//!
//! A run in which everything happens a little hides what happens only when one thing happens a lot. So a
//! third of the seeds leave each kind or fault out, and what is left is weighted unevenly. What is enabled
//! is certain to occur: each kind is planned at least once, a fault is enabled only where enough messages pass
//! for it to strike, and one announcement of each subscription is struck by plan.

pub(super) mod certain;
mod views;

use super::{
    Crash, Discipline, Edit, Keys, Kind, Limits, Offline, Patience, RogueKind, RogueWrite, Scenario, Span,
    Weather, Workload,
};
use crate::chance::{Bytes, Chance, Draws, Link, Seeded, scale};
use crate::recording::Recording;
use certain::Ending;
use order_key::KEY_BYTES_MAX;
use std::collections::BTreeMap;
pub(super) use views::{Fit, draw_account_changes, draw_views};

const OPERATIONS: u32 = 2_000;
const CLIENTS_MAX: u32 = 12;

/// Half of the seeds have the real cap, the others a small one.
const CAPS: [usize; 8] = [4, 8, 16, 64, KEY_BYTES_MAX, KEY_BYTES_MAX, KEY_BYTES_MAX, KEY_BYTES_MAX];

/// A fault is enabled only where it is expected to strike about this often.
const STRIKES_MIN: u64 = 20;

const PATIENCE: Patience = Patience {
    resend_after_us: 400_000,
    try_later_us: 5_000_000,
    attempts_max: 4,
    sync_every_us: 1_000_000,
    calm_us_max: 60_000_000,
    checkpoint_every: 5_000,
};

/// The scenario of a seed.
pub fn draw(seed: u64, limits: Limits) -> Scenario {
    let operations = limits.operations.unwrap_or(OPERATIONS);
    let crowding = Crowding {
        messages: operations.into(),
        edits_per_write: 50,
        fetching_us: FETCHING_US,
        is_certain: true,
    };
    draw_from(&mut Seeded::new(seed), seed, operations, limits, crowding)
}

/// A small scenario from a fuzzer's bytes: up to four clients make up to thirty edits. Every fault may be enabled,
/// though so few messages pass that it need not strike.
pub fn draw_small(bytes: &mut Bytes) -> Scenario {
    const CROWDING: Crowding =
        Crowding { messages: 2_000, edits_per_write: 5, fetching_us: 0, is_certain: false };
    let mut draws = bytes.draws(Link::Scenario, 0);
    let (clients, operations) = (1 + draws.below(4), 1 + draws.below(30));
    let limits = Limits { clients: Some(clients), ..Limits::of_operations(operations) };
    draw_from(bytes, 0, operations, limits, CROWDING)
}

/// What a draw takes for granted, so that what it enables strikes.
#[derive(Clone, Copy)]
struct Crowding {
    /// About how many messages pass.
    messages: u64,
    /// How many edits there are to a write that asks no server.
    edits_per_write: usize,
    /// In how long a view has certainly loaded a repository.
    fetching_us: u64,
    /// Whether groups are renumbered only where keys certainly pass the limit.
    is_certain: bool,
}

/// In this time a view has certainly loaded a repository, two failures included.
pub(super) const FETCHING_US: u64 = 6_000_000;

fn draw_from(
    chance: &mut dyn Chance,
    seed: u64,
    operations: u32,
    limits: Limits,
    crowding: Crowding,
) -> Scenario {
    let mut draws = chance.draws(Link::Scenario, 0);
    let (clients, cap) = (1 + draws.below(CLIENTS_MAX), CAPS[scale(draws.word(), CAPS.len())]);
    let clients = limits.clients.unwrap_or(clients);
    let key_bytes_max = limits.key_bytes_max.unwrap_or(cap);
    let shape = Shape::draw(&mut draws, clients, key_bytes_max);
    let Crowding { messages, edits_per_write, fetching_us, is_certain } = crowding;
    let network = draw_weather(&mut draws, messages, 40_000);
    let network = if shape.keys == Keys::Local { network.calm() } else { network };
    let server_step_us = Span { min_us: 100, max_us: 100 + draws.within(0, 20_000) };
    let pause_us_min = u64::from(clients) * server_step_us.max_us * 2;
    let mut edits = draw_edits(&mut draws, operations, clients, key_bytes_max, pause_us_min as u32);
    let mut rogue_writes = draw_rogue_writes(&mut draws, &edits, edits_per_write);
    let last_us = |edits: &[Edit]| edits.iter().map(|edit| edit.at_us).max().unwrap_or(0);
    let last_edit_us = last_us(&edits);
    let crashes = draw_crashes(&mut draws, shape.servers, last_edit_us);
    let offline = draw_offline(&mut draws, clients, last_edit_us);
    let (rekey_bytes_max, burst) =
        if is_certain { shape.burst(edits.len(), &rogue_writes) } else { (shape.rekey_bytes_max, None) };
    let Shape { keys, authors, servers, discipline, repairs, .. } = shape;
    let network = if burst.is_some() { losing_little(network, messages) } else { network };
    // Who makes keys without a server gives up what is over the budget, and hardly anything would be left;
    // a burst would wait long.
    let has_budget = rogue_writes.is_empty() && keys == Keys::Server && burst.is_none();
    let writes = operations / authors;
    let writes_per_minute = draw_budget(&mut draws, writes, last_edit_us).filter(|_| has_budget);
    let patience = Patience {
        resend_after_us: draw_resend_after_us(&mut draws),
        ..patience(&edits, network, server_step_us, writes_per_minute)
    };
    let ending = Ending {
        repairs: repairs && keys == Keys::Server,
        authors,
        clients,
        burst: burst.unwrap_or(0),
        worked_off_us: worked_off_us(&edits, network, server_step_us),
    };
    certain::arrange(&mut edits, &mut rogue_writes, ending);
    let end_us = last_us(&edits);
    let fit = Fit {
        messages,
        storm_us: last_edit_us,
        end_us,
        sync_every_us: patience.sync_every_us,
        authors,
        delay_us_max: 200_000,
        fetching_us,
        is_hostile: false,
    };
    let views = draw_views(chance, fit);
    let account_changes = draw_account_changes(chance, fit);
    Scenario {
        seed,
        key_bytes_max,
        keys,
        authors,
        writes_per_minute,
        servers,
        discipline,
        repairs,
        rekey_bytes_max,
        crashes,
        offline,
        clients,
        workload: Workload::Edits(edits),
        rogue_writes,
        account_changes,
        network,
        server_step_us,
        views,
        patience,
    }
}

/// Who makes keys and how, and who writes where.
struct Shape {
    keys: Keys,
    authors: u32,
    servers: u32,
    discipline: Discipline,
    repairs: bool,
    rekey_bytes_max: Option<usize>,
}

impl Shape {
    /// Several instances and several authors are never drawn together. (SPEC §4)
    fn draw(draws: &mut Draws<'_>, clients: u32, key_bytes_max: usize) -> Self {
        let is_local = draws.below(8) == 0;
        let servers = if is_local || draws.below(2) == 0 { 1 } else { 2 + draws.below(2) };
        let several = if is_local { clients } else { 1 + draws.below(3) };
        let authors = if servers == 1 { several.min(clients) } else { 1 };
        let is_unique = draws.below(5) == 0;
        let (rekeys, rekey_bytes_max) = (draws.below(3) == 0, [4, 16, 64][scale(draws.word(), 3)]);
        Self {
            keys: if is_local { Keys::Local } else { Keys::Server },
            authors,
            servers,
            discipline: if is_unique { Discipline::UniqueIndex } else { Discipline::Lock },
            repairs: draws.below(4) > 0,
            rekey_bytes_max: Some(rekey_bytes_max).filter(|&limit| rekeys && limit < key_bytes_max),
        }
    }

    /// A limit that keys certainly pass, and how many inserts pass it. Where siblings have several authors, hardly
    /// any group may be renumbered; where what others write is left as it is, the burst may go into a tie.
    fn burst(&self, edits: usize, rogue_writes: &[RogueWrite]) -> (Option<usize>, Option<usize>) {
        let is_own = self.keys == Keys::Server && self.authors == 1;
        let limit = self.rekey_bytes_max.filter(|_| is_own && (self.repairs || rogue_writes.is_empty()));
        limit.and_then(|limit| certain::burst(limit, edits)).unzip()
    }
}

/// The scenario that types a recording: a client for each person, one repository, no cap but the real one.
pub fn draw_recording(seed: u64, mut recording: Recording, limits: Limits) -> Scenario {
    if let Some(operations) = limits.operations {
        recording.cut(operations as usize);
    }
    let mut chance = Seeded::new(seed);
    let mut draws = chance.draws(Link::Scenario, 0);
    let messages = recording.keystrokes.len() as u64;
    let network = draw_weather(&mut draws, messages, 20_000);
    let fit = Fit {
        messages,
        storm_us: messages * (2 * network.delay_us.min_us + 300),
        end_us: 0,
        sync_every_us: PATIENCE.sync_every_us,
        authors: 1,
        delay_us_max: 100_000,
        fetching_us: FETCHING_US,
        is_hostile: false,
    };
    let views = draw_views(&mut chance, fit);
    Scenario {
        seed,
        key_bytes_max: KEY_BYTES_MAX,
        keys: limits.keys.unwrap_or(Keys::Server),
        authors: 1,
        writes_per_minute: None,
        servers: 1,
        discipline: Discipline::Lock,
        repairs: true,
        rekey_bytes_max: None,
        crashes: Vec::new(),
        offline: Vec::new(),
        clients: recording.agents,
        workload: Workload::Recording(recording),
        rogue_writes: Vec::new(),
        account_changes: Vec::new(),
        network,
        server_step_us: Span { min_us: 100, max_us: 1_000 },
        views,
        patience: Patience { checkpoint_every: 200_000, ..PATIENCE },
    }
}

/// The bound on the calm leaves one client time to make all edits, one after the other, four times each.
/// The head is announced at least eight times while they are made.
pub(super) fn patience(
    edits: &[Edit],
    network: Weather,
    step_us: Span,
    writes_per_minute: Option<u32>,
) -> Patience {
    let edit_us = 2 * network.delay_us.max_us + 4 * step_us.max_us;
    let all_us = edits.len() as u64 * edit_us * u64::from(PATIENCE.attempts_max);
    let last_edit_us = edits.iter().map(|edit| edit.at_us).max().unwrap_or(0);
    Patience {
        calm_us_max: PATIENCE.calm_us_max + all_us + budget_us(edits.len(), writes_per_minute),
        sync_every_us: (last_edit_us / 8).clamp(1_000, PATIENCE.sync_every_us),
        ..PATIENCE
    }
}

/// By when clients and servers have worked off what is planned, retries and what is lost on the way included.
fn worked_off_us(edits: &[Edit], network: Weather, step_us: Span) -> u64 {
    let mut counts = BTreeMap::<u32, u64>::new();
    for edit in edits {
        *counts.entry(edit.client).or_default() += 1;
    }
    let resent_us = 2 * u64::from(network.loss_ppm) * PATIENCE.resend_after_us / 1_000_000;
    let edit_us = 2 * network.delay_us.max_us + 6 * step_us.max_us + resent_us;
    let busiest = counts.values().max().unwrap_or(&0);
    (busiest * edit_us).max(edits.len() as u64 * 2 * step_us.max_us)
}

/// How much longer everything may take where a repository takes only so many writes a minute.
pub(super) fn budget_us(edits: usize, writes_per_minute: Option<u32>) -> u64 {
    const MINUTE_US: u64 = 60_000_000;
    writes_per_minute.map_or(0, |limit| (2 + edits as u64 / u64::from(limit)) * MINUTE_US)
}

fn draw_weather(draws: &mut Draws<'_>, messages: u64, delay_us_max: u64) -> Weather {
    let loss_ppm = draw_fault(draws, messages);
    let repeat_ppm = draw_fault(draws, messages);
    let min_us = draws.within(100, 2_000);
    let delay_us = Span { min_us, max_us: min_us + draws.within(0, delay_us_max) };
    Weather { loss_ppm, repeat_ppm, delay_us }
}

/// A network in which a burst need not wait long for what was planned before it.
fn losing_little(network: Weather, messages: u64) -> Weather {
    const LOSS_PPM_MAX: u32 = 50_000;
    Weather { loss_ppm: striking(network.loss_ppm.min(LOSS_PPM_MAX), messages), ..network }
}

/// How often a fault strikes: never in a third of the draws, else from once in fifty to once in four.
fn draw_fault(draws: &mut Draws<'_>, messages: u64) -> u32 {
    let enabled = draws.below(3) > 0;
    let ppm = draws.within(20_000, 250_000) as u32;
    if enabled { striking(ppm, messages) } else { 0 }
}

/// A fault's share of so many messages, or nothing where it would hardly strike.
fn striking(ppm: u32, messages: u64) -> u32 {
    let strikes = messages * u64::from(ppm) / 1_000_000;
    if strikes >= STRIKES_MIN { ppm } else { 0 }
}

/// Pauses are such that the server, which does one thing at a time to a repository, keeps up more or less.
fn draw_edits(
    draws: &mut Draws<'_>,
    operations: u32,
    clients: u32,
    key_bytes_max: usize,
    pause_us_min: u32,
) -> Vec<Edit> {
    let weights = draw_weights(draws, key_bytes_max);
    let total: u32 = weights.iter().map(|(_, weight)| weight).sum();
    let pause_us_max = 20_000 + pause_us_min + draws.below(400_000);
    let mut at_us = vec![0_u64; clients as usize];
    let mut edits = Vec::with_capacity(operations as usize);
    for id in 0..operations {
        let client = draws.below(clients);
        let at = &mut at_us[client as usize];
        *at += 1 + u64::from(draws.below(pause_us_max));
        let kind = match weights.get(id as usize) {
            Some(&(kind, _)) => kind,
            None => pick_kind(&weights, draws.below(total)),
        };
        let picks = [draws.word(), draws.word(), draws.word()];
        let count = if kind == Kind::Import { 2 + draws.below(60) } else { 1 };
        edits.push(Edit { id, at_us: *at, client, kind, count, picks });
    }
    edits
}

/// In half of the seeds a writer that asks no server writes too, one record beside fifty edits, each seed
/// in some of the ways.
fn draw_rogue_writes(draws: &mut Draws<'_>, edits: &[Edit], edits_per_write: usize) -> Vec<RogueWrite> {
    let mut kinds = RogueKind::ALL.to_vec();
    kinds.retain(|_| draws.below(3) == 0);
    if draws.below(2) == 0 || kinds.is_empty() {
        return Vec::new();
    }
    let mut writes: Vec<RogueWrite> = Vec::new();
    for (id, &Edit { at_us, .. }) in (0..).zip(edits.iter().step_by(edits_per_write).skip(1)) {
        let clock_us = at_us - u64::from(draws.below(at_us.min(u64::from(u32::MAX)) as u32));
        let kind = kinds[id as usize % kinds.len()];
        writes.push(RogueWrite { id, at_us, clock_us, kind, picks: [draws.word(), draws.word()] });
    }
    writes
}

/// In a third of the seeds instances crash, up to three times.
fn draw_crashes(draws: &mut Draws<'_>, servers: u32, last_edit_us: u64) -> Vec<Crash> {
    let crashes = if draws.below(3) == 0 { 1 + draws.below(3) } else { 0 };
    let mut crash = |_| Crash {
        server: draws.below(servers),
        at_us: draws.part_of(last_edit_us),
        down_us: 1_000 + u64::from(draws.below(2_000_000)),
    };
    (0..crashes).map(&mut crash).collect()
}

/// In a third of the seeds clients are cut off, up to four times, and come back with what they did.
fn draw_offline(draws: &mut Draws<'_>, clients: u32, last_edit_us: u64) -> Vec<Offline> {
    let times = if draws.below(3) == 0 { 1 + draws.below(4) } else { 0 };
    let mut offline = |_| {
        let client = draws.below(clients);
        let (one, other) = (draws.part_of(last_edit_us), draws.part_of(last_edit_us));
        Offline { client, from_us: one.min(other), to_us: one.max(other) }
    };
    (0..times).map(&mut offline).collect()
}

/// In some of the seeds without other writers a repository takes only so many writes a minute that the limit is met:
/// at most half of what comes on the average.
fn draw_budget(draws: &mut Draws<'_>, writes: u32, last_edit_us: u64) -> Option<u32> {
    const MINUTE_US: u64 = 60_000_000;
    let (limited, share) = (draws.below(4) == 0, 4 + draws.below(8));
    let a_minute = u64::from(writes) * MINUTE_US / last_edit_us.max(MINUTE_US);
    let limit = (writes / share).min(a_minute as u32 / 2).max(10);
    (limited && writes > 100).then_some(limit)
}

/// In a third of the seeds clients are so impatient that copies of a request outlive their attempt.
fn draw_resend_after_us(draws: &mut Draws<'_>) -> u64 {
    let (is_impatient, soon_us) = (draws.below(3) == 0, draws.within(5_000, 40_000));
    if is_impatient { soon_us } else { PATIENCE.resend_after_us }
}

/// The enabled kinds, the most harmless first, each with its weight. Under a small cap, half of the seeds
/// do only what makes keys long, so that the cap is met.
fn draw_weights(draws: &mut Draws<'_>, key_bytes_max: usize) -> Vec<(Kind, u32)> {
    if key_bytes_max < KEY_BYTES_MAX && draws.below(2) == 0 {
        return vec![(Kind::Insert, 1 + draws.below(5)), (Kind::Gap, 20)];
    }
    let mut weights: Vec<(Kind, u32)> = Vec::new();
    for kind in Kind::ALL {
        let (enabled, weight) = (draws.below(3) > 0, 1 + draws.below(20));
        if enabled {
            weights.push((kind, weight));
        }
    }
    let deletes = weights.iter().any(|(kind, _)| *kind == Kind::Delete);
    weights.retain(|(kind, _)| *kind != Kind::Restore || deletes);
    if weights.iter().all(|(kind, _)| matches!(kind, Kind::Move | Kind::Delete | Kind::Restore)) {
        let kind = Kind::ALL[scale(draws.word(), 4)];
        weights.insert(0, (kind, 40));
    }
    weights
}

fn pick_kind(weights: &[(Kind, u32)], ticket: u32) -> Kind {
    let mut left = ticket;
    for &(kind, weight) in weights {
        if left < weight {
            return kind;
        }
        left -= weight;
    }
    unreachable!("the ticket is below the sum of the weights")
}
