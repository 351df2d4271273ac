//! All that is hostile, together: in every seed each kind of rogue write, forged frame, fault, outage and crash.
//!
//! What a drawn seed leaves out to let one thing happen a lot is all in here. The cap is small and most edits meet in
//! one gap, so that keys reach it and ties are made. Even seeds have several server instances, odd ones several
//! authors, since the two never go together. There is no write budget: writers that ask nobody would use it up.

use super::super::draw::{FETCHING_US, Fit, certain, draw_account_changes, draw_views, patience};
use super::{SAME_PAGE_READ_AGAIN, plan};
use crate::chance::{Chance, Draws, Link, Seeded, scale};
use crate::scenario::{
    Crash, Edit, Kind, Limits, Offline, RogueKind, RogueWrite, Scenario, Weather, Workload,
};

/// Makes a preset's scenario hostile.
pub fn arm(scenario: &mut Scenario, limits: Limits) {
    let mut chance = Seeded::new(scenario.seed);
    let Workload::Edits(edits) = &mut scenario.workload else { return };
    let mut draws = chance.draws(Link::Scenario, HOSTILE);
    scenario.key_bytes_max = limits.key_bytes_max.unwrap_or([8, 16, 32, 64][scale(draws.word(), 4)]);
    scenario.rekey_bytes_max = None;
    let is_even = scenario.seed.is_multiple_of(2);
    scenario.servers = if is_even { 2 + draws.below(2) } else { 1 };
    scenario.authors = if is_even { 1 } else { scenario.clients.min(2 + draws.below(2)) };
    scenario.repairs = draws.below(4) > 0;
    scenario.network = stormy(scenario.network);
    scenario.rogue_writes = rogue_writes(&mut draws, edits);
    let last_us = |edits: &[Edit]| edits.iter().map(|edit| edit.at_us).max().unwrap_or(0);
    let last_edit_us = last_us(edits);
    scenario.patience = patience(edits, scenario.network, scenario.server_step_us, None);
    let ending = certain::Ending {
        repairs: scenario.repairs,
        authors: scenario.authors,
        clients: scenario.clients,
        burst: 0,
        worked_off_us: 0,
    };
    certain::arrange(edits, &mut scenario.rogue_writes, ending);
    let end_us = last_us(edits);
    scenario.crashes = crashes(&mut draws, scenario.servers, last_edit_us);
    scenario.offline = offline(&mut draws, scenario.clients, last_edit_us);
    let fit = Fit {
        messages: edits.len() as u64,
        storm_us: last_edit_us,
        end_us,
        sync_every_us: scenario.patience.sync_every_us,
        authors: scenario.authors,
        delay_us_max: 200_000,
        fetching_us: FETCHING_US,
        is_hostile: true,
    };
    scenario.views = draw_views(&mut chance, fit);
    scenario.views.iter_mut().for_each(|view| view.weather = stormy(view.weather));
    scenario.account_changes = draw_account_changes(&mut chance, fit);
}

/// Where these draws begin, behind those of the edits.
const HOSTILE: u64 = 1 << 33;

/// Each kind once, then mostly what makes keys long and the rest in between.
pub fn edits(draws: &mut Draws<'_>, operations: u32, clients: u32) -> Vec<Edit> {
    plan(draws, operations, clients, 200_000, |draws, id| {
        let kind = match Kind::ALL.get(id as usize) {
            Some(kind) => *kind,
            None if draws.below(2) == 0 => Kind::Gap,
            None => Kind::ALL[scale(draws.word(), Kind::ALL.len())],
        };
        (kind, SAME_PAGE_READ_AGAIN | draws.below(8))
    })
}

/// Both faults, whatever was drawn.
fn stormy(weather: Weather) -> Weather {
    const PPM_MIN: u32 = 80_000;
    let (loss_ppm, repeat_ppm) = (weather.loss_ppm.max(PPM_MIN), weather.repeat_ppm.max(PPM_MIN));
    Weather { loss_ppm, repeat_ppm, ..weather }
}

/// All kinds by turns, one beside so many edits that each comes at least once.
fn rogue_writes(draws: &mut Draws<'_>, edits: &[Edit]) -> Vec<RogueWrite> {
    const EDITS_PER_WRITE: usize = 20;
    let mut write = |(id, edit): (u32, &Edit)| {
        let clock_us = draws.part_of(edit.at_us);
        let kind = RogueKind::ALL[id as usize % RogueKind::ALL.len()];
        RogueWrite { id, at_us: edit.at_us, clock_us, kind, picks: [draws.word(), draws.word()] }
    };
    (0..).zip(edits.iter().step_by(EDITS_PER_WRITE).skip(1)).map(&mut write).collect()
}

/// Each instance crashes once, and one of them once more.
fn crashes(draws: &mut Draws<'_>, servers: u32, last_edit_us: u64) -> Vec<Crash> {
    let mut crash = |number| Crash {
        server: number % servers,
        at_us: draws.part_of(last_edit_us),
        down_us: 1_000 + u64::from(draws.below(1_000_000)),
    };
    (0..=servers).map(&mut crash).collect()
}

/// Each client is cut off once.
fn offline(draws: &mut Draws<'_>, clients: u32, last_edit_us: u64) -> Vec<Offline> {
    let mut offline = |client| {
        let from_us = draws.part_of(last_edit_us);
        Offline { client, from_us, to_us: from_us + draws.part_of(last_edit_us / 4) }
    };
    (0..clients).map(&mut offline).collect()
}
