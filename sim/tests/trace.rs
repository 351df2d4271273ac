//! Traces: they change nothing, each line is JSON, and an independent checker finds them good and bites.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

#[test]
fn a_checker_that_reads_nothing_else_finds_traces_good_and_refuses_altered_ones() {
    let folder = folder("checked");
    let paths: Vec<PathBuf> = (1..=10).map(|seed| folder.join(format!("{seed}.jsonl"))).collect();
    for (seed, path) in (1..).zip(&paths) {
        assert_eq!(run(seed, Some(path)).status.code(), Some(0), "seed {seed}");
    }
    let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check_trace.py");
    let Ok(answer) = Command::new("python3").arg(checker).arg("--self-test").args(&paths).output() else {
        eprintln!("SKIPPED: there is no python3, so no trace was checked");
        return;
    };
    let (said, complaint) = (text(&answer.stdout), text(&answer.stderr));
    assert!(answer.status.success(), "{complaint}");
    assert_eq!(said.lines().count(), paths.len() + 1, "{said}");
    let refused = said.lines().last().unwrap();
    assert_eq!(refused.matches(" refused ").count(), 7, "{refused}");
}

#[test]
fn a_traced_run_prints_what_it_prints_without_and_each_line_is_json() {
    let path = folder("plain").join("7.jsonl");
    let (traced, plain) = (run(7, Some(&path)), run(7, None));
    assert_eq!(text(&traced.stdout), text(&plain.stdout));
    assert_eq!(text(&traced.stderr), "");
    let trace = fs::read_to_string(&path).unwrap();
    let lines: Vec<Value> = trace.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> = lines.iter().map(|line| line["kind"].as_str().unwrap()).collect();
    assert_eq!((kinds[0], kinds[kinds.len() - 1]), ("run", "end"));
    let expected = ["intended", "commit", "reply", "deliver", "rest", "page"];
    assert!(expected.iter().all(|kind| kinds.contains(kind)), "{kinds:?}");
    let digest = lines[lines.len() - 1]["digest"].as_str().unwrap();
    assert!(text(&plain.stdout).contains(digest), "{digest}");
}

#[test]
fn a_replay_is_traced_and_a_file_that_cannot_be_written_is_named() {
    let folder = folder("replayed");
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/regressions");
    let mut cases: Vec<PathBuf> = fs::read_dir(cases).unwrap().map(|file| file.unwrap().path()).collect();
    cases.sort();
    let (case, path) = (&cases[0], folder.join("case.jsonl"));
    let replay = |trace: &Path| sim().arg("replay").arg(case).arg("--trace").arg(trace).output().unwrap();
    replay(&path);
    let trace = fs::read_to_string(&path).unwrap();
    assert!(trace.lines().last().unwrap().starts_with(r#"{"kind":"end","#), "{trace}");

    let nowhere = folder.join("no such folder/case.jsonl");
    let refused = replay(&nowhere);
    let complaint = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    assert!(
        complaint.starts_with(&format!("error: {} cannot be written: ", nowhere.display())),
        "{complaint}"
    );
}

fn sim() -> Command {
    Command::new(env!("CARGO_BIN_EXE_sim"))
}

fn run(seed: u32, trace: Option<&Path>) -> Output {
    let mut command = sim();
    command.args(["run", &seed.to_string(), "--operations", "300"]);
    if let Some(path) = trace {
        command.arg("--trace").arg(path);
    }
    command.output().unwrap()
}

/// An empty folder for the files of one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("traces").join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}
