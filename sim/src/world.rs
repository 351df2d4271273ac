//! The world: clients, network, server, repository, firehose and views, moved by what is due next.
//!
//! Each part is a state machine without I/O, clock or dice; this file hands them the time and the draws
//! and puts what they want into the queue. Follow one insert by the names of the steps: `step_edit`,
//! `step_request`, `step_resolve`, `step_lock`, `step_make`, `step_commit`, `step_frame`, `step_reply`.

pub mod client;
mod firehose;
pub mod generator;
pub mod intent;
mod local;
pub mod network;
pub mod outline;
mod queue;
mod reading;
pub mod record;
pub mod repository;
mod rogue;
pub mod server;
mod state;
pub mod turns;
mod typing;
pub mod typist;
pub mod view;
mod writing;

use crate::chance::{Chance, Link};
use crate::event::Event;
use crate::scenario::{ConsumerKind, Edit, Offline, Scenario, StoreKind, ViewPlan, Weather, Workload};
use client::{Client, Habits, Sending};
pub use firehose::About;
use generator::{Generator, OrderKey};
use intent::{Intent, Status};
use network::{Fault, Passage};
use queue::Queue;
use reading::Reading;
use record::{Did, Names};
use repository::Repositories;
use server::{Conduct, Proper, Rules, Server};
use std::collections::BTreeMap;
use std::sync::Arc;
use typist::{Script, Typist};
use view::{
    Chain, Consumer, Group, Incoming, MemoryStore, OutlinePage, PerRecord, Refusal, SqliteStore, Store,
    Subscription, View, admit,
};

/// Everything that takes part in a run.
#[derive(Debug)]
pub struct World {
    /// The cap on keys, in bytes.
    pub key_bytes_max: usize,
    /// The virtual time in microseconds.
    pub now_us: u64,
    /// All records' names.
    pub names: Names,
    /// All repositories, which are the truth.
    pub repositories: Repositories,
    /// The readers.
    pub views: Vec<View>,
    /// Those who edit.
    pub clients: Vec<Client>,
    /// What they type, if it is a recording.
    pub script: Option<Script>,
    edits: Vec<Edit>,
    servers: Vec<Instance>,
    scenario: Arc<Scenario>,
    chance: Box<dyn Chance>,
    consumer: fn(ConsumerKind) -> Box<dyn Consumer>,
    admit: Admit,
    queue: Queue,
    is_calm: bool,
    ticks: u64,
    /// The numbers of the messages that told of the frames that are no commits, by their places in the stream.
    announcements: BTreeMap<u64, u64>,
    /// How often each view fetched each repository.
    fetches: BTreeMap<(u32, Did), u64>,
    last_mint_us: u64,
    /// When a keystroke was last over.
    last_keystroke_us: u64,
    happened: Vec<Event>,
    ready: Vec<u64>,
}

/// A server instance, and whether it is there.
#[derive(Debug)]
struct Instance {
    server: Server,
    is_down: bool,
    /// Counts its crashes, so that steps of what a crash lost are told from later ones.
    epoch: u32,
}

/// An intent in work at a server instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Ticket {
    server: u32,
    epoch: u32,
    id: u32,
}

/// The parts of a world that can be exchanged: for others that do the same, or for broken ones.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// What the server makes keys with.
    pub generator: fn() -> Box<dyn Generator>,
    /// How the server decides.
    pub conduct: fn() -> Box<dyn Conduct>,
    /// How clients name what they ask again.
    pub habits: Habits,
    /// What makes the store of a view.
    pub store: fn(StoreKind) -> Box<dyn Store>,
    /// What makes the consumer of a view.
    pub consumer: fn(ConsumerKind) -> Box<dyn Consumer>,
    /// What lets frames in.
    pub admit: Admit,
    /// What makes one page of a whole outline.
    pub render: Render,
}

/// Decides whether a frame is let in at a time.
pub type Admit = fn(&Subscription, Incoming, u64) -> Result<(), Refusal>;

/// Makes one page of the whole outline, of all groups that a view serves.
pub type Render = fn(&[Group], &Names) -> OutlinePage;

impl Default for Parts {
    fn default() -> Self {
        Self {
            generator: || Box::new(OrderKey),
            conduct: || Box::new(Proper),
            habits: Habits::default(),
            store: Self::store,
            consumer: Self::consumer,
            admit,
            render: OutlinePage::render,
        }
    }
}

impl Parts {
    /// The store of a kind.
    pub fn store(kind: StoreKind) -> Box<dyn Store> {
        match kind {
            StoreKind::Memory => Box::<MemoryStore>::default(),
            StoreKind::Sqlite => Box::new(SqliteStore::open()),
        }
    }

    /// The consumer of a kind.
    pub fn consumer(kind: ConsumerKind) -> Box<dyn Consumer> {
        match kind {
            ConsumerKind::Chain => Box::<Chain>::default(),
            ConsumerKind::PerRecord => Box::<PerRecord>::default(),
        }
    }
}

/// What is due at some time. Each one acted on counts as an event of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Action {
    /// A client makes a planned edit.
    Edit(u32),
    /// A writer that asks no server writes.
    Rogue(u32),
    /// A typist makes the next keystroke.
    Type(u32),
    /// A client is cut off, or comes back.
    Offline { client: u32, is_offline: bool },
    /// A server instance crashes.
    Crash(u32),
    /// A server instance is back.
    Recover(u32),
    /// A request reaches a server instance.
    Request { client: u32, server: u32, sending: Sending },
    /// A client has waited long enough for a reply.
    Timeout { client: u32, sending: Sending },
    /// The server reads the neighbours.
    Resolve(Ticket),
    /// The server takes locks.
    Lock(Ticket),
    /// The server makes keys.
    Make(Ticket),
    /// The server commits them.
    Commit(Ticket),
    /// A reply reaches a client.
    Reply { client: u32, intent: Intent, status: Status },
    /// Something on the side of the readers.
    Read(Reading),
}

impl World {
    /// The world at the start of a scenario, made of these parts, its draws from this source.
    pub fn new(scenario: &Arc<Scenario>, chance: Box<dyn Chance>, parts: Parts) -> Self {
        let mut clients: Vec<Client> = Vec::new();
        clients.extend(
            (0..scenario.clients).map(|client| Client::new(Did(client % scenario.authors), parts.habits)),
        );
        let mut queue = Queue::default();
        let edits = match &scenario.workload {
            Workload::Edits(edits) => edits.clone(),
            Workload::Recording(recording) => {
                for (agent, client) in (0..recording.agents).zip(&mut clients) {
                    client.typist = Some(Typist::new(recording, agent));
                    queue.schedule(0, Action::Type(agent));
                }
                Vec::new()
            }
        };
        for (index, edit) in (0..).zip(&edits) {
            queue.schedule(edit.at_us, Action::Edit(index));
        }
        for (index, write) in (0..).zip(&scenario.rogue_writes) {
            queue.schedule(write.at_us, Action::Rogue(index));
        }
        for (index, crash) in (0..).zip(&scenario.crashes) {
            queue.schedule(crash.at_us, Action::Crash(index));
        }
        for &Offline { client, from_us, to_us } in &scenario.offline {
            queue.schedule(from_us, Action::Offline { client, is_offline: true });
            queue.schedule(to_us, Action::Offline { client, is_offline: false });
        }
        let view = |plan: &ViewPlan| {
            let consumers = (0..scenario.authors).map(|_| (parts.consumer)(plan.consumer)).collect();
            View::new(plan.clone(), (parts.store)(plan.store), consumers, parts.render)
        };
        let mut world = Self {
            key_bytes_max: scenario.key_bytes_max,
            now_us: 0,
            names: Names::default(),
            repositories: Repositories::new(scenario.authors, scenario.writes_per_minute),
            views: scenario.views.iter().map(view).collect(),
            clients,
            script: scenario.workload.recording().map(Script::new),
            edits,
            servers: (0..scenario.servers).map(|_| instance(scenario, &parts)).collect(),
            scenario: Arc::clone(scenario),
            chance,
            consumer: parts.consumer,
            admit: parts.admit,
            queue,
            is_calm: false,
            ticks: 0,
            announcements: BTreeMap::new(),
            fetches: BTreeMap::new(),
            last_mint_us: 0,
            last_keystroke_us: 0,
            happened: Vec::new(),
            ready: Vec::new(),
        };
        world.plan_reading();
        world
    }

    /// Fresh consumers of a kind, one for each repository.
    fn consumers(&self, kind: ConsumerKind) -> Vec<Box<dyn Consumer>> {
        (0..self.scenario.authors).map(|_| (self.consumer)(kind)).collect()
    }

    /// The scenario that this world plays.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// What happened in the last step.
    pub fn happened(&self) -> &[Event] {
        &self.happened
    }

    /// Whether everything that was recorded is typed, or can go no further.
    pub fn is_typed(&self) -> bool {
        self.clients.iter().all(|client| client.is_idle(self.script.as_ref()))
    }

    /// For how long no keystroke has got through, in virtual microseconds.
    pub const fn stuck_us(&self) -> u64 {
        self.now_us - self.last_keystroke_us
    }

    /// Ends the storm: from now on nothing is lost or repeated.
    pub fn calm_down(&mut self) {
        self.is_calm = true;
    }

    /// How often the head was announced so far; rest is judged then.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Who is not at rest, and what it lacks; empty when everything has settled.
    pub fn unrest(&self) -> Vec<String> {
        let clients = (0..).zip(&self.clients).filter(|(_, client)| !client.is_idle(self.script.as_ref()));
        let clients = clients.map(|(index, client): (usize, _)| {
            format!("client {index} waits with {} edits unanswered", client.unanswered())
        });
        let is_busy = self.servers.iter().any(|instance| !instance.server.is_idle());
        let server = is_busy.then(|| "the server has intents in work".to_owned());
        let views = (0..).zip(&self.views).flat_map(|(index, view)| self.unrest_of(index, view));
        clients.chain(server).chain(views).collect()
    }

    /// Does what is due next.
    pub fn step(&mut self) {
        let (now_us, action) = self.next_action();
        self.now_us = now_us;
        self.happened.clear();
        match action {
            Action::Edit(index) => self.step_edit(self.edits[index as usize]),
            Action::Rogue(index) => self.step_rogue(index),
            Action::Offline { client, is_offline } => self.step_offline(client, is_offline),
            Action::Crash(index) => self.step_crash(self.scenario.crashes[index as usize]),
            Action::Recover(server) => self.step_recover(server),
            Action::Type(client) => self.step_type(client),
            Action::Request { client, server, sending } => self.step_request(client, server, sending),
            Action::Timeout { client, sending } => self.step_timeout(client, sending),
            Action::Resolve(ticket) if self.is_lost(ticket) => {}
            Action::Lock(ticket) if self.is_lost(ticket) => {}
            Action::Make(ticket) if self.is_lost(ticket) => {}
            Action::Commit(ticket) if self.is_lost(ticket) => {}
            Action::Resolve(ticket) => self.step_resolve(ticket),
            Action::Lock(ticket) => self.step_lock(ticket),
            Action::Make(ticket) => self.step_make(ticket),
            Action::Commit(ticket) => self.step_commit(ticket),
            Action::Reply { client, intent, status } => self.step_reply(client, intent, status),
            Action::Read(reading) => self.step_reading(reading),
        }
    }

    /// Whether a crash has lost what a step belongs to.
    fn is_lost(&self, ticket: Ticket) -> bool {
        self.servers[ticket.server as usize].epoch != ticket.epoch
    }

    /// Lets `action` happen when and as often as the message arrives. `certain` is the fault that strikes
    /// it by plan.
    fn transmit(
        &mut self,
        link: Link,
        message: u64,
        weather: Weather,
        certain: Option<Fault>,
        action: Action,
    ) {
        self.transmit_at(self.now_us, link, message, weather, certain, action);
    }

    /// The same for a message that is sent later.
    fn transmit_at(
        &mut self,
        at_us: u64,
        link: Link,
        message: u64,
        weather: Weather,
        certain: Option<Fault>,
        action: Action,
    ) {
        let weather = if self.is_calm { weather.calm() } else { weather };
        let certain = if self.is_calm { None } else { certain };
        let passage = Passage::draw(weather, &mut self.chance.draws(link, message)).struck(certain);
        for delay_us in passage.delays_us() {
            self.queue.schedule(at_us + delay_us, action);
        }
        if let Some(fault) = passage.fault {
            self.happened.push(Event::Struck { link, message, fault });
        }
    }
}

fn instance(scenario: &Scenario, parts: &Parts) -> Instance {
    let rules = Rules {
        key_bytes_max: scenario.key_bytes_max,
        discipline: scenario.discipline,
        repairs: scenario.repairs,
        rekey_bytes_max: scenario.rekey_bytes_max,
    };
    Instance { server: Server::new(rules, (parts.conduct)(), (parts.generator)()), is_down: false, epoch: 0 }
}

/// The clock ids of writers that ask no server; those of clients are below.
const ROGUE_CLOCKS: u32 = 512;

/// Where the numbers of messages begin that belong to no intent.
const ROGUE_MESSAGES: u64 = 1 << 56;
const TICK_MESSAGES: u64 = 2 << 56;

impl World {
    /// The intent that a message between client and server belongs to.
    pub const fn intent_of(message: u64) -> u32 {
        (message >> 16) as u32
    }
}

/// The number of a message on its link, which finds its draws.
fn message(intent: u32, attempt: u32, number: u32) -> u64 {
    (u64::from(intent) << 16) | (u64::from(attempt & 0xff) << 8) | u64::from(number & 0xff)
}
