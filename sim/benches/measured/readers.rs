//! How fast views take commits in, and what a resync costs.

use super::{Cost, Figure, Target, figure, in_memory, median, time};
use order_key::between_n;
use sim::chance::Seeded;
use sim::scenario::{ConsumerKind, Source, StoreKind, ViewPlan, Weather};
use sim::world::record::{Did, Fields, Name, Names, Record, Rev, Rkey, SortKey};
use sim::world::repository::{By, RecordOp, Repositories};
use sim::world::view::{OutlinePage, SnapshotHead, View};
use sim::world::{Parts, World};
use std::sync::Arc;

const REPETITIONS: usize = 7;
const DID: Did = Did(0);

/// The commits of a crowd, applied one by one.
pub fn applied() -> Vec<Figure> {
    let world = edited_world();
    let mut figures = Vec::new();
    for consumer in [ConsumerKind::Chain, ConsumerKind::PerRecord] {
        let (mut sqlite, mut memory) = (Vec::new(), Vec::new());
        for _ in 0..REPETITIONS {
            sqlite.push(apply_all(&world, consumer, StoreKind::Sqlite).per_second());
            memory.push(apply_all(&world, consumer, StoreKind::Memory).per_second());
        }
        let target = Some(Target::AtLeast(50_000.0));
        figures.push(figure(format!("SQLite view, {consumer:?}"), median(sqlite), " applied/s", target));
        figures.push(figure(format!("memory view, {consumer:?}"), median(memory), " applied/s", None));
    }
    figures
}

fn edited_world() -> World {
    let crowd = Source::named("crowd").expect("a preset");
    let scenario = Arc::new(in_memory(&crowd, 1, Some(20_000), Some(100)));
    let mut world = World::new(&scenario, Box::new(Seeded::new(scenario.seed)), Parts::default());
    while world.now_us < scenario.last_edit_us() {
        world.step();
    }
    world
}

fn apply_all(world: &World, consumer: ConsumerKind, store: StoreKind) -> Cost {
    let mut view = view(consumer, store);
    let (names, repositories) = (&world.names, &world.repositories);
    let empty = SnapshotHead { rev: Rev(0), seq: 0, is_active: true, arrive_ppm: 1_000_000 };
    let (mut applied, mut events) = (Vec::new(), 0);
    view.take_snapshot(names, repositories, DID, empty, &mut Vec::new(), &mut applied);
    let ((), ns) = time(|| {
        for (seq, _) in repositories.commits() {
            view.take_commit(names, repositories, seq, &mut applied);
            events += applied.drain(..).count() as u64;
        }
    });
    assert_eq!(events, repositories.commits().count() as u64);
    Cost { events, ns }
}

fn view(consumer: ConsumerKind, store: StoreKind) -> View {
    let plan = ViewPlan::plain(consumer, store, Weather::still(1_000));
    let mut view = View::new(plan, Parts::store(store), vec![Parts::consumer(consumer)], OutlinePage::render);
    view.subscription.connect(0);
    view
}

/// A view that lacks a hundred commits, of a small repository and of a large one.
pub fn resync() -> Vec<Figure> {
    const SMALL: u32 = 1_000;
    const LARGE: u32 = 300_000;
    let mut figures = Vec::new();
    for store in [StoreKind::Memory, StoreKind::Sqlite] {
        let [mut small, mut large] = [SMALL, LARGE].map(|records| Synced::new(records, store));
        let (mut costs, mut ratios) = (Vec::new(), Vec::new());
        for _ in 0..5 * REPETITIONS {
            let [small, large] = [&mut small, &mut large].map(|synced| synced.resync() as f64);
            costs.push(large / 1e3);
            ratios.push(large / small);
        }
        figures.push(figure(
            format!("resync of 100 commits, {LARGE} records, {store:?}"),
            median(costs),
            " µs",
            None,
        ));
        figures.push(figure(
            format!("{LARGE} ÷ {SMALL} records, {store:?}"),
            median(ratios),
            " ×",
            Some(Target::AtMost(4.0)),
        ));
    }
    figures
}

/// A repository, and a view that holds all of it.
struct Synced {
    names: Names,
    repositories: Repositories,
    view: View,
    keys: Vec<SortKey>,
    commits: u32,
}

impl Synced {
    fn new(records: u32, store: StoreKind) -> Self {
        let keys = between_n(None, None, records as usize).expect("so many keys fit");
        let mut synced = Self {
            names: Names::default(),
            repositories: Repositories::new(1, None),
            view: view(ConsumerKind::Chain, store),
            keys: keys.map(SortKey::Key).collect(),
            commits: 0,
        };
        for record in 0..records {
            synced.write(record);
        }
        synced.fetch();
        synced
    }

    fn write(&mut self, record: u32) {
        self.commits += 1;
        let node = self.names.node(Name { did: DID, rkey: Rkey(record.into()) });
        let sort_key = self.keys[record as usize].clone();
        let ops =
            vec![RecordOp { node, record: Some(Record { parent: None, sort_key, fields: Fields::Usual }) }];
        let (now_us, by) = (u64::from(self.commits) * 1_000, By::Rogue(self.commits));
        self.repositories.write(&self.names, now_us, DID, None, ops, by).expect("nothing stands against it");
    }

    fn fetch(&mut self) {
        let head = SnapshotHead::whole(DID, &self.repositories);
        let (mut changes, mut applied) = (Vec::new(), Vec::new());
        self.view.take_snapshot(&self.names, &self.repositories, DID, head, &mut changes, &mut applied);
    }

    /// A hundred records, spread over all, are written and missed; how long it takes to fetch them.
    fn resync(&mut self) -> u128 {
        let records = self.keys.len() as u32;
        for at in 0..100 {
            self.write((at * (records / 100) + self.commits) % records);
        }
        time(|| self.fetch()).1
    }
}
