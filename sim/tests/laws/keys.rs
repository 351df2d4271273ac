//! The laws about keys.

use crate::{OPEN, accepted, history, history_in, insert, put, refused};
use sim::event::Event;
use sim::world::intent::{Intent, Place};
use sim::world::record::SortKey;
use sim::world::repository::Bounds;

#[test]
fn canonical_wants_keys() {
    let mut good = history("canonical");
    accepted(good.commit(insert(0, Place::Last), [OPEN, OPEN], &[put(0, "b10")]));
    good.compared();
    for (text, reason) in
        [("a10", "trailing_zero"), ("b0", "short_integer"), ("a4\n", "bad_byte"), ("", "empty")]
    {
        let mut bad = history("canonical");
        refused(
            bad.commit(insert(0, Place::Last), [OPEN, OPEN], &[put(0, text)]),
            &format!("commit 2222222222223 wrote `{}`, which is no key: {reason}", text.escape_default()),
        );
    }
}

#[test]
fn canonical_leaves_other_writers_alone() {
    accepted(history("canonical").with(&[(0, "a10")]).step(&[]));
}

#[test]
fn cap_wants_short_keys() {
    let mut good = history("cap");
    accepted(good.commit(insert(0, Place::Last), [OPEN, OPEN], &[put(0, "a0123456")]));
    good.compared();
    refused(
        history("cap").commit(insert(0, Place::Last), [OPEN, OPEN], &[put(0, "a01234567")]),
        "commit 2222222222223 wrote a key of 9 bytes where 8 is the cap",
    );
}

#[test]
fn strictly_between_wants_neither_bound() {
    let commit =
        |key| history("strictly between").commit(insert(0, Place::Last), ["a4", "a6"], &[put(0, key)]);
    accepted(commit("a5"));
    refused(commit("a4"), "commit 2222222222223 wrote `a4`, not above its lower bound `a4`");
    refused(commit("a6"), "commit 2222222222223 wrote `a6`, not below its upper bound `a6`");
}

/// Between `a0` and `a1` lie 61 digits; 15 are trimmed from each side and 16 to 46 left.
#[test]
fn middle_half_wants_no_digit_of_the_outer_quarters() {
    let commit = |key| history("middle half").commit(insert(0, Place::Last), ["a0", "a1"], &[put(0, key)]);
    accepted(commit("a0G"));
    accepted(commit("a0k"));
    let outside = |key: &str, digit: u32| {
        format!("commit 2222222222223 ended `{key}` with digit {digit}, outside the middle half of 0 to 62")
    };
    refused(commit("a0F"), &outside("a0F", 15));
    refused(commit("a0l"), &outside("a0l", 47));
}

/// 128 draws that leave the last quarter out are no draws.
#[test]
fn middle_half_wants_every_quarter() {
    let drawn = |digits: [&str; 4]| {
        let mut history = history("middle half");
        for digit in digits.iter().cycle().take(128) {
            accepted(history.commit(insert(0, Place::Last), ["a0", "a1"], &[put(0, &format!("a0{digit}"))]));
        }
        history.rest()
    };
    accepted(drawn(["G", "P", "X", "k"]));
    refused(drawn(["G", "P", "X", "X"]), "none of 128 digits was drawn from quarter 4 of its middle half");
}

#[test]
fn exhausted_wants_a_full_gap() {
    let exhausted = |lower: &str, upper: &str, count| {
        let [lower, upper] = [lower, upper].map(|key| SortKey::read(key).key().cloned());
        let event = Event::Exhausted { intent: 7, count, bounds: Bounds { lower, upper } };
        history("exhausted exactly").step(&[event])
    };
    accepted(exhausted("a0000001", "a0000002", 1));
    accepted(exhausted("a0000001", "a0000004", 3));
    refused(
        exhausted("a0000001", "a0000003", 1),
        "intent 7 was told that 1 keys of 8 bytes do not fit between `a0000001` and `a0000003`, where 1 do",
    );
}

#[test]
fn exhausted_wants_no_key_where_none_fits() {
    let commit =
        |key| history("exhausted exactly").commit(insert(0, Place::Last), ["a0", "a0000001"], &[put(0, key)]);
    refused(
        commit("a0000000V"),
        "commit 2222222222223 has 1 keys where by the numbers not so many of 8 bytes fit between `a0` and `a0000001`",
    );
}

#[test]
fn no_client_keys_wants_the_claim_ignored() {
    let claiming = Intent { claim: Some(5), ..insert(0, Place::Last) };
    let commit = |key| {
        let mut history = history_in("no client keys", |scenario| scenario.key_bytes_max = 64);
        history.commit(claiming, [OPEN, OPEN], &[put(0, key)])
    };
    accepted(commit("a5"));
    refused(
        commit("a5ClaimedByTheClient"),
        "commit 2222222222223 wrote `a5ClaimedByTheClient`, which the request had carried",
    );
}
