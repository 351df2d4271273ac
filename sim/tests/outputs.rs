//! Where the command writes: two outputs never share a file, `-` is standard output, and what is there and better stays.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("outputs").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn sim(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sim")).args(args).current_dir(folder).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[track_caller]
fn refused(folder: &Path, args: &[&str], message: &str) {
    let output = sim(folder, args);
    assert_eq!(text(&output.stderr), format!("error: {message}\n"), "{args:?}");
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""), "{args:?}");
}

const SMALL: [&str; 3] = ["1", "--operations", "30"];

#[test]
fn two_outputs_do_not_share_a_file() {
    let folder = folder("shared");
    for [one, other] in [["x", "x"], ["x", "./x"], ["-", "-"]] {
        let message = format!("`--trace` and `--log` both write {other}; each needs a file of its own");
        refused(&folder, &[&SMALL[..], &["--trace", one, "--log", other]].concat(), &message);
    }
    let message = "`--log` and `--picture` both write x; each needs a file of its own";
    refused(&folder, &[&SMALL[..], &["--log", "x", "--picture", "x"]].concat(), message);
    let message = "`--trace -` and `--json` both print to standard output; `--trace FILE` writes a file";
    refused(&folder, &[&SMALL[..], &["--trace", "-", "--json"]].concat(), message);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing is written before it is refused");
}

#[test]
fn a_dash_is_standard_output() {
    let folder = folder("dash");
    sim(&folder, &[&SMALL[..], &["--trace", "trace.jsonl"]].concat());
    let trace = fs::read_to_string(folder.join("trace.jsonl")).unwrap();
    let said = text(&sim(&folder, &[&SMALL[..], &["--trace", "-"]].concat()).stdout);
    assert!(said.starts_with("sim ") && said.contains(&trace), "{said}");
    assert!(!folder.join("-").exists());
}

#[test]
fn a_smaller_case_of_the_same_name_stays() {
    let folder = folder("smaller");
    let shrink = ["shrink", "--seed", "7", "--operations", "400", "--variant", "gap ignored", "--out", "out"];
    let shrink = |runs: &'static str| sim(&folder, &[&shrink[..], &["--runs-max", runs]].concat());
    let path = folder.join("out/gap-ignored-convergence-seed-7.json");
    assert_eq!(shrink("20").status.code(), Some(0));
    let large = fs::read_to_string(&path).unwrap();
    shrink("2000");
    let small = fs::read_to_string(&path).unwrap();
    assert!(small.len() < large.len(), "a bigger case is written over");
    let said = text(&shrink("20").stdout);
    assert_eq!(fs::read_to_string(&path).unwrap(), small);
    let stays = "\nout/gap-ignored-convergence-seed-7.json stays as it is, since it is smaller: clients 1, ";
    assert!(said.contains(stays), "{said}");
    let fine = small.replace("gap ignored", "cap ignored");
    fs::write(&path, fine).unwrap();
    shrink("20");
    assert_eq!(fs::read_to_string(&path).unwrap(), large, "what breaks nothing is no smaller case");
}

#[test]
fn a_comparison_is_an_object_where_one_is_wanted() {
    let folder = folder("twice");
    let said = |more: &[&str]| {
        let output = sim(&folder, &[&SMALL[..], &["--check-determinism", "--json"], more].concat());
        (output.status.code(), serde_json::from_slice::<Value>(&output.stdout).unwrap())
    };
    let (_, same) = said(&[]);
    let run: Value =
        serde_json::from_slice(&sim(&folder, &[&SMALL[..], &["--json"]].concat()).stdout).unwrap();
    assert_eq!((&same["deterministic"], &same["digest"]), (&Value::Bool(true), &run["digest"]));
    assert_eq!(same["verdict"], run["verdict"]);
    let (status, other) = said(&["--variant", "hash map order"]);
    assert_eq!((status, &other["deterministic"]), (Some(1), &Value::Bool(false)), "{other}");
    assert_ne!(other["runs"][0], other["runs"][1]);
}

#[test]
fn a_scenario_is_no_case_and_a_shard_may_have_no_seed() {
    let folder = folder("hints");
    fs::write(folder.join("small.json"), sim(&folder, &["scenario", "1", "--operations", "30"]).stdout)
        .unwrap();
    let message = "small.json is a scenario and no case; `sim --scenario small.json` runs it";
    refused(&folder, &["replay", "small.json"], message);
    let shard = ["swarm", "--seeds", "2", "--shard", "3/3", "--operations", "100", "--scenario", "typing"];
    let output = sim(&folder, &shard);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("\n  0 runs"), "{}", text(&output.stdout));
}
