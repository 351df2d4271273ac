//! Cases and shrinking: a run that fails saves how, small cases break the same law, and each regression is a test.

use serde_json::Value;
use sim::case::{Case, Failure};
use sim::chance::Link;
use sim::event::Event;
use sim::hunt::{DETERMINISTIC, hunt};
use sim::outcome::Verdict;
use sim::scenario::{Limits, Scenario, Workload, draw};
use sim::shrink::shrink;
use sim::simulate::{Seen, simulate_watched};
use sim::world::Parts;
use sim::world::network::Fault;
use sim::zoo::{VARIANTS, Variant, find};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn sim(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sim")).args(args).current_dir(folder()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shrink");
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn regressions() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/regressions");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// The first case in which a variant is caught.
fn caught(variant: &Variant) -> Case {
    hunt(Some(variant), 1).unwrap_or_else(|| panic!("`{}` was not caught", variant.name)).case
}

/// Laws hold for the product in every case that was ever kept; a planted fault is caught by the law that caught
/// it. A case that a change of the world has made harmless is made anew by the command in the message.
#[test]
fn each_regression_holds_for_the_product_and_is_caught_in_its_variant() {
    let paths = regressions();
    assert!(paths.len() >= 3);
    for path in paths {
        let shown = path.display();
        let content = fs::read_to_string(&path).unwrap();
        assert!(
            content.lines().next().unwrap().starts_with("{\"story\":\""),
            "{shown}: the story comes first"
        );
        let case = Case::read(&path).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(case.run(Parts::default()).verdict, Verdict::Held, "{shown}");
        let Some(name) = &case.variant else { continue };
        let met = Failure::of(&case.run(case.parts().unwrap()()));
        let remake = format!("sim shrink --variant '{name}' --seed {}", case.scenario.seed);
        assert_eq!(met.map(|met| met.law), Some(case.failure.law), "{shown}: `{remake}` makes it anew");
    }
}

/// Three of four come down to a handful of edits. The others show only in many: an integer's width changes after
/// 62 appends, a draw that is none shows in its quarters, a group is renumbered when its keys have grown.
#[test]
fn each_variant_shrinks_to_a_handful_of_edits_that_break_the_same_law() {
    let mut sizes = Vec::new();
    // What shows only beside a second run has no small run of its own.
    for variant in VARIANTS.iter().filter(|variant| !variant.laws.contains(&DETERMINISTIC)) {
        let case = caught(variant);
        let small = shrink(&case, 5_000, |_| ()).unwrap();
        println!("{}", small.case.story);
        let (edits, clients) = (small.after.get("edits").unwrap(), small.after.get("clients").unwrap());
        sizes.push((edits, clients));
        assert_eq!(small.case.failure.law, case.failure.law);
        let again = Failure::of(&small.case.run((variant.parts)()));
        assert_eq!(
            again.as_ref(),
            Some(&small.case.failure),
            "`{}` fails as its small case says",
            variant.name
        );
    }
    let (mut edits, mut clients): (Vec<_>, Vec<_>) = sizes.into_iter().unzip();
    edits.sort_unstable();
    clients.sort_unstable();
    let usual = edits.len() * 3 / 4;
    assert!(edits[usual] <= 12 && clients[usual] <= 3, "edits {edits:?}, clients {clients:?}");
    assert!(edits.last() <= Some(&250), "edits {edits:?}");
}

#[test]
fn shrinking_is_deterministic_and_keeps_within_its_runs() {
    let case = caught(find("gap ignored").unwrap());
    let shrunk = |runs_max| shrink(&case, runs_max, |_| ()).unwrap();
    let (one, other, short) = (shrunk(5_000), shrunk(5_000), shrunk(20));
    assert_eq!((one.case.story, one.after.clone()), (other.case.story, other.after));
    assert_eq!(short.runs, 20);
    assert!(short.after.get("edits") > one.after.get("edits"));
}

/// A world that is given no time to come to rest: `settles` is a law like any other.
#[test]
fn a_run_that_does_not_settle_is_kept_and_made_small() {
    let mut scenario = draw(3, Limits::of_operations(60));
    (scenario.patience.calm_us_max, scenario.patience.sync_every_us) = (0, 100);
    fs::write(folder().join("restless.json"), scenario.print()).unwrap();
    let output = sim(&["--scenario", "restless.json", "--save", "restless"]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{said}");
    let last = said.lines().last().unwrap();
    assert!(last.starts_with("unsettled  digest "), "{last}");
    assert!(last.ends_with("  reproduce: sim replay restless/seed-3.json"), "{last}");
    assert_eq!(sim(&["replay", "restless/seed-3.json"]).status.code(), Some(3));
    let small = shrink(&Case::read(&folder().join("restless/seed-3.json")).unwrap(), 5_000, |_| ()).unwrap();
    assert_eq!(small.case.failure.law, "settles");
    assert!(small.after.get("edits") <= Some(2), "{}", small.case.story);
}

#[test]
fn there_is_nothing_to_shrink_where_nothing_or_something_else_breaks() {
    let mut case = caught(find("gap ignored").unwrap());
    "canonical".clone_into(&mut case.failure.law);
    assert_eq!(
        shrink(&case, 100, |_| ()).unwrap_err(),
        "the law `convergence` was broken, where the case says `canonical`"
    );
    case.variant = None;
    assert_eq!(shrink(&case, 100, |_| ()).unwrap_err(), "every law held, there is nothing to make small");
}

#[test]
fn a_run_that_fails_saves_a_case_and_its_last_line_says_how_to_run_it_again() {
    let output = sim(&["7", "--operations", "400", "--variant", "gap ignored", "--save", "a folder"]);
    let said = text(&output.stdout);
    let last = said.lines().last().unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(last.starts_with("broken  digest "), "{last}");
    assert!(last.ends_with("  reproduce: sim replay 'a folder/seed-7.json'"), "{last}");

    let replayed = sim(&["replay", "a folder/seed-7.json"]);
    let said_again = text(&replayed.stdout);
    assert_eq!(replayed.status.code(), Some(1), "{said_again}");
    assert_eq!(said_again.lines().last().unwrap(), last);
    assert!(said_again.contains("\n  as the file says: convergence: "), "{said_again}");

    let json: Value =
        serde_json::from_slice(&sim(&["replay", "a folder/seed-7.json", "--json"]).stdout).unwrap();
    assert_eq!(
        (json["as_stored"].as_bool(), json["stored"]["law"].as_str()),
        (Some(true), Some("convergence"))
    );
    assert_eq!(json["reproduce"], "sim replay 'a folder/seed-7.json'");
}

#[test]
fn a_case_whose_fault_is_gone_is_told_from_one_that_fails() {
    let mut case = caught(find("gap ignored").unwrap());
    case.variant = None;
    let path = folder().join("mended.json");
    case.write(&path).unwrap();
    let output = sim(&["replay", path.to_str().unwrap()]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("\n  otherwise than the file says: convergence: "), "{said}");
    assert!(said.lines().last().unwrap().starts_with("held  digest "), "{said}");
}

#[test]
fn the_command_says_sizes_before_and_after_and_keeps_the_small_case() {
    let output =
        sim(&["shrink", "--seed", "7", "--operations", "400", "--variant", "gap ignored", "--out", "small"]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}{}", text(&output.stderr));
    let lines: Vec<_> = said.lines().collect();
    assert!(lines[0].starts_with("before  clients ") && lines[0].contains("edits 400"), "{said}");
    assert!(lines[1].starts_with("after   clients 1, "), "{said}");
    assert!(lines[2].ends_with(" runs"), "{said}");
    let file = "small/gap-ignored-convergence-seed-7.json";
    assert_eq!(lines.last().unwrap(), &format!("sim replay {file}"));
    assert_eq!(sim(&["replay", file]).status.code(), Some(1));

    for (args, message) in [
        (
            vec!["shrink", "--seed", "7", "--operations", "50"],
            "error: every law held for seed 7, there is nothing to make small\n",
        ),
        (
            vec!["shrink", "none.json"],
            "error: none.json cannot be read: No such file or directory (os error 2)\n",
        ),
    ] {
        let output = sim(&args);
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(2), message), "{args:?}");
    }
    let output = sim(&["7", "--variant", "gap"]);
    let known: Vec<_> = VARIANTS.iter().map(|variant| format!("`{}`", variant.name)).collect();
    let message = format!("error: no variant is called `gap`; the known ones are {}\n", known.join(", "));
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), message));
}

#[test]
fn two_processes_are_compared_event_by_event() {
    let output = sim(&["7", "--operations", "200", "--check-determinism"]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(
        said.starts_with("two processes, ") && said.contains(" events each: the same\nheld  digest "),
        "{said}"
    );
}

/// A generator that takes jitter out of a hash map: no law sees it, two processes do.
#[test]
fn a_run_that_depends_on_a_hash_map_is_found_out_at_its_first_event() {
    let output = sim(&["7", "--operations", "200", "--check-determinism", "--variant", "hash map order"]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let lines: Vec<_> = said.lines().collect();
    assert!(lines[0].starts_with("event ") && lines[0].ends_with(" differs"), "{said}");
    assert!(lines[1].starts_with("  one run:   ") && lines[1].contains("Committed"), "{said}");
    assert!(lines[2].starts_with("  the other: ") && lines[2].contains("Committed"), "{said}");
    assert_eq!(lines[3], "broken  deterministic");
}

/// What makes shrinking work, where it is hardest: a replay sends again what was sent under other numbers in the stream.
#[test]
fn an_edit_that_is_taken_out_leaves_the_fates_of_replayed_announcements_as_they_were() {
    let mut struck = 0;
    for seed in 0..20 {
        let scenario = draw(seed, Limits::of_operations(400));
        let mut smaller = scenario.clone();
        let Workload::Edits(edits) = &mut smaller.workload else { unreachable!("edits are drawn") };
        edits.remove(5);
        let (fates, others) = (struck_in_replays(scenario), struck_in_replays(smaller));
        for (link, one) in &fates {
            let Some(other) = others.get(link) else { continue };
            let (one, other) = common(one, other);
            assert_eq!(one, other, "seed {seed}, {link}");
            struck += one.len();
        }
    }
    assert!(struck >= 20, "only {struck} announcements were struck in replays");
}

type Fates = BTreeMap<u64, Fault>;

/// Two runs' fates in the stretch that both replay, as far as they tell: one may have been further on when it began.
fn common(one: &Fates, other: &Fates) -> (Fates, Fates) {
    let [(one_first, one_last), (other_first, other_last)] =
        [one, other].map(|fates| (fates.keys().next(), fates.keys().next_back()));
    let (first, last) = (one_first.max(other_first), one_last.min(other_last));
    let within = |fates: &Fates| {
        fates
            .iter()
            .filter(|(at, _)| first <= Some(at) && Some(*at) <= last)
            .map(|(&at, &fault)| (at, fault))
            .collect()
    };
    (within(one), within(other))
}

/// The announcements that are lost or repeated in each replay, by their numbers.
fn struck_in_replays(scenario: Scenario) -> BTreeMap<String, Fates> {
    const ANNOUNCEMENTS: u64 = 2 << 56;
    let mut struck = BTreeMap::<String, Fates>::new();
    let watch = |seen: Seen<'_>| {
        let Seen::Step(world) = seen else { return };
        for event in world.happened() {
            if let Event::Struck {
                link: link @ Link::Replay(..),
                message: message @ ANNOUNCEMENTS..,
                fault,
            } = event
            {
                struck.entry(format!("{link:?}")).or_default().insert(*message, *fault);
            }
        }
    };
    simulate_watched(scenario, Parts::default(), |_| (), watch);
    struck
}
