//! Swarms: the result depends on the seeds alone, not on threads, shards or interruptions.

use serde_json::Value;
use sim::case::Case;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("swarm").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn sim(folder: &Path, args: &str) -> Output {
    let args: Vec<_> = args.split(' ').map(|arg| arg.replace('_', " ")).collect();
    Command::new(env!("CARGO_BIN_EXE_sim")).args(args).current_dir(folder).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What a command prints that ends with this status.
#[track_caller]
fn said(status: i32, folder: &Path, args: &str) -> String {
    let output = sim(folder, args);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(status), "{args}: {said}{}", text(&output.stderr));
    said
}

#[track_caller]
fn refused(folder: &Path, args: &str, message: &str) {
    let output = sim(folder, args);
    assert_eq!(text(&output.stderr), format!("error: {message}\n"), "{args}");
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""), "{args}");
}

/// A preset holds in every seed and is never vacuous: these tests are about swarms, not about the world.
const SEEDS: &str = "--seeds 30 --operations 200 --scenario shuffle";

#[test]
fn the_number_of_threads_does_not_show() {
    let folder = folder("jobs");
    let one = said(0, &folder, &format!("swarm {SEEDS} --jobs 1 --out one"));
    let many = said(0, &folder, &format!("swarm {SEEDS} --jobs 7 --out many"));
    assert_eq!(one, many);
    let rows = |out: &str| fs::read_to_string(folder.join(out).join("rows-1-of-1.jsonl")).unwrap();
    assert_eq!(rows("one"), rows("many"));
    assert_eq!(rows("one").lines().count(), 31);
}

#[test]
fn a_row_says_what_its_run_says() {
    let folder = folder("row");
    said(0, &folder, "swarm --seeds 1 --start 42 --operations 300 --scenario typing --out out");
    let rows = fs::read_to_string(folder.join("out/rows-1-of-1.jsonl")).unwrap();
    let row: Value = serde_json::from_str(rows.lines().nth(1).unwrap()).unwrap();
    let run: Value =
        serde_json::from_str(&said(0, &folder, "42 --operations 300 --scenario typing --json")).unwrap();
    for field in
        ["seed", "verdict", "digest", "events", "operations", "simulated_us", "laws", "counts", "states"]
    {
        assert_eq!(row[field], run[field], "{field}");
    }
    let json = said(0, &folder, "merge --json out");
    let summary: Value = serde_json::from_str(&json).unwrap();
    for figure in ["p50", "p99", "max"] {
        assert_eq!(summary["key_bytes"][figure], run["key_bytes"][figure], "{figure}");
    }
    assert_eq!(summary["key_bytes"]["hdr"], row["key_bytes"]);
    assert_eq!(summary["laws"]["canonical"]["count"], run["laws"]["canonical"]);
    assert_eq!(summary["laws"]["canonical"]["seeds"], 1);
}

#[test]
fn shards_merge_to_what_one_machine_says() {
    for variant in ["", " --variant gap_ignored"] {
        let folder = folder(if variant.is_empty() { "shards" } else { "broken-shards" });
        let status = i32::from(!variant.is_empty());
        let whole = said(status, &folder, &format!("swarm {SEEDS}{variant} --out whole"));
        let json = said(status, &folder, &format!("swarm {SEEDS}{variant} --json --out json"));
        for number in 1..=3 {
            let shard = format!("swarm {SEEDS}{variant} --shard {number}/3 --out shard-{number}");
            assert!(text(&sim(&folder, &shard).stdout).contains(&format!("  shard {number} of 3\n")));
        }
        assert_eq!(said(status, &folder, "merge shard-3 shard-1 shard-2"), whole);
        assert_eq!(said(status, &folder, "merge --json shard-1 shard-2 shard-3"), json);
        assert_eq!(said(status, &folder, "merge whole"), whole);
    }
}

#[test]
fn shards_that_do_not_make_a_whole_are_named() {
    let folder = folder("no-whole");
    for number in 1..=3 {
        said(0, &folder, &format!("swarm {SEEDS} --shard {number}/3 --out {number}"));
    }
    said(0, &folder, &format!("swarm {SEEDS} --shard 2/3 --out again"));
    said(0, &folder, "swarm --seeds 30 --operations 100 --scenario shuffle --shard 2/3 --out other");
    fs::create_dir(folder.join("empty")).unwrap();
    let rows = |number: u32| format!("{number}/rows-{number}-of-3.jsonl");
    refused(&folder, "merge 1 3", "shard 2 of 3 is missing");
    refused(&folder, "merge 2 3", "shard 1 of 3 is missing");
    refused(&folder, "merge 1 2", "shard 3 of 3 is missing");
    refused(
        &folder,
        "merge 1 2 3 again",
        "shard 2 of 3 is there twice: 2/rows-2-of-3.jsonl and again/rows-2-of-3.jsonl",
    );
    refused(
        &folder,
        "merge 1 other 3",
        "1/rows-1-of-3.jsonl and other/rows-2-of-3.jsonl belong to different swarms",
    );
    refused(&folder, "merge 1 empty 2 3", "empty: there are no rows of a swarm");
    refused(&folder, "merge none", "none cannot be read: No such file or directory (os error 2)");

    let whole = fs::read_to_string(folder.join(rows(2))).unwrap();
    let cut: Vec<_> = whole.split_inclusive('\n').collect();
    fs::write(folder.join(rows(2)), cut[..5].concat() + "{\"seed\":").unwrap();
    refused(&folder, "merge 1 2 3", "shard 2 of 3 has 4 of 10 rows; `--resume` goes on with it");
    fs::write(folder.join(rows(2)), cut[..4].concat() + &cut[5..].concat()).unwrap();
    refused(&folder, "merge 1 2 3", &format!("{}: line 5: the seed 14 does not belong here", rows(2)));
    fs::write(folder.join(rows(2)), cut[..4].concat() + "{}\n").unwrap();
    let line = format!("{}: line 5: missing field `seed` at line 1 column 2", rows(2));
    refused(&folder, "merge 1 2 3", &line);
}

/// Rows that no run wrote are refused where they lie.
#[test]
fn rows_that_cannot_be_are_named() {
    let folder = folder("rows");
    said(0, &folder, &format!("swarm {SEEDS} --out out"));
    let path = folder.join("out/rows-1-of-1.jsonl");
    let rows = fs::read_to_string(&path).unwrap();
    let changed = |line: usize, field: &str, value: Value| {
        let mut lines: Vec<String> = rows.lines().map(str::to_owned).collect();
        let mut row: Value = serde_json::from_str(&lines[line]).unwrap();
        row[field] = value;
        lines[line] = row.to_string();
        fs::write(&path, lines.join("\n") + "\n").unwrap();
    };
    let resume = format!("swarm {SEEDS} --resume --out out");
    let at = |line: usize, why: &str| format!("out/rows-1-of-1.jsonl: line {line}: {why}");
    let beyond = |what| format!("with this row the sum of `{what}` goes beyond 18446744073709551615");
    for field in ["events", "operations", "simulated_us"] {
        changed(7, field, u64::MAX.into());
        refused(&folder, "merge out", &at(8, &beyond(field)));
        refused(&folder, &resume, &at(8, &beyond(field)));
    }
    changed(7, "counts", serde_json::json!({ "commits": u64::MAX }));
    refused(&folder, "merge out", &at(8, &beyond("commits")));
    for (verdict, why) in [
        ("broken", "the verdict is `broken`, and nothing says why"),
        ("vacuous", "the verdict is `vacuous`, and nothing says why"),
        ("fine", "no run ends with the verdict `fine`"),
    ] {
        changed(3, "verdict", verdict.into());
        refused(&folder, "merge out", &at(4, why));
    }
    changed(3, "failure", serde_json::json!({ "law": "cap", "message": "" }));
    refused(&folder, "merge out", &at(4, "the verdict is `held`, and a failure is told"));
    changed(0, "shard", serde_json::json!({ "number": 0, "of": 0 }));
    refused(&folder, "merge out", &at(1, "there is no shard 0 of 0"));
    changed(0, "start", u64::MAX.into());
    let why = "30 seeds from 18446744073709551615 on go beyond the last, 18446744073709551615";
    refused(&folder, "merge out", &at(1, why));
}

#[test]
fn a_swarm_that_was_killed_goes_on_where_it_ended() {
    let folder = folder("resumed");
    let whole = said(0, &folder, &format!("swarm {SEEDS} --out out"));
    let path = folder.join("out/rows-1-of-1.jsonl");
    let rows = fs::read_to_string(&path).unwrap();
    let kept: usize = rows.split_inclusive('\n').take(12).map(str::len).sum();
    fs::write(&path, &rows[..kept + 30]).unwrap();
    assert_eq!(said(0, &folder, &format!("swarm {SEEDS} --resume --out out")), whole);
    assert_eq!(fs::read_to_string(&path).unwrap(), rows);
    refused(
        &folder,
        "swarm --seeds 31 --operations 200 --scenario shuffle --resume --out out",
        "out/rows-1-of-1.jsonl belongs to another swarm and cannot be resumed",
    );
}

#[test]
fn the_first_failure_of_each_law_is_kept_with_its_small_case() {
    let folder = folder("failures");
    let said = said(1, &folder, "swarm --seeds 12 --operations 300 --variant trailing_zero --out out");
    assert!(said.contains("\n  canonical: "), "{said}");
    let command = said.lines().map(str::trim).find(|line| line.starts_with("sim --seed ")).unwrap();
    assert!(said.lines().last().unwrap().ends_with(&format!("  reproduce: {command}")), "{said}");
    let words: Vec<_> = command.split(' ').collect();
    assert_eq!(words[3..], ["--operations", "300", "--variant", "'trailing", "zero'"]);
    let again = sim(&folder, &format!("--seed {} --operations 300 --variant trailing_zero", words[2]));
    assert_eq!(again.status.code(), Some(1));
    let case = |suffix: &str| {
        let name = format!("trailing-zero-canonical-seed-{}{suffix}.json", words[2]);
        Case::read(&folder.join("out").join(name)).unwrap()
    };
    let (first, small) = (case(""), case("-small"));
    assert_eq!((first.failure.law.as_str(), small.failure.law.as_str()), ("canonical", "canonical"));
    assert_eq!(first.scenario.sizes().get("edits"), Some(300));
    assert!(small.scenario.sizes().get("edits") <= Some(8), "{}", small.story);
}

#[test]
fn a_swarm_ends_in_time_and_says_how_sure_one_may_be() {
    let folder = folder("timed");
    let summary = said(4, &folder, "swarm --for 0s --out none");
    assert!(summary.contains("\n  0 runs: \n"), "{summary}");
    let summary =
        said(0, &folder, "swarm --for 1s --operations 100 --scenario typing --jobs 1 --json --out some");
    let summary: Value = serde_json::from_str(&summary).unwrap();
    let runs = summary["runs"].as_u64().unwrap();
    assert!(runs > 0);
    assert_eq!(summary["one_in"].as_u64(), (runs >= 3).then_some(runs / 3));
    said(0, &folder, "swarm --for 1s --shard 2/4 --operations 100 --scenario typing --out shard");
    let output =
        sim(&folder, "swarm --seeds 100000 --for 1s --operations 100 --scenario typing --json --out told");
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    let told = text(&output.stderr);
    assert!(told.starts_with(&format!("{} runs in ", summary["runs"])), "{told}");
    let summary = said(0, &folder, &format!("swarm {SEEDS} --out sure"));
    assert!(summary.contains("\n  no seed failed: at 95 %, fewer than about 1 in 10 do\n"), "{summary}");
}

#[test]
fn a_vacuous_seed_makes_the_swarm_vacuous() {
    let folder = folder("vacuous");
    let summary = said(4, &folder, "swarm --seeds 3 --operations 0 --out out");
    assert!(summary.contains("\n  no operation was made: 3 seeds, the first is 1\n"), "{summary}");
    assert!(summary.lines().last().unwrap().starts_with("vacuous  digest "), "{summary}");
}

#[test]
fn presets_and_files_swarm_too() {
    let folder = folder("sources");
    said(0, &folder, "swarm --seeds 4 --scenario hammer --operations 150 --out preset");
    let printed = said(0, &folder, "scenario --seed 9 --operations 150 --scenario typing");
    fs::write(folder.join("stored.json"), printed).unwrap();
    let summary = said(0, &folder, "swarm --seeds 4 --scenario stored.json --json --out stored");
    let summary: Value = serde_json::from_str(&summary).unwrap();
    assert_eq!(summary["swarm"]["arguments"], "--scenario stored.json");
    assert_eq!(summary["verdicts"]["held"], 4);
}

#[test]
fn bad_usage_gets_one_clear_line() {
    let folder = folder("usage");
    let shard = "a shard is K/N with K from 1 to N, such as `2/4`; see `sim --help`";
    for bad in ["0/2", "3/2", "1", "1/0", "a/b"] {
        let message = format!("invalid value '{bad}' for '--shard <K/N>': {shard}");
        refused(&folder, &format!("swarm --seeds 2 --shard {bad}"), &message);
    }
    let time = "a time is a whole number and s, m or h, such as `10m`; see `sim --help`";
    refused(&folder, "swarm --for 10", &format!("invalid value '10' for '--for <TIME>': {time}"));
    refused(
        &folder,
        "swarm",
        "the following required arguments were not provided: --seeds <N>; see `sim --help`",
    );
    refused(
        &folder,
        "swarm --seeds 2 --start 18446744073709551615",
        "2 seeds from 18446744073709551615 on go beyond the last, 18446744073709551615",
    );
    refused(
        &folder,
        "swarm --seeds 2 --jobs 0",
        "invalid value '0' for '--jobs <J>': 0 is not in 1..=4096; see `sim --help`",
    );
}
