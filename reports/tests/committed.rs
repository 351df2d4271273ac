//! The committed report is what the code makes: a few seeds are run again, and everything else is made again from
//! its rows. (The full check is `cargo run --release -p reports -- --check`.)

use reports::Error;
use reports::band::Band;
use reports::gate;
use reports::measure::Effort;
use reports::measure::growth::Trial;
use reports::results::Results;
use reports::rows::Rows;
use reports::schemes::Scheme;
use reports::workload::Workload;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

fn committed_directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results")
}

fn committed() -> &'static Rows {
    static ROWS: OnceLock<Rows> = OnceLock::new();
    ROWS.get_or_init(|| Rows::read(&committed_directory()).expect("committed rows"))
}

fn quick() -> &'static Rows {
    static ROWS: OnceLock<Rows> = OnceLock::new();
    ROWS.get_or_init(|| Rows::measure(&Effort::quick(), || {}).expect("no file is read"))
}

/// An empty directory for one test.
fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if directory.exists() {
        fs::remove_dir_all(&directory).expect("a directory of our own");
    }
    fs::create_dir_all(&directory).expect("a directory of our own");
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
    let rows = committed().with_first_of(quick());
    let results = Results::of(&rows).with_quick(quick());
    if let Err(error) = results.compare(&committed_directory()) {
        panic!("{error}");
    }
}

#[test]
fn the_committed_percentiles_are_those_of_the_committed_trials() {
    let rows = committed();
    for scheme in Scheme::OURS {
        for workload in Workload::GAPS {
            for (operations, of) in [
                (100, (|trial| trial.bytes_at_100) as fn(&Trial) -> Option<u32>),
                (1_000, |trial| trial.bytes_at_1000),
            ] {
                let Band { p5, p50, p95, max, .. } =
                    Band::of(rows.trials_of(scheme, workload).filter_map(of));
                let row = rows.growth_at(scheme, workload, operations).expect("a row");
                assert_eq!((row.p5, row.p50, row.p95, row.max), (p5, p50, p95, max));
            }
        }
    }
}

#[test]
fn every_published_figure_is_reproduced() {
    use reports::figures::Kind;
    for figure in &committed().figures {
        assert!(figure.kind == Kind::Timing || figure.verdict().reproduced(), "{figure:#?}");
    }
}

#[test]
fn growth_is_within_its_bounds() {
    gate::hold(committed()).expect("the committed report");
    gate::hold(quick()).expect("a quick report");
}

/// Our scheme measured with another's rows: the bounds are near enough to notice.
#[test]
fn the_bounds_bite() {
    let worse = |scheme: Scheme| {
        let mut rows = committed().clone();
        for row in &mut rows.growth {
            row.scheme = swapped(row.scheme, scheme);
        }
        for row in &mut rows.trials {
            row.scheme = swapped(row.scheme, scheme);
        }
        rows
    };
    for (scheme, expected) in [
        (Scheme::FullWidth, ["BytesAt1000InOneGap is 2", "KeysToCap is 2"]),
        (Scheme::ExactMidpoint, ["BytesAt1000InOneGap is 2", "KeysToCap is 2"]),
        (
            Scheme::JitteredFraction,
            ["MillibytesPerAppend was not measured", "MillibytesPerPrepend was not measured"],
        ),
        (Scheme::RandomSuffix, ["MillibytesPerAppend is 6", "BytesAt1000InOneGap"]),
    ] {
        let Err(Error::Bounds { broken }) = gate::hold(&worse(scheme)) else {
            panic!("{scheme:?} is within our bounds");
        };
        for start in expected {
            assert!(broken.iter().any(|bound| bound.starts_with(start)), "{start} is not in {broken:?}");
        }
    }
}

fn swapped(scheme: Scheme, other: Scheme) -> Scheme {
    match scheme {
        Scheme::MiddleHalf => other,
        scheme if scheme == other => Scheme::MiddleHalf,
        scheme => scheme,
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
        let keys: Vec<_> =
            committed().trials_of(scheme, Workload::GapLower).map(|trial| f64::from(trial.keys)).collect();
        let mean = keys.iter().sum::<f64>() / f64::from(keys.len() as u32);
        assert!((mean / implied - 1.0).abs() < 0.005, "{scheme:?}: {mean} where {implied} is implied");
    }
}

/// The simulator types the same recordings through a server; where it meets the cap is among what our seeds give.
#[test]
fn the_cap_is_met_where_the_simulator_meets_it() {
    use reports::measure::recordings::Item;
    for (name, at) in [("rustcode", 251_802), ("sveltecomponent", 89_354), ("json-crdt-blog-post", 45_742)] {
        let met: Vec<u32> = committed()
            .recorded_of(name, Scheme::MiddleHalf, Item::Character)
            .filter_map(|row| row.cap_met_at)
            .collect();
        let (least, most) = (met.iter().min().expect("a seed"), met.iter().max().expect("a seed"));
        assert!((least..=most).contains(&&at), "{name}: {at} is not in {least}–{most}");
    }
}

#[test]
fn a_check_names_each_file_that_differs_and_where() {
    let directory = scratch("differs");
    let results = Results::of(committed());
    results.write(&directory).expect("a directory of our own");
    results.compare(&directory).expect("what was just written");

    let svg = fs::read_to_string(directory.join("cap.svg")).expect("a file of our own");
    fs::write(directory.join("cap.svg"), svg.replacen("</svg>", "<g/></svg>", 1)).expect("a file of our own");
    fs::remove_file(directory.join("gap.png")).expect("a file of our own");
    fs::write(directory.join("notes.txt"), "").expect("a file of our own");
    let Err(Error::Differs { differences, .. }) = results.compare(&directory) else {
        panic!("three differences were not noticed");
    };
    let [differs, missing, left_over] = differences.as_slice() else { panic!("{differences:?}") };
    assert!(
        differs.starts_with("cap.svg: line ") && differs.ends_with("is `<g/></svg>`, computed `</svg>`"),
        "{differs}"
    );
    assert_eq!((missing.as_str(), left_over.as_str()), ("gap.png: missing", "notes.txt: left over"));
}

/// A wrong number in any committed table of a few seeds, or in a trial of the whole report, is found.
#[test]
fn a_check_notices_wrong_rows() {
    let directory = scratch("wrong-rows");
    let expected = Results::of(&committed().with_first_of(quick())).with_quick(quick());
    let mut wrong_quick = quick().clone();
    wrong_quick.growth[3].p95 += 1;
    wrong_quick.collisions[5].equal += 1;
    let mut wrong = committed().clone();
    wrong.trials[0].longest += 1;
    Results::of(&wrong).with_quick(&wrong_quick).write(&directory).expect("a directory of our own");
    let Err(Error::Differs { differences, .. }) = expected.compare(&directory) else {
        panic!("wrong rows were not noticed");
    };
    for file in ["quick/growth.csv: line 5 is", "quick/collisions.csv: line 7 is", "trials.csv: line 2 is"] {
        assert!(
            differences.iter().any(|difference| difference.starts_with(file)),
            "{file} is not in {differences:?}"
        );
    }
}

#[test]
fn rows_that_are_missing_are_named() {
    let directory = scratch("missing-rows");
    let mut rows = committed().clone();
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
    let known = "F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12, and their lines, such as F7.3";
    refused(&["--figure", "F13"], &format!("reports: there is no figure `F13`: known are {known}\n"));
    refused(
        &["--out"],
        "reports: a value is required for '--out <DIR>' but none was supplied (see --help)\n",
    );
}

#[test]
fn files_that_cannot_be_used_are_named() {
    let directory = scratch("bad-files");
    let path = |name: &str| directory.join(name).to_str().expect("a plain path").to_owned();
    let missing = path("none");
    let no_rows = format!("reports: {missing}/growth.csv: No such file or directory (os error 2)\n");
    refused(&["--quick", "--check", "--out", &missing], &no_rows);
    let no_file = format!("reports: {missing} cannot be read: No such file or directory (os error 2)\n");
    refused(&["--keys", &missing], &no_file);
    refused(&["--recording", &missing], &no_file);
    let (keys, recording) = (path("keys"), path("recording.json"));
    fs::write(&keys, "a0\na1\n\na2\n").expect("a file of our own");
    refused(&["--keys", &keys], &format!("reports: {keys} line 3 is empty, and a key has a byte at least\n"));
    fs::write(&recording, "{}").expect("a file of our own");
    let reason = "is no recording of editing: missing field `endContent` at line 1 column 2";
    refused(&["--recording", &recording], &format!("reports: {recording} {reason}\n"));
}

#[test]
fn one_figure_is_printed_alone() {
    let output = reports(&["--figure", "F8"]);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5, "{text}");
    assert!(lines[1].starts_with("10,000 appends end at") && lines[1].ends_with("equal"), "{text}");
}

#[test]
fn keys_of_a_file_are_summed_up() {
    let directory = scratch("keys");
    let file = directory.join("keys.txt");
    fs::write(&file, "a0\na1\na0V\n").expect("a file of our own");
    let output = reports(&["--keys", file.to_str().expect("a plain path")]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.starts_with("keys                   3\n"), "{text}");
}

#[test]
fn a_recording_of_ones_own_is_typed_again() {
    let recordings = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/recordings");
    let path = |name: &str| recordings.join(name).to_str().expect("a plain path").to_owned();
    let output = reports(&["--recording", &path("shopping-list.json"), &path("two-in-one-gap.json")]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(
        text.lines().any(|line| line.starts_with("shopping-list  middle half     each line, pastes at once")),
        "{text}"
    );
    assert!(text.contains("two-in-one-gap: 2 people, each making keys: held"), "{text}");
}
