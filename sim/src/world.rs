//! The world: clients, network, server, repository, firehose and views, moved by what is due next.
//!
//! Each part is a state machine without I/O, clock or dice; this file hands them the time and the draws
//! and puts what they want into the queue. Follow one insert by the names of the steps: `step_edit`,
//! `step_request`, `step_resolve`, `step_lock`, `step_write`, `step_frame`, `step_reply`.

pub mod client;
pub mod generator;
pub mod intent;
pub mod network;
pub mod outline;
mod queue;
pub mod record;
pub mod repository;
pub mod server;
pub mod typist;
pub mod view;

use crate::chance::{Chance, Draws, Link};
use crate::event::Event;
use crate::scenario::{Edit, RogueWrite, Scenario, StoreKind, ViewPlan, Weather, Workload};
use client::{Answer, Client, Sending};
use generator::{Generator, OrderKey};
use intent::{Intent, Status};
use network::{Fault, Passage};
use queue::Queue;
use record::{Did, Name, Names, Node, Rev, Rkey};
use repository::{By, RecordOp, Repository};
use server::{Received, Server};
use std::sync::Arc;
use typist::Typist;
use view::{Chain, Consumer, Fate, Frame, MemoryStore, SqliteStore, Store, View};

/// Everything that takes part in a run.
#[derive(Debug)]
pub struct World {
    /// The cap on keys, in bytes.
    pub key_bytes_max: usize,
    /// The virtual time in microseconds.
    pub now_us: u64,
    /// All records' names.
    pub names: Names,
    /// The one repository, which is the truth.
    pub repository: Repository,
    /// The readers.
    pub views: Vec<View>,
    /// Those who edit.
    pub clients: Vec<Client>,
    edits: Vec<Edit>,
    rogue_writes: Vec<RogueWrite>,
    server: Server,
    scenario: Arc<Scenario>,
    chance: Chance,
    queue: Queue,
    is_calm: bool,
    ticks: u64,
    last_mint_us: u64,
    happened: Vec<Event>,
    ready: Vec<u64>,
}

/// The parts of a world that can be exchanged: for others that do the same, or for broken ones.
#[derive(Debug)]
pub struct Parts {
    /// What the server makes keys with.
    pub generator: Box<dyn Generator>,
    /// What makes the store of a view.
    pub store: fn(StoreKind) -> Box<dyn Store>,
    /// What makes the consumer of a view.
    pub consumer: fn() -> Box<dyn Consumer>,
}

impl Default for Parts {
    fn default() -> Self {
        Self { generator: Box::new(OrderKey), store: Self::store, consumer: || Box::<Chain>::default() }
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
}

/// What is due at some time. Each one acted on counts as an event of the run.
#[derive(Clone, Copy, Debug)]
enum Action {
    /// A client makes a planned edit.
    Edit(u32),
    /// A writer that asks no server writes.
    Rogue(u32),
    /// A typist makes the next keystroke.
    Type(u32),
    /// A request reaches the server.
    Request { client: u32, sending: Sending },
    /// A client has waited long enough for a reply.
    Timeout { client: u32, sending: Sending },
    /// The server reads the neighbours.
    Resolve(u32),
    /// The server takes locks.
    Lock(u32),
    /// The server makes a key and commits.
    Write(u32),
    /// A reply reaches a client.
    Reply { client: u32, intent: Intent, status: Status },
    /// A commit frame reaches a view.
    Frame { view: u32, seq: u64 },
    /// The repository announces its head.
    Tick,
    /// A sync frame reaches a view.
    Sync { view: u32, rev: Rev },
    /// A view has waited long enough for a missing commit.
    Grace { view: u32, wait: u32 },
    /// A view's request for a snapshot reaches the repository.
    Fetch { view: u32 },
    /// A snapshot reaches a view.
    Snapshot { view: u32, rev: Rev },
}

/// What a server step's delay is for; tells their draws apart.
#[derive(Clone, Copy)]
enum Step {
    Resolve,
    Lock,
    Write,
}

impl World {
    /// The world at the start of a scenario, made of these parts.
    pub fn new(scenario: &Arc<Scenario>, parts: Parts) -> Self {
        let mut clients: Vec<Client> = Vec::new();
        clients.resize_with(scenario.clients as usize, Client::default);
        let mut queue = Queue::default();
        let edits = match &scenario.workload {
            Workload::Edits(edits) => edits.clone(),
            Workload::Recording(recording) => {
                clients[0].typist = Some(Typist::new(recording.keystrokes.clone().into()));
                queue.schedule(0, Action::Type(0));
                Vec::new()
            }
        };
        for (index, edit) in (0..).zip(&edits) {
            queue.schedule(edit.at_us, Action::Edit(index));
        }
        for (index, write) in (0..).zip(&scenario.rogue_writes) {
            queue.schedule(write.at_us, Action::Rogue(index));
        }
        queue.schedule(scenario.patience.sync_every_us, Action::Tick);
        let view = |&plan: &ViewPlan| View::new(plan, (parts.store)(plan.store), (parts.consumer)());
        Self {
            key_bytes_max: scenario.key_bytes_max,
            now_us: 0,
            names: Names::default(),
            repository: Repository::new(Did(1)),
            views: scenario.views.iter().map(view).collect(),
            clients,
            edits,
            rogue_writes: scenario.rogue_writes.clone(),
            server: Server::new(scenario.key_bytes_max, parts.generator),
            scenario: Arc::clone(scenario),
            chance: Chance::new(scenario.seed),
            queue,
            is_calm: false,
            ticks: 0,
            last_mint_us: 0,
            happened: Vec::new(),
            ready: Vec::new(),
        }
    }

    /// What happened in the last step.
    pub fn happened(&self) -> &[Event] {
        &self.happened
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
        let head = self.repository.head();
        let clients = (0..).zip(&self.clients).filter(|(_, client)| !client.is_idle());
        let clients = clients.map(|(index, client): (usize, _)| {
            format!("client {index} waits with {} edits unanswered", client.unanswered())
        });
        let server = (!self.server.is_idle()).then(|| "the server has intents in work".to_owned());
        let views = (0..).zip(&self.views).filter(|(_, view)| {
            view.consumer.known() != head || !view.consumer.is_whole() || view.store.rev() != head
        });
        let views = views.map(|(index, view): (usize, _)| {
            let known = view.consumer.known();
            let log = self.repository.log();
            let lacks = log.len() - log.partition_point(|commit| commit.rev <= known);
            let kept_back = view.consumer.buffered();
            format!("view {index} lacks {lacks} commits and keeps {kept_back} back")
        });
        clients.chain(server).chain(views).collect()
    }

    /// Does what is due next.
    pub fn step(&mut self) {
        let (now_us, action) = self.queue.pop().expect("the next announcement is always due");
        self.now_us = now_us;
        self.happened.clear();
        match action {
            Action::Edit(index) => self.step_edit(self.edits[index as usize]),
            Action::Rogue(index) => self.step_rogue(self.rogue_writes[index as usize]),
            Action::Type(client) => self.step_type(client),
            Action::Request { client, sending } => self.step_request(client, sending),
            Action::Timeout { client, sending } => self.step_timeout(client, sending),
            Action::Resolve(id) => self.step_resolve(id),
            Action::Lock(id) => self.step_lock(id),
            Action::Write(id) => self.step_write(id),
            Action::Reply { client, intent, status } => self.step_reply(client, intent, status),
            Action::Frame { view, seq } => self.step_frame(view, seq),
            Action::Tick => self.step_tick(),
            Action::Sync { view, rev } => self.step_sync(view, rev),
            Action::Grace { view, wait } => self.step_grace(view, wait),
            Action::Fetch { view } => self.step_fetch(view),
            Action::Snapshot { view, rev } => self.step_snapshot(view, rev),
        }
    }

    fn step_edit(&mut self, edit: Edit) {
        self.clients[edit.client as usize].queue(edit);
        self.begin_next(edit.client);
    }

    fn step_rogue(&mut self, write: RogueWrite) {
        let Some(copied) = self.repository.outline().pick(write.pick) else {
            return;
        };
        let record = copied.clone();
        let rkey = Rkey::mint(write.clock_us, ROGUE_CLOCKS + write.id % ROGUE_CLOCKS);
        let node = self.names.node(Name { did: Did(1), rkey });
        let op = RecordOp { node, record: Some(record) };
        let seq = self.repository.commit(&self.names, self.now_us, op, By::Rogue(write.id));
        self.publish(seq);
    }

    fn step_type(&mut self, client: u32) {
        let node = self.mint(client);
        let typing = &mut self.clients[client as usize];
        let intent = typing.typist.as_mut().and_then(|typist| typist.next(|| node));
        if let Some(intent) = intent {
            let sending = self.clients[client as usize].begin(intent, None);
            self.send(client, sending);
        }
    }

    fn step_request(&mut self, client: u32, sending: Sending) {
        let id = sending.intent.id;
        match self.server.receive(client, sending, &self.repository) {
            Received::Known(status) => self.reply(client, sending, status),
            Received::InWork => {}
            Received::Accepted => self.after_step(id, Step::Resolve, Action::Resolve(id)),
        }
    }

    fn step_timeout(&mut self, client: u32, sending: Sending) {
        if let Some(again) = self.clients[client as usize].resend(sending) {
            self.send(client, again);
        }
    }

    fn step_resolve(&mut self, id: u32) {
        let pair = self.server.resolve(id, &self.names, self.repository.outline());
        self.happened.push(Event::Resolved { intent: id, pair });
        self.after_step(id, Step::Lock, Action::Lock(id));
    }

    fn step_lock(&mut self, id: u32) {
        if self.server.lock(id) {
            self.after_step(id, Step::Write, Action::Write(id));
        }
    }

    fn step_write(&mut self, id: u32) {
        let mut jitter = self.chance.draws(Link::Jitter, id.into());
        let written = self.server.write(id, self.now_us, &self.names, &mut self.repository, &mut jitter);
        if written.stale {
            self.happened.push(Event::Stale { intent: id });
        }
        if let Some(bounds) = written.exhausted {
            self.happened.push(Event::Exhausted { intent: id, bounds });
        }
        if let Some(seq) = written.seq {
            self.publish(seq);
        }
        for woken in written.woken {
            self.queue.schedule(self.now_us, Action::Lock(woken));
        }
        self.reply(written.client, written.sending, written.status);
    }

    fn step_reply(&mut self, client: u32, intent: Intent, status: Status) {
        let attempts_max = self.scenario.patience.attempts_max;
        match self.clients[client as usize].answer(&intent, status, attempts_max) {
            Answer::Late => {}
            Answer::Over(status) => {
                self.happened.push(Event::Over { client, intent: intent.id, status });
                if let Some(typist) = &mut self.clients[client as usize].typist {
                    if status == Status::Exhausted {
                        typist.stop();
                    }
                    self.queue.schedule(self.now_us, Action::Type(client));
                }
                self.begin_next(client);
            }
            Answer::Again(edit) => {
                self.load_page(client);
                self.begin(client, edit, intent.attempt + 1, Some(intent.node));
            }
        }
    }

    fn step_frame(&mut self, view: u32, seq: u64) {
        let commit = &self.repository.log()[seq as usize];
        let frame = Frame { rev: commit.rev, since: commit.since, seq };
        let fate = self.views[view as usize].consumer.receive(frame, &mut self.ready);
        self.happened.push(Event::Delivered { view, seq, fate });
        self.apply_ready(view);
        self.wait_if_gap(view, fate);
    }

    fn step_tick(&mut self) {
        let rev = self.repository.head();
        for view in 0..self.views.len() as u32 {
            let weather = self.views[view as usize].plan.weather;
            let certain = certain_fault(self.ticks, weather);
            let link = Link::Firehose(view);
            self.transmit(link, TICK_MESSAGES + self.ticks, weather, certain, Action::Sync { view, rev });
        }
        self.ticks += 1;
        self.queue.schedule(self.now_us + self.scenario.patience.sync_every_us, Action::Tick);
    }

    fn step_sync(&mut self, view: u32, rev: Rev) {
        let fate = self.views[view as usize].consumer.announce(rev);
        self.happened.push(Event::Announced { view, rev, fate });
        self.wait_if_gap(view, fate);
    }

    fn step_grace(&mut self, view: u32, wait: u32) {
        if self.views[view as usize].consumer.grace_over(wait) {
            let at_us = self.now_us + self.snapshot_delay(view);
            self.queue.schedule(at_us, Action::Fetch { view });
        }
    }

    fn step_fetch(&mut self, view: u32) {
        let rev = self.repository.head();
        let at_us = self.now_us + self.snapshot_delay(view);
        self.queue.schedule(at_us, Action::Snapshot { view, rev });
    }

    fn step_snapshot(&mut self, view: u32, rev: Rev) {
        let reader = &mut self.views[view as usize];
        let changes = self.repository.changes(reader.consumer.known(), rev);
        let ops: Vec<_> = changes.iter().map(|&(_, op)| op).collect();
        reader.store.apply(&self.names, &ops, rev);
        let changes = changes.iter().map(|&(seq, op)| (seq, op.node)).collect();
        self.happened.push(Event::Restored { view, rev, changes });
        let fate = reader.consumer.restore(rev, &mut self.ready);
        self.apply_ready(view);
        self.wait_if_gap(view, fate);
    }

    /// Begins the next edit of a client, if it has nothing pending.
    fn begin_next(&mut self, client: u32) {
        let Some(edit) = self.clients[client as usize].next_edit() else {
            return;
        };
        let editing = &mut self.clients[client as usize];
        if editing.open(&edit) {
            self.load_page(client);
        }
        self.begin(client, edit, 1, None);
    }

    /// Turns an edit into an intent and sends it. `minted` is its node, where it has one already.
    fn begin(&mut self, client: u32, edit: Edit, attempt: u32, minted: Option<Node>) {
        let node = minted.unwrap_or_else(|| self.mint(client));
        let editing = &mut self.clients[client as usize];
        let intent = editing.intend(&edit, attempt, || node);
        let sending = editing.begin(intent, Some(edit));
        self.send(client, sending);
    }

    /// Loads the first rows of a client's open page from the view that it reads.
    fn load_page(&mut self, client: u32) {
        const PAGE_ROWS: usize = 40;
        let editing = &mut self.clients[client as usize];
        let view = &self.views[client as usize % self.views.len()];
        let rows = view.store.page(&self.names, editing.parent(), None, PAGE_ROWS);
        self.happened.push(Event::Read { client, rows: rows.len() as u32 });
        editing.load(rows.into_iter().map(|row| row.node).collect());
    }

    fn send(&mut self, client: u32, sending: Sending) {
        let Sending { intent, resends } = sending;
        self.happened.push(Event::Sent { client, intent, resends });
        let message = message(intent.id, intent.attempt, resends);
        let weather = self.scenario.network;
        self.transmit(Link::Request(client), message, weather, None, Action::Request { client, sending });
        let timeout_us = self.now_us + self.scenario.patience.resend_after_us;
        self.queue.schedule(timeout_us, Action::Timeout { client, sending });
    }

    fn reply(&mut self, client: u32, sending: Sending, status: Status) {
        let Sending { intent, resends } = sending;
        let Intent { id, attempt, .. } = intent;
        self.happened.push(Event::Replied { client, intent: id, attempt, status });
        let action = Action::Reply { client, intent, status };
        let weather = self.scenario.network;
        self.transmit(Link::Reply(client), message(id, attempt, resends), weather, None, action);
    }

    /// Sends a commit to every subscription.
    fn publish(&mut self, seq: u64) {
        self.happened.push(Event::Committed { seq });
        let message = match &self.repository.log()[seq as usize].by {
            By::Server(cause) => message(cause.intent.id, cause.intent.attempt, 0),
            By::Rogue(number) => ROGUE_MESSAGES + u64::from(*number),
        };
        for view in 0..self.views.len() as u32 {
            let weather = self.views[view as usize].plan.weather;
            self.transmit(Link::Firehose(view), message, weather, None, Action::Frame { view, seq });
        }
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
        let weather = if self.is_calm { weather.calm() } else { weather };
        let certain = if self.is_calm { None } else { certain };
        let passage = Passage::draw(weather, &mut self.chance.draws(link, message)).struck(certain);
        for delay_us in passage.delays_us() {
            self.queue.schedule(self.now_us + delay_us, action);
        }
        if let Some(fault) = passage.fault {
            self.happened.push(Event::Struck { link, message, fault });
        }
    }

    fn apply_ready(&mut self, view: u32) {
        let ready = std::mem::take(&mut self.ready);
        self.views[view as usize].apply(&self.names, self.repository.log(), &ready);
        self.happened.extend(ready.iter().map(|&seq| Event::Applied { view, seq }));
        self.ready = ready;
        self.ready.clear();
    }

    fn wait_if_gap(&mut self, view: u32, fate: Fate) {
        if fate == Fate::Gap {
            let View { plan, consumer, .. } = &self.views[view as usize];
            let (at_us, wait) = (self.now_us + plan.grace_us, consumer.wait());
            self.queue.schedule(at_us, Action::Grace { view, wait });
        }
    }

    fn after_step(&mut self, id: u32, step: Step, action: Action) {
        let mut draws = self.chance.draws(Link::ServerSteps, message(id, 0, step as u32));
        let delay = network::delay(self.scenario.server_step_us, &mut draws);
        self.queue.schedule(self.now_us + delay, action);
    }

    fn snapshot_delay(&mut self, view: u32) -> u64 {
        let delay_us = self.views[view as usize].plan.weather.delay_us;
        let mut draws: Draws<'_> = self.chance.draws(Link::Snapshot(view), self.now_us);
        network::delay(delay_us, &mut draws)
    }

    /// A new node, named by a record key that no other has.
    fn mint(&mut self, client: u32) -> Node {
        self.last_mint_us = self.now_us.max(self.last_mint_us + 1);
        let rkey = Rkey::mint(self.last_mint_us, client % ROGUE_CLOCKS);
        self.names.node(Name { did: Did(1), rkey })
    }
}

/// The clock ids of writers that ask no server; those of clients are below.
const ROGUE_CLOCKS: u32 = 512;

/// Where the numbers of messages begin that belong to no intent.
const ROGUE_MESSAGES: u64 = 1 << 56;
const TICK_MESSAGES: u64 = 2 << 56;

/// The fault that strikes the announcement of a tick by plan: each enabled one strikes once for certain.
const fn certain_fault(tick: u64, weather: Weather) -> Option<Fault> {
    match tick {
        1 if weather.loss_ppm > 0 => Some(Fault::Lost),
        2 if weather.repeat_ppm > 0 => Some(Fault::Repeated),
        _ => None,
    }
}

/// The number of a message on its link, which finds its draws.
fn message(intent: u32, attempt: u32, number: u32) -> u64 {
    (u64::from(intent) << 16) | (u64::from(attempt & 0xff) << 8) | u64::from(number & 0xff)
}
