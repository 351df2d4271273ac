//! Small worlds with every choice in turn: the product holds in all their runs, cutting runs off at known states
//! loses nothing, planted faults are found, and what is found can be had again.

use serde_json::Value;
use sim::enumerate::{Enumeration, Found, Merging, Size, Small, enumerate, follow, smalls};
use sim::outcome::Verdict;
use sim::world::Parts;
use sim::zoo;
use std::process::{Command, Output};

fn small(size: Size, name: &str) -> Small {
    smalls(size).into_iter().find(|small| small.name == name).expect("there is a small world of this name")
}

#[track_caller]
fn holds(size: Size, worlds: &str) {
    for small in smalls(size).iter().filter(|small| small.name.starts_with(worlds)) {
        let enumeration = enumerate(small, Parts::default, Merging::On, |_| ());
        let Enumeration { runs, states, merged, choices_max, ref found, .. } = enumeration;
        println!(
            "{:<27} {runs:>6} runs, {merged:>6} merged, {states:>6} states, {choices_max:>3} choices",
            small.name
        );
        assert_eq!(*found, None, "{}", small.name);
        assert_eq!(enumeration.verdict(small), Verdict::Held, "{}", small.name);
    }
}

#[test]
fn two_clients_with_two_edits_each_hold_in_every_order_of_server_steps() {
    holds(Size::default(), "writes");
}

#[test]
fn a_short_log_is_read_alike_in_every_order_by_the_chain() {
    holds(Size::default(), "reads-chain-memory");
    holds(Size { frames: 4, ..Size::default() }, "reads-chain-sqlite");
}

#[test]
fn a_short_log_is_read_alike_in_every_order_per_record() {
    holds(Size::default(), "reads-record-memory");
    holds(Size { frames: 4, ..Size::default() }, "reads-record-sqlite");
}

/// Without merging the same states are met, the same ends and all that the laws find; only in many more runs.
#[test]
fn merging_loses_nothing() {
    let mut more_runs = 0;
    for small in smalls(Size { edits: 1, frames: 3, ..Size::default() }) {
        if small.name.contains("sqlite") {
            continue;
        }
        let on = enumerate(&small, Parts::default, Merging::On, |_| ());
        let off = enumerate(&small, Parts::default, Merging::Off, |_| ());
        println!("{:<27} {:>6} runs, {:>6} without merging", small.name, on.runs, off.runs);
        let kept = |enumeration: &Enumeration| {
            let Enumeration { states, choices_max, ends, reached, found, .. } = enumeration.clone();
            (states, choices_max, ends, reached.into_keys().collect::<Vec<_>>(), found)
        };
        assert_eq!(kept(&on), kept(&off), "{}", small.name);
        assert_eq!((on.found, off.merged), (None, 0), "{}", small.name);
        more_runs += off.runs - on.runs;
    }
    assert!(more_runs > 1_000, "merging spares {more_runs} runs");
}

#[test]
fn planted_faults_are_found_and_can_be_had_again() {
    for (world, name) in [
        ("writes-lock-1", "no re-read under the lock"),
        ("writes-lock-1", "missing anchor means last"),
        ("writes-lock-1", "bounds swapped when reversed"),
        ("writes-lock-2", "one retry too many"),
        ("writes-lock-2", "no swapCommit"),
        ("writes-unique-1", "no retry"),
        ("reads-chain-memory-fault", "gap ignored"),
        ("reads-chain-memory-fault", "equal rev is a gap"),
        ("reads-chain-memory-crash", "cursor before effect"),
        ("reads-record-memory-fault", "delete without tombstone"),
        ("reads-record-memory-fault", "dedupe of creates only"),
    ] {
        let (small, variant) = (small(Size::default(), world), zoo::find(name).unwrap());
        let Enumeration { runs, found, .. } = enumerate(&small, variant.parts, Merging::On, |_| ());
        let Found { verdict, choices } = found.unwrap_or_else(|| panic!("{world} does not show `{name}`"));
        println!("{world:<27} {name:<30} {runs:>6} runs  {}", verdict.reasons().join("; "));
        assert!(is_caught_by(&verdict, variant.laws), "`{name}` was caught by luck: {verdict:?}");
        let again = follow(&small, (variant.parts)(), &choices, |_| ()).map(|outcome| outcome.verdict);
        assert_eq!(again, Ok(verdict), "{world}, {name}: {choices:?}");
    }
}

fn is_caught_by(verdict: &Verdict, laws: &[&str]) -> bool {
    matches!(verdict, Verdict::Broken(breach) if laws.contains(&breach.law))
}

/// What a fault breaks first is the same without merging: nothing that was cut off would have shown it earlier.
#[test]
fn merging_hides_no_fault() {
    let size = Size { edits: 1, frames: 4, ..Size::default() };
    for (world, name) in [
        ("writes-lock-1", "no retry"),
        ("reads-chain-memory-fault", "equal rev is a gap"),
        ("reads-record-memory-fault", "delete without tombstone"),
        ("reads-record-memory-fault", "dedupe of creates only"),
    ] {
        let (small, parts) = (small(size, world), zoo::find(name).unwrap().parts);
        let on = enumerate(&small, parts, Merging::On, |_| ());
        let off = enumerate(&small, parts, Merging::Off, |_| ());
        println!("{world:<27} {name:<30} {:>6} runs, {:>6} without merging", on.runs, off.runs);
        assert!(on.found.is_some(), "{world} does not show `{name}`");
        assert_eq!(on.found, off.found, "{world}, {name}");
    }
}

fn sim(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sim")).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_command_prints_what_there_was_and_how_to_have_it_again() {
    let output = sim(&["enumerate", "--world", "writes-lock-1", "--edits", "1"]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let words: Vec<Vec<&str>> = said.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(words[0], ["world", "runs", "merged", "states", "choices"]);
    assert_eq!((words[1][0], words[1].len()), ("writes-lock-1", 5), "{said}");
    assert_eq!(said.lines().last(), Some("held"));

    let broken = ["enumerate", "--world", "reads-chain-memory-fault", "--variant", "gap ignored", "--json"];
    let output = sim(&broken);
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), said["verdict"].as_str()), (Some(1), Some("broken")), "{said}");
    let world = &said["worlds"][0];
    let command = world["reproduce"].as_str().unwrap().replace("'gap ignored'", "gap-ignored");
    let args = command.split(' ').skip(1).map(|arg| arg.replace("gap-ignored", "gap ignored"));
    let output = sim(&args.collect::<Vec<_>>().iter().map(String::as_str).collect::<Vec<_>>());
    let again = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{again}");
    let reason = world["reasons"][0].as_str().unwrap();
    assert!(again.contains(reason), "{again}");
    assert!(
        again
            .lines()
            .last()
            .unwrap()
            .ends_with(&format!("reproduce: {}", world["reproduce"].as_str().unwrap()))
    );
}

#[test]
fn what_there_is_not_is_refused() {
    for (args, message) in [
        (
            &["--world", "wrongs"][..],
            "error: no small world is called `wrongs`; the known ones are writes-lock-1,",
        ),
        (&["--choices", "0"], "error: whose choices? `--world` names one of writes-lock-1,"),
        (
            &["--world", "writes-lock-1", "--choices", "5"],
            "error: writes-lock-1: choice 1 is 5, and may be 0 to 1",
        ),
        (
            &["--world", "writes-lock-1", "--choices", "0,x"],
            "error: invalid value '0,x' for '--choices <N,…>': choices are whole numbers",
        ),
        (
            &["--world", "writes-lock-1", "--trace", "/dev/null"],
            "error: what is written is one run: `--choices` says which",
        ),
    ] {
        let output = sim(&[&["enumerate"], args].concat());
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()), "{args:?}");
        assert!(text(&output.stderr).starts_with(message), "{args:?}: {}", text(&output.stderr));
    }
}
