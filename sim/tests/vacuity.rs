//! Vacuity: a run in which something that is enabled never happens says so, whatever else it did.

use sim::outcome::Verdict;
use sim::scenario::{
    AccountChange, Forgery, Kind, Lie, Limits, Outage, Rewind, RogueKind, RogueWrite, Scenario, Source,
    Workload, draw,
};
use sim::simulate::simulate;
use sim::world::Parts;

/// Typing, with one thing enabled that cannot happen.
#[track_caller]
fn lacks(enable: impl FnOnce(&mut Scenario), expected: &[&str]) {
    let mut scenario = typing();
    enable(&mut scenario);
    scenario.check().unwrap();
    let verdict = simulate(scenario, Parts::default(), |_| ()).verdict;
    let expected = expected.iter().map(|&what| what.to_owned()).collect();
    assert_eq!(verdict, Verdict::Vacuous(expected));
}

fn typing() -> Scenario {
    Source::named("typing").unwrap().scenario(1, Limits::of_operations(400)).unwrap()
}

/// A time that no run lives to see.
const NEVER_US: u64 = 900_000_000_000_000;

fn rogue(kind: RogueKind, at_us: u64) -> RogueWrite {
    RogueWrite { id: 0, at_us, clock_us: 0, kind, picks: [0, 0] }
}

#[test]
fn without_it_the_run_holds() {
    assert_eq!(simulate(typing(), Parts::default(), |_| ()).verdict, Verdict::Held);
}

#[test]
fn a_kind_of_edit_that_never_took_effect_as_what_it_is_is_missing() {
    for (kind, name) in [(Kind::Move, "Move"), (Kind::Restore, "Restore")] {
        // On an empty page there is nothing to move or to restore, and the client inserts.
        let only = |scenario: &mut Scenario| {
            let Workload::Edits(edits) = &mut scenario.workload else { unreachable!() };
            edits[0].kind = kind;
        };
        lacks(only, &[&format!("{name} edits: planned, and there were none")]);
    }
}

#[test]
fn a_budget_that_is_never_met_is_missing() {
    let what = "told to try later: enabled, and there were none";
    lacks(|scenario| scenario.writes_per_minute = Some(1_000_000), &[what]);
}

#[test]
fn a_group_that_is_never_renumbered_is_missing() {
    let what = "groups renumbered: enabled, and there were none";
    lacks(|scenario| scenario.rekey_bytes_max = Some(500), &[what]);
}

#[test]
fn a_tie_that_is_never_repaired_is_missing() {
    let tie = |scenario: &mut Scenario| {
        scenario.repairs = true;
        scenario.rogue_writes = vec![rogue(RogueKind::Copy, scenario.last_edit_us() - 1)];
    };
    lacks(tie, &["runs repaired: enabled, and there were none"]);
}

#[test]
fn a_kind_of_rogue_write_or_of_forged_frame_that_never_comes_is_missing() {
    let mut scenario = draw(1, Limits::of_operations(0));
    scenario.workload = Workload::Edits(vec![sim::scenario::Edit {
        id: 0,
        at_us: 0,
        client: 0,
        kind: Kind::Append,
        count: 1,
        picks: [0; 3],
    }]);
    // One record cannot be moved under another, and is copied.
    scenario.rogue_writes = vec![rogue(RogueKind::Cycle, 1_000_000)];
    scenario.rogue_writes.push(RogueWrite { id: 1, ..rogue(RogueKind::Missing, NEVER_US) });
    let Verdict::Vacuous(missing) = simulate(scenario, Parts::default(), |_| ()).verdict else { panic!() };
    for kind in ["Cycle", "Missing"] {
        let what = format!("{kind} writes past the server: planned, and there were none");
        assert!(missing.contains(&what), "{missing:?}");
    }

    let forged = |scenario: &mut Scenario| {
        let forgery = |lie, at_us| Forgery { at_us, author: 0, lie };
        let far = forgery(Lie::FarSeq(9_000_000), NEVER_US);
        let future = forgery(Lie::FutureRev(400_000_000), scenario.last_edit_us() / 2);
        scenario.views[0].troubles.forgeries = vec![far, future];
    };
    lacks(forged, &["FarSeq refusals: planned, and there were none"]);
}

#[test]
fn trouble_that_never_strikes_is_missing() {
    let outage = Outage { at_us: NEVER_US, for_us: 1 };
    lacks(
        |scenario| scenario.views[0].troubles.outages = vec![outage],
        &["disconnects: enabled, and there were none"],
    );
    lacks(
        |scenario| scenario.views[0].troubles.crashes = vec![outage],
        &["view crashes: enabled, and there were none", "view recoveries: enabled, and there were none"],
    );
    lacks(
        |scenario| scenario.views[0].troubles.rewinds = vec![Rewind { at_us: NEVER_US, frames: 1 }],
        &["rewinds: enabled, and there were none"],
    );
    for (is_active, what) in [(false, "hidden"), (true, "shown")] {
        let change = AccountChange { at_us: NEVER_US, author: 0, is_active };
        lacks(
            |scenario| scenario.account_changes = vec![change],
            &[&format!("repositories {what}: enabled, and there were none")],
        );
    }
}

/// What is drawn is certain to happen. The numbers are those of the zoo's runs and of the default.
#[test]
fn drawn_seeds_and_named_scenarios_are_not_vacuous() {
    let drawn = (2_001..=2_100).map(|seed| draw(seed, Limits::of_operations(400)));
    let adversary = Source::named("adversary").unwrap();
    let hostile = (1..=20).map(|seed| adversary.scenario(seed, Limits::of_operations(400)).unwrap());
    for scenario in drawn.chain(hostile) {
        let seed = scenario.seed;
        assert_eq!(simulate(scenario, Parts::default(), |_| ()).verdict, Verdict::Held, "seed {seed}");
    }
}
