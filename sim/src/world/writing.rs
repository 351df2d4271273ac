//! The way of a write: from a client's edit through the network and the server's steps to a commit, and the
//! reply back. Where clients make their own keys the way is short: `local`. What recordings type is in `typing`,
//! what others write in `rogue`.

use super::client::{Answer, Sending};
use super::intent::{Intent, Status};
use super::local::local_bounds;
use super::network;
use super::record::{Name, Node, Rkey};
use super::server::{Over, Progress, Received};
use super::view::Way;
use super::{Action, ROGUE_CLOCKS, Ticket, World, message};
use crate::chance::Link;
use crate::event::Event;
use crate::scenario::{Crash, Edit, Keys};

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
        if let Some((count, bounds)) = over.exhausted {
            self.happened.push(Event::Exhausted { intent, count, bounds });
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
    pub(super) fn edit_over(&mut self, client: u32, intent: &Intent, status: Status) {
        if status == Status::Conflict && self.retype(client, intent) {
            return;
        }
        self.happened.push(Event::Over { client, intent: intent.id, status });
        if self.script.is_some() {
            self.keystroke_over(client, intent, status);
        }
        self.begin_next(client);
    }

    /// Sends what a client wants next, if nothing of it is pending.
    pub(super) fn begin_next(&mut self, client: u32) {
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
    pub(super) fn mint(&mut self, client: u32, count: u32) -> Node {
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
