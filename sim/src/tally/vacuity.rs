//! Vacuity: what was enabled and never happened, and which laws compared nothing. (SPEC §7)
//!
//! A kind of edit happened where one took effect as what it is: a move for which there was nothing to move, and which
//! became an insert, is none.

use super::Tally;
use crate::event::Event;
use crate::scenario::{Edit, Keys, Kind, Lie, RogueKind, Scenario, Troubles, Weather, Workload};
use crate::world::World;
use crate::world::intent::{Intent, Op, Status};
use crate::world::repository::By;
use crate::world::view::Refusal;
use std::collections::{BTreeMap, BTreeSet};

/// Which kinds were met.
#[derive(Debug, Default)]
pub struct Met {
    edits: BTreeMap<u32, Kind>,
    /// Edits that are on their way as what they are.
    asked: BTreeSet<u32>,
    kinds: BTreeSet<Kind>,
    rogues: BTreeSet<RogueKind>,
    refusals: Vec<Refusal>,
}

impl Met {
    /// Nothing was met yet.
    pub fn new(scenario: &Scenario) -> Self {
        let edits = edits(scenario).iter().map(|edit| (edit.id, edit.kind)).collect();
        Self { edits, ..Self::default() }
    }

    /// Takes in one thing that happened.
    pub fn observe(&mut self, event: &Event, world: &World) {
        match event {
            Event::Intended { intent, .. } => {
                let kind = self.edits.get(&intent.id);
                if kind.is_some_and(|kind| !self.kinds.contains(kind) && is_of(*kind, intent)) {
                    self.asked.insert(intent.id);
                }
            }
            Event::Over { intent, status, .. } => {
                let was_asked = self.asked.remove(intent);
                let is_met = was_asked && *status == Status::Done;
                self.kinds.extend(self.edits.get(intent).filter(|_| is_met));
            }
            Event::Committed { seq } => {
                if let By::Rogue(number) = world.repositories.commit(*seq).by {
                    let writes = &world.scenario().rogue_writes;
                    self.rogues
                        .extend(writes.iter().find(|write| write.id == number).map(|write| write.kind));
                }
            }
            Event::Refused { refusal, .. } if !self.refusals.contains(refusal) => {
                self.refusals.push(*refusal);
            }
            _ => {}
        }
    }
}

/// Whether an intent does what its kind of edit is about.
fn is_of(kind: Kind, intent: &Intent) -> bool {
    let op = match kind {
        Kind::Append | Kind::Prepend | Kind::Insert | Kind::Gap | Kind::Type => Op::Insert,
        Kind::Import => Op::Import,
        Kind::Move => Op::Move,
        Kind::Delete => Op::Delete,
        Kind::Restore => Op::Restore,
    };
    intent.op == op
}

fn edits(scenario: &Scenario) -> &[Edit] {
    match &scenario.workload {
        Workload::Edits(edits) => edits,
        Workload::Recording(_) => &[],
    }
}

impl Tally {
    /// What was enabled and never happened, and which laws compared nothing. (SPEC §7)
    pub fn vacuity(&self, scenario: &Scenario, laws: &[(&'static str, u64)]) -> Vec<String> {
        let mut missing: Vec<String> = Vec::new();
        if self.operations == 0 {
            missing.push("no operation was made".to_owned());
        }
        for (law, _) in laws.iter().filter(|(_, compared)| *compared == 0) {
            missing.push(format!("the law `{law}` compared nothing"));
        }
        let enabled = what_is_enabled(scenario).into_iter();
        let lacking = enabled.filter(|(enabled, what)| *enabled && !self.counts.contains_key(what));
        missing.extend(lacking.map(|(_, what)| format!("{what}: enabled, and there were none")));
        missing.extend(self.kinds_missing(scenario));
        missing
    }

    /// The kinds of edit, of rogue write and of forged frame that were planned and never came about.
    fn kinds_missing(&self, scenario: &Scenario) -> Vec<String> {
        let met = &self.met;
        let edits: BTreeSet<Kind> = edits(scenario).iter().map(|edit| edit.kind).collect();
        let rogues: BTreeSet<RogueKind> = scenario.rogue_writes.iter().map(|write| write.kind).collect();
        let edits = edits.difference(&met.kinds).map(|kind| format!("{kind:?} edits"));
        let rogues = rogues.difference(&met.rogues).map(|kind| format!("{kind:?} writes past the server"));
        let lies = scenario.views.iter().flat_map(|view| &view.troubles.forgeries).map(|one| match one.lie {
            Lie::FutureRev(_) => Refusal::FutureRev,
            Lie::FarSeq(_) => Refusal::FarSeq,
        });
        let mut refusals: Vec<Refusal> = lies.filter(|refusal| !met.refusals.contains(refusal)).collect();
        refusals.dedup();
        let refusals = refusals.into_iter().map(|refusal| format!("{refusal:?} refusals"));
        edits
            .chain(rogues)
            .chain(refusals)
            .map(|what| format!("{what}: planned, and there were none"))
            .collect()
    }
}

/// What may be enabled, and what is counted where it happens.
fn what_is_enabled(scenario: &Scenario) -> Vec<(bool, &'static str)> {
    let views = || scenario.views.iter();
    let any_link = |is_so: fn(&Weather) -> bool| views().any(|view| is_so(&view.weather));
    let any = |is_so: fn(&Troubles) -> bool| views().any(|view| is_so(&view.troubles));
    let loses = |weather: &Weather| weather.loss_ppm > 0;
    let repeats = |weather: &Weather| weather.repeat_ppm > 0;
    let has_server = scenario.keys == Keys::Server;
    let hides = scenario.account_changes.iter().any(|change| !change.is_active);
    let shows = scenario.account_changes.iter().any(|change| change.is_active);
    vec![
        (!scenario.rogue_writes.is_empty(), "rogue writes"),
        (!scenario.crashes.is_empty(), "server crashes"),
        (!scenario.offline.is_empty(), "clients cut off"),
        (loses(&scenario.network), "messages lost"),
        (any_link(loses), "frames lost"),
        (repeats(&scenario.network), "messages repeated"),
        (any_link(repeats), "frames repeated"),
        (any(|one| !one.outages.is_empty()), "disconnects"),
        (any(|one| !one.crashes.is_empty()), "view crashes"),
        (any(|one| !one.crashes.is_empty()), "view recoveries"),
        (any(|one| !one.rewinds.is_empty()), "rewinds"),
        (any(|one| !one.forgeries.is_empty()), "frames refused"),
        (any(|one| one.switch_loss_ppm > 0), "replayed frames lost"),
        (any(|one| one.retention.is_some()), "reloads beyond retention"),
        (any(|one| one.refuse_ppm > 0), "fetches refused"),
        (any(|one| one.cut_ppm > 0), "fetches broken off"),
        (hides, "repositories hidden"),
        (shows, "repositories shown"),
        (scenario.writes_per_minute.is_some(), "told to try later"),
        (has_server && scenario.rekey_bytes_max.is_some(), "groups renumbered"),
        (has_server && scenario.repairs && scenario.plans_ties(), "runs repaired"),
    ]
}
