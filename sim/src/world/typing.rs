//! Keystrokes of a recording: each is asked for like an edit, and the script goes on once it is over.

use super::intent::{Intent, Op, Status};
use super::record::{Node, Sort};
use super::repository::Bounds;
use super::typist::Next;
use super::{Action, World};
use crate::event::Event;
use crate::scenario::Keys;

impl World {
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
                let key = |node: Option<Node>| match script.sort(node?)? {
                    Sort::Key(key) => Some(key.clone()),
                    Sort::Last => None,
                };
                let mut bounds = Bounds { lower: key(between.lower), upper: key(between.upper) };
                // Between two typists' equal keys lies none: what is typed there goes above the tie.
                if bounds.lower.is_some() && bounds.lower == bounds.upper {
                    bounds.upper = bounds.lower.as_ref().and_then(|tie| script.key_above(tie));
                }
                self.write_locally(client, intent, bounds);
            }
        }
    }

    /// A keystroke that met a conflict, since another typist has deleted its anchor, is applied anew: after the next
    /// node before it that still stands. Nobody gives a keystroke up, or the text would be another. False if there
    /// is no keystroke, or no server to ask.
    pub(super) fn retype(&mut self, client: u32, intent: &Intent) -> bool {
        let editing = &mut self.clients[client as usize];
        let Some(typist) = editing.typist.as_ref().filter(|_| intent.op == Op::Insert) else { return false };
        if self.scenario.keys == Keys::Local {
            return false;
        }
        let place = typist.fall_back(intent, self.repositories.outline());
        editing.ask(Intent { attempt: intent.attempt + 1, place, ..*intent }, None);
        self.begin_next(client);
        true
    }

    /// A keystroke is over: the next one follows, and others may have waited for this one.
    pub(super) fn keystroke_over(&mut self, client: u32, intent: &Intent, status: Status) {
        self.last_keystroke_us = self.now_us;
        let (Some(script), Some(typist)) = (&mut self.script, &mut self.clients[client as usize].typist)
        else {
            return;
        };
        if intent.op == Op::Insert && status != Status::Done {
            typist.take_back(intent.node);
            script.stop_at(intent.id, status);
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
}
