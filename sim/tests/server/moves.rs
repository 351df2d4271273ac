//! What moves, is restored and is deleted.

use crate::At::{After, Before, Between, First, Last};
use crate::{RULES, office, office_with};
use sim::world::intent::{Intent, Op, Status};
use sim::world::record::Did;
use sim::world::server::{Progress, Rules};

/// S14. p, q, r, s: moves by one anchor and by two mean the same, a record dropped where it is stays
/// without a write, and one next to itself is refused.
#[test]
fn moves_by_one_anchor_and_by_two_mean_the_same() {
    const ROW: [(&str, &str); 4] = [("p", "a0"), ("q", "a1"), ("r", "a2"), ("s", "a3")];
    for place in [After("r"), Between("r", "s"), Before("s")] {
        let mut office = office(&ROW);
        let moved = office.moved("p", place);
        office.done(moved);
        assert_eq!((office.order().as_str(), office.written().as_str()), ("q r p s", "p"));
    }
    for place in [After("p"), Before("r"), Between("p", "r")] {
        let mut office = office(&ROW);
        let stay = office.moved("q", place);
        office.writes_nothing(stay, Status::Done);
    }
    for place in [After("q"), Before("q"), Between("q", "r"), Between("p", "q")] {
        let mut office = office(&ROW);
        let beside_itself = office.moved("q", place);
        office.writes_nothing(beside_itself, Status::Refused);
    }
}

/// S14. A record cannot go under itself or under what hangs below it.
#[test]
fn a_record_is_not_moved_under_itself() {
    let mut office = office(&[("p", "a0")]);
    office.past_the_server("child", Some("p"), "a0");
    office.past_the_server("grandchild", Some("child"), "a0");
    for parent in ["p", "child", "grandchild"] {
        let moved = office.intent(Op::Move, "p", Some(parent), Last);
        office.writes_nothing(moved, Status::Refused);
    }
}

/// Who edits an outline of several authors changes only their own records.
#[test]
fn another_author_s_record_is_not_moved() {
    let mut office = office(&[("p", "a0"), ("q", "a1")]);
    let by_another = Intent { did: Did(1), ..office.moved("q", First) };
    office.writes_nothing(by_another, Status::Refused);
}

/// S15. Only one anchor, or none, also in an empty group.
#[test]
fn one_anchor_or_none_is_enough() {
    let mut office = office(&[("p", "a0"), ("s", "a1")]);
    office.past_the_server("under", Some("p"), "a0");
    let before = office.insert("first", Before("p"));
    office.done(before);
    let after = office.insert("last", After("s"));
    office.done(after);
    for (letter, at) in [("x", First), ("y", Last)] {
        let alone = office.intent(Op::Insert, letter, Some("s"), at);
        office.done(alone);
    }
    assert_eq!((office.order(), office.order_under(Some("s"))), ("first p s last".into(), "x y".into()));
}

/// S16. Two of four moved to the end: only those two change, in their visible order.
#[test]
fn two_moves_to_the_end_change_two_records() {
    let mut office = office(&[("p", "a0"), ("q", "a1"), ("r", "a2"), ("s", "a3")]);
    for letter in ["p", "r"] {
        let moved = office.moved(letter, Last);
        office.done(moved);
        assert_eq!(office.written(), letter);
    }
    assert_eq!(
        (office.order().as_str(), office.keys(&["q", "s"])),
        ("q s p r", vec!["a1".into(), "a3".into()])
    );
}

/// S17. Three deleted and brought back, last first or first first: the same keys, the same order.
#[test]
fn three_deleted_and_restored_stand_as_before() {
    for restored in [["r", "q", "p"], ["p", "q", "r"], ["q", "p", "r"]] {
        let row = [("o", "a0"), ("p", "a1"), ("q", "a1V"), ("r", "a2"), ("s", "a3")];
        let mut office = office(&row);
        for letter in ["p", "q", "r"] {
            let delete = office.intent(Op::Delete, letter, None, Last);
            office.done(delete);
        }
        for letter in restored {
            let restore = office.intent(Op::Restore, letter, None, Last);
            office.done(restore);
        }
        assert_eq!(office.order(), "o p q r s", "{restored:?}");
        assert_eq!(office.keys(&["p", "q", "r"]), ["a1", "a1V", "a2"], "{restored:?}");
    }
}

/// S17. The neighbours of a deleted record changed places: it comes back after the one that stood below it,
/// with a fresh key.
#[test]
fn a_restored_record_follows_the_neighbour_below_it() {
    let mut office = office(&[("p", "a1"), ("q", "a2"), ("r", "a3")]);
    let delete = office.intent(Op::Delete, "q", None, Last);
    office.done(delete);
    let moved = office.moved("p", Last);
    office.done(moved);
    let restore = office.intent(Op::Restore, "q", None, Last);
    office.done(restore);
    assert_eq!(office.order(), "r p q");
}

/// S17. Its parent is gone: there is no place to come back to.
#[test]
fn a_record_is_not_restored_under_a_deleted_parent() {
    let mut office = office(&[("p", "a0")]);
    office.past_the_server("child", Some("p"), "a0");
    for letter in ["child", "p"] {
        let delete = office.intent(Op::Delete, letter, None, Last);
        office.done(delete);
    }
    let restore = office.intent(Op::Restore, "child", None, Last);
    office.writes_nothing(restore, Status::Conflict);
}

/// S18. Its child was free to take its parent in while it was gone: restored, it would close a ring. It did.
#[test]
fn a_record_is_not_restored_under_its_own_descendant() {
    let mut office = office(&[("p", "a0")]);
    office.past_the_server("x", Some("p"), "a0");
    office.past_the_server("child", Some("x"), "a0");
    let delete = office.intent(Op::Delete, "x", None, Last);
    office.done(delete);
    let under_child = office.intent(Op::Move, "p", Some("child"), Last);
    office.done(under_child);
    let restore = office.intent(Op::Restore, "x", None, Last);
    office.writes_nothing(restore, Status::Conflict);
}

/// S17. Its old key has passed the limit and it has no siblings left: it is renumbered where it stood, whatever page
/// the client has open. It came back at the root.
#[test]
fn a_restored_record_that_is_renumbered_stays_under_its_parent() {
    let mut office = office_with(Rules { rekey_bytes_max: Some(2), ..RULES }, 1, None, &[("p", "a0")]);
    office.past_the_server("child", Some("p"), "a0V");
    let delete = office.intent(Op::Delete, "child", None, Last);
    office.done(delete);
    let restore = office.intent(Op::Restore, "child", None, Last);
    office.done(restore);
    assert_eq!((office.order(), office.order_under(Some("p"))), ("p".into(), "child".into()));
    assert_eq!(office.key("child"), "a0");
}

/// S18. `p under q` and `q under p` at once: the second is refused under the lock, and there is no ring.
#[test]
fn opposite_moves_under_each_other_make_no_ring() {
    for servers in [1, 2] {
        let mut office = office_with(RULES, servers, None, &[("p", "a0"), ("q", "a1")]);
        let there = office.intent(Op::Move, "p", Some("q"), Last);
        let back = office.intent(Op::Move, "q", Some("p"), Last);
        let other = servers as usize - 1;
        let (one, two) = (office.resolved(0, there), office.resolved(other, back));
        let progress = office.made(0, one);
        let waiting = (other == 1).then(|| office.made(1, two));
        assert_eq!(office.finish(0, one, progress).0.status, Status::Done);
        let status = match waiting {
            Some(progress) => office.finish(1, two, progress).0.status,
            None => office.rest(0, two).0,
        };
        assert_eq!(status, Status::Refused);
        assert_eq!((office.order(), office.order_under(Some("q"))), ("q".into(), "p".into()));
    }
}

/// S18. `p under q` while q is deleted: no orphan is made by the server.
#[test]
fn a_move_under_a_record_that_is_deleted_meanwhile_is_a_conflict() {
    let mut office = office_with(RULES, 2, None, &[("p", "a0"), ("q", "a1")]);
    let under = office.intent(Op::Move, "p", Some("q"), Last);
    let delete = office.intent(Op::Delete, "q", None, Last);
    let one = office.resolved(0, under);
    assert_eq!(office.made(0, one), Progress::Prepared(None));
    office.servers.swap(0, 1);
    office.done(delete);
    office.servers.swap(0, 1);
    let progress = office.commit(0, one);
    assert_eq!(office.finish(0, one, progress).0.status, Status::Conflict);
    assert_eq!(office.order(), "p");
}
