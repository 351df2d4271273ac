//! The laws about what views hold and serve.

use crate::{History, accepted, history_in, put, refused, removed};
use sim::event::{Cause, Event};
use sim::law::Served;
use sim::scenario::{ConsumerKind, StoreKind};
use sim::world::record::{Did, Rev};
use sim::world::repository::{By, RecordOp};
use sim::world::view::{Change, Cursor, CursorKind, Fate, Refusal, Standing, Write};

const ME: Did = Did(0);

/// A history with two views in memory that hold nothing yet.
fn viewed(law: &str) -> History {
    history_in(law, |scenario| {
        scenario.views.resize(2, scenario.views[0].clone());
        for view in &mut scenario.views {
            (view.consumer, view.store) = (ConsumerKind::Chain, StoreKind::Memory);
        }
    })
}

const LOADED: Standing =
    Standing { rev: Rev(0), is_loaded: true, is_behind: false, is_active: true, active_seq: 0 };

impl History {
    /// Somebody commits. Returns the commit's place in the stream.
    fn committed(&mut self, ops: &[RecordOp]) -> u64 {
        match self.write(ops.to_vec(), By::Rogue(0)) {
            Event::Committed { seq } => seq,
            event => unreachable!("{event:?} is no commit"),
        }
    }

    /// View 0 takes in what a commit changed, and its cursor stands there.
    fn stores(&mut self, seq: u64, standing: Standing) {
        let commit = self.world.repositories.commit(seq);
        let changes: Vec<Change<'_>> = commit
            .ops
            .iter()
            .map(|op| Change { node: op.node, rev: commit.rev, record: op.record.as_ref() })
            .collect();
        let standing = Standing { rev: commit.rev, ..standing };
        let write = Write { did: ME, changes: &changes, standing, cursor: cursor(seq) };
        self.world.views[0].store.write(&self.world.names, &write);
    }

    /// View 0 writes its cursor and what stands of the repository, and nothing else.
    fn stores_nothing(&mut self, at: u64, standing: Standing) {
        let write = Write { did: ME, changes: &[], standing, cursor: cursor(at) };
        self.world.views[0].store.write(&self.world.names, &write);
    }
}

fn cursor(at: u64) -> Cursor {
    Cursor { kind: CursorKind::Sequence, source: 0, at }
}

fn delivered(seq: u64) -> Event {
    Event::Delivered { view: 0, seq, fate: Fate::Applied }
}

fn applied(seq: u64) -> Event {
    Event::Applied { view: 0, seq }
}

fn fetching(cause: Cause) -> Event {
    Event::Fetching { view: 0, did: ME, cause }
}

#[test]
fn accounted_wants_an_effect_below_the_cursor() {
    let mut good = viewed("accounted");
    let seq = good.committed(&[put(0, "a0")]);
    good.stores(seq, LOADED);
    accepted(good.step(&[delivered(seq)]));
    good.compared();
    let mut bad = viewed("accounted");
    let seq = bad.committed(&[put(0, "a0")]);
    bad.stores_nothing(seq, LOADED);
    refused(
        bad.step(&[delivered(seq)]),
        "view 0 has its cursor at 0 and neither applied, superseded nor refused frame 0",
    );
}

#[test]
fn accounted_wants_what_is_owed_once_nothing_is_missing() {
    let owing = || {
        let mut history = viewed("accounted");
        let seq = history.committed(&[put(0, "a0")]);
        history.stores_nothing(seq, Standing { is_behind: true, ..LOADED });
        accepted(history.step(&[delivered(seq)]));
        (history, seq)
    };
    let (mut good, seq) = owing();
    good.stores(seq, LOADED);
    accepted(good.step(&[applied(seq)]));
    let (mut bad, seq) = owing();
    bad.stores_nothing(seq, LOADED);
    refused(
        bad.step(&[applied(seq)]),
        "view 0 has its cursor at 0 and neither applied, superseded nor refused frame 0",
    );
}

#[test]
fn accounted_wants_no_frame_of_the_stream_refused() {
    let refusal = |ahead| {
        let mut history = viewed("accounted");
        let seq = history.committed(&[put(0, "a0")]);
        let rev = history.world.repositories.commit(seq).rev;
        let rev = Rev(rev.0 + ahead);
        history.step(&[Event::Refused { view: 0, seq, did: ME, rev, refusal: Refusal::FutureRev }])
    };
    accepted(refusal(1));
    refused(refusal(0), "view 0 refused frame 0, which the stream holds");
}

#[test]
fn monotone_wants_a_cursor_that_stays_or_rises() {
    let moved = |from, to| {
        let mut history = viewed("monotone");
        let shown = Event::Shown { view: 0, did: ME, seq: 0, is_active: true, is_news: false };
        history.stores_nothing(from, LOADED);
        accepted(history.step(std::slice::from_ref(&shown)));
        history.compared();
        history.stores_nothing(to, LOADED);
        history.step(&[shown])
    };
    accepted(moved(1, 1));
    accepted(moved(1, 2));
    refused(moved(2, 1), "the cursor of view 0 went back from 2 to 1");
}

#[test]
fn total_order_wants_what_was_applied_and_nothing_else() {
    let mut good = viewed("total order");
    for op in [put(0, "a0"), put(1, "a1"), removed(0)] {
        let seq = good.committed(&[op]);
        good.stores(seq, LOADED);
        accepted(good.step(&[applied(seq)]));
    }
    good.compared();
    let mut bad = viewed("total order");
    let seq = bad.committed(&[put(0, "a0")]);
    refused(bad.step(&[applied(seq)]), "view 0 does not serve record 2222222222222, which it applied");
    let mut bad = viewed("total order");
    let seq = bad.committed(&[put(0, "a0")]);
    bad.stores(seq, LOADED);
    accepted(bad.step(&[applied(seq)]));
    let seq = bad.committed(&[removed(0)]);
    refused(bad.step(&[applied(seq)]), "view 0 serves record 2222222222222, which is deleted");
    let mut bad = viewed("total order");
    let unheard = bad.committed(&[put(0, "a0")]);
    bad.stores(unheard, LOADED);
    let seq = bad.committed(&[put(1, "a1")]);
    bad.stores(seq, LOADED);
    refused(
        bad.step(&[applied(seq)]),
        "view 0 serves 2222222222222 and 2222222222223, one of which it was never told of",
    );
}

#[test]
fn no_needless_resync_wants_one_fetch_at_a_time() {
    accepted(viewed("no needless resync").step(&[fetching(Cause::Unknown)]));
    refused(
        viewed("no needless resync").step(&[fetching(Cause::Unknown), fetching(Cause::Unknown)]),
        "view 0 fetches did:plc:author0000 while it is fetching it already",
    );
}

#[test]
fn no_needless_resync_wants_listings_of_readers_per_record_alone() {
    let listing = |consumer| {
        let mut history = history_in("no needless resync", |scenario| {
            scenario.views.iter_mut().for_each(|view| view.consumer = consumer);
        });
        history.step(&[fetching(Cause::Listing)])
    };
    accepted(listing(ConsumerKind::PerRecord));
    refused(listing(ConsumerKind::Chain), "view 0 fetches did:plc:author0000 as a listing that is not due");
}

/// Two views that hold the same rows, and one renders them otherwise.
#[test]
fn convergence_wants_one_outline() {
    let mut history = viewed("convergence");
    let seq = history.committed(&[put(0, "a0"), put(1, "a1")]);
    history.stores(seq, LOADED);
    history.world.views.swap(0, 1);
    history.stores(seq, LOADED);
    let History { world, told, law } = &mut history;
    let mut served = Served::of(world, told);
    accepted(law.rest(world, &served));
    assert!(law.compared() > 0, "the law compared nothing");
    served.views[1].page.lines.reverse();
    refused(law.rest(world, &served), "view 1 renders another outline than view 0");
}
