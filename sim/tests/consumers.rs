//! C1–C14: what went wrong in consumers of others, each with its right outcome. Cases run with each consumer
//! on each store where they concern all.

mod bed;

use bed::{Bed, ME, YOU, on_each, on_each_store};
use sim::scenario::{ConsumerKind, StoreKind};
use sim::world::record::{Fields, Rev, SortKey};
use sim::world::view::{
    Cursor, CursorKind, Fate, Incoming, Refusal, SnapshotHead, SqliteStore, Subscription,
};
use std::time::Duration;

/// Loads a repository that has one record, so that what follows is about a known one.
fn known(bed: &mut Bed) {
    let seq = bed.put(ME, 1, "a0");
    assert_eq!(bed.deliver(seq), Fate::Unknown);
    bed.snapshot(ME);
    assert_eq!(bed.keys(), ["a0"]);
}

#[test]
fn c1_loss_and_reordering_at_the_switch_from_replay_to_live_are_repaired() {
    on_each(|mut bed| {
        known(&mut bed);
        let seqs: Vec<u64> = (1..=9).map(|n| bed.put(ME, 10 + n, &format!("a{n}"))).collect();
        for n in [1, 2, 3, 7, 4, 5, 8, 9] {
            bed.deliver(seqs[n - 1]);
        }
        bed.heal(ME);
        bed.equals_the_log();
        assert_eq!(bed.keys().len(), 10);
    });
}

#[test]
fn c2_account_frames_that_come_again_change_nothing() {
    on_each(|mut bed| {
        known(&mut bed);
        let created = bed.put(ME, 2, "a1");
        bed.deliver(created);
        let hidden = bed.repositories.set_active(ME, false);
        assert!(bed.view.take_account(&bed.names, ME, false, hidden));
        assert_eq!(bed.keys(), [""; 0], "a hidden repository is not rendered");
        let shown = bed.repositories.set_active(ME, true);
        assert!(bed.view.take_account(&bed.names, ME, true, shown));
        let again = bed.put(ME, 2, "a2");
        bed.deliver(again);
        assert!(!bed.view.take_account(&bed.names, ME, false, hidden));
        assert!(!bed.view.take_account(&bed.names, ME, true, shown));
        assert!(!bed.view.take_account(&bed.names, ME, false, hidden));
        assert_eq!(bed.keys(), ["a0", "a2"]);
        bed.equals_the_log();
    });
}

#[test]
fn c3_what_a_snapshot_holds_is_skipped_when_it_is_replayed() {
    on_each(|mut bed| {
        let created = bed.put(ME, 2, "a1");
        let deleted = bed.delete(ME, 2);
        let again = bed.put(ME, 2, "a2");
        assert_eq!(bed.deliver(created), Fate::Unknown);
        bed.snapshot(ME);
        assert_eq!(bed.deliver_all([deleted, again]), [Fate::Stale, Fate::Stale]);
        assert_eq!(bed.keys(), ["a2"]);
        bed.equals_the_log();
    });
}

#[test]
fn c4_a_frame_from_far_above_the_head_is_refused_and_those_after_it_are_applied() {
    on_each(|mut bed| {
        known(&mut bed);
        let seqs = [bed.put(ME, 2, "a1"), bed.put(ME, 3, "a2"), bed.put(ME, 4, "a3"), bed.put(ME, 5, "a4")];
        bed.deliver_all([seqs[0], seqs[1]]);
        let forged = Incoming { seq: 9_000_000, rev: bed.repositories.head(ME) };
        assert_eq!(bed.admit(forged), Err(Refusal::FarSeq));
        for seq in [seqs[2], seqs[3]] {
            let rev = bed.repositories.commit(seq).rev;
            assert_eq!(bed.admit(Incoming { seq, rev }), Ok(()));
            assert_eq!(bed.deliver(seq), Fate::Applied);
        }
        assert_eq!(bed.cursor(), seqs[3]);
        bed.equals_the_log();
    });
}

#[test]
fn c5_a_revision_of_the_year_2090_is_refused_and_an_honest_update_applies() {
    on_each(|mut bed| {
        known(&mut bed);
        let forged = Incoming { seq: 1, rev: Rev::at(3_786_912_000_000_000) };
        assert_eq!(bed.admit(forged), Err(Refusal::FutureRev));
        let near = Incoming { seq: 1, rev: Rev::at(bed.now_us + 300_000_000) };
        assert_eq!(bed.admit(near), Ok(()), "five minutes are granted");
        let honest = bed.put(ME, 1, "a5");
        assert_eq!(bed.deliver(honest), Fate::Applied);
        assert_eq!(bed.keys(), ["a5"]);
    });
}

#[test]
fn c6_a_stream_that_goes_back_has_no_visible_effect() {
    on_each(|mut bed| {
        known(&mut bed);
        let seqs: Vec<u64> = (1..=50).map(|n| bed.put(ME, 10 + n % 7, &format!("a{}", n % 9))).collect();
        bed.deliver_all(seqs.iter().copied());
        let (keys, cursor) = (bed.keys(), bed.cursor());
        for &seq in &seqs {
            bed.deliver(seq);
            assert_eq!((bed.keys(), bed.cursor()), (keys.clone(), cursor));
        }
        bed.equals_the_log();
    });
}

#[test]
fn c7_a_cursor_of_another_kind_or_stream_is_refused_aloud() {
    let cursor = Cursor { kind: CursorKind::Sequence, source: Subscription::SOURCE, at: 12 };
    assert_eq!(cursor.resume(), Ok(12));
    let micros = Cursor { kind: CursorKind::Micros, at: 1_725_911_162_329_308, ..cursor };
    assert_eq!(
        micros.resume(),
        Err("the cursor 1725911162329308 counts microseconds, this stream counts frames".to_owned())
    );
    let other = Cursor { source: 7, ..cursor };
    assert_eq!(other.resume(), Err("the cursor 12 is from stream 7, this is stream 1".to_owned()));
}

#[test]
fn c8_a_crash_leaves_cursor_and_effect_together() {
    on_each(|mut bed| {
        known(&mut bed);
        let [eleven, twelve] = [bed.put(ME, 11, "a1"), bed.put(ME, 12, "a2")];
        bed.deliver(eleven);
        assert_eq!(bed.crash(), []);
        assert_eq!((bed.cursor(), bed.keys()), (eleven, vec!["a0".to_owned(), "a1".to_owned()]));
        assert_eq!(bed.deliver(twelve), Fate::Applied);
        bed.crash();
        assert_eq!(bed.cursor(), twelve);
        bed.deliver(twelve);
        assert_eq!(bed.keys(), ["a0", "a1", "a2"]);
    });
}

#[test]
fn c8_a_frame_that_is_kept_back_is_owed_after_a_crash() {
    on_each_store(ConsumerKind::Chain, |mut bed| {
        known(&mut bed);
        let yours = bed.put(YOU, 1, "b00");
        bed.deliver(yours);
        bed.snapshot(YOU);
        let _lost = bed.put(ME, 2, "a1");
        let kept_back = bed.put(ME, 3, "a2");
        assert_eq!(bed.deliver(kept_back), Fate::Gap);
        let yours = bed.put(YOU, 2, "b01");
        assert_eq!(bed.deliver(yours), Fate::Applied);
        assert!(bed.cursor() > kept_back, "the cursor has passed the frame that is kept back");
        assert_eq!(bed.crash(), [ME], "so the store says who is behind");
        bed.snapshot(ME);
        bed.equals_the_log();
    });
}

#[test]
fn c8_a_file_keeps_cursor_and_effect_when_the_process_is_gone() {
    let path = std::env::temp_dir().join(format!("order-key-c8-{}.sqlite", std::process::id()));
    let open = || Box::new(SqliteStore::open_file(&path, Duration::from_secs(5)).unwrap());
    let mut bed = Bed::new(ConsumerKind::PerRecord, StoreKind::Sqlite, open());
    known(&mut bed);
    let seq = bed.put(ME, 2, "a1");
    bed.deliver(seq);
    bed.view.store = open();
    bed.crash();
    assert_eq!((bed.cursor(), bed.keys()), (seq, vec!["a0".to_owned(), "a1".to_owned()]));
    bed.equals_the_log();
    drop(bed);
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn c9_a_deletion_that_carries_only_the_address_finds_its_list() {
    on_each(|mut bed| {
        known(&mut bed);
        let parent = bed.node(ME, 1);
        let child = bed.put_under(ME, 2, Some(parent), SortKey::read("a0"));
        bed.deliver(child);
        assert_eq!(bed.keys_under(Some(parent)), ["a0"]);
        let deleted = bed.delete(ME, 2);
        bed.deliver(deleted);
        assert_eq!(bed.keys_under(Some(parent)), [""; 0]);
        assert_eq!(bed.keys(), ["a0"]);
    });
}

#[test]
fn c10_the_newest_revision_wins_whatever_order_they_arrive_in() {
    on_each_store(ConsumerKind::PerRecord, |mut bed| {
        known(&mut bed);
        let updated = bed.put(ME, 1, "a1");
        let deleted = bed.delete(ME, 1);
        let created = bed.put(ME, 1, "a2");
        bed.deliver(deleted);
        bed.deliver(updated);
        assert_eq!(bed.keys(), [""; 0], "a late update brings nothing back");
        bed.deliver(created);
        bed.deliver(deleted);
        assert_eq!(bed.keys(), ["a2"]);
        let node = bed.node(ME, 1);
        let held = bed.view.store.held(&bed.names, node);
        assert_eq!(held.rev, bed.repositories.commit(created).rev);
    });
}

#[test]
fn c11_beyond_retention_everything_is_reloaded() {
    on_each(|mut bed| {
        known(&mut bed);
        for n in 1..9 {
            bed.put(ME, 10 + n, &format!("a{n}"));
        }
        bed.delete(ME, 1);
        assert!(bed.view.lose(&bed.names, &bed.repositories, ME));
        assert!(!bed.view.lose(&bed.names, &bed.repositories, ME), "one at a time");
        assert!(
            !bed.view.lose(&bed.names, &bed.repositories, YOU),
            "an unknown one is loaded when it is met"
        );
        assert_eq!(bed.crash(), [ME], "a crash does not forget it");
        bed.snapshot(ME);
        bed.equals_the_log();
    });
}

#[test]
fn c12_a_record_without_a_key_or_with_one_that_is_no_text_is_applied() {
    on_each(|mut bed| {
        known(&mut bed);
        for (rkey, json) in [(2, "null"), (3, "17"), (4, "\"m0007\"")] {
            let seq = bed.put_under(ME, rkey, None, SortKey::malformed(json));
            assert_eq!(bed.deliver(seq), Fate::Applied);
        }
        assert_eq!(bed.keys(), ["a0", "null", "17", "\"m0007\""]);
    });
}

#[test]
fn c12_a_record_without_a_type_or_with_a_field_that_nobody_knows_is_applied() {
    on_each(|mut bed| {
        known(&mut bed);
        for (rkey, key, fields) in [(2, "a1", Fields::Untyped), (3, "a2", Fields::Extended)] {
            let seq = bed.put_unusual(ME, rkey, key, fields);
            assert_eq!(bed.deliver(seq), Fate::Applied);
        }
        assert_eq!(bed.keys(), ["a0", "a1", "a2"]);
    });
}

#[test]
fn c13_a_move_as_deletion_and_insertion_by_two_leaves_one_record_in_one_place() {
    let orders = [[0, 1, 2, 3], [2, 3, 0, 1], [1, 0, 3, 2], [3, 2, 1, 0], [0, 2, 1, 3]];
    for order in orders {
        on_each(|mut bed| {
            known(&mut bed);
            let seqs = [bed.delete(ME, 1), bed.put(ME, 1, "a4"), bed.delete(ME, 1), bed.put(ME, 1, "a7")];
            for at in order {
                bed.deliver(seqs[at]);
            }
            assert_eq!(bed.keys(), ["a7"], "{order:?}");
            bed.equals_the_log();
        });
    }
}

#[test]
fn c14_an_unknown_repository_is_loaded_before_its_live_events_count() {
    on_each(|mut bed| {
        let _before = bed.put(ME, 1, "a0");
        let live = bed.put(ME, 2, "a1");
        assert_eq!(bed.deliver(live), Fate::Unknown);
        let loaded = SnapshotHead::whole(ME, &bed.repositories);
        let meanwhile = bed.put(ME, 3, "a2");
        assert_eq!(bed.deliver(meanwhile), Fate::Buffered);
        assert_eq!(bed.keys(), [""; 0]);
        assert_eq!(bed.take(ME, loaded), Some(Fate::Applied));
        bed.equals_the_log();
        assert_eq!(bed.keys(), ["a0", "a1", "a2"]);
    });
}

#[test]
fn a_fetch_that_breaks_off_changes_nothing() {
    on_each(|mut bed| {
        known(&mut bed);
        for n in 1..9 {
            bed.put(ME, 10 + n, &format!("a{n}"));
        }
        assert!(bed.view.lose(&bed.names, &bed.repositories, ME));
        let part = SnapshotHead { arrive_ppm: 500_000, ..SnapshotHead::whole(ME, &bed.repositories) };
        assert_eq!(bed.take(ME, part), None);
        assert_eq!(bed.keys(), ["a0"]);
        bed.snapshot(ME);
        bed.equals_the_log();
    });
}

#[test]
fn loss_at_the_tail_is_noticed_by_an_announcement() {
    on_each_store(ConsumerKind::Chain, |mut bed| {
        known(&mut bed);
        assert_eq!(bed.announce_head(ME), Fate::Stale);
        bed.put(ME, 2, "a1");
        assert_eq!(bed.announce_head(ME), Fate::Gap);
        bed.heal(ME);
        bed.equals_the_log();
    });
}
