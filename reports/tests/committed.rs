//! The committed report is what the code makes: its first seeds are run again, and everything else is
//! made again from its rows. (The full check is `cargo run --release -p reports -- --check`.)

use reports::Error;
use reports::band::Band;
use reports::results::Results;
use reports::rows::{Rows, Trial};
use reports::schemes::Scheme;
use reports::workload::Workload;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn committed_directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results")
}

fn committed() -> Rows {
    Rows::read(&committed_directory()).expect("committed rows")
}

/// An empty directory for one test.
fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if directory.exists() {
        fs::remove_dir_all(&directory).expect("a directory of our own");
    }
    directory
}

fn reports(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_reports")).args(arguments).output().expect("the command")
}

#[track_caller]
fn refused(arguments: &[&str], message: &str) {
    let output = reports(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), message);
    assert!(output.stdout.is_empty());
}

#[test]
fn the_first_seeds_and_every_file_are_as_committed() {
    let output = reports(&["--quick", "--check"]);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

/// What ties the percentiles, which a quick check does not compute, to the trials, which it does.
#[test]
fn the_committed_percentiles_are_those_of_the_committed_trials() {
    let rows = committed();
    for scheme in Scheme::OURS {
        for workload in Workload::GAPS {
            for (operations, of) in [
                (100, (|trial| trial.bytes_at_100) as fn(&Trial) -> u32),
                (1_000, |trial| trial.bytes_at_1000),
            ] {
                let Band { p5, p50, p95, max, .. } = Band::of(rows.trials_of(scheme, workload).map(of));
                let row = rows.growth_at(scheme, workload, operations);
                assert_eq!((row.p5, row.p50, row.p95, row.max), (p5, p50, p95, max));
            }
        }
    }
}

/// How many inserts toward the lower bound one digit takes on average, by the rule alone and without a
/// key: from a room below `upper` the rule picks one of its candidates, and what is below that remains.
fn inserts_per_digit(upper: u32, candidates: &dyn Fn(u32) -> Range<u32>) -> f64 {
    let mut below = vec![0.0; 2]; // no digit fits below 1
    for upper in 2..=upper {
        let candidates = candidates(upper);
        let count = f64::from(candidates.end - candidates.start);
        let rest: f64 = candidates.map(|digit| below[digit as usize]).sum();
        below.push(1.0 + rest / count);
    }
    below[upper as usize]
}

#[test]
fn inserts_per_byte_are_what_each_rule_implies() {
    let middle_half = |upper: u32| 1 + (upper - 1) / 4..upper - (upper - 1) / 4;
    let exact_midpoint = |upper: u32| upper / 2..upper / 2 + 1;
    let full_width = |upper: u32| 1..upper;
    for (scheme, candidates) in [
        (Scheme::MiddleHalf, &middle_half as &dyn Fn(u32) -> Range<u32>),
        (Scheme::ExactMidpoint, &exact_midpoint),
        (Scheme::FullWidth, &full_width),
    ] {
        let implied = 510.0 * inserts_per_digit(62, candidates);
        let rows = committed();
        let keys: Vec<_> =
            rows.trials_of(scheme, Workload::GapLower).map(|trial| f64::from(trial.keys_to_cap)).collect();
        let mean = keys.iter().sum::<f64>() / f64::from(rows.seeds());
        assert!((mean / implied - 1.0).abs() < 0.005, "{scheme:?}: {mean} where {implied} is implied");
    }
}

/// The page says so in words; here it is held against the rows.
#[test]
fn the_words_of_the_page_hold() {
    let rows = committed();
    for workload in Workload::ENDS {
        let last = |scheme| rows.growth_at(scheme, workload, workload.operations_max());
        for scheme in Scheme::OURS {
            assert_eq!((last(scheme).p5, last(scheme).max), (4, 4), "appends and prepends cost nothing");
        }
    }
    let after_1000 = |scheme, workload| rows.growth_at(scheme, workload, 1_000).p50;
    let of = |scheme| Workload::GAPS.map(|workload| after_1000(scheme, workload));
    let [lower, upper, _] = of(Scheme::ExactMidpoint);
    assert!(lower > upper, "the midpoint rounds down, so the directions differ");
    for bytes in of(Scheme::MiddleHalf) {
        assert!(bytes.abs_diff(of(Scheme::MiddleHalf)[0]) <= 1, "the middle half is the same from each side");
        assert!(of(Scheme::FullWidth).into_iter().all(|full| full > bytes), "the full width is longest");
    }
}

#[test]
fn a_check_names_each_file_that_differs() {
    let directory = scratch("differs");
    let results = Results::of(&committed());
    results.write(&directory).expect("a directory of our own");
    results.compare(&directory).expect("what was just written");

    fs::write(directory.join("cap.svg"), "").expect("a file of our own");
    fs::remove_file(directory.join("gap.png")).expect("a file of our own");
    fs::write(directory.join("notes.txt"), "").expect("a file of our own");
    let Err(Error::Differs { differences, .. }) = results.compare(&directory) else {
        panic!("three differences were not noticed");
    };
    assert_eq!(differences, ["cap.svg: differs", "gap.png: missing", "notes.txt: left over"]);
}

#[test]
fn a_check_notices_a_wrong_trial() {
    let directory = scratch("wrong-trial");
    let mut rows = committed();
    rows.trials[0].bytes_at_1000 += 1;
    Results::of(&rows).write(&directory).expect("a directory of our own");
    let output = reports(&["--quick", "--check", "--out", directory.to_str().expect("a plain path")]);
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("\n  trials.csv: differs"), "{stderr}");
}

#[test]
fn rows_that_are_missing_are_named() {
    let directory = scratch("missing-rows");
    let mut rows = committed();
    rows.trials.remove(3);
    Results::of(&rows).write(&directory).expect("a directory of our own");
    let directory = directory.to_str().expect("a plain path");
    let message = format!("reports: {directory}/trials.csv: rows are missing\n");
    refused(&["--quick", "--check", "--out", directory], &message);
}

#[test]
fn bad_usage_is_one_line() {
    refused(&["--seed"], "reports: unexpected argument '--seed' found (see --help)\n");
    refused(&["now"], "reports: unexpected argument 'now' found (see --help)\n");
    refused(
        &["--out"],
        "reports: a value is required for '--out <DIR>' but none was supplied (see --help)\n",
    );
}

#[test]
fn rows_that_cannot_be_read_are_named() {
    let directory = scratch("no-rows");
    let directory = directory.to_str().expect("a plain path");
    let message = format!("reports: {directory}/growth.csv: No such file or directory (os error 2)\n");
    refused(&["--quick", "--check", "--out", directory], &message);
}
