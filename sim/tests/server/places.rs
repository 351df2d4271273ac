//! Where an intent goes, and what is done where that has changed meanwhile.

use crate::At::{After, Before, Between, First, Last};
use crate::{RULES, office, office_with};
use sim::world::intent::{Op, Status};
use sim::world::record::Did;
use sim::world::server::{Failure, Progress};

/// S3. Anchors in reverse order say that the client saw another order: a conflict, never swapped.
#[test]
fn reversed_anchors_are_a_conflict() {
    let mut office = office(&[("p", "a2"), ("q", "a3")]);
    let insert = office.insert("x", Between("q", "p"));
    office.writes_nothing(insert, Status::Conflict);
    let insert = office.insert("y", Between("p", "p"));
    office.writes_nothing(insert, Status::Conflict);
}

/// S3. Between `a2` and `a4` stands `a3`, which the client does not see. The node goes directly after the
/// first anchor, and never onto `a3`.
#[test]
fn anchors_that_are_not_adjacent_mean_directly_after_the_first() {
    let mut office = office(&[("p", "a2"), ("hidden", "a3"), ("q", "a4")]);
    let insert = office.insert("x", Between("p", "q"));
    office.done(insert);
    assert_eq!(office.order(), "p x hidden q");
}

/// S4. The first anchor moves behind the second while the request is in work: one more try under the lock,
/// then 409.
#[test]
fn an_anchor_that_moved_meanwhile_is_a_conflict_after_one_retry() {
    let mut office = office(&[("p", "a1"), ("q", "a2")]);
    let insert = office.insert("x", Between("p", "q"));
    let id = office.resolved(0, insert);
    office.past_the_server("p", None, "a3");
    assert_eq!(office.rest(0, id), (Status::Conflict, vec![Failure::Stale]));
    assert_eq!(office.order(), "q p");
}

/// S4. The pair is stale, but the second read finds a place.
#[test]
fn a_stale_pair_is_read_again_and_succeeds() {
    let mut office = office(&[("p", "a1"), ("q", "a2")]);
    let insert = office.insert("x", After("p"));
    let id = office.resolved(0, insert);
    office.past_the_server("between", None, "a1V");
    assert_eq!(office.rest(0, id), (Status::Done, vec![Failure::Stale]));
    assert_eq!(office.order(), "p x between q");
}

/// S4. A second failure is the end, whichever kind it is.
#[test]
fn a_second_failure_is_a_conflict() {
    let mut office = office(&[("p", "a1"), ("q", "a2")]);
    let insert = office.insert("x", After("p"));
    let id = office.resolved(0, insert);
    office.past_the_server("one", None, "a1V");
    assert_eq!(office.made(0, id), Progress::Prepared(Some(Failure::Stale)));
    office.past_the_server("two", None, "a1B");
    let Progress::Over(over) = office.commit(0, id) else { panic!("it was tried a second time") };
    assert_eq!((over.status, over.seqs.len()), (Status::Conflict, 0));
    assert_eq!(office.order(), "p two one q");
}

/// S4. Between making the key and committing it, another author gives the neighbour above another key. The
/// two are neighbours still, but the key no longer lies between them.
#[test]
fn a_neighbour_with_another_key_is_a_stale_read() {
    let mut office = office(&[("p", "a1")]);
    office.node_of(Did(1), "q");
    office.past_the_server("q", None, "a2");
    let insert = office.insert("x", After("p"));
    let id = office.resolved(0, insert);
    assert_eq!(office.made(0, id), Progress::Prepared(None));
    office.past_the_server("q", None, "a11");
    assert_eq!(office.commit(0, id), Progress::Again(Failure::Stale));
    let progress = office.make(0, id);
    assert_eq!(office.finish(0, id, progress).0.status, Status::Done);
    assert_eq!(office.order(), "p x q");
}

/// S5. The anchor was deleted a moment ago: a conflict, never a constant key, first or last.
#[test]
fn a_deleted_anchor_is_a_conflict() {
    for place in [After("p"), Before("p"), Between("p", "q"), Between("q", "p")] {
        let mut office = office(&[("p", "a1"), ("q", "a2")]);
        let insert = office.insert("x", place);
        let id = office.resolved(0, insert);
        let delete = office.intent(Op::Delete, "p", None, Last);
        office.done(delete);
        assert_eq!(office.rest(0, id).0, Status::Conflict);
        assert_eq!(office.order(), "q");
    }
}

/// S5. A missing parent too, and an anchor under another parent.
#[test]
fn a_missing_parent_or_an_anchor_elsewhere_is_a_conflict() {
    let mut office = office(&[("p", "a1"), ("q", "a2")]);
    office.past_the_server("child", Some("p"), "a0");
    let missing = office.intent(Op::Insert, "x", Some("nobody"), Last);
    office.writes_nothing(missing, Status::Conflict);
    let elsewhere = office.insert("x", After("child"));
    office.writes_nothing(elsewhere, Status::Conflict);
}

/// S6. Each append follows the greatest key, not the smallest.
#[test]
fn each_append_follows_the_greatest() {
    let mut office = office(&[("p", "a5")]);
    for letter in ["q", "r", "s"] {
        let insert = office.insert(letter, Last);
        office.done(insert);
    }
    assert_eq!(office.keys(&["q", "r", "s"]), ["a6", "a7", "a8"]);
}

/// S7. A deleted record comes back; its key was taken meanwhile, so it gets a fresh one at its place.
#[test]
fn a_restored_record_whose_key_was_taken_gets_a_fresh_one_at_its_place() {
    let mut office = office(&[("p", "a1"), ("q", "a2"), ("r", "a3")]);
    let delete = office.intent(Op::Delete, "q", None, Last);
    office.done(delete);
    office.past_the_server("thief", None, "a2");
    let restore = office.intent(Op::Restore, "q", None, Last);
    office.done(restore);
    let key = office.key("q");
    assert!("a1" < key.as_str() && key.as_str() < "a3" && key != "a2", "{key}");
}

/// S7. The same, but the key is taken while the restore is in work: seen under the lock.
#[test]
fn a_restore_checks_its_key_again_under_the_lock() {
    let mut office = office(&[("p", "a1"), ("q", "a2"), ("r", "a3")]);
    let delete = office.intent(Op::Delete, "q", None, Last);
    office.done(delete);
    let restore = office.intent(Op::Restore, "q", None, Last);
    let id = office.resolved(0, restore);
    office.past_the_server("thief", None, "a2");
    assert_eq!(office.rest(0, id), (Status::Done, vec![Failure::Stale]));
    assert_ne!(office.key("q"), "a2");
}

/// S8. Two appends read `a9` before either writes.
#[test]
fn two_appends_that_read_the_same_end_do_not_collide() {
    let mut office = office(&[("p", "a9")]);
    let (x, y) = (office.insert("x", Last), office.insert("y", Last));
    let (one, two) = (office.resolved(0, x), office.resolved(0, y));
    let progress = office.made(0, one);
    assert!(!office.servers[0].lock(two), "the second waits");
    let (over, failures) = office.finish(0, one, progress);
    assert_eq!((over.woken, failures), (vec![two], vec![]));
    assert_eq!(office.rest(0, two), (Status::Done, vec![Failure::Stale]));
    assert_eq!(office.keys(&["x", "y"]), ["aA", "aB"]);
}

/// S8. The same at two instances that share the repository: the second meets a moved head and reads again.
#[test]
fn the_head_that_another_instance_moved_is_a_stale_read() {
    let mut office = office_with(RULES, 2, None, &[("p", "a1"), ("q", "a2")]);
    let (x, y) = (office.insert("x", Last), office.insert("y", First));
    let (one, two) = (office.resolved(0, x), office.resolved(1, y));
    assert_eq!(office.made(0, one), Progress::Prepared(None));
    assert_eq!(office.rest(1, two), (Status::Done, vec![]));
    assert_eq!(office.commit(0, one), Progress::Again(Failure::Swapped));
    let progress = office.make(0, one);
    assert_eq!(office.finish(0, one, progress).0.status, Status::Done);
    assert_eq!(office.order(), "y p q x");
}

/// S9. Ten records moved to the head at once get ten keys and one order.
#[test]
fn ten_moves_to_the_head_at_once_get_ten_keys() {
    const LETTERS: [&str; 10] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    let records = LETTERS.map(|letter| (letter, "a5"));
    let mut office = office(&records);
    office.past_the_server("first", None, "a4");
    let ids = LETTERS.map(|letter| {
        let intent = office.moved(letter, First);
        office.resolved(0, intent)
    });
    for id in ids {
        assert_eq!(office.rest(0, id).0, Status::Done);
    }
    assert_eq!(office.order(), "j i h g f e d c b a first");
    let mut keys = office.keys(&LETTERS);
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 10);
}
