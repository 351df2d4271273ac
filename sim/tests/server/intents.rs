//! One effect of each intent, and locks that are taken in one order.

use crate::At::{After, First, Last};
use crate::{RULES, office, office_with};
use sim::scenario::{Discipline, Edit, Kind};
use sim::world::client::{Answer, Client, Habits};
use sim::world::intent::{Intent, Op, Place, Status};
use sim::world::record::Did;
use sim::world::server::{Progress, Received, Rules};

/// S11. Two moves across the same parents in opposite directions take their locks in one order: no deadlock.
#[test]
fn opposite_moves_take_their_locks_in_one_order() {
    let mut office = office(&[("A", "a0"), ("B", "a1")]);
    office.past_the_server("x", Some("A"), "a0");
    office.past_the_server("y", Some("B"), "a0");
    let there = office.intent(Op::Move, "x", Some("B"), Last);
    let back = office.intent(Op::Move, "y", Some("A"), Last);
    let (one, two) = (office.resolved(0, there), office.resolved(0, back));
    let progress = office.made(0, one);
    assert!(!office.servers[0].lock(two), "the second waits and holds nothing that the first needs");
    let (over, _) = office.finish(0, one, progress);
    assert_eq!(over.woken, [two]);
    assert_eq!(office.rest(0, two).0, Status::Done);
    assert_eq!((office.order_under(Some("A")), office.order_under(Some("B"))), ("y".into(), "x".into()));
}

/// S11. All five operations write under the lock of the group: while one holds it, none of them gets it.
#[test]
fn every_path_takes_the_lock() {
    let mut office = office(&[("p", "a0"), ("q", "a1"), ("gone", "a2")]);
    let delete = office.intent(Op::Delete, "gone", None, Last);
    office.done(delete);
    let holder = office.insert("x", Last);
    let holder = office.resolved(0, holder);
    assert_eq!(office.made(0, holder), Progress::Prepared(None));
    let others = [
        office.insert("y", First),
        office.moved("p", Last),
        office.intent(Op::Delete, "q", None, Last),
        office.intent(Op::Restore, "gone", None, Last),
        office.import(&["u", "v"], First),
    ];
    for intent in others {
        let id = office.resolved(0, intent);
        assert!(!office.servers[0].lock(id), "{}", intent.op.name());
    }
}

/// S12. The same intent again, after its reply was lost and a crash: one effect, the same reply.
#[test]
fn the_same_intent_takes_effect_once_also_across_a_crash() {
    let mut office = office_with(RULES, 2, None, &[("p", "a0")]);
    let insert = office.insert("x", Last);
    office.done(insert);
    assert_eq!(office.receive(0, insert), Received::Known(Status::Done));
    office.servers[0].crash();
    assert_eq!(office.receive(0, insert), Received::Known(Status::Done));
    assert_eq!(office.receive(1, insert), Received::Known(Status::Done));
    assert_eq!(
        office.receive(0, Intent { attempt: 2, place: Place::First, ..insert }),
        Received::Known(Status::Done)
    );
    assert_eq!(office.order(), "p x");
}

/// S12. The same id and attempt with another body is a conflict: also for another author's repository, and
/// while the first is still in work.
#[test]
fn the_same_intent_with_another_body_is_a_conflict() {
    let mut office = office(&[("p", "a0")]);
    office.node_of(Did(1), "theirs");
    let insert = office.insert("x", Last);
    let theirs = Intent { did: Did(1), node: office.node("theirs"), ..insert };
    let other = Intent { place: Place::First, ..insert };
    let id = office.resolved(0, insert);
    assert_eq!(office.receive(0, insert), Received::InWork);
    assert_eq!(office.receive(0, other), Received::OtherBody);
    office.rest(0, id);
    assert_eq!(office.receive(0, other), Received::OtherBody);
    assert_eq!(office.receive(0, theirs), Received::OtherBody);
}

/// S12. A move that changes nothing is a success too, and stays one when it is sent again.
#[test]
fn a_no_op_is_stored_as_a_success() {
    let mut office = office(&[("p", "a0"), ("q", "a1"), ("r", "a2")]);
    let stay = office.moved("q", After("p"));
    office.writes_nothing(stay, Status::Done);
    let away = office.moved("q", Last);
    office.done(away);
    assert_eq!(office.receive(0, stay), Received::Known(Status::Done));
    assert_eq!(office.order(), "p r q");
}

/// S12. A copy of a request arrives after its attempt was answered 409. The anchor is back by then, yet the
/// client was told that nothing happened: so nothing happens. A new attempt may succeed.
#[test]
fn a_late_copy_of_a_failed_attempt_has_no_effect() {
    let mut office = office(&[("p", "a0"), ("anchor", "a1")]);
    let insert = office.insert("x", After("anchor"));
    let delete = office.intent(Op::Delete, "anchor", None, Last);
    let restore = office.intent(Op::Restore, "anchor", None, Last);
    office.done(delete);
    assert_eq!(office.ask(insert), Status::Conflict);
    office.done(restore);
    assert_eq!(office.receive(0, insert), Received::Known(Status::Conflict));
    office.done(Intent { attempt: 2, ..insert });
    assert_eq!(office.order(), "p anchor x");
}

/// S12. Two instances work on copies of one request under the unique index; a move makes another key each
/// time, so no index tells the second that it is one too many.
#[test]
fn two_instances_with_copies_of_one_request_write_once() {
    for discipline in [Discipline::Lock, Discipline::UniqueIndex] {
        let mut office =
            office_with(Rules { discipline, ..RULES }, 2, None, &[("p", "a0"), ("q", "a1"), ("r", "a2")]);
        let moved = office.moved("r", After("p"));
        let (one, two) = (office.resolved(0, moved), office.resolved(1, moved));
        assert_eq!(office.made(0, one), Progress::Prepared(None));
        assert_eq!(office.made(1, two), Progress::Prepared(None));
        let commits = office.commits();
        for server in [0, 1] {
            let Progress::Over(over) = office.commit(server, one) else { panic!("{discipline:?}") };
            assert_eq!(over.status, Status::Done);
        }
        assert_eq!(office.commits(), commits + 1, "{discipline:?}");
    }
}

/// S13. A queue that was made offline: the move conflicts, since its anchor is gone, and the client is told;
/// the insert behind it goes through.
#[test]
fn a_conflict_does_not_block_the_queue() {
    const ATTEMPTS_MAX: u32 = 2;
    let mut office = office(&[("x", "a0"), ("w", "a1")]);
    let edit = Edit { id: 0, at_us: 0, client: 0, kind: Kind::Move, count: 1, picks: [0; 3] };
    let mut client = Client::new(Did(0), Habits::default());
    client.set_offline(true);
    let queue = [office.moved("x", After("w")), office.insert("y", Last)];
    for intent in queue {
        client.ask(intent, Some(edit));
        assert_eq!(client.begin_next(), None);
    }
    let delete = office.intent(Op::Delete, "w", None, Last);
    office.done(delete);
    client.set_offline(false);
    let first = client.begin_next().unwrap().intent;
    let status = office.ask(first);
    assert_eq!(client.answer(&first, status, ATTEMPTS_MAX), Answer::Again(edit));
    let again = client.begin_again(Intent { attempt: 2, ..first }, edit).intent;
    let status = office.ask(again);
    assert_eq!(client.answer(&again, status, ATTEMPTS_MAX), Answer::Over(Status::Conflict));
    let second = client.begin_next().unwrap().intent;
    let status = office.ask(second);
    assert_eq!(client.answer(&second, status, ATTEMPTS_MAX), Answer::Over(Status::Done));
    assert_eq!((office.order().as_str(), client.is_idle(None)), ("x y", true));
}
