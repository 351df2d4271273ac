//! Scenarios as files: what is printed runs again, what is wrong is refused by name, and flags change what
//! they say they change.

use serde_json::Value;
use sim::outcome::Verdict;
use sim::recording::Recording;
use sim::scenario::{
    Budget, ConsumerKind, Discipline, Each, Keys, Limits, PRESETS, Rekey, RogueKind, Scenario, Source,
    StoreKind, Troubles, Workload, draw, draw_recording,
};
use sim::simulate::simulate;
use sim::world::Parts;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn sim(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sim")).args(args).current_dir(root()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A file of this test's own with this content.
fn file(name: &str, content: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scenario");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    path
}

#[track_caller]
fn refused(args: &[&str], message: &str) {
    let output = sim(args);
    assert_eq!(text(&output.stderr), format!("{message}\n"), "{args:?}");
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""), "{args:?}");
}

/// Why the scenario of seed 1 is refused once a place of its text is replaced.
#[track_caller]
fn refusal(name: &str, replaced: &str, by: &str) -> String {
    let content = draw(1, Limits::of_operations(3)).print();
    assert!(content.contains(replaced), "{replaced} in {content}");
    let path = file(name, &content.replacen(replaced, by, 1));
    let error = Scenario::read(&path).unwrap_err();
    let why = error.strip_prefix(&format!("{}: ", path.display()));
    why.unwrap_or_else(|| panic!("the file comes first: {error}")).to_owned()
}

#[track_caller]
fn refused_file(name: &str, replaced: &str, by: &str, message: &str) {
    assert_eq!(refusal(name, replaced, by), message, "{name}");
}

#[test]
fn wrong_files_are_refused_by_line_and_field() {
    refused_file("not-json", "{\"seed\":1", "seed 1", "expected value at line 1 column 1");
    let printed = draw(1, Limits::of_operations(3)).print();
    let (line, clients) = (1..).zip(printed.lines()).find(|(_, line)| line.contains("\"clients\"")).unwrap();
    let clients = clients.trim().trim_end_matches(',');
    let unknown_field = refusal("unknown-field", "\"clients\":", "\"cliens\":");
    assert!(
        unknown_field.starts_with("cliens: unknown field `cliens`, expected one of `seed`, ")
            && unknown_field.ends_with(&format!(" at line {line} column 9")),
        "{unknown_field}"
    );
    refused_file(
        "text-for-a-number",
        clients,
        "\"clients\":\"many\"",
        &format!("clients: invalid type: string \"many\", expected u32 at line {line} column 17"),
    );
    refused_file("no-client", clients, "\"clients\":0", "clients: 0 is not in 1..=1000000");
    refused_file("cap", "\"key_bytes_max\":", "\"key_bytes_max\":9", "key_bytes_max: 964 is not in 2..=512");
    refused_file(
        "same-id",
        "{\"id\":1,",
        "{\"id\":0,",
        "workload.edits[1].id: another edit has the number 0 too",
    );
    refused_file(
        "more-than-all",
        "\"loss_ppm\":",
        "\"loss_ppm\":7000000",
        "network.loss_ppm: 70000000 is not in 0..=1000000",
    );
    let end = printed.lines().count() + 1;
    refused_file("more-text", "}}\n", "}}\n}", &format!("trailing characters at line {end} column 1"));
    refused(&["--scenario", "/no/such/file"], &format!("error: {}", unknown("/no/such/file")));
    refused(&["--scenario", "typin"], &format!("error: {}", unknown("typin")));
}

fn unknown(name: &str) -> String {
    let known: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
    format!("no scenario and no file is called `{name}`; the known ones are {}", known.join(", "))
}

#[test]
fn flags_that_make_no_sense_get_one_clear_line() {
    let refused_value = |flag: &str, name: &str, value: &str, why: &str| {
        let message =
            format!("error: invalid value '{value}' for '{flag} <{name}>': {why}; see `sim --help`");
        refused(&["1", flag, value], &message);
    };
    refused_value("--clients", "N", "0", "0 is not in 1..=1000000");
    refused_value("--cap", "BYTES", "1", "1 is not in 2..=512");
    refused_value("--cap", "BYTES", "513", "513 is not in 2..=512");
    for fraction in ["5/3", "1/0", "0.5", "-1/2", "", "1/", "2"] {
        let flag = format!("--loss={fraction}");
        let why = "a fraction is from 0 to 1, such as `1/20`, or `0`";
        let given = if fraction.is_empty() { "" } else { fraction };
        let output = sim(&["1", &flag]);
        let said = text(&output.stderr);
        assert!(
            said.contains(why) || given.is_empty() && said.contains("value is required"),
            "{flag}: {said}"
        );
        assert_eq!((said.lines().count(), output.status.code()), (1, Some(2)), "{flag}");
    }
    refused_value("--repeat", "FRACTION", "1/9000000", "a fraction is 0, or at least one in a million");
    refused_value("--keys", "WHO", "mine", "keys are made by the `server`, or are `local`");
    refused_value("--store", "STORE", "disk", "a store is `memory`, `sqlite` or `both`");
    refused(
        &["1", "--scenario", "typing", "--workload", "drawn"],
        "error: the argument '--scenario <NAME|FILE>' cannot be used with '--workload <WORKLOAD>'; see `sim --help`",
    );
}

#[test]
fn a_printed_scenario_is_the_scenario_and_runs_without_the_drawing_code() {
    for seed in 0..30 {
        let drawn = draw(seed, Limits::of_operations(120));
        let path = file("printed.json", &drawn.print());
        let read = Scenario::read(&path).unwrap();
        assert_eq!((read.print(), read.digest()), (drawn.print(), drawn.digest()), "seed {seed}");
        let run = |scenario| simulate(scenario, Parts::default(), |_| ());
        let (drawn, read) = (run(drawn), run(read));
        assert_eq!((read.digest, read.verdict), (drawn.digest, drawn.verdict), "seed {seed}");
    }
}

#[test]
fn the_command_prints_what_it_runs() {
    let args = ["--operations", "200", "--clients", "3", "--loss", "1/20", "--store", "memory"];
    let printed = sim(&[&["scenario", "--seed", "9"], &args[..]].concat());
    assert_eq!(printed.status.code(), Some(0));
    let path = file("command.json", &text(&printed.stdout));
    let json = |args: &[&str]| serde_json::from_slice::<Value>(&sim(args).stdout).unwrap();
    let stored = json(&["--scenario", path.to_str().unwrap(), "--json"]);
    let drawn = json(&[&["9", "--json"], &args[..]].concat());
    assert_eq!(stored, drawn);
    let other = json(&["10", "--scenario", path.to_str().unwrap(), "--json"]);
    assert_eq!((other["seed"].as_u64(), stored["seed"].as_u64()), (Some(10), Some(9)));
}

#[test]
fn flags_change_what_they_say() {
    let limits = Limits {
        operations: Some(50),
        clients: Some(7),
        key_bytes_max: Some(9),
        keys: Some(Keys::Server),
        loss_ppm: Some(50_000),
        repeat_ppm: Some(0),
        stores: Some(Each::All(StoreKind::Sqlite)),
        consumers: Some(Each::Both),
        servers: Some(3),
        authors: Some(1),
        discipline: Some(Discipline::UniqueIndex),
        repairs: Some(false),
        rekey: Some(Rekey::Past(5)),
        budget: Some(Budget::PerMinute(77)),
    };
    let stored = Source::Stored(Box::new(draw(3, Limits::of_operations(80))));
    for source in [Source::Drawn, Source::named("typing").unwrap(), stored] {
        let scenario = source.scenario(5, limits).unwrap();
        let Workload::Edits(edits) = &scenario.workload else { panic!("no recording was asked for") };
        assert_eq!((scenario.seed, edits.len(), scenario.clients, scenario.key_bytes_max), (5, 50, 7, 9));
        assert_eq!((scenario.keys, scenario.servers, scenario.authors), (Keys::Server, 3, 1));
        assert_eq!((scenario.discipline, scenario.repairs), (Discipline::UniqueIndex, false));
        assert_eq!((scenario.rekey_bytes_max, scenario.writes_per_minute), (Some(5), Some(77)));
        assert!(scenario.views.iter().all(|view| view.store == StoreKind::Sqlite));
        for (view, at) in scenario.views.iter().zip(0..) {
            assert_eq!(view.consumer == ConsumerKind::Chain, at % 2 == 0, "view {at}");
        }
        let weathers = scenario.views.iter().map(|view| view.weather).chain([scenario.network]);
        weathers.for_each(|weather| assert_eq!((weather.loss_ppm, weather.repeat_ppm), (50_000, 0)));
        scenario.check().unwrap();
        assert!((0..7).all(|client| edits.iter().any(|edit| edit.client == client)), "all clients edit");
    }
    let stored = Source::Stored(Box::new(draw(3, Limits::of_operations(20))));
    assert_eq!(stored.scenario(1, limits).unwrap_err(), "the scenario has 20 edits, and 50 are wanted",);
}

/// What is wanted wins over what the seed draws, and the laws hold in what comes out.
#[test]
fn each_flag_can_be_had_of_each_seed_and_holds() {
    let flags = [
        Limits { servers: Some(3), ..Limits::NONE },
        Limits { authors: Some(3), clients: Some(4), ..Limits::NONE },
        Limits { discipline: Some(Discipline::UniqueIndex), ..Limits::NONE },
        Limits { repairs: Some(false), ..Limits::NONE },
        Limits { rekey: Some(Rekey::Past(4)), key_bytes_max: Some(64), ..Limits::NONE },
        Limits { budget: Some(Budget::PerMinute(30)), ..Limits::NONE },
        Limits { consumers: Some(Each::All(ConsumerKind::PerRecord)), ..Limits::NONE },
    ];
    for (flag, limits) in (0..).zip(flags) {
        for seed in 1..=12 {
            let limits = Limits { operations: Some(150), ..limits };
            let scenario = Source::Drawn.scenario(seed, limits).unwrap();
            scenario.check().unwrap();
            assert!(flag > 5 || scenario.keys == Keys::Server, "flag {flag} seed {seed}");
            let verdict = simulate(scenario, Parts::default(), |_| ()).verdict;
            let is_clean = matches!(verdict, Verdict::Held | Verdict::Vacuous(_));
            assert!(is_clean, "flag {flag} seed {seed}: {verdict:?}");
        }
    }
}

#[test]
fn flags_that_never_go_together_are_refused() {
    for (args, message) in [
        (
            "3 --servers 2 --authors 3",
            "error: several server instances and several authors never go together, and 2 and 3 are wanted",
        ),
        (
            "3 --keys local --servers 2 --repairs off",
            "error: where each client makes keys, in a repository of its own, `--servers`, `--repairs` has no \
             meaning; `--keys server` lets a server make them",
        ),
        (
            "3 --scenario local-keys --rekey 64",
            "error: where each client makes keys, in a repository of its own, `--rekey` has no meaning; \
             `--keys server` lets a server make them",
        ),
        (
            "3 --workload recording:corpus/recordings/shopping-list.json --authors 2",
            "error: a recording is typed into one repository, and 2 are wanted",
        ),
        (
            "3 --clients 2 --authors 3",
            "error: 2 clients write to as many repositories at most, and 3 are wanted",
        ),
        (
            "3 --cap 16 --rekey 16",
            "error: keys have at most 16 bytes, so no group is ever renumbered past 16",
        ),
        (
            "3 --budget 0",
            "error: invalid value '0' for '--budget <WRITES|OFF>': a budget is a number of writes a minute, at \
             least 1, or `off`; see `sim --help`",
        ),
        (
            "42 43",
            "error: a run takes one seed, and 42 and 43 are given; `sim swarm --seeds N --start 42` runs many",
        ),
        (
            "run --operations 5 42 --clients 3 43",
            "error: a run takes one seed, and 42 and 43 are given; `sim swarm --seeds N --start 42` runs many",
        ),
    ] {
        refused(&args.split(' ').collect::<Vec<_>>(), message);
    }
}

#[test]
fn each_preset_holds_and_does_what_it_says() {
    for preset in PRESETS {
        for seed in 1..=5 {
            let scenario = preset.scenario(seed, Limits::of_operations(400));
            scenario.check().unwrap();
            let outcome = simulate(scenario, Parts::default(), |_| ());
            assert_eq!(outcome.verdict, Verdict::Held, "{} seed {seed}", preset.name);
        }
    }
    let outcome = |name: &str| {
        let scenario = Source::named(name).unwrap().scenario(1, Limits::default()).unwrap();
        simulate(scenario, Parts::default(), |_| ())
    };
    let share = |outcome: &sim::outcome::Outcome, what| {
        outcome.counts.get(what).copied().unwrap_or(0) * 100 / outcome.operations
    };
    let (typing, hammer, shuffle) = (outcome("typing"), outcome("hammer"), outcome("shuffle"));
    assert!(share(&typing, "inserts wanted") > 85, "typing inserts {} %", share(&typing, "inserts wanted"));
    assert!(typing.key_bytes.max <= 12, "appended keys stay short: {}", typing.key_bytes.max);
    assert!(hammer.key_bytes.max > 40, "hammered keys grow: {}", hammer.key_bytes.max);
    assert!(share(&shuffle, "moves wanted") > 60, "shuffle moves {} %", share(&shuffle, "moves wanted"));
    assert!(share(&outcome("offline"), "applied again") > 0, "an old page leads to conflicts");
}

/// With several instances in one seed and several authors in the next, and never both.
#[test]
fn the_adversary_brings_all_that_is_hostile_at_once() {
    let mut reached = [false; 8];
    for seed in 1..=6 {
        let scenario = Source::named("adversary").unwrap().scenario(seed, Limits::default()).unwrap();
        assert_eq!(scenario.servers > 1, seed % 2 == 0, "seed {seed}");
        assert_eq!(scenario.authors > 1, seed % 2 == 1, "seed {seed}");
        let mut kinds: Vec<_> = scenario.rogue_writes.iter().map(|write| write.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds, RogueKind::ALL, "seed {seed}");
        for Troubles {
            outages,
            crashes,
            rewinds,
            forgeries,
            switch_loss_ppm,
            retention,
            refuse_ppm,
            cut_ppm,
        } in scenario.views.iter().map(|view| &view.troubles)
        {
            let planned = [outages.len(), crashes.len(), rewinds.len(), forgeries.len() / 3];
            let by_chance = [*switch_loss_ppm, *refuse_ppm, *cut_ppm];
            assert!(planned.iter().all(|&count| count > 0), "seed {seed}: {planned:?}");
            assert!(
                by_chance.iter().all(|&ppm| ppm > 0) && retention.is_some(),
                "seed {seed}: {by_chance:?}"
            );
        }
        let outcome = simulate(scenario, Parts::default(), |_| ());
        assert_eq!(outcome.verdict, Verdict::Held, "seed {seed}");
        let states = [
            "Exhausted from insert",
            "tie made",
            "malformed key read",
            "cycle rendered",
            "orphan rendered",
            "forged frame refused",
            "swapCommit race",
            "resync beyond retention",
        ];
        for (is_reached, state) in reached.iter_mut().zip(states) {
            *is_reached |= outcome.states.get(state).is_some_and(|&times| times > 0);
        }
    }
    assert_eq!(reached, [true; 8]);
}

#[test]
fn a_recording_is_stored_by_its_place_and_content() {
    let place = root().join("corpus/recordings/shopping-list.json");
    let copied = file("recording.json", &fs::read_to_string(&place).unwrap());
    let recording = Recording::read(&copied).unwrap();
    let scenario = draw_recording(2, recording, Limits::of_operations(40));
    let path = file("types-it.json", &scenario.print());
    let read = Scenario::read(&path).unwrap();
    assert_eq!((read.print(), read.digest()), (scenario.print(), scenario.digest()));
    let Workload::Recording(recording) = &read.workload else { panic!("it was a recording") };
    assert_eq!(recording.keystrokes.len(), 40);
    let (copy, shown) = (copied.display(), path.display());

    let recorded = fs::read_to_string(&copied).unwrap();
    fs::write(&copied, recorded.clone() + " ").unwrap();
    let error = Scenario::read(&path).unwrap_err();
    let begin = format!("{shown}: workload.recording: {copy} has the content ");
    assert!(error.starts_with(&begin) && error.contains("and the scenario was made from"), "{error}");

    fs::remove_file(&copied).unwrap();
    let error = Scenario::read(&path).unwrap_err();
    let begin = format!("{shown}: workload.recording: {copy} cannot be read: No such file or directory");
    assert!(error.starts_with(&begin), "{error}");
}

#[test]
fn where_a_recording_lies_does_not_change_the_digest() {
    let place = root().join("corpus/recordings/shopping-list.json");
    let here = Recording::read(&place).unwrap();
    let there = Recording { path: "elsewhere".to_owned(), ..here.clone() };
    let digest = |recording| draw_recording(1, recording, Limits::default()).digest();
    assert_eq!(digest(here), digest(there));
}

/// Each file of `corpus/scenarios` holds, and is as `sim scenario` would print it.
#[test]
fn each_stored_scenario_holds() {
    let mut files = 0;
    for entry in fs::read_dir(root().join("corpus/scenarios")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let file = format!("corpus/scenarios/{name}");
        let printed = sim(&["scenario", "--scenario", &file]);
        assert_eq!(text(&printed.stderr), "", "{file}");
        assert_eq!(text(&printed.stdout), fs::read_to_string(&path).unwrap(), "{file}");
        let output = sim(&["--scenario", &file]);
        assert_eq!(output.status.code(), Some(0), "{file}: {}", text(&output.stdout));
        files += 1;
    }
    assert!(files > 0);
}
