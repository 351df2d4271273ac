//! Equal keys: repaired where there may be, refused where not.

use crate::At::{After, Before, Between, Last};
use crate::{RULES, numbered, office, office_with};
use sim::world::intent::Status;
use sim::world::record::Did;
use sim::world::repository::Beside;
use sim::world::repository::Bounds;
use sim::world::server::{Failure, Rules};

/// S1. Two siblings share `a5`. No key lies between equals, so the one below gets a new key, in the same
/// commit, and the commit says so.
#[test]
fn an_insert_between_equal_keys_rekeys_the_smaller_run() {
    let mut office = office(&[("p", "a5"), ("q", "a5"), ("r", "a6")]);
    let insert = office.insert("x", Between("p", "q"));
    let commit = office.done(insert);
    assert_eq!(commit.cause().unwrap().beside, Beside::Repair);
    assert_eq!((office.order().as_str(), office.written().as_str()), ("p x q r", "p x"));
    assert_eq!(office.keys(&["q", "r"]), ["a5", "a6"]);
}

/// S1. Three share a key and the place is behind the first two: the one above is the smaller run.
#[test]
fn the_smaller_run_may_be_the_one_above() {
    let mut office = office(&[("p", "a5"), ("q", "a5"), ("r", "a5"), ("s", "a6")]);
    let insert = office.insert("x", Between("q", "r"));
    office.done(insert);
    assert_eq!((office.order().as_str(), office.written().as_str()), ("p q x r s", "x r"));
}

/// S1. Where no key fits between the neighbours of the smallest run, the run grows, downwards first.
#[test]
fn a_run_without_room_grows() {
    let small = Rules { key_bytes_max: 2, ..RULES };
    let records = [("o", "a4"), ("p", "a5"), ("q", "a5"), ("r", "a6"), ("s", "a7")];
    let mut office = office_with(small, 1, None, &records);
    let insert = office.insert("x", Between("p", "q"));
    office.done(insert);
    assert_eq!((office.order().as_str(), office.written().as_str()), ("o p x q r s", "o p x"));
    assert_eq!(office.keys(&["q", "r", "s"]), ["a5", "a6", "a7"]);
}

/// S1. Two bytes hold 124 keys, so beside 124 siblings no renumbering helps: Exhausted, and nothing written.
#[test]
fn a_tie_in_a_full_group_is_exhausted() {
    let mut office = office_with(Rules { key_bytes_max: 2, ..RULES }, 1, None, &[]);
    let import = office.import(&numbered(123), Last);
    assert_eq!(office.ask(import), Status::Done);
    office.past_the_server("copy", None, "a5");
    let insert = office.insert("x", Before("copy"));
    office.writes_nothing(insert, Status::Exhausted);
}

/// It is the whole group and the new record for which there is no room. The answer named the new one alone, for
/// which by the numbers there was, and the law of Exhausted refused it.
#[test]
fn a_full_group_tells_how_many_keys_do_not_fit() {
    let mut office = office_with(Rules { key_bytes_max: 2, ..RULES }, 1, None, &[]);
    let import = office.import(&numbered(123), Last);
    assert_eq!(office.ask(import), Status::Done);
    office.past_the_server("copy", None, "a5");
    let insert = office.insert("x", Before("copy"));
    let id = office.resolved(0, insert);
    let made = office.made(0, id);
    let (over, _) = office.finish(0, id, made);
    assert_eq!(over.exhausted, Some((125, Bounds::default())));
}

/// S1. With repair switched off, a tie is a conflict, after one more try.
#[test]
fn without_repair_a_tie_is_a_conflict() {
    let mut office = office_with(Rules { repairs: false, ..RULES }, 1, None, &[("p", "a5"), ("q", "a5")]);
    let insert = office.insert("x", Between("p", "q"));
    let id = office.resolved(0, insert);
    assert_eq!(office.rest(0, id), (Status::Conflict, vec![Failure::NotAscending]));
    assert_eq!((office.order().as_str(), office.commits()), ("p q", 2));
}

/// S1. Another author's record keeps its key: the run on the other side is taken though it is above.
#[test]
fn a_repair_goes_round_another_author_s_record() {
    let mut office = office(&[]);
    office.node_of(Did(1), "p");
    office.past_the_server("p", None, "a5");
    office.past_the_server("q", None, "a5");
    let insert = office.insert("x", Between("p", "q"));
    office.done(insert);
    assert_eq!((office.order().as_str(), office.written().as_str()), ("p x q", "x q"));
    assert_eq!(office.key("p"), "a5");
}

/// S1. Where only other authors' records could make room, it is a conflict.
#[test]
fn between_others_equal_keys_an_insert_is_a_conflict() {
    let mut office = office(&[]);
    for letter in ["p", "q"] {
        office.node_of(Did(1), letter);
        office.past_the_server(letter, None, "a5");
    }
    let insert = office.insert("x", Between("p", "q"));
    office.writes_nothing(insert, Status::Conflict);
}

/// S2. "Go above the tie" must not land on the next key: it is bounded by the next distinct one.
#[test]
fn above_a_tie_the_next_distinct_key_bounds() {
    let mut office = office(&[("p", "a5"), ("q", "a5"), ("r", "a6")]);
    let insert = office.insert("x", After("q"));
    office.done(insert);
    let key = office.key("x");
    assert!("a5" < key.as_str() && key.as_str() < "a6", "{key}");
    assert_eq!(office.order(), "p q x r");
}
