//! Checkers tested by hand: for each law a history that it accepts and one with the smallest breach, which it refuses
//! with the whole message.

mod keys;
mod reading;
mod writing;

use sim::chance::Seeded;
use sim::event::Event;
use sim::law::{Law, Laws, Served, Told};
use sim::scenario::{Discipline, Edit, Keys, Kind, Limits, Scenario, Workload, draw};
use sim::world::intent::{Intent, Op, Place, Status};
use sim::world::record::{Did, Fields, Name, Node, Record, Rkey, SortKey};
use sim::world::repository::{Beside, Bounds, By, Cause, RecordOp};
use sim::world::{Parts, World};
use std::sync::Arc;

/// A world at rest whose repositories are written to by hand, and a law that looks on.
struct History {
    world: World,
    told: Told,
    law: Box<dyn Law>,
}

/// A history before the eyes of the law of this name, with ten nodes that are not written yet.
fn history(law: &str) -> History {
    history_in(law, |_| ())
}

fn history_in(law: &str, change: impl Fn(&mut Scenario)) -> History {
    let edit = Edit { id: 0, at_us: 0, client: 0, kind: Kind::Insert, count: 1, picks: [0; 3] };
    let mut scenario = Scenario {
        keys: Keys::Server,
        key_bytes_max: 8,
        authors: 1,
        discipline: Discipline::Lock,
        // So many that digits are sure to be drawn, or the law about them is not held to.
        workload: Workload::Edits(vec![edit; 30]),
        ..draw(1, Limits::of_operations(0))
    };
    change(&mut scenario);
    let scenario = Arc::new(scenario);
    let mut world = World::new(&scenario, Box::new(Seeded::new(scenario.seed)), Parts::default());
    for number in 0..10 {
        world.names.node(Name { did: Did(0), rkey: Rkey(number) });
    }
    History { world, told: Told::default(), law: Laws::of(&scenario).take(law).expect("the law is held to") }
}

impl History {
    /// One step in which these events happen.
    fn step(&mut self, events: &[Event]) -> Result<(), String> {
        self.told.observe(events, &self.world);
        events.iter().try_for_each(|event| self.law.observe(event, &self.world))?;
        self.law.step_over(&self.world, &self.told)
    }

    fn rest(&mut self) -> Result<(), String> {
        self.law.rest(&self.world, &Served::of(&self.world, &self.told))
    }

    fn write(&mut self, ops: Vec<RecordOp>, by: By) -> Event {
        let World { repositories, names, .. } = &mut self.world;
        let seq = repositories.write(names, 0, Did(0), None, ops, by).unwrap();
        Event::Committed { seq }
    }

    /// The server commits for an intent, between these keys.
    fn commit(&mut self, intent: Intent, between: [&str; 2], ops: &[RecordOp]) -> Result<(), String> {
        self.commit_beside(intent, Beside::Nothing, between, ops)
    }

    fn commit_beside(
        &mut self,
        intent: Intent,
        beside: Beside,
        between: [&str; 2],
        ops: &[RecordOp],
    ) -> Result<(), String> {
        let [lower, upper] = between.map(|key| SortKey::read(key).key().cloned());
        let cause = Cause { intent, bounds: Bounds { lower, upper }, beside };
        let committed = self.write(ops.to_vec(), By::Server(cause));
        self.step(&[committed])
    }

    /// Records that are there from the start, by their numbers, at the root.
    #[track_caller]
    fn with(mut self, records: &[(u32, &str)]) -> Self {
        let ops = records.iter().map(|&(node, key)| put(node, key)).collect();
        let committed = self.write(ops, By::Rogue(0));
        accepted(self.step(&[committed]));
        self
    }

    #[track_caller]
    fn compared(&self) {
        assert!(self.law.compared() > 0, "the law compared nothing");
    }
}

/// The end of an open interval.
const OPEN: &str = "";

fn put(node: u32, key: &str) -> RecordOp {
    RecordOp {
        node: Node(node),
        record: Some(Record { parent: None, sort_key: SortKey::read(key), fields: Fields::Usual }),
    }
}

fn removed(node: u32) -> RecordOp {
    RecordOp { node: Node(node), record: None }
}

fn intent(op: Op, node: u32, place: Place) -> Intent {
    Intent {
        id: 7,
        attempt: 1,
        did: Did(0),
        op,
        node: Node(node),
        count: 1,
        parent: None,
        place,
        claim: None,
    }
}

fn insert(node: u32, place: Place) -> Intent {
    intent(Op::Insert, node, place)
}

fn intended(intent: Intent) -> Event {
    Event::Intended { client: 0, intent }
}

fn over(status: Status) -> Event {
    Event::Over { client: 0, intent: 7, status }
}

fn replied(status: Status) -> Event {
    Event::Replied { server: 0, client: 0, intent: 7, attempt: 1, status }
}

#[track_caller]
fn accepted(told: Result<(), String>) {
    told.expect("the law accepts it");
}

#[track_caller]
fn refused(told: Result<(), String>, message: &str) {
    assert_eq!(told.expect_err("the law refuses it"), message);
}
