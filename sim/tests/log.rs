//! Logs: every event has a line, a small case reads at a glance, and many actors share a column.

use sim::case::Case;
use sim::log::Log;
use sim::scenario::{Limits, Scenario, draw};
use sim::simulate::{Seen, simulate_watched};
use sim::tell::{Actor, Lanes};
use sim::world::Parts;
use std::path::Path;
use std::process::{Command, Output};

/// What gap-ignored does wrong can be read off: the view hears 3h522 after zhm22, and takes it for stale.
#[test]
fn a_small_case_reads_at_a_glance() {
    let expected = "\
a record is called by its rkey, a commit by its rev, both without the 2s before them
               client 0     server 0     repository   view 0
    0.000000   reads a page of 0 rows    │            │
    0.000000   wants #1843: insert 322 last           │
    0.000000   sends #1843  │            │            │
    0.000000   │            │            │            connects at 0 of 0
    0.001143   │            #1843 between the start and the end
    0.001443   │            │            3h522 by #1843: 322 = a0
    0.001443   │            tells c0: #1843 200 done  │
    0.002486   #1843 is over: 200 done   │            │
    0.030735   reads a page of 0 rows    │            │
    0.030735   wants #1844: insert y2j22 last         │
    0.030735   sends #1844  │            │            │
    0.031878   │            #1844 between 322 and the end
    0.032178   │            │            zhm22 by #1844: y2j22 = a1
    0.032178   │            tells c0: #1844 200 done  │
    0.033221   #1844 is over: 200 done   │            │
    0.043609   │            │            │            hears zhm22: in order
    0.043609   │            │            │            applies zhm22: y2j22 = a1
    0.047436   │            │            │            hears 3h522: stale, overtaken
    1.000000   all is at rest
    1.000000   │            │            │            serves under the root:
    1.000000   │            │            │              a1 y2j22
    1.000000   broken: convergence: row 0 of a group is `a1` of record 22222222y2j22 in view 0 and `a0` of record 2222222222322 by the log
";
    let case = Case::read(&regression("gap-ignored-convergence-seed-1.json")).unwrap();
    let mut bytes = Vec::new();
    let mut log = Log::new(&mut bytes, &case.scenario);
    let outcome = case.run_watched(case.parts().unwrap()(), |seen| log.see(seen));
    log.end(&outcome).unwrap();
    assert_eq!(String::from_utf8(bytes).unwrap(), expected);
}

#[test]
fn each_event_has_one_line_in_the_column_of_its_actor() {
    for seed in 1..=20 {
        let scenario =
            draw(seed, Limits { clients: Some(1 + seed as u32 % 4), ..Limits::of_operations(120) });
        let (text, events) = logged(scenario.clone());
        let lanes = Lanes::of(&scenario);
        let mut said = text.lines().skip(1);
        let header: Vec<char> = said.next().unwrap().chars().collect();
        let columns: Vec<usize> = (0..header.len())
            .filter(|&at| header[at] != ' ' && header[at - 1] == ' ' && !header[at].is_ascii_digit())
            .collect();
        assert_eq!(columns.len(), lanes.len(), "seed {seed}");
        for (now_us, actor) in &events {
            let line: Vec<char> = said.next().unwrap().chars().collect();
            let time: String = line[..12].iter().collect();
            assert_eq!(time.trim(), format!("{}.{:06}", now_us / 1_000_000, now_us % 1_000_000));
            let (column, _) = lanes.find(*actor).unwrap();
            columns[..column].iter().for_each(|&at| assert_eq!(line[at], '│', "seed {seed}"));
            assert!(line[columns[column]].is_ascii_graphic(), "seed {seed}: {line:?}");
        }
        let rest = said.next().unwrap();
        assert!(rest.ends_with("all is at rest"), "seed {seed}: {rest}");
        assert!(said.last().unwrap().ends_with("   held"), "seed {seed}");
        let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
        let room = columns.last().unwrap() + 95;
        assert!(widest <= room, "seed {seed}: {widest} columns, {room} for the last actor's sentences");
    }
}

#[test]
fn small_cases_fit_120_columns() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/regressions");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let case = Case::read(&path).unwrap();
        let (text, _) = logged(case.scenario);
        let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= 120, "{}: {widest} columns", path.display());
    }
}

#[test]
fn a_crowd_shares_a_column_and_clients_that_do_nothing_have_none() {
    let crowd = draw(5, Limits { clients: Some(10_000), ..Limits::of_operations(200) });
    let (text, events) = logged(crowd);
    let header = text.lines().nth(1).unwrap();
    assert!(header.trim_start().starts_with("clients "), "{header}");
    let Some((_, actor @ Actor::Client(_))) =
        events.iter().find(|(_, actor)| matches!(actor, Actor::Client(_)))
    else {
        panic!("nobody did anything")
    };
    assert!(text.contains(&format!("   {actor} reads a page of ")), "{actor}");

    let mut lonely = draw(5, Limits { clients: Some(10_000), ..Limits::of_operations(3) });
    lonely.offline.clear();
    let header = logged(lonely).0.lines().nth(1).unwrap().to_owned();
    assert!(header.matches("client").count() <= 3, "{header}");
}

#[test]
fn the_command_logs_to_a_file_or_to_standard_output() {
    let case = "corpus/regressions/gap-ignored-convergence-seed-1.json";
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("case.log");
    let file = file.to_str().unwrap();
    let to_file = sim(&["replay", case, "--log", file]);
    let to_output = sim(&["replay", case, "--log", "-"]);
    let (plain, log) = (text(&sim(&["replay", case]).stdout), std::fs::read_to_string(file).unwrap());
    assert_eq!(text(&to_file.stdout), plain);
    let at = plain.find("\n\n  20 events").unwrap() + 1;
    assert_eq!(text(&to_output.stdout), format!("{}\n{log}{}", &plain[..at], &plain[at..]));

    for (args, message) in [
        (
            &["3", "--log", "-", "--json"][..],
            "error: `--log -` and `--json` both print to standard output; `--log FILE` writes a file\n",
        ),
        (
            &["3", "--log", "no such folder/3.log"][..],
            "error: no such folder/3.log cannot be written: No such file or directory (os error 2)\n",
        ),
        (&["zoo", "--log", "-"][..], "error: which variant? `sim zoo NAME` shows the run that catches it\n"),
    ] {
        let output = sim(args);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), message.to_owned()), "{args:?}");
    }
}

#[test]
fn the_zoo_shows_the_log_of_the_run_that_catches_a_variant() {
    let said = text(&sim(&["zoo", "gap ignored"]).stdout);
    assert!(said.contains(": stale, overtaken\n"), "{said}");
    assert!(said.lines().last().unwrap().contains("   broken: convergence: "), "{said}");
}

/// The log of a run, and when and whose each event was.
fn logged(scenario: Scenario) -> (String, Vec<(u64, Actor)>) {
    let (mut bytes, mut events, keys) = (Vec::new(), Vec::new(), scenario.keys);
    let mut log = Log::new(&mut bytes, &scenario);
    let outcome = simulate_watched(
        scenario,
        Parts::default(),
        |_| (),
        |seen| {
            log.see(seen);
            if let Seen::Step(world) = seen {
                let step = world.happened();
                events.extend(step.iter().map(|event| (world.now_us, Actor::of(event, step, keys))));
            }
        },
    );
    log.end(&outcome).unwrap();
    (String::from_utf8(bytes).unwrap(), events)
}

fn regression(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/regressions").join(name)
}

fn sim(args: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    Command::new(env!("CARGO_BIN_EXE_sim")).args(args).current_dir(root).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}
