//! Whole runs from a fuzzer's bytes: random inputs reach depth and find planted faults, stored ones still hold
//! and still reach what they are named for.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use sim::case::Failure;
use sim::fuzz;
use sim::outcome::Outcome;
use sim::world::Parts;
use sim::zoo;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Every variant below is found within so many inputs.
const INPUTS_MAX: u64 = 500;

/// What is hard to reach, each with a stored input that does.
const STATES: [&str; 18] = [
    "swapCommit race",
    "retry succeeded",
    "retry failed → 409",
    "re-applied after 409",
    "Exhausted from prepend",
    "key of cap bytes",
    "resync by gap",
    "resync beyond retention",
    "loss at the tail noticed",
    "delete before its create",
    "tie broken by did",
    "tie repaired",
    "malformed neighbour repaired",
    "cycle rendered",
    "group re-keyed",
    "offline burst merged",
    "reply lost and retried",
    "view crash and recovery",
];

/// Some hundreds of random bytes, as a fuzzer has them before it has learned anything.
fn input(number: u64) -> Vec<u8> {
    let mut rng = ChaCha8Rng::seed_from_u64(number);
    let mut data = vec![0; 40 + (rng.next_u32() % 600) as usize];
    rng.fill_bytes(&mut data);
    data
}

fn run(data: &[u8], parts: Parts) -> Outcome {
    let (scenario, bytes) = fuzz::scenario(data);
    fuzz::run(scenario, bytes, parts, |_| ())
}

/// A state as the name of a file.
fn slug(state: &str) -> String {
    let letters = state.split(|letter: char| !letter.is_ascii_alphanumeric());
    letters.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

#[test]
fn random_inputs_hold_and_reach_nearly_every_state() {
    let mut reached = BTreeMap::<&str, u64>::new();
    for number in 0..INPUTS_MAX {
        let data = input(number);
        let outcome = run(&data, Parts::default());
        assert_eq!(Failure::of(&outcome), None, "{}", fuzz::command(&data));
        outcome.states.into_keys().for_each(|state| *reached.entry(state).or_default() += 1);
    }
    println!("{reached:?}");
    let missing: Vec<&str> = STATES.into_iter().filter(|state| !reached.contains_key(state)).collect();
    assert!(missing.len() <= 2, "no input reached {missing:?}");
}

/// One fault of each part of the world. The whole zoo is hunted by seeds; here it is only shown that bytes find
/// faults too.
#[test]
fn planted_faults_are_found() {
    for name in [
        "trailing zero",
        "exhausted one byte early",
        "no re-read under the lock",
        "one retry too many",
        "no swapCommit",
        "intent id per sending",
        "gap ignored",
        "delete without tombstone",
        "cursor before effect",
        "page marker without the rkey",
    ] {
        let variant = zoo::find(name).unwrap();
        let failed = |number| Some((number, Failure::of(&run(&input(number), (variant.parts)()))?));
        let caught = (0..INPUTS_MAX).find_map(failed);
        let (number, Failure { law, message }) = caught.unwrap_or_else(|| panic!("`{name}` was not found"));
        println!("{name:<30} {law:<20} {:>4} inputs  {message}", number + 1);
        assert!(variant.laws.contains(&law.as_str()), "`{name}` was caught by `{law}`: {message}");
    }
}

/// Bytes mean something else when what is drawn changes; then `UPDATE_CORPUS=1` stores others that reach the same.
#[test]
fn stored_inputs_hold_and_reach_what_they_are_named_for() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/fuzz/world");
    for state in STATES {
        let path = folder.join(slug(state));
        if std::env::var_os("UPDATE_CORPUS").is_some() {
            std::fs::write(&path, small_input(state)).unwrap();
        }
        let data = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let reached = run(&data, Parts::default()).states;
        assert!(reached.contains_key(state), "{} does not reach it: UPDATE_CORPUS=1", path.display());
    }
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let outcome = run(&std::fs::read(&path).unwrap(), Parts::default());
        assert_eq!(Failure::of(&outcome), None, "{}", path.display());
    }
}

/// An input that reaches a state, the bytes left out or zeroed that are not needed for it.
fn small_input(state: &str) -> Vec<u8> {
    let reaches = |data: &[u8]| run(data, Parts::default()).states.contains_key(state);
    let found = (0..20 * INPUTS_MAX).map(input).find(|data| reaches(data));
    let mut data = found.unwrap_or_else(|| panic!("no input reaches `{state}`"));
    for size in [256, 64, 16, 4, 1] {
        let mut at = 0;
        while at < data.len() {
            let end = data.len().min(at + size);
            let shorter = [&data[..at], &data[end..]].concat();
            if reaches(&shorter) { data = shorter } else { at = end }
        }
    }
    for at in 0..data.len() {
        let mut calmer = data.clone();
        calmer[at] = 0;
        if reaches(&calmer) {
            data = calmer;
        }
    }
    data
}

#[test]
fn an_input_is_played_again_by_its_command() {
    let sim = |args: &[&str]| Command::new(env!("CARGO_BIN_EXE_sim")).args(args).output().unwrap();
    let data = input(3);
    let command = fuzz::command(&data);
    let mut args: Vec<&str> = command.split(' ').skip(1).collect();
    args.push("--json");
    let output = sim(&args);
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(said["digest"], run(&data, Parts::default()).digest);
    let refused = sim(&["replay", "--bytes", "0g"]);
    assert_eq!(refused.status.code(), Some(2));
    let message = "error: `0g` is no byte: each has two hexadecimal digits\n";
    assert_eq!(String::from_utf8_lossy(&refused.stderr), message);
}
