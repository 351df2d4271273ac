//! The way of a write: from a client's edit through the network and the server's steps to a commit, and the
//! reply back. Where clients make their own keys, the way is short.

use super::client::{Answer, Sending};
use super::intent::{Intent, Op, Status};
use super::network;
use super::record::{Did, Fields, Name, Node, Record, Rkey, Sort, SortKey};
use super::repository::{Beside, Bounds, By, Cause, RecordOp};
use super::server::{Over, Progress, Received};
use super::typist::Next;
use super::view::Way;
use super::{Action, ROGUE_CLOCKS, Ticket, World, message};
use crate::chance::{Link, scale};
use crate::event::Event;
use crate::scenario::{Crash, Edit, Keys, RogueKind, RogueWrite};
use order_key::{Integer, KEY_BYTES_MAX};

/// What a server step's delay is for; tells their draws apart.
#[derive(Clone, Copy)]
enum Step {
    Resolve,
    Lock,
    Make,
    Commit,
}

impl World {
    pub(super) fn step_edit(&mut self, edit: Edit) {
        if self.clients[edit.client as usize].open(&edit) {
            self.load_page(edit.client);
        }
        let minted = self.mint(edit.client, edit.count);
        let intent = self.clients[edit.client as usize].intend(&edit, 1, &self.names, minted);
        self.happened.push(Event::Intended { client: edit.client, intent });
        match self.scenario.keys {
            Keys::Server => {
                self.clients[edit.client as usize].ask(intent, Some(edit));
                self.begin_next(edit.client);
            }
            Keys::Local => {
                let bounds = local_bounds(&intent, self.clients[edit.client as usize].page());
                self.write_locally(edit.client, intent, bounds);
            }
        }
    }

    pub(super) fn step_type(&mut self, client: u32) {
        if !self.clients[client as usize].takes_keystroke() {
            return;
        }
        let minted = self.mint(client, 1);
        let (Some(script), Some(typist)) = (&mut self.script, &mut self.clients[client as usize].typist)
        else {
            return;
        };
        let Next::Types(intent, between) = typist.next(script, minted) else {
            return;
        };
        self.happened.push(Event::Intended { client, intent });
        match self.scenario.keys {
            Keys::Server => {
                self.clients[client as usize].ask(intent, None);
                self.begin_next(client);
            }
            Keys::Local => {
                let key = |node: Option<Node>| match self.script.as_ref()?.sort(node?)? {
                    Sort::Key(key) => Some(key.clone()),
                    Sort::Last => None,
                };
                let bounds = Bounds { lower: key(between.lower), upper: key(between.upper) };
                self.write_locally(client, intent, bounds);
            }
        }
    }

    pub(super) fn step_offline(&mut self, client: u32, is_offline: bool) {
        self.clients[client as usize].set_offline(is_offline);
        self.happened.push(Event::Offline { client, is_offline });
        self.begin_next(client);
    }

    pub(super) fn step_request(&mut self, client: u32, server: u32, sending: Sending) {
        if self.servers[server as usize].is_down {
            return;
        }
        let id = sending.intent.id;
        match self.servers[server as usize].server.receive(client, sending, &self.repositories) {
            Received::Known(status) => self.reply(server, client, sending, status),
            Received::OtherBody => self.reply(server, client, sending, Status::Conflict),
            Received::InWork => {}
            Received::Accepted => {
                let ticket = Ticket { server, epoch: self.servers[server as usize].epoch, id };
                self.after_step(ticket, Step::Resolve, Action::Resolve(ticket));
            }
        }
    }

    pub(super) fn step_timeout(&mut self, client: u32, sending: Sending) {
        if let Some(again) = self.clients[client as usize].resend(sending) {
            self.send(client, again);
        }
    }

    pub(super) fn step_resolve(&mut self, ticket: Ticket) {
        let server = &mut self.servers[ticket.server as usize].server;
        let pair = server.resolve(ticket.id, &self.names, &self.repositories);
        self.happened.push(Event::Resolved { server: ticket.server, intent: ticket.id, pair });
        self.after_step(ticket, Step::Lock, Action::Lock(ticket));
    }

    pub(super) fn step_lock(&mut self, ticket: Ticket) {
        if self.servers[ticket.server as usize].server.lock(ticket.id) {
            self.after_step(ticket, Step::Make, Action::Make(ticket));
        }
    }

    pub(super) fn step_make(&mut self, ticket: Ticket) {
        let mut jitter = self.chance.draws(Link::Jitter, message(ticket.id, 0, ticket.server));
        let server = &mut self.servers[ticket.server as usize].server;
        let progress = server.make(ticket.id, &self.names, &mut self.repositories, &mut jitter);
        self.progress(ticket, progress);
    }

    pub(super) fn step_commit(&mut self, ticket: Ticket) {
        let server = &mut self.servers[ticket.server as usize].server;
        let progress = server.commit(ticket.id, self.now_us, &self.names, &mut self.repositories);
        self.progress(ticket, progress);
    }

    pub(super) fn step_crash(&mut self, crash: Crash) {
        let instance = &mut self.servers[crash.server as usize];
        instance.server.crash();
        instance.is_down = true;
        instance.epoch += 1;
        self.happened.push(Event::Crashed { server: crash.server });
        self.queue.schedule(self.now_us + crash.down_us, Action::Recover(crash.server));
    }

    pub(super) fn step_recover(&mut self, server: u32) {
        self.servers[server as usize].is_down = false;
        self.happened.push(Event::Recovered { server });
    }

    pub(super) fn step_reply(&mut self, client: u32, intent: Intent, status: Status) {
        if self.clients[client as usize].is_offline() {
            return;
        }
        let attempts_max = self.scenario.patience.attempts_max;
        match self.clients[client as usize].answer(&intent, status, attempts_max) {
            Answer::Late => {}
            Answer::Later(sending) => {
                let at_us = self.now_us + self.scenario.patience.try_later_us;
                self.queue.schedule(at_us, Action::Timeout { client, sending });
            }
            Answer::Over(status) => self.edit_over(client, &intent, status),
            Answer::Again(edit) => {
                self.clients[client as usize].go_home();
                self.load_page(client);
                let again = self.clients[client as usize].intend_again(&intent, &edit, &self.names);
                let sending = self.clients[client as usize].begin_again(again, edit);
                self.send(client, sending);
            }
        }
    }

    pub(super) fn step_rogue(&mut self, index: u32) {
        const LATER_US: u64 = 500_000;
        let is_done = self.write_past_the_server(self.scenario.rogue_writes[index as usize]);
        if !is_done && !self.is_calm {
            self.queue.schedule(self.now_us + LATER_US, Action::Rogue(index));
        }
    }

    /// Writes straight to a repository; false where there is nothing to write about or no budget left.
    fn write_past_the_server(&mut self, write: RogueWrite) -> bool {
        let rkey = Rkey::mint(write.clock_us, ROGUE_CLOCKS + write.id % ROGUE_CLOCKS);
        let did = Did(write.picks[1] % self.scenario.authors);
        let Some(ops) = self.rogue_ops(&write, Name { did, rkey }) else {
            return false;
        };
        let did = self.names.name(ops[0].node).did;
        let written = self.repositories.write(&self.names, self.now_us, did, None, ops, By::Rogue(write.id));
        if let Ok(seq) = written {
            self.publish(seq);
        }
        written.is_ok()
    }

    /// What a writer that asks no server writes; nothing where there is nothing to write it about.
    fn rogue_ops(&mut self, write: &RogueWrite, mut name: Name) -> Option<Vec<RecordOp>> {
        let outline = self.repositories.outline();
        // Half of them meet the clients where these meet each other: at the first row.
        let first = outline.ends(None).map(|(first, _)| first).filter(|_| write.picks[0].is_multiple_of(2));
        let picked = first.or_else(|| outline.pick(write.picks[0]))?;
        let copied = outline.get(picked)?.clone();
        let under = |sort_key: SortKey| Record { sort_key, ..copied.clone() };
        let record = match write.kind {
            RogueKind::Copy => {
                // In another repository a record key is free to be the same: then only the did differs.
                let twin = Name { did: name.did, ..self.names.name(picked) };
                name = if self.names.find(twin).is_none() { twin } else { name };
                copied
            }
            RogueKind::Malformed => {
                const TEXTS: [&str; 6] = ["m0001", "a4Q\n", "a_", "7", "", "a10"];
                under(SortKey::read(TEXTS[scale(write.picks[1], TEXTS.len())]))
            }
            RogueKind::TooLong => under(SortKey::read(&"a".repeat(KEY_BYTES_MAX + 1))),
            RogueKind::NoText => under(SortKey::malformed("17")),
            RogueKind::Missing => under(SortKey::malformed("null")),
            RogueKind::Lowest => under(SortKey::read(&lowest_integer(self.key_bytes_max))),
            RogueKind::AtCap => {
                // Now and then the greatest key of all, above which nothing fits.
                let digits = self.key_bytes_max - 1;
                let widest = char::from(b'a' + digits.min(26) as u8 - 1);
                let head = if write.picks[1].is_multiple_of(2) { widest } else { 'a' };
                under(SortKey::read(&format!("{head}{}", "z".repeat(digits))))
            }
            RogueKind::Orphan => {
                let rkey = Rkey(name.rkey.0 ^ 1);
                let parent = self.names.node(Name { rkey, ..name });
                Record { parent: Some(parent), ..copied }
            }
            RogueKind::Untyped => Record { fields: Fields::Untyped, ..copied },
            RogueKind::Extended => Record { fields: Fields::Extended, ..copied },
            RogueKind::Cycle => match self.cycle_ops(write) {
                Some(ops) => return Some(ops),
                None => copied,
            },
        };
        let node = self.names.node(name);
        Some(vec![RecordOp { node, record: Some(record) }])
    }

    /// Two records of one repository moved under each other.
    fn cycle_ops(&self, write: &RogueWrite) -> Option<Vec<RecordOp>> {
        let outline = self.repositories.outline();
        let (one, other) = (outline.pick(write.picks[0])?, outline.pick(write.picks[1])?);
        let is_pair = one != other && self.names.name(one).did == self.names.name(other).did;
        let moved = |node, parent| {
            let record = outline.get(node).cloned()?;
            Some(RecordOp { node, record: Some(Record { parent: Some(parent), ..record }) })
        };
        is_pair.then_some(vec![moved(one, other)?, moved(other, one)?])
    }

    /// What a step of a server came to.
    fn progress(&mut self, ticket: Ticket, progress: Progress) {
        let Ticket { server, id: intent, .. } = ticket;
        let retried = |failure| Event::Retried { server, intent, failure };
        match progress {
            Progress::Again(failure) => {
                self.happened.push(retried(failure));
                self.after_step(ticket, Step::Make, Action::Make(ticket));
            }
            Progress::Prepared(failure) => {
                self.happened.extend(failure.map(retried));
                self.after_step(ticket, Step::Commit, Action::Commit(ticket));
            }
            Progress::Over(over) => self.server_over(ticket, over),
        }
    }

    /// An intent is over at its server.
    fn server_over(&mut self, ticket: Ticket, over: Over) {
        let Ticket { server, id: intent, .. } = ticket;
        self.happened.extend(over.retried.map(|failure| Event::Retried { server, intent, failure }));
        if let Some(bounds) = over.exhausted {
            self.happened.push(Event::Exhausted {
                intent: ticket.id,
                count: over.sending.intent.count,
                bounds,
            });
        }
        for seq in over.seqs {
            self.publish(seq);
        }
        for id in over.woken {
            self.queue.schedule(self.now_us, Action::Lock(Ticket { id, ..ticket }));
        }
        self.reply(server, over.client, over.sending, over.status);
    }

    /// An edit is over for its client.
    fn edit_over(&mut self, client: u32, intent: &Intent, status: Status) {
        if status == Status::Conflict && self.retype(client, intent) {
            return;
        }
        self.happened.push(Event::Over { client, intent: intent.id, status });
        if self.script.is_some() {
            self.keystroke_over(client, intent, status);
        }
        self.begin_next(client);
    }

    /// A keystroke whose anchor another typist has deleted is applied anew, a bounded number of times: after
    /// the next node before it that still stands. False if this is not the case.
    fn retype(&mut self, client: u32, intent: &Intent) -> bool {
        let editing = &mut self.clients[client as usize];
        let Some(typist) = editing.typist.as_ref().filter(|_| intent.op == Op::Insert) else { return false };
        if intent.attempt >= self.scenario.patience.attempts_max {
            return false;
        }
        let place = typist.fall_back(intent, self.repositories.outline());
        editing.ask(Intent { attempt: intent.attempt + 1, place, ..*intent }, None);
        self.begin_next(client);
        true
    }

    /// A keystroke is over: the next one follows, and others may have waited for this one.
    fn keystroke_over(&mut self, client: u32, intent: &Intent, status: Status) {
        let (Some(script), Some(typist)) = (&mut self.script, &mut self.clients[client as usize].typist)
        else {
            return;
        };
        if intent.op == Op::Insert && status != Status::Done {
            typist.take_back(intent.node);
            script.stop_at(intent.id);
            return;
        }
        // A delete that failed met a node that another typist had deleted.
        script.acknowledge(intent.id, intent.node, &self.names, self.repositories.outline());
        // Without a server people type no faster than they would with one.
        let way_us = match self.scenario.keys {
            Keys::Server => 0,
            Keys::Local => 2 * self.scenario.network.delay_us.min_us,
        };
        let next_us = self.now_us + way_us + self.scenario.server_step_us.max_us;
        let is_over = typist.finish_if_over(script);
        for typing in (0..self.clients.len() as u32).filter(|&other| is_over || other == client) {
            if self.clients[typing as usize].expect_keystroke() {
                self.queue.schedule(next_us, Action::Type(typing));
            }
        }
    }

    /// A client that makes its own keys writes what it wants, from what it sees.
    fn write_locally(&mut self, client: u32, intent: Intent, bounds: Bounds) {
        let status = match self.local_ops(&intent, bounds) {
            Err(status) => status,
            Ok((ops, bounds)) => {
                let cause = Cause { intent, bounds, beside: Beside::Nothing };
                let (did, by) = (intent.did, By::Client(cause));
                match self.repositories.write(&self.names, self.now_us, did, None, ops, by) {
                    Ok(seq) => {
                        self.publish(seq);
                        Status::Done
                    }
                    Err(_) => Status::TryLater,
                }
            }
        };
        if status == Status::Done {
            self.clients[client as usize].ask(intent, None);
            self.clients[client as usize].forget_asked();
        } else {
            let Intent { id, attempt, .. } = intent;
            self.happened.push(Event::Replied { server: 0, client, intent: id, attempt, status });
        }
        self.edit_over(client, &intent, status);
    }

    /// What a client writes that makes its own keys, between the rows that it sees.
    fn local_ops(&mut self, intent: &Intent, bounds: Bounds) -> Result<(Vec<RecordOp>, Bounds), Status> {
        let node = intent.node;
        let is_own = self.names.name(node).did == intent.did;
        let live = self.repositories.outline().get(node).is_some();
        if !is_own || live == matches!(intent.op, Op::Insert | Op::Import | Op::Restore) {
            return Err(Status::Refused);
        }
        if intent.op == Op::Delete {
            return Ok((vec![RecordOp { node, record: None }], Bounds::default()));
        }
        let mut jitter = self.chance.draws(Link::Jitter, message(intent.id, 0, 0));
        let mut ops = Vec::new();
        let mut lower = bounds.lower.clone();
        for node in intent.nodes() {
            let made = self.servers[0].server.generate(lower.as_ref(), bounds.upper.as_ref(), &mut jitter);
            let sort_key = made.map_err(|error| match error {
                order_key::BetweenError::Exhausted { .. } => Status::Exhausted,
                _ => Status::Conflict,
            })?;
            lower = sort_key.key().cloned();
            let record = Record { parent: intent.parent, sort_key, fields: self.repositories.fields(node) };
            ops.push(RecordOp { node, record: Some(record) });
        }
        Ok((ops, bounds))
    }

    /// Sends what a client wants next, if nothing of it is pending.
    fn begin_next(&mut self, client: u32) {
        if let Some(sending) = self.clients[client as usize].begin_next() {
            self.send(client, sending);
        }
    }

    /// Loads the first rows of a client's open page from the view that it reads.
    fn load_page(&mut self, client: u32) {
        const PAGE_ROWS: usize = 40;
        let editing = &mut self.clients[client as usize];
        let view = &self.views[client as usize % self.views.len()];
        let rows = view.page(&self.names, editing.parent(), Way::Forward, None, PAGE_ROWS);
        self.happened.push(Event::Read { client, rows: rows.len() as u32 });
        editing.load(rows);
    }

    fn send(&mut self, client: u32, sending: Sending) {
        let Sending { intent, resends } = sending;
        self.happened.push(Event::Sent { client, intent, resends });
        if !self.clients[client as usize].is_offline() {
            let message = message(intent.id, intent.attempt, resends);
            let server = (client + resends) % self.scenario.servers;
            let action = Action::Request { client, server, sending };
            self.transmit(Link::Request(client), message, self.scenario.network, None, action);
        }
        let timeout_us = self.now_us + self.scenario.patience.resend_after_us;
        self.queue.schedule(timeout_us, Action::Timeout { client, sending });
    }

    fn reply(&mut self, server: u32, client: u32, sending: Sending, status: Status) {
        let Sending { intent, resends } = sending;
        let Intent { id, attempt, .. } = intent;
        self.happened.push(Event::Replied { server, client, intent: id, attempt, status });
        let action = Action::Reply { client, intent, status };
        self.transmit(
            Link::Reply(client),
            message(id, attempt, resends),
            self.scenario.network,
            None,
            action,
        );
    }

    fn after_step(&mut self, ticket: Ticket, step: Step, action: Action) {
        let message = message(ticket.id, ticket.server, step as u32);
        let delay =
            network::delay(self.scenario.server_step_us, &mut self.chance.draws(Link::ServerSteps, message));
        self.queue.schedule(self.now_us + delay, action);
    }

    /// New nodes, named by record keys that no other has, one after the other. Returns the first.
    fn mint(&mut self, client: u32, count: u32) -> Node {
        let did = self.clients[client as usize].did();
        let mut minted = (0..count).map(|_| {
            self.last_mint_us = self.now_us.max(self.last_mint_us + 1);
            let rkey = Rkey::mint(self.last_mint_us, client % ROGUE_CLOCKS);
            self.names.node(Name { did, rkey })
        });
        let first = minted.next().expect("at least one node is minted");
        minted.for_each(drop);
        first
    }
}

/// The lowest integer that is a key within a cap.
fn lowest_integer(key_bytes_max: usize) -> String {
    let lowest = Integer::FLOOR.increment().expect("the floor is the lowest");
    if lowest.as_str().len() <= key_bytes_max {
        return lowest.to_string();
    }
    let digits = key_bytes_max - 1;
    format!("{}{}", char::from(b'Z' - (digits as u8 - 1)), "0".repeat(digits))
}

/// The keys on both sides of a place among the rows that a client sees.
fn local_bounds(intent: &Intent, rows: &[super::view::Row]) -> Bounds {
    use super::intent::Place;
    let others: Vec<_> = rows.iter().filter(|row| row.node != intent.node).collect();
    let at = |node: Node| others.iter().position(|row| row.node == node);
    let place = match intent.place {
        Place::First => 0,
        Place::Last => others.len(),
        Place::After(node) | Place::Between(node, _) => at(node).map_or(others.len(), |at| at + 1),
        Place::Before(node) => at(node).unwrap_or(others.len()),
    };
    let key =
        |at: Option<usize>| at.and_then(|at| others.get(at)).and_then(|row| row.sort_key.key().cloned());
    Bounds { lower: key(place.checked_sub(1)), upper: key(Some(place)) }
}
