//! What is typed again is what was typed: as many keys are left as the recorded text has characters, or lines.

use reports::measure::recordings::{Item, measure};
use sim::recording::Recording;
use std::path::{Path, PathBuf};

/// Those of the repository, and those beside it where there are any.
fn recordings() -> Vec<PathBuf> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let beside = package.join("../../shared/traces");
    let mut paths = vec![package.join("../corpus/recordings/shopping-list.json")];
    for name in ["friendsforever_flat", "clownschool_flat"] {
        paths.push(beside.join(format!("{name}.json.gz")));
    }
    paths.retain(|path| path.exists());
    paths
}

#[test]
fn as_many_keys_are_left_as_the_text_has_characters_or_lines() {
    for path in recordings() {
        let end = Recording::read(&path).expect("a recording").end;
        let ends = end.iter().filter(|&&character| character == '\n').count();
        let measured = measure(&[path], || {}).expect("a recording");
        assert!(measured.recorded.len() > 40);
        for row in measured.recorded {
            let expected = match row.item {
                Item::Character | Item::Paste => end.len(),
                Item::Line | Item::PastedLine => ends + 1,
            };
            assert_eq!((row.keys as usize, row.cap_met_at), (expected, None), "{row:?}");
            assert!(row.packed <= row.bytes + 2 * u64::from(row.keys), "{row:?}");
        }
    }
}

#[test]
fn people_who_make_their_own_keys_are_found_out() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/recordings/two-in-one-gap.json");
    let measured = measure(&[path], || {}).expect("a recording");
    let [met] = measured.met.as_slice() else { panic!("{:?}", measured.met) };
    assert_eq!((met.people, met.verdict.as_str()), (2, "held"));
    assert!(met.whole_by_server);
}
