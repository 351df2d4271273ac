//! What no path may write, imports, budgets, the unique index, crashes.

use crate::At::{After, Before, Between, First, Last};
use crate::{RULES, numbered, office, office_with};
use sim::scenario::Discipline;
use sim::world::intent::{Intent, Op, Status};
use sim::world::record::{Did, Fields, Record, Rev, SortKey};
use sim::world::repository::{AHEAD_US_MAX, Beside, Bounds, By, Commit, RecordOp, WriteError};
use sim::world::server::{Failure, Progress, Rules};

/// S19. Every path that creates or places a record makes a key for it: none is a default, none is there twice.
#[test]
fn no_path_writes_a_default_key() {
    let mut office = office(&[]);
    let asked = [
        office.insert("p", Last),
        office.insert("q", First),
        office.import(&["u", "v", "w"], After("p")),
        office.moved("u", Last),
        office.intent(Op::Delete, "v", None, Last),
        office.intent(Op::Restore, "v", None, Last),
    ];
    for intent in asked {
        office.done(intent);
    }
    assert_eq!(office.order(), "q p v w u");
    let keys = office.keys(&["q", "p", "v", "w", "u"]);
    assert!(keys.is_sorted_by(|one, next| one < next), "{keys:?}");
}

/// K8. Another writer stored a lone digit as key. It is read, last of its group, and inserts beside it
/// succeed: before it without more ado, after it by giving it a key, which the commit says.
#[test]
fn an_insert_beside_a_malformed_key_succeeds() {
    let mut office = office(&[("p", "a0"), ("bad", "7")]);
    let before = office.insert("x", Before("bad"));
    assert_eq!(office.done(before).cause().unwrap().beside, Beside::Nothing);
    let after = office.insert("y", After("bad"));
    assert_eq!(office.done(after).cause().unwrap().beside, Beside::Repair);
    assert_eq!((office.order().as_str(), office.written().as_str()), ("p x bad y", "bad y"));
}

/// A `sortKey` in a request has no effect.
#[test]
fn a_claimed_key_is_ignored() {
    let mut office = office(&[("p", "a0")]);
    let insert = Intent { claim: Some(7), ..office.insert("x", Last) };
    office.done(insert);
    assert_eq!(office.key("x"), "a1");
}

/// An import comes in commits of at most 200, a renumbering in one, however many records it gives new keys.
#[test]
fn an_import_comes_in_commits_and_a_renumbering_in_one() {
    let numbers = numbered(450);
    let mut office = office_with(Rules { rekey_bytes_max: Some(4), ..RULES }, 1, None, &[]);
    let import = office.import(&numbers, Last);
    office.done(import);
    assert_eq!(office.commits(), 3);
    let (first, second) = (numbers[0], numbers[1]);
    let mut inserts = 0;
    for letter in ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"] {
        let insert = office.insert(letter, Between(first, second));
        inserts += 1;
        let cause = office.done(insert).cause().unwrap();
        if cause.beside == Beside::Rekey {
            assert_eq!(cause.bounds, Bounds::default(), "it is made from no neighbour");
            break;
        }
    }
    assert_eq!(office.commits(), 3 + inserts);
    let longest = office
        .repositories
        .outline()
        .siblings(None)
        .unwrap()
        .iter()
        .map(|sibling| office.repositories.outline().sort_key(sibling.node).unwrap().text().len());
    assert!(longest.max().unwrap() <= 4);
}

/// Over the budget the answer is "try later" and nothing is written; in the next minute it goes on. What no
/// minute has room for is refused, or its client would ask for ever.
#[test]
fn over_the_budget_the_answer_is_try_later() {
    let mut office = office_with(RULES, 1, Some(2), &[("p", "a0")]);
    let (x, y) = (office.insert("x", Last), office.insert("y", Last));
    office.done(x);
    office.writes_nothing(y, Status::TryLater);
    office.now_us += 60_000_000;
    office.done(y);
    assert_eq!(office.order(), "p x y");
    let commits = office.commits();
    let import = office.import(&numbered(401), Last);
    assert_eq!(office.ask(import), Status::Refused);
    assert_eq!(office.commits(), commits);
}

/// Under the unique index a taken key is made anew from a fresh read, three times and no more.
#[test]
fn the_unique_index_is_bounded() {
    let rules = Rules { discipline: Discipline::UniqueIndex, ..RULES };
    let mut office = office_with(rules, 2, None, &[("p", "a0")]);
    let insert = office.insert("x", Last);
    let id = office.resolved(0, insert);
    let mut progress = office.made(0, id);
    for (attempt, letter) in ["q", "r", "s", "t"].into_iter().enumerate() {
        assert_eq!(progress, Progress::Prepared(None), "{letter}");
        let other = office.insert(letter, Last);
        let other = office.resolved(1, other);
        assert_eq!(office.rest(1, other), (Status::Done, vec![]));
        progress = office.commit(0, id);
        if attempt < 3 {
            assert_eq!(progress, Progress::Again(Failure::Taken));
            progress = office.make(0, id);
        }
    }
    let Progress::Over(over) = progress else { panic!("the fourth failure is the last") };
    assert_eq!((over.status, over.seqs), (Status::Conflict, vec![]));
    assert_eq!(office.order(), "p q r s t");
}

/// Anchors that get new keys in the same commit have not moved. The server took them for moved, and under the unique
/// index no tie between anchors was ever repaired and no group ever renumbered.
#[test]
fn the_unique_index_repairs_ties_and_renumbers_groups() {
    let rules = Rules { discipline: Discipline::UniqueIndex, ..RULES };
    let mut office = office_with(rules, 1, None, &[("o", "a4"), ("p", "a5"), ("q", "a5")]);
    let insert = office.insert("x", Between("p", "q"));
    office.done(insert);
    assert_eq!((office.order().as_str(), office.written().as_str()), ("o p x q", "p x"));

    let rules = Rules { rekey_bytes_max: Some(2), ..rules };
    let mut office = office_with(rules, 1, None, &[("p", "a5V"), ("q", "a5W")]);
    let insert = office.insert("x", Between("p", "q"));
    office.done(insert);
    assert_eq!((office.order().as_str(), office.written().as_str()), ("p x q", "p x q"));
    assert!(["p", "x", "q"].iter().all(|letter| office.key(letter).len() == 2));
}

/// A crash loses locks and requests in flight, never a commit.
#[test]
fn a_crash_loses_what_is_in_work_and_no_commit() {
    let mut office = office(&[("p", "a0")]);
    let (x, y) = (office.insert("x", Last), office.insert("y", Last));
    office.done(x);
    let id = office.resolved(0, y);
    assert_eq!(office.made(0, id), Progress::Prepared(None));
    office.servers[0].crash();
    assert!(office.servers[0].is_idle());
    assert_eq!(office.order(), "p x");
    assert_eq!(office.ask(y), Status::Done);
    assert_eq!(office.order(), "p x y");
}

/// A repository refuses a commit whose revision is not above its head, or more than five minutes ahead of
/// its clock, or made from another head.
#[test]
fn a_repository_refuses_bad_revisions() {
    let mut office = office(&[("p", "a0")]);
    let since = office.repositories.head(Did(0));
    let node = office.node("x");
    let mut accept = |rev: Rev, since: Rev| {
        let record = Record { parent: None, sort_key: SortKey::read("a1"), fields: Fields::Usual };
        let ops = vec![RecordOp { node, record: Some(record) }];
        let commit = Commit { did: Did(0), rev, since, ops, by: By::Rogue(1) };
        office.repositories.accept(&office.names, office.now_us, commit).map(|_| ())
    };
    let at = |ahead_us: u64| Rev(0).next(office.now_us + ahead_us);
    assert_eq!(accept(since, since), Err(WriteError::NotAbove));
    assert_eq!(accept(Rev(since.0 - 1), since), Err(WriteError::NotAbove));
    assert_eq!(accept(at(AHEAD_US_MAX + 1), since), Err(WriteError::Ahead));
    assert_eq!(accept(at(1), Rev(since.0 - 1)), Err(WriteError::Swapped));
    assert_eq!(accept(at(AHEAD_US_MAX), since), Ok(()));
}
