//! The laws about what is written and answered.

use crate::{
    OPEN, accepted, history, history_in, insert, intended, intent, over, put, refused, removed, replied,
};
use sim::event::Event;
use sim::scenario::{Discipline, Scenario};
use sim::world::intent::{Intent, Op, Place, Status};
use sim::world::record::{Fields, Node, Record, SortKey};
use sim::world::repository::{Beside, Bounds, By, Cause, RecordOp, Reply};
use sim::world::server::Failure;

#[test]
fn intent_wants_an_import_in_its_order_and_in_one_place() {
    let import = |ops: &[RecordOp]| {
        let intent = Intent { count: 3, ..intent(Op::Import, 2, Place::Last) };
        history("intent").commit(intent, [OPEN, OPEN], ops)
    };
    accepted(import(&[put(2, "a0"), put(3, "a1"), put(4, "a2")]));
    refused(
        import(&[put(2, "a0"), put(3, "a3"), put(4, "a2")]),
        "commit 2222222222223: import of intent 7 stands in another order than was asked for",
    );
    refused(
        import(&[put(2, "a0"), put(4, "a2")]),
        "commit 2222222222223: import of intent 7 left no record there",
    );
}

#[test]
fn intent_wants_the_parent_that_was_said() {
    let elsewhere = Intent { parent: Some(Node(5)), ..insert(2, Place::Last) };
    refused(
        history("intent").commit(elsewhere, [OPEN, OPEN], &[put(2, "a0")]),
        "commit 2222222222223: insert of intent 7 stands under another parent",
    );
}

#[test]
fn intent_wants_the_node_where_it_was_said() {
    let commit = |place, key| {
        let mut history = history("intent").with(&[(0, "a0"), (1, "a2")]);
        history.commit(insert(2, place), [OPEN, OPEN], &[put(2, key)])
    };
    accepted(commit(Place::After(Node(0)), "a1"));
    accepted(commit(Place::Before(Node(0)), "Zz"));
    accepted(commit(Place::Last, "a3"));
    accepted(commit(Place::First, "Zz"));
    let elsewhere = |place: &str| format!("commit 2222222222224: insert of intent 7 does not stand {place}");
    refused(commit(Place::After(Node(0)), "a3"), &elsewhere("After(Node(0))"));
    refused(commit(Place::Before(Node(0)), "a1"), &elsewhere("Before(Node(0))"));
    refused(commit(Place::Last, "a1"), &elsewhere("Last"));
    refused(commit(Place::First, "a1"), &elsewhere("First"));
}

#[test]
fn intent_wants_a_deleted_record_gone() {
    let delete = intent(Op::Delete, 0, Place::Last);
    accepted(history("intent").with(&[(0, "a0")]).commit(delete, [OPEN, OPEN], &[removed(0)]));
    refused(
        history("intent").with(&[(0, "a0")]).commit(delete, [OPEN, OPEN], &[put(0, "a0")]),
        "commit 2222222222224: delete of intent 7 left the record there",
    );
}

#[test]
fn intent_wants_the_old_key_of_a_restored_record() {
    let restore = |key| {
        let mut history = history("intent").with(&[(0, "a0"), (1, "a1"), (2, "a2")]);
        accepted(history.commit(intent(Op::Delete, 1, Place::Last), [OPEN, OPEN], &[removed(1)]));
        history.commit(intent(Op::Restore, 1, Place::Last), ["a0", "a2"], &[put(1, key)])
    };
    accepted(restore("a1"));
    refused(
        restore("a1V"),
        "commit 2222222222225: restore of intent 7 did not bring 2222222222223 back with its old key",
    );
}

/// Record 1 stood between 0 and 2, whose keys are these when it comes back.
#[test]
fn intent_wants_the_old_place_of_a_restored_record() {
    let restored = |lower: &str, upper: &str, key: &str| {
        let mut history = history("intent").with(&[(0, "a0"), (1, "a1"), (2, "a2")]);
        accepted(history.commit(intent(Op::Delete, 1, Place::Last), [OPEN, OPEN], &[removed(1)]));
        let history = &mut history.with(&[(0, lower), (2, upper)]);
        history.commit(intent(Op::Restore, 1, Place::Last), [OPEN, OPEN], &[put(1, key)])
    };
    accepted(restored("a3", "a5", "a4"));
    accepted(restored("a3", "a2", "a4"));
    let place = |wrong: &str| format!("commit 2222222222226: restore of intent 7 stands {wrong} neighbour");
    refused(restored("a3", "a5", "a2"), &place("below its former lower"));
    refused(restored("a3", "a5", "a6"), &place("above its former upper"));
    refused(restored("a3", "a2", "a1V"), &place("below its former lower"));
}

#[test]
fn intent_wants_the_old_parent_of_a_restored_record() {
    let under = |parent: Option<Node>, node, key| {
        let record = Record { parent, sort_key: SortKey::read(key), fields: Fields::Usual };
        RecordOp { node: Node(node), record: Some(record) }
    };
    let restored = |parent| {
        let mut history = history("intent").with(&[(0, "a0")]);
        let child = history.write(vec![under(Some(Node(0)), 1, "a1")], By::Rogue(1));
        accepted(history.step(&[child]));
        accepted(history.commit(intent(Op::Delete, 1, Place::Last), [OPEN, OPEN], &[removed(1)]));
        history.commit(intent(Op::Restore, 1, Place::Last), [OPEN, OPEN], &[under(parent, 1, "a1")])
    };
    accepted(restored(Some(Node(0))));
    refused(
        restored(None),
        "commit 2222222222226: restore of intent 7 stands under another parent than before",
    );
}

#[test]
fn one_write_wants_what_is_declared_to_be_allowed() {
    let commit = |repairs, rekey_bytes_max, beside| {
        let history = history_in("one write", |scenario| {
            (scenario.repairs, scenario.rekey_bytes_max) = (repairs, rekey_bytes_max);
        });
        let mut history = history.with(&[(0, "a0"), (1, "a1")]);
        history.commit_beside(insert(2, Place::Last), beside, [OPEN, OPEN], &[put(1, "a2"), put(2, "a3")])
    };
    accepted(commit(true, None, Beside::Repair));
    accepted(commit(false, Some(4), Beside::Rekey));
    refused(
        commit(false, Some(4), Beside::Repair),
        "commit 2222222222224 declares a repair where none is made",
    );
    refused(
        commit(true, None, Beside::Rekey),
        "commit 2222222222224 declares to have renumbered a group where none is",
    );
}

#[test]
fn one_write_wants_one_record() {
    let moved = intent(Op::Move, 0, Place::Last);
    let commit = |beside, ops: &[RecordOp]| {
        let history = history_in("one write", |scenario| scenario.rekey_bytes_max = Some(4));
        let mut history = history.with(&[(0, "a0"), (1, "a1"), (2, "a2")]);
        history.commit_beside(moved, beside, [OPEN, OPEN], ops)
    };
    accepted(commit(Beside::Nothing, &[put(0, "a3")]));
    accepted(commit(Beside::Rekey, &[put(1, "a5"), put(2, "a6"), put(0, "a7")]));
    refused(
        commit(Beside::Nothing, &[put(0, "a3"), put(1, "a1V")]),
        "commit 2222222222224 changed 1 records that its intent does not name",
    );
    refused(
        commit(Beside::Nothing, &[removed(0), put(0, "a3")]),
        "commit 2222222222224 changed a record twice",
    );
    refused(
        commit(Beside::Repair, &[put(0, "a3"), put(1, "a4")]),
        "commit 2222222222224 gave siblings new keys in another order",
    );
    refused(
        commit(Beside::Repair, &[put(0, "a3"), put(3, "a4")]),
        "commit 2222222222224 created or deleted a record beside its intent's",
    );
    let with = |change: fn(&mut Record)| {
        let mut op = put(1, "a4");
        change(op.record.as_mut().unwrap());
        op
    };
    refused(
        commit(Beside::Repair, &[put(0, "a3"), with(|record| record.parent = Some(Node(2)))]),
        "commit 2222222222224 moved a record beside its intent's to another parent",
    );
    refused(
        commit(Beside::Repair, &[put(0, "a3"), with(|record| record.fields = Fields::Untyped)]),
        "commit 2222222222224 changed more of record 2222222222223 than its place",
    );
    let mut restored = history("one write");
    let extended = restored.write(vec![with(|record| record.fields = Fields::Extended)], By::Rogue(0));
    accepted(restored.step(&[extended]));
    accepted(restored.commit(intent(Op::Delete, 1, Place::Last), [OPEN, OPEN], &[removed(1)]));
    refused(
        restored.commit(intent(Op::Restore, 1, Place::Last), [OPEN, OPEN], &[put(1, "a4")]),
        "commit 2222222222225 changed more of record 2222222222223 than its place",
    );
}

#[test]
fn once_wants_one_effect() {
    let asked = insert(0, Place::Last);
    let mut good = history("once");
    accepted(good.step(&[intended(asked)]));
    accepted(good.commit(asked, [OPEN, OPEN], &[put(0, "a0")]));
    accepted(good.step(&[over(Status::Done)]));
    accepted(good.rest());
    good.compared();

    let mut twice = history("once");
    accepted(twice.step(&[intended(asked)]));
    accepted(twice.commit(asked, [OPEN, OPEN], &[put(0, "a0")]));
    refused(
        twice.commit(asked, [OPEN, OPEN], &[put(0, "a1")]),
        "intent 7 took effect twice, again in commit 2222222222224",
    );
    refused(
        history("once").commit(asked, [OPEN, OPEN], &[put(0, "a0")]),
        "intent 7 took effect, and no client meant it",
    );
}

#[test]
fn once_wants_the_outcome_reported_as_it_was() {
    let asked = insert(0, Place::Last);
    let rest = |is_written: bool, status: Option<Status>| {
        let mut history = history("once");
        accepted(history.step(&[intended(asked)]));
        if is_written {
            accepted(history.commit(asked, [OPEN, OPEN], &[put(0, "a0")]));
        }
        accepted(history.step(&status.map(over).into_iter().collect::<Vec<_>>()));
        history.rest()
    };
    accepted(rest(true, Some(Status::Done)));
    accepted(rest(false, Some(Status::Conflict)));
    refused(rest(true, Some(Status::Conflict)), "intent 7 took effect and its client was told 409");
    refused(rest(true, None), "intent 7 never had an outcome");
}

/// A move may find its record in place; whatever else is acknowledged was written, even if the server has stored a
/// reply that says so.
#[test]
fn once_wants_a_write_of_all_but_a_move() {
    let acknowledged = |op, is_stored: bool| {
        let (mut history, asked) = (history("once"), intent(op, 0, Place::Last));
        accepted(history.step(&[intended(asked)]));
        if is_stored {
            let reply = Reply { intent: asked, status: Status::Done, seq: None };
            history.world.repositories.store_reply(reply);
        }
        history.step(&[over(Status::Done)]).and_then(|()| history.rest())
    };
    accepted(acknowledged(Op::Move, true));
    refused(acknowledged(Op::Move, false), "intent 7 was acknowledged and had no effect");
    for op in [Op::Insert, Op::Import, Op::Delete, Op::Restore] {
        refused(acknowledged(op, true), "intent 7 was acknowledged and nothing was written");
    }
}

#[test]
fn once_wants_an_import_whole() {
    let import = Intent { count: 2, ..intent(Op::Import, 0, Place::Last) };
    let rest = |ops: &[RecordOp]| {
        let mut history = history("once");
        accepted(history.step(&[intended(import)]));
        accepted(history.commit(import, [OPEN, OPEN], ops));
        accepted(history.step(&[over(Status::Done)]));
        history.rest()
    };
    accepted(rest(&[put(0, "a0"), put(1, "a1")]));
    refused(rest(&[put(0, "a0")]), "intent 7 took effect in part");
}

#[test]
fn durable_wants_what_was_acknowledged() {
    let asked = insert(0, Place::Last);
    let mut good = history("durable");
    accepted(good.commit(asked, [OPEN, OPEN], &[put(0, "a0")]));
    accepted(good.step(&[over(Status::Done)]));
    accepted(good.rest());
    good.compared();

    let lost = "intent 7 was acknowledged and no repository knows of it";
    refused(history("durable").step(&[over(Status::Done)]), lost);
    let mut failed = history("durable");
    failed.world.repositories.store_reply(Reply { intent: asked, status: Status::Conflict, seq: None });
    refused(failed.step(&[over(Status::Done)]), lost);
    let mut another_s = history("durable");
    accepted(another_s.commit(Intent { id: 8, ..asked }, [OPEN, OPEN], &[put(0, "a0")]));
    another_s.world.repositories.store_reply(Reply { intent: asked, status: Status::Done, seq: Some(0) });
    refused(another_s.step(&[over(Status::Done)]), "intent 7 was acknowledged by a commit that is another's");
}

/// The repository is changed behind the law's back, as a crash would that undoes what was acknowledged.
#[test]
fn durable_wants_the_record_as_it_was_written_last() {
    let written = || {
        let mut history = history("durable");
        accepted(history.commit(insert(0, Place::Last), [OPEN, OPEN], &[put(0, "a0")]));
        accepted(history.step(&[over(Status::Done)]));
        history
    };
    let mut overwritten = written();
    let other = Intent { id: 8, ..intent(Op::Move, 0, Place::Last) };
    accepted(overwritten.commit(other, [OPEN, OPEN], &[put(0, "a5")]));
    accepted(overwritten.rest());

    for (undone, message) in [
        (removed(0), "intent 7 was acknowledged and record 2222222222222 is lost"),
        (
            put(0, "a5"),
            "intent 7 was acknowledged and record 2222222222222 holds `a5`, where `a0` was written last",
        ),
    ] {
        for when in [Event::Crashed { server: 0 }, Event::Recovered { server: 0 }] {
            let mut crashed = written();
            accepted(crashed.step(std::slice::from_ref(&when)));
            crashed.write(vec![undone.clone()], By::Rogue(0));
            refused(crashed.step(&[when]), message);
        }
        let mut resting = written();
        resting.write(vec![undone], By::Rogue(0));
        refused(resting.rest(), message);
    }

    let mut deleted = written();
    accepted(deleted.commit(
        Intent { id: 8, ..intent(Op::Delete, 0, Place::Last) },
        [OPEN, OPEN],
        &[removed(0)],
    ));
    accepted(deleted.step(&[Event::Over { client: 0, intent: 8, status: Status::Done }]));
    deleted.write(vec![put(0, "a0")], By::Rogue(0));
    refused(deleted.rest(), "intent 8 was acknowledged and record 2222222222222 is there again");
}

#[test]
fn a_clean_conflict_writes_nothing() {
    let mut good = history("conflict is clean").with(&[(0, "a0")]);
    accepted(good.step(&[replied(Status::Conflict)]));
    good.compared();

    let mut bad = history("conflict is clean").with(&[(0, "a0")]);
    let cause = Cause { intent: insert(1, Place::Last), bounds: Bounds::default(), beside: Beside::Nothing };
    let committed = bad.write(vec![put(1, "a1")], By::Server(cause));
    refused(
        bad.step(&[committed, replied(Status::Conflict)]),
        "intent 7 was answered 409 and something was written",
    );
}

#[test]
fn a_clean_conflict_was_tried_again_once() {
    let resolved = |captured: bool| {
        let pair = captured.then_some(sim::world::outline::Pair { lower: None, upper: None });
        Event::Resolved { server: 0, intent: 7, pair }
    };
    let retried = Event::Retried { server: 0, intent: 7, failure: Failure::Stale };
    let told = |captured, retries: usize, discipline| {
        let mut history = history_in("conflict is clean", |scenario| scenario.discipline = discipline);
        let mut events = vec![resolved(captured)];
        events.extend(std::iter::repeat_n(retried.clone(), retries));
        events.push(replied(Status::Conflict));
        history.step(&events)
    };
    accepted(told(true, 1, Discipline::Lock));
    accepted(told(false, 0, Discipline::Lock));
    accepted(told(true, 3, Discipline::UniqueIndex));
    refused(told(true, 0, Discipline::Lock), "intent 7 was answered 409 at its first failure");
    refused(told(true, 2, Discipline::Lock), "intent 7 was tried again 2 times, at most 1 are due");
    refused(told(true, 4, Discipline::UniqueIndex), "intent 7 was tried again 4 times, at most 3 are due");
}

/// Attempt 2 was answered 409 by one of three instances while attempt 1 was still in work at another, which
/// found that answer stored and gave it at once. The law took it for a first failure that was not tried again.
#[test]
fn an_earlier_attempt_is_told_what_a_later_one_met() {
    let resolved = |server| Event::Resolved {
        server,
        intent: 7,
        pair: Some(sim::world::outline::Pair { lower: None, upper: None }),
    };
    let told =
        |server, attempt| Event::Replied { server, client: 0, intent: 7, attempt, status: Status::Conflict };
    let retried = Event::Retried { server: 1, intent: 7, failure: Failure::Stale };
    let mut history = history("conflict is clean");
    let later = [resolved(0), resolved(1), retried, told(1, 2)];
    accepted(history.step(&later));
    accepted(history.step(&[told(0, 1)]));
    history.compared();
    accepted(history.step(&[resolved(0)]));
    refused(history.step(&[told(0, 3)]), "intent 7 was answered 409 at its first failure");
}

#[test]
fn settles_wants_rest() {
    let no_view = |scenario: &mut Scenario| scenario.views.clear();
    let mut good = history_in("settles", no_view);
    accepted(good.rest());
    good.compared();

    let mut bad = history_in("settles", no_view);
    bad.world.clients[0].ask(insert(0, Place::Last), None);
    refused(bad.rest(), "client 0 waits with 1 edits unanswered");
}
