//! Draws a scenario from a seed, swarm-style: each seed switches some kinds of edit and some faults off.
//!
//! A run in which everything happens a little hides what happens only when one thing happens a lot. So a
//! third of the seeds leave each kind or fault out, and what is left is weighted unevenly. What is enabled
//! is certain to occur: each kind is planned at least once, a fault is enabled only where enough messages pass
//! for it to strike, and one announcement of each subscription is struck by plan.

use super::{Edit, Kind, Patience, RogueWrite, Scenario, Span, StoreKind, ViewPlan, Weather, Workload};
use crate::chance::{Chance, Draws, Link, scale};
use crate::recording::Recording;
use order_key::KEY_BYTES_MAX;

/// What the caller wants otherwise than drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// How many edits; drawn where it is not given.
    pub operations: Option<u32>,
}

const OPERATIONS: u32 = 2_000;
const CLIENTS_MAX: u32 = 12;

/// Half of the seeds have the real cap, the others a small one.
const CAPS: [usize; 8] = [4, 8, 16, 64, KEY_BYTES_MAX, KEY_BYTES_MAX, KEY_BYTES_MAX, KEY_BYTES_MAX];

/// A fault is enabled only where it is expected to strike about this often.
const STRIKES_MIN: u64 = 20;

const PATIENCE: Patience = Patience {
    resend_after_us: 400_000,
    attempts_max: 4,
    sync_every_us: 1_000_000,
    calm_us_max: 60_000_000,
    checkpoint_every: 5_000,
};

/// The scenario of a seed.
pub fn draw(seed: u64, limits: Limits) -> Scenario {
    let mut chance = Chance::new(seed);
    let mut draws = chance.draws(Link::Scenario, 0);
    let operations = limits.operations.unwrap_or(OPERATIONS);
    let clients = 1 + draws.below(CLIENTS_MAX);
    let key_bytes_max = CAPS[scale(draws.word(), CAPS.len())];
    let messages = u64::from(operations);
    let network = draw_weather(&mut draws, messages, 40_000);
    let server_step_us = Span { min_us: 100, max_us: 100 + draws.within(0, 20_000) };
    let views = [StoreKind::Memory, StoreKind::Sqlite]
        .map(|store| ViewPlan {
            store,
            weather: draw_weather(&mut draws, messages, 200_000),
            grace_us: draws.within(50_000, 500_000),
        })
        .to_vec();
    let edits = draw_edits(&mut draws, operations, clients, key_bytes_max);
    let rogue_writes = draw_rogue_writes(&mut draws, &edits);
    let patience = patience(&edits, network, server_step_us);
    let workload = Workload::Edits(edits);
    Scenario {
        seed,
        key_bytes_max,
        authors: 1,
        clients,
        workload,
        rogue_writes,
        network,
        server_step_us,
        views,
        patience,
    }
}

/// The scenario that types a recording: one client, no cap but the real one.
pub fn draw_recording(seed: u64, mut recording: Recording, limits: Limits) -> Scenario {
    if let Some(operations) = limits.operations {
        recording.cut(operations as usize);
    }
    let mut chance = Chance::new(seed);
    let mut draws = chance.draws(Link::Scenario, 0);
    let messages = recording.keystrokes.len() as u64;
    let network = draw_weather(&mut draws, messages, 20_000);
    let views = [StoreKind::Memory, StoreKind::Sqlite]
        .map(|store| ViewPlan {
            store,
            weather: draw_weather(&mut draws, messages, 100_000),
            grace_us: draws.within(50_000, 500_000),
        })
        .to_vec();
    Scenario {
        seed,
        key_bytes_max: KEY_BYTES_MAX,
        authors: 1,
        clients: 1,
        workload: Workload::Recording(recording),
        rogue_writes: Vec::new(),
        network,
        server_step_us: Span { min_us: 100, max_us: 1_000 },
        views,
        patience: Patience { checkpoint_every: 200_000, ..PATIENCE },
    }
}

/// The bound on the calm leaves one client time to make all edits, one after the other, four times each.
/// The head is announced at least eight times while they are made.
fn patience(edits: &[Edit], network: Weather, step_us: Span) -> Patience {
    let edit_us = 2 * network.delay_us.max_us + 3 * step_us.max_us;
    let all_us = edits.len() as u64 * edit_us * u64::from(PATIENCE.attempts_max);
    let last_edit_us = edits.iter().map(|edit| edit.at_us).max().unwrap_or(0);
    Patience {
        calm_us_max: PATIENCE.calm_us_max + all_us,
        sync_every_us: (last_edit_us / 8).clamp(1_000, PATIENCE.sync_every_us),
        ..PATIENCE
    }
}

fn draw_weather(draws: &mut Draws<'_>, messages: u64, delay_us_max: u64) -> Weather {
    let loss_ppm = draw_fault(draws, messages);
    let repeat_ppm = draw_fault(draws, messages);
    let min_us = draws.within(100, 2_000);
    let delay_us = Span { min_us, max_us: min_us + draws.within(0, delay_us_max) };
    Weather { loss_ppm, repeat_ppm, delay_us }
}

/// How often a fault strikes: never in a third of the draws, else from once in fifty to once in four.
fn draw_fault(draws: &mut Draws<'_>, messages: u64) -> u32 {
    let enabled = draws.below(3) > 0;
    let ppm = draws.within(20_000, 250_000) as u32;
    let strikes = messages * u64::from(ppm) / 1_000_000;
    if enabled && strikes >= STRIKES_MIN { ppm } else { 0 }
}

fn draw_edits(draws: &mut Draws<'_>, operations: u32, clients: u32, key_bytes_max: usize) -> Vec<Edit> {
    let weights = draw_weights(draws, key_bytes_max);
    let total: u32 = weights.iter().map(|(_, weight)| weight).sum();
    let pause_us_max = 20_000 + draws.below(400_000);
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
        edits.push(Edit { id, at_us: *at, client, kind, picks });
    }
    edits
}

/// In a third of the seeds a writer that asks no server copies keys: one record in a hundred ties.
fn draw_rogue_writes(draws: &mut Draws<'_>, edits: &[Edit]) -> Vec<RogueWrite> {
    const EDITS_PER_WRITE: usize = 100;
    if draws.below(3) > 0 {
        return Vec::new();
    }
    let copied = edits.iter().step_by(EDITS_PER_WRITE).skip(1);
    let write = |(id, &Edit { at_us, .. }): (u32, &Edit)| {
        let clock_us = at_us - u64::from(draws.below(at_us.min(u64::from(u32::MAX)) as u32));
        RogueWrite { id, at_us, clock_us, pick: draws.word() }
    };
    (0..).zip(copied).map(write).collect()
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
    if weights.iter().all(|(kind, _)| matches!(kind, Kind::Move | Kind::Delete)) {
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
