//! The way of a write: from a client's edit through the network and the server's steps to a commit, and the
//! reply back.

use super::client::{Answer, Sending};
use super::intent::{Intent, Status};
use super::network;
use super::record::{Did, Name, Node, Rkey};
use super::repository::{By, RecordOp};
use super::server::Received;
use super::{Action, ROGUE_CLOCKS, World, message};
use crate::chance::Link;
use crate::event::Event;
use crate::scenario::{Edit, RogueWrite};

/// What a server step's delay is for; tells their draws apart.
#[derive(Clone, Copy)]
enum Step {
    Resolve,
    Lock,
    Write,
}

impl World {
    pub(super) fn step_edit(&mut self, edit: Edit) {
        self.clients[edit.client as usize].queue(edit);
        self.begin_next(edit.client);
    }

    pub(super) fn step_rogue(&mut self, write: RogueWrite) {
        let Some(copied) = self.repositories.outline().pick(write.pick) else {
            return;
        };
        let record = copied.clone();
        let rkey = Rkey::mint(write.clock_us, ROGUE_CLOCKS + write.id % ROGUE_CLOCKS);
        let node = self.names.node(Name { did: Did(0), rkey });
        let op = RecordOp { node, record: Some(record) };
        let by = By::Rogue(write.id);
        if let Ok(seq) = self.repositories.write(&self.names, self.now_us, Did(0), None, vec![op], by) {
            self.publish(seq);
        }
    }

    pub(super) fn step_type(&mut self, client: u32) {
        let node = self.mint(client);
        let typing = &mut self.clients[client as usize];
        let intent = typing.typist.as_mut().and_then(|typist| typist.next(|| node));
        if let Some(intent) = intent {
            let sending = self.clients[client as usize].begin(intent, None);
            self.send(client, sending);
        }
    }

    pub(super) fn step_request(&mut self, client: u32, sending: Sending) {
        let id = sending.intent.id;
        match self.server.receive(client, sending, &self.repositories) {
            Received::Known(status) => self.reply(client, sending, status),
            Received::InWork => {}
            Received::Accepted => self.after_step(id, Step::Resolve, Action::Resolve(id)),
        }
    }

    pub(super) fn step_timeout(&mut self, client: u32, sending: Sending) {
        if let Some(again) = self.clients[client as usize].resend(sending) {
            self.send(client, again);
        }
    }

    pub(super) fn step_resolve(&mut self, id: u32) {
        let pair = self.server.resolve(id, &self.names, self.repositories.outline());
        self.happened.push(Event::Resolved { intent: id, pair });
        self.after_step(id, Step::Lock, Action::Lock(id));
    }

    pub(super) fn step_lock(&mut self, id: u32) {
        if self.server.lock(id) {
            self.after_step(id, Step::Write, Action::Write(id));
        }
    }

    pub(super) fn step_write(&mut self, id: u32) {
        let mut jitter = self.chance.draws(Link::Jitter, id.into());
        let written = self.server.write(id, self.now_us, &self.names, &mut self.repositories, &mut jitter);
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

    pub(super) fn step_reply(&mut self, client: u32, intent: Intent, status: Status) {
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

    fn after_step(&mut self, id: u32, step: Step, action: Action) {
        let mut draws = self.chance.draws(Link::ServerSteps, message(id, 0, step as u32));
        let delay = network::delay(self.scenario.server_step_us, &mut draws);
        self.queue.schedule(self.now_us + delay, action);
    }

    /// A new node, named by a record key that no other has.
    fn mint(&mut self, client: u32) -> Node {
        self.last_mint_us = self.now_us.max(self.last_mint_us + 1);
        let rkey = Rkey::mint(self.last_mint_us, client % ROGUE_CLOCKS);
        self.names.node(Name { did: Did(0), rkey })
    }
}
