//! Nobody reads what the command prints: it goes on all the same, writes its files, and tells by its status how it
//! ended.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pipes").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The status with which a command ends whose output and errors nobody reads, the pipes being closed before it is
/// told anything.
fn status_unread(folder: &Path, args: &[&str], input: &str) -> Option<i32> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sim"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop((child.stdout.take(), child.stderr.take()));
    let mut stdin = child.stdin.take().unwrap();
    // Whether it still listens is not the question.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait().unwrap().code()
}

const BROKEN: [&str; 5] = ["1", "--operations", "300", "--variant", "gap ignored"];

#[test]
fn a_run_is_finished_and_its_files_are_written() {
    let folder = folder("run");
    let files = ["--trace", "trace.jsonl", "--log", "log.txt", "--save", "saved"];
    let wanted = |more: &[&'static str]| [&BROKEN[..], &files[..], more].concat();
    for more in [&[][..], &["--json"]] {
        assert_eq!(status_unread(&folder, &wanted(more), ""), Some(1), "{more:?}");
        for file in ["trace.jsonl", "log.txt", "saved/seed-1.json"] {
            let path = folder.join(file);
            assert!(fs::read_to_string(&path).unwrap().ends_with('\n'), "{file} after {more:?}");
            fs::remove_file(path).unwrap();
        }
    }
    assert_eq!(status_unread(&folder, &[&BROKEN[..], &["--log", "-"]].concat(), ""), Some(1));
    assert_eq!(status_unread(&folder, &["replay", "target/sim/seed-1.json"], ""), Some(1));
    assert_eq!(status_unread(&folder, &["replay", "target/sim/seed-1.json", "--json"], ""), Some(1));
    assert_eq!(status_unread(&folder, &["1", "--operations", "0"], ""), Some(4));
}

#[test]
fn what_many_runs_come_to_is_told_by_the_status() {
    let folder = folder("many");
    let enumerated = ["enumerate", "--world", "reads-chain", "--variant", "gap ignored"];
    assert_eq!(status_unread(&folder, &enumerated, ""), Some(1));
    let swarm = ["swarm", "--seeds", "4", "--operations", "200", "--out", "rows", "--shrink-runs", "20"];
    let broken = [&swarm[..], &["--variant", "gap ignored"]].concat();
    assert_eq!(status_unread(&folder, &broken, ""), Some(1));
    let rows = fs::read_to_string(folder.join("rows/rows-1-of-1.jsonl")).unwrap();
    assert_eq!(rows.lines().count(), 5, "a line for the swarm and one for each seed");
    assert_eq!(status_unread(&folder, &["merge", "rows"], ""), Some(1));
    assert_eq!(status_unread(&folder, &["merge", "none"], ""), Some(2));
}

#[test]
fn answers_end_quietly_and_bad_usage_stays_bad_usage() {
    let folder = folder("quiet");
    let questions = "{\"id\":1,\"op\":\"parse\",\"key\":\"a0\"}\n".repeat(3);
    assert_eq!(status_unread(&folder, &["conform", "--serve"], &questions), Some(0));
    assert_eq!(status_unread(&folder, &["scenario", "1"], ""), Some(0));
    assert_eq!(status_unread(&folder, &["--help"], ""), Some(0));
    assert_eq!(status_unread(&folder, &["abc"], ""), Some(2));
    let unsaved = [&BROKEN[..], &["--save", "/dev/null/no"]].concat();
    assert_eq!(status_unread(&folder, &unsaved, ""), Some(1));
}
