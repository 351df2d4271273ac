//! What the page says in words that are typed and not computed, held against the committed rows.

use reports::measure::collisions::Draw;
use reports::measure::interleaving::Way;
use reports::measure::recordings::Item;
use reports::rows::Rows;
use reports::schemes::Scheme;
use reports::shortest::forced_bytes;
use reports::workload::Workload;
use std::path::Path;
use std::sync::OnceLock;

fn committed() -> &'static Rows {
    static ROWS: OnceLock<Rows> = OnceLock::new();
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    ROWS.get_or_init(|| Rows::read(&directory).expect("committed rows"))
}

/// Keys until the cap from the worst side of a gap.
fn worst_gap(scheme: Scheme) -> u32 {
    Workload::GAPS.map(|gap| committed().keys(scheme, gap).p50).into_iter().min().expect("there are sides")
}

#[test]
fn ends_and_gaps_are_as_told() {
    let rows = committed();
    for workload in [Workload::Append, Workload::Prepend] {
        for scheme in [Scheme::MiddleHalf, Scheme::ExactMidpoint, Scheme::FullWidth, Scheme::Greenspan] {
            let last = rows.growth_at(scheme, workload, workload.operations_max()).expect("a row");
            assert_eq!((last.p5, last.max), (4, 4), "appends and prepends are nearly free");
        }
    }
    let after_1000 = |scheme, workload| rows.growth_at(scheme, workload, 1_000).expect("a row").p50;
    let of = |scheme| Workload::GAPS.map(|workload| after_1000(scheme, workload));
    for bytes in of(Scheme::MiddleHalf) {
        assert!(bytes.abs_diff(of(Scheme::MiddleHalf)[0]) <= 1, "the middle half is the same from each side");
        assert!(of(Scheme::FullWidth).into_iter().all(|full| full > bytes), "the full width is longest");
    }
    for other in [Scheme::ExactMidpoint, Scheme::Greenspan] {
        assert!(
            worst_gap(other) < worst_gap(Scheme::MiddleHalf),
            "the others give fewer keys from the worst side"
        );
    }
    let mean = |operations| {
        let row = rows.growth_at(Scheme::MiddleHalf, Workload::Random, operations).expect("a row");
        row.bytes * 100 / u64::from(operations)
    };
    for from in [500, 1_000, 2_000, 5_000] {
        let doubling = mean(from * 2) - mean(from);
        assert!((15..=30).contains(&doubling), "each doubling costs the same part of a byte: {doubling}");
    }
    assert!(rows.trials_of(Scheme::FloatMidpoint, Workload::GapLower).all(|trial| trial.keys == 52));
}

#[test]
fn recordings_are_as_told() {
    let rows = committed();
    let no_recording_meets =
        |item| rows.recorded.iter().filter(|row| row.item == item).all(|row| row.cap_met_at.is_none());
    assert!(no_recording_meets(Item::Paste) && no_recording_meets(Item::PastedLine));
    let lines = rows.recorded.iter().filter(|row| row.item == Item::PastedLine).map(|row| row.longest);
    assert!(lines.max() <= Some(16), "an outline stays short");
    let bursts = rows.typed.windows(2).filter(|pair| {
        let of = |at: usize| (&pair[at].recording, pair[at].scheme, pair[at].item);
        of(0) == of(1) && pair[0].p50 == pair[1].p50
    });
    assert!(bursts.count() * 2 > rows.typed.len(), "keys grow by bursts, and stay as they are in between");
}

#[test]
fn several_writers_are_as_told() {
    let rows = committed();
    let forward = rows.interleavings.iter().filter(|row| row.way == Way::Forward);
    assert_eq!(forward.map(|row| row.whole).sum::<u32>(), 0, "no two runs stay whole");
    assert!(rows.imports.iter().all(|row| row.at_once_longest <= 5));
    for row in rows.interleavings.iter().filter(|row| row.way == Way::Forward) {
        let is_alternating = (row.min, row.max) == (40, 40);
        assert_eq!(is_alternating, row.scheme.is_deterministic(), "without chance items alternate: {row:?}");
        let makes_equal_keys = row.equal_keys > 0;
        let tells_writers_apart = matches!(row.scheme, Scheme::ReplicaSuffix | Scheme::RandomSuffix);
        assert_ne!(makes_equal_keys, tells_writers_apart, "{row:?}");
    }
    for row in rows.collisions_of(Draw::Nothing) {
        assert_eq!(row.equal, row.trials, "without chance keys are always equal");
    }
    let ours = rows.suffixes.iter().find(|row| row.draw == Draw::MiddleHalf).expect("a row").gap_bytes();
    for row in rows.suffixes.iter().filter(|row| row.draw.suffix_bits().is_some()) {
        let [lower, sides @ ..] = row.gap_bytes();
        assert!(lower < Some(forced_bytes(1_000)), "one side is cheap: {row:?}");
        assert!(sides.iter().all(|side| side > &ours[0]), "the others are not: {row:?}");
    }
    let crowds =
        Workload::CROWDS.map(|crowd| rows.growth_at(Scheme::MiddleHalf, crowd, 4_000).expect("a row"));
    assert!(crowds.is_sorted_by(|few, many| few.p50 > many.p50), "more writers, shorter keys");
}
