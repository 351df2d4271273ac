//! The way of a read: from a commit through the firehose to the views, and what a view fetches when it
//! misses something.

use super::network::{self, Fault};
use super::record::{Did, Rev};
use super::repository::{self, By};
use super::view::{Fate, Frame};
use super::{Action, ROGUE_MESSAGES, TICK_MESSAGES, World, message};
use crate::chance::{Draws, Link};
use crate::event::Event;
use crate::scenario::Weather;

impl World {
    /// Sends a commit to every subscription.
    pub(super) fn publish(&mut self, seq: u64) {
        self.happened.push(Event::Committed { seq });
        let message = match &self.repositories.commit(seq).by {
            By::Server(cause) | By::Client(cause) => message(cause.intent.id, cause.intent.attempt, 0),
            By::Rogue(number) => ROGUE_MESSAGES + u64::from(*number),
        };
        for view in 0..self.views.len() as u32 {
            let weather = self.views[view as usize].plan.weather;
            self.transmit(Link::Firehose(view), message, weather, None, Action::Frame { view, seq });
        }
    }

    pub(super) fn step_frame(&mut self, view: u32, seq: u64) {
        let commit = self.repositories.commit(seq);
        let did = commit.did;
        let frame = Frame { rev: commit.rev, since: commit.since, seq };
        let fate = self.views[view as usize].consumer_mut(did).receive(frame, &mut self.ready);
        self.happened.push(Event::Delivered { view, seq, fate });
        self.apply_ready(view);
        self.wait_if_gap(view, did, fate);
    }

    pub(super) fn step_tick(&mut self) {
        for did in self.repositories.dids() {
            let seq = self.repositories.announce_head(did);
            for view in 0..self.views.len() as u32 {
                let weather = self.views[view as usize].plan.weather;
                let certain = certain_fault(self.ticks, weather);
                let message =
                    TICK_MESSAGES + self.ticks * u64::from(self.scenario.authors) + u64::from(did.0);
                self.transmit(Link::Firehose(view), message, weather, certain, Action::Sync { view, seq });
            }
        }
        self.ticks += 1;
        self.queue.schedule(self.now_us + self.scenario.patience.sync_every_us, Action::Tick);
    }

    pub(super) fn step_sync(&mut self, view: u32, seq: u64) {
        let repository::Frame { did, rev, .. } = self.repositories.stream()[seq as usize];
        let fate = self.views[view as usize].consumer_mut(did).announce(rev);
        self.happened.push(Event::Announced { view, did, rev, fate });
        self.wait_if_gap(view, did, fate);
    }

    pub(super) fn step_grace(&mut self, view: u32, did: Did, wait: u32) {
        if self.views[view as usize].consumer_mut(did).grace_over(wait) {
            let at_us = self.now_us + self.snapshot_delay(view);
            self.queue.schedule(at_us, Action::Fetch { view, did });
        }
    }

    pub(super) fn step_fetch(&mut self, view: u32, did: Did) {
        let rev = self.repositories.head(did);
        let at_us = self.now_us + self.snapshot_delay(view);
        self.queue.schedule(at_us, Action::Snapshot { view, did, rev });
    }

    pub(super) fn step_snapshot(&mut self, view: u32, did: Did, rev: Rev) {
        let reader = &mut self.views[view as usize];
        let changes = self.repositories.changes(did, reader.consumer(did).known(), rev);
        let ops: Vec<_> = changes.iter().map(|&(_, op)| op).collect();
        reader.store.apply(&self.names, &ops, did, rev);
        let changes = changes.iter().map(|&(seq, op)| (seq, op.node)).collect();
        self.happened.push(Event::Restored { view, did, rev, changes });
        let fate = reader.consumer_mut(did).restore(rev, &mut self.ready);
        self.apply_ready(view);
        self.wait_if_gap(view, did, fate);
    }

    fn apply_ready(&mut self, view: u32) {
        let ready = std::mem::take(&mut self.ready);
        self.views[view as usize].apply(&self.names, &self.repositories, &ready);
        self.happened.extend(ready.iter().map(|&seq| Event::Applied { view, seq }));
        self.ready = ready;
        self.ready.clear();
    }

    fn wait_if_gap(&mut self, view: u32, did: Did, fate: Fate) {
        if fate == Fate::Gap {
            let reader = &self.views[view as usize];
            let (at_us, wait) = (self.now_us + reader.plan.grace_us, reader.consumer(did).wait());
            self.queue.schedule(at_us, Action::Grace { view, did, wait });
        }
    }

    fn snapshot_delay(&mut self, view: u32) -> u64 {
        let delay_us = self.views[view as usize].plan.weather.delay_us;
        let mut draws: Draws<'_> = self.chance.draws(Link::Snapshot(view), self.now_us);
        network::delay(delay_us, &mut draws)
    }
}

/// The fault that strikes the announcement of a tick by plan: each enabled one strikes once for certain.
const fn certain_fault(tick: u64, weather: Weather) -> Option<Fault> {
    match tick {
        1 if weather.loss_ppm > 0 => Some(Fault::Lost),
        2 if weather.repeat_ppm > 0 => Some(Fault::Repeated),
        _ => None,
    }
}
