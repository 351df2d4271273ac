//! R1–R7: what went wrong in pages of others, each with its right outcome, on both stores.

mod bed;

use bed::{Bed, ME, YOU, on_each_store};
use sim::scenario::ConsumerKind;
use sim::world::record::{Name, Node, SortKey};
use sim::world::view::{Entry, Row, Way};

/// Delivers records of the root, (rkey, key) each, in the given order.
fn serve(bed: &mut Bed, records: &[(u64, &str)]) {
    for &(rkey, key) in records {
        let seq = bed.put(ME, rkey, key);
        bed.deliver(seq);
    }
    bed.snapshot(ME);
}

fn on_both(test: impl Fn(Bed)) {
    on_each_store(ConsumerKind::Chain, test);
}

/// The record keys of a group, read one way in pages of this size.
fn rkeys(bed: &Bed, way: Way, page_rows: usize) -> Vec<u64> {
    let rows = bed.view.walk(&bed.names, None, way, page_rows);
    rows.iter().map(|row| bed.names.name(row.node).rkey.0).collect()
}

/// Every page size serves the same rows once, and backwards the exact reverse.
#[track_caller]
fn reads(bed: &Bed, expected: &[u64]) {
    for page_rows in 1..=expected.len() + 1 {
        let mut back = rkeys(bed, Way::Backward, page_rows);
        back.reverse();
        assert_eq!(rkeys(bed, Way::Forward, page_rows), expected, "pages of {page_rows}");
        assert_eq!(back, expected, "pages of {page_rows}, backwards");
    }
}

#[test]
fn r1_bytes_decide_no_locale_and_no_case() {
    on_both(|mut bed| {
        serve(&mut bed, &[(1, "a5k"), (2, "a5"), (3, "Zr"), (4, "a5Q"), (5, "a5q")]);
        assert_eq!(bed.keys(), ["Zr", "a5", "a5Q", "a5k", "a5q"]);
        reads(&bed, &[3, 2, 4, 1, 5]);
    });
}

#[test]
fn r2_what_is_moved_to_the_head_is_first_also_after_a_reload() {
    on_both(|mut bed| {
        serve(&mut bed, &[(1, "a0"), (2, "a1"), (3, "Zz")]);
        reads(&bed, &[3, 1, 2]);
        bed.crash();
        reads(&bed, &[3, 1, 2]);
    });
}

#[test]
fn r3_equal_keys_have_one_order_whatever_order_they_arrive_in() {
    for order in [[2, 10, 1], [10, 2, 1], [1, 2, 10], [2, 1, 10]] {
        on_both(|mut bed| {
            serve(&mut bed, &order.map(|rkey| (rkey, "a5")));
            reads(&bed, &[1, 2, 10]);
        });
    }
}

#[test]
fn r4_the_page_marker_is_the_pair() {
    on_both(|mut bed| {
        serve(&mut bed, &[(1, "a5"), (2, "a5"), (3, "a5"), (4, "a6")]);
        let page = |way, after: Option<&Row>| bed.view.page(&bed.names, None, way, after, 2);
        let rkey = |row: &Row| bed.names.name(row.node).rkey.0;
        let first = page(Way::Forward, None);
        let second = page(Way::Forward, first.last());
        assert_eq!(first.iter().chain(&second).map(rkey).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert!(page(Way::Forward, second.last()).is_empty());
        let back = page(Way::Backward, second.first());
        assert_eq!(back.iter().map(rkey).collect::<Vec<_>>(), [2, 1]);
        reads(&bed, &[1, 2, 3, 4]);
    });
}

#[test]
fn r5_rows_without_a_key_have_a_fixed_last_place_and_the_walk_ends() {
    on_both(|mut bed| {
        serve(&mut bed, &[(3, "a1"), (9, "z"), (4, "a0")]);
        for rkey in [8, 1, 2] {
            let seq = bed.put_under(ME, rkey, None, SortKey::malformed("null"));
            bed.deliver(seq);
        }
        reads(&bed, &[4, 3, 1, 2, 8, 9]);
    });
}

#[test]
fn r6_the_did_breaks_the_tie_of_two_authors() {
    on_both(|mut bed| {
        for did in [YOU, ME] {
            let seq = bed.put(did, 7, "a5");
            bed.deliver(seq);
            bed.snapshot(did);
        }
        for way in [Way::Forward, Way::Backward] {
            for page_rows in 1..4 {
                let rows = bed.view.walk(&bed.names, None, way, page_rows);
                let dids: Vec<u32> = rows.iter().map(|row| bed.names.name(row.node).did.0).collect();
                assert_eq!(dids, if way == Way::Forward { [0, 1] } else { [1, 0] });
            }
        }
    });
}

#[test]
fn r7_malformed_rows_of_a_bot_render_last() {
    on_both(|mut bed| {
        serve(&mut bed, &[(3, "m0001"), (1, "m0002"), (2, "m0003"), (9, "a0")]);
        assert_eq!(bed.keys(), ["a0", "\"m0002\"", "\"m0003\"", "\"m0001\""]);
        reads(&bed, &[9, 1, 2, 3]);
        assert_eq!(bed.view.outline_page(&bed.names).lines.len(), 4);
    });
}

#[test]
fn orphans_and_cycles_stand_at_the_end_of_the_root() {
    on_both(|mut bed| {
        serve(&mut bed, &[(50, "a0")]);
        let parents = [(20, 99), (7, 8), (8, 6), (6, 7), (21, 20), (5, 5), (9, 6)];
        for (rkey, parent) in parents {
            let parent = bed.node(ME, parent);
            let seq = bed.put_under(ME, rkey, Some(parent), SortKey::read("a0"));
            bed.deliver(seq);
        }
        let page = bed.view.outline_page(&bed.names);
        let lines: Vec<(u64, u32, Entry)> = page
            .lines
            .iter()
            .map(|line| (bed.names.name(line.node).rkey.0, line.depth, line.entry))
            .collect();
        let expected = [
            (50, 0, Entry::Child),
            (5, 0, Entry::Cycle),
            (6, 0, Entry::Cycle),
            (8, 1, Entry::Child),
            (7, 2, Entry::Child),
            (9, 1, Entry::Child),
            (20, 0, Entry::Orphan),
            (21, 1, Entry::Child),
        ];
        assert_eq!(lines, expected);
    });
}

#[test]
fn what_hangs_under_a_hidden_repository_is_an_orphan() {
    on_both(|mut bed| {
        let yours = bed.put(YOU, 1, "a0");
        bed.deliver(yours);
        bed.snapshot(YOU);
        let parent = bed.node(YOU, 1);
        let mine = bed.put_under(ME, 2, Some(parent), SortKey::read("a0"));
        bed.deliver(mine);
        bed.snapshot(ME);
        let lines = |bed: &Bed| -> Vec<(Name, Entry)> {
            let page = bed.view.outline_page(&bed.names);
            page.lines.iter().map(|line| (bed.names.name(line.node), line.entry)).collect()
        };
        assert_eq!(lines(&bed).iter().map(|(_, entry)| *entry).collect::<Vec<_>>(), [Entry::Child; 2]);
        let hidden = bed.repositories.set_active(YOU, false);
        bed.view.take_account(&bed.names, YOU, false, hidden);
        let name = |node: Node| bed.names.name(node);
        let mine = bed.names.find(Name { did: ME, rkey: sim::world::record::Rkey(2) }).unwrap();
        assert_eq!(lines(&bed), [(name(mine), Entry::Orphan)]);
    });
}
