//! Whole runs: the same digest twice, laws held over many seeds, and what the command answers.

use serde_json::Value;
use sim::outcome::{RecordingOutcome, Verdict};
use sim::recording::Recording;
use sim::scenario::{Keys, Limits, draw, draw_recording};
use sim::simulate::simulate;
use sim::world::Parts;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const LIMITS: Limits = Limits::of_operations(500);

#[test]
fn the_same_seed_gives_the_same_run() {
    let run = |seed| simulate(draw(seed, LIMITS), Parts::default(), |_| ());
    for seed in 0..20 {
        let (one, other) = (run(seed), run(seed));
        assert_eq!(one.digest, other.digest, "seed {seed}");
        assert_eq!(one.laws, other.laws, "seed {seed}");
    }
    assert_ne!(run(1).digest, run(2).digest);
}

/// The digest of one seed, pinned: the same in every profile and on every machine. Whoever changes what a
/// run does changes it knowingly.
#[test]
fn the_digest_of_seed_42_is_known() {
    let outcome = simulate(draw(42, LIMITS), Parts::default(), |_| ());
    assert_eq!(outcome.digest, "ee285af9258b28fe6c33e89fcefc1cfa");
}

#[test]
fn every_law_holds_and_compares_over_many_seeds() {
    for seed in 1_000..1_100 {
        let outcome = simulate(draw(seed, LIMITS), Parts::default(), |_| ());
        assert_eq!(outcome.verdict, Verdict::Held, "seed {seed}");
        assert!(outcome.laws.iter().all(|(_, compared)| *compared > 0), "seed {seed}: {:?}", outcome.laws);
    }
}

#[test]
fn small_caps_meet_exhausted_and_the_laws_hold() {
    let exhausted = |seed| {
        let outcome = simulate(draw(seed, LIMITS), Parts::default(), |_| ());
        assert_eq!(outcome.verdict, Verdict::Held, "seed {seed}");
        outcome.counts.get("edits exhausted").copied().unwrap_or(0)
    };
    let met = (0..60).filter(|&seed| exhausted(seed) > 0).count();
    assert!(met >= 3, "only {met} of 60 seeds met Exhausted");
}

#[test]
fn a_run_that_does_nothing_is_vacuous() {
    let outcome = simulate(draw(1, Limits::of_operations(0)), Parts::default(), |_| ());
    let Verdict::Vacuous(missing) = outcome.verdict else { panic!("{:?}", outcome.verdict) };
    assert_eq!(missing[0], "no operation was made");
    assert!(missing.contains(&"the law `canonical` compared nothing".to_owned()));
}

fn own_recording() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/recordings/shopping-list.json")
}

/// The recordings of real people, which are not part of the repository.
fn shared_recording(file: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/traces").join(file);
    if !path.exists() {
        // Straight to standard error, which a passing test shows too.
        let _ = writeln!(std::io::stderr(), "skipped: no recording {file} beside the repository");
    }
    path.exists().then_some(path)
}

#[test]
fn a_recording_of_our_own_replays_to_its_text() {
    let recording = Recording::read(&own_recording()).unwrap();
    let expected = recording.end.len();
    let outcome = simulate(draw_recording(1, recording, Limits::default()), Parts::default(), |_| ());
    assert_eq!(outcome.verdict, Verdict::Held);
    let replayed = outcome.recording.unwrap();
    assert_eq!((replayed.nodes, replayed.nodes_expected), (expected, expected));
    assert_eq!(replayed.cap_met_at, None);
}

#[test]
fn a_recording_that_is_cut_replays_to_the_text_of_its_beginning() {
    let recording = Recording::read(&own_recording()).unwrap();
    let limits = Limits::of_operations(40);
    let outcome = simulate(draw_recording(1, recording, limits), Parts::default(), |_| ());
    assert_eq!((outcome.verdict, outcome.operations), (Verdict::Held, 40));
}

#[test]
fn two_people_s_text_replays_to_its_recorded_length() {
    let Some(path) = shared_recording("friendsforever_flat.json.gz") else { return };
    let recording = Recording::read(&path).unwrap();
    let outcome = simulate(draw_recording(1, recording, Limits::default()), Parts::default(), |_| ());
    assert_eq!(outcome.verdict, Verdict::Held);
    let replayed = outcome.recording.unwrap();
    assert_eq!((replayed.nodes, replayed.nodes_expected), (21_362, 21_362));
    assert_eq!(replayed.cap_met_at, None);
}

/// Typing code character by character meets the cap, and the run says where.
#[test]
fn a_recording_that_meets_the_cap_stops_there_and_holds() {
    let Some(path) = shared_recording("rustcode.json.gz") else { return };
    let recording = Recording::read(&path).unwrap();
    let outcome = simulate(draw_recording(1, recording, Limits::default()), Parts::default(), |_| ());
    assert_eq!(outcome.verdict, Verdict::Held);
    assert!(outcome.recording.unwrap().cap_met_at.is_some());
    assert_eq!(outcome.key_bytes.max, 512);
}

/// What becomes of a recording where keys are made like this.
fn replayed(path: &Path, keys: Keys) -> RecordingOutcome {
    let recording = Recording::read(path).unwrap();
    let limits = Limits { keys: Some(keys), ..Limits::default() };
    let mut scenario = draw_recording(1, recording, limits);
    limits.impose(&mut scenario).unwrap();
    let outcome = simulate(scenario, Parts::default(), |_| ());
    assert_eq!(outcome.verdict, Verdict::Held);
    outcome.recording.unwrap()
}

#[test]
fn two_people_in_one_gap_come_out_word_by_word_through_the_server_and_interleaved_without() {
    let path = own_recording().with_file_name("two-in-one-gap.json");
    assert_eq!(replayed(&path, Keys::Server).interleaved, None);
    let interleaved = replayed(&path, Keys::Local).interleaved.expect("both drew keys in one gap");
    assert!("two elseone more".contains(&interleaved.recorded), "{interleaved:?}");
    assert!((6..22).contains(&interleaved.at), "{interleaved:?}");
}

/// The anomaly of the literature, met in the wild: one wrote ", huh?" and the other " The whole" at once.
#[test]
fn people_who_typed_into_one_gap_interleave_only_where_they_made_their_own_keys() {
    for (file, meets) in [("friendsforever.json.gz", true), ("clownschool.json.gz", false)] {
        let Some(path) = shared_recording(file) else { return };
        assert_eq!(replayed(&path, Keys::Server).interleaved, None, "{file}");
        let interleaved = replayed(&path, Keys::Local).interleaved;
        assert_eq!(
            interleaved.as_ref().map(|place| (3_795..3_805).contains(&place.at)),
            meets.then_some(true),
            "{file}: {interleaved:?}"
        );
    }
}

fn sim(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sim")).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[track_caller]
fn refused(args: &[&str], message: &str) {
    let output = sim(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert_eq!(text(&output.stderr), format!("{message}\n"), "{args:?}");
    assert_eq!(text(&output.stdout), "", "{args:?}");
}

#[test]
fn bad_usage_gets_one_clear_line() {
    let seed = "a seed is a whole number from 0 to 18446744073709551615";
    refused(&["abc"], &format!("error: invalid value 'abc' for '[SEED]': {seed}; see `sim --help`"));
    refused(&["-1"], &format!("error: invalid value '-1' for '[SEED]': {seed}; see `sim --help`"));
    refused(
        &["--seed", "1.5"],
        &format!("error: invalid value '1.5' for '--seed <SEED>': {seed}; see `sim --help`"),
    );
    refused(
        &["--sed", "1"],
        "error: unexpected argument '--sed' found; tip: a similar argument exists: '--seed'; see `sim --help`",
    );
    refused(
        &["1", "--seed", "1"],
        "error: the argument '[SEED]' cannot be used with '--seed <SEED>'; see `sim --help`",
    );
    refused(
        &["1", "--operations", "many"],
        "error: invalid value 'many' for '--operations <N>': a number of operations is a whole number from 0 to \
         10000000; see `sim --help`",
    );
    refused(
        &["1", "--workload", "typing"],
        "error: invalid value 'typing' for '--workload <WORKLOAD>': a workload is `drawn` or \
         `recording:PATH`; see `sim --help`",
    );
    refused(
        &["1", "--workload", "recording:/no/such/file"],
        "error: /no/such/file cannot be read: No such file or directory (os error 2)",
    );
}

#[test]
fn a_seed_may_stand_alone_or_behind_its_flag_or_the_command() {
    let digest = |args: &[&str]| {
        let output = sim(args);
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["digest"].clone()
    };
    let one = digest(&["42", "--operations", "300", "--json"]);
    assert_eq!(one, digest(&["--seed", "42", "--operations", "300", "--json"]));
    assert_eq!(one, digest(&["run", "42", "--operations", "300", "--json"]));
    assert_eq!(one, digest(&["run", "--seed", "42", "--operations", "300", "--json"]));
}

#[test]
fn the_first_line_identifies_the_run_and_the_last_gives_verdict_and_digest() {
    let output = sim(&["42", "--operations", "300"]);
    let said = text(&output.stdout);
    let first = said.lines().next().unwrap();
    let json: Value = serde_json::from_slice(&sim(&["42", "--operations", "300", "--json"]).stdout).unwrap();
    let word = |name: &str| json[name].as_str().unwrap().to_owned();
    let (version, commit, scenario) = (word("version"), word("commit"), word("scenario"));
    assert_eq!(first, format!("sim {version}  seed 42  commit {commit}  scenario {scenario}"));
    assert_eq!(said.lines().last().unwrap(), format!("held  digest {}", word("digest")));
    assert!(!said.contains('\u{1b}'), "no colour in a pipe");
}

#[test]
fn without_a_seed_a_fresh_one_is_picked_and_shown() {
    let seed = || {
        let output = sim(&["--operations", "300", "--json"]);
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["seed"].as_u64().unwrap()
    };
    assert_ne!(seed(), seed());
}

#[test]
fn json_has_what_programs_read() {
    let path = own_recording();
    let workload = format!("recording:{}", path.display());
    let output = sim(&["7", "--json", "--workload", &workload]);
    let said = text(&output.stdout);
    assert_eq!(said.lines().count(), 1);
    let json: Value = serde_json::from_str(&said).unwrap();
    assert_eq!((json["seed"].as_u64(), json["verdict"].as_str()), (Some(7), Some("held")));
    assert!(json["events"].as_u64() > json["operations"].as_u64());
    assert!(json["laws"]["strictly between"].as_u64() > Some(0));
    for figure in ["p50", "p99", "max"] {
        assert!(json["key_bytes"][figure].as_u64() >= Some(2), "{figure}");
    }
    assert_eq!(json["recording"]["file"], "shopping-list.json");
    assert_eq!(json["recording"]["nodes"], json["recording"]["nodes_expected"]);
    assert!(json["recording"]["cap_met_at"].is_null());
}

#[test]
fn a_vacuous_run_exits_with_4() {
    let output = sim(&["1", "--operations", "0"]);
    assert_eq!(output.status.code(), Some(4));
    let said = text(&output.stdout);
    let last = said.lines().last().unwrap();
    assert!(last.starts_with("vacuous  digest "), "{said}");
    assert!(last.ends_with("  reproduce: sim 1 --operations 0"), "{said}");
}

/// What a swarm must reach somewhere, a run says of itself: as text what it says as JSON.
#[test]
fn a_run_says_which_states_it_reached() {
    let json: Value = serde_json::from_slice(&sim(&["42", "--operations", "300", "--json"]).stdout).unwrap();
    let states = json["states"].as_object().unwrap();
    assert!(states["event lost"].as_u64() > Some(0), "{states:?}");
    let said = text(&sim(&["42", "--operations", "300"]).stdout);
    let mut lines = said.lines().skip_while(|line| !line.starts_with("  states reached: "));
    assert_eq!(lines.next().unwrap(), format!("  states reached: {}", states.len()));
    let listed: Vec<&str> = lines.map_while(|line| line.strip_prefix("    ")).collect();
    let expected: Vec<String> = states.iter().map(|(state, times)| format!("{state} ×{times}")).collect();
    assert_eq!(listed.join(", "), expected.join(", "));
    assert!(listed.iter().all(|line| line.chars().count() < 120), "{listed:?}");
}

/// A failure's last line is the command that runs it again, even where no case can be saved.
#[test]
fn a_failure_that_cannot_be_saved_is_drawn_again() {
    let args =
        ["run", "--seed=7", "--operations", "400", "--variant", "gap ignored", "--save", "/dev/null/no"];
    let output = sim(&args);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let command = "  reproduce: sim --seed=7 --operations 400 --variant 'gap ignored'";
    assert!(said.lines().last().unwrap().ends_with(command), "{said}");
    let warning = text(&output.stderr);
    assert!(warning.starts_with("warning: /dev/null/no/seed-7.json cannot be written: "), "{warning}");
}
