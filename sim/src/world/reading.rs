//! The way of a read: from a frame that arrives to what a view applies, and what it fetches when it misses
//! something.

use super::network;
use super::record::Did;
use super::repository::{self, Body};
use super::view::{Fate, Incoming, SnapshotHead, View};
use super::{Action, World};
use crate::chance::Link;
use crate::event::{Cause, Event};

/// What is due on the side of the readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reading {
    /// The repositories announce their heads.
    Tick,
    /// A repository is hidden or shown.
    Account(u32),
    /// A view connects to the stream.
    Connect(u32),
    /// A connection breaks.
    Disconnect { view: u32, for_us: u64 },
    /// A stream goes back.
    Rewind { view: u32, frames: u32 },
    /// A frame reaches a view, if the connection that it was sent through still stands.
    Frame { view: u32, seq: u64, connection: u32 },
    /// A frame that nobody sent reaches a view.
    Forged { view: u32, index: u32 },
    /// A view has waited long enough for a missing commit.
    Grace { view: u32, did: Did, wait: u32, life: u32 },
    /// A view lists everything anew.
    Relist { view: u32, life: u32 },
    /// A view's request for a snapshot reaches the repository.
    Fetch { view: u32, did: Did, life: u32, number: u64 },
    /// A snapshot reaches a view.
    Snapshot { view: u32, did: Did, life: u32, head: SnapshotHead },
    /// The request was refused.
    NoSnapshot { view: u32, did: Did, life: u32 },
    /// A view dies.
    Crash { view: u32, for_us: u64 },
    /// A view begins anew.
    Recover(u32),
}

impl World {
    /// Does what is due on the side of the readers.
    pub(super) fn step_reading(&mut self, reading: Reading) {
        match reading {
            Reading::Tick => self.step_tick(),
            Reading::Account(index) => self.step_account(index),
            Reading::Connect(view) => self.step_connect(view),
            Reading::Disconnect { view, for_us } => self.step_disconnect(view, for_us),
            Reading::Rewind { view, frames } => self.step_rewind(view, frames),
            Reading::Frame { view, seq, connection } => self.step_frame(view, seq, connection),
            Reading::Forged { view, index } => self.step_forged(view, index),
            Reading::Grace { view, did, wait, life } => self.step_grace(view, did, wait, life),
            Reading::Relist { view, life } => self.step_relist(view, life),
            Reading::Fetch { view, did, life, number } => self.step_fetch(view, did, life, number),
            Reading::Snapshot { view, did, life, head } => self.step_snapshot(view, did, life, head),
            Reading::NoSnapshot { view, did, life } => self.step_no_snapshot(view, did, life),
            Reading::Crash { view, for_us } => self.step_view_crash(view, for_us),
            Reading::Recover(view) => self.step_view_recover(view),
        }
    }

    fn step_frame(&mut self, view: u32, seq: u64, connection: u32) {
        let reader = &self.views[view as usize];
        if !reader.subscription.hears(connection) {
            return;
        }
        let repository::Frame { did, rev, body } = &self.repositories.stream()[seq as usize];
        let (did, incoming) = (*did, Incoming { seq, rev: *rev });
        if let Err(refusal) = (self.admit)(&reader.subscription, incoming, self.now_us) {
            self.happened.push(Event::Refused { view, seq, did, rev: incoming.rev, refusal });
            return;
        }
        match *body {
            Body::Commit(_) => self.take_commit(view, did, seq),
            Body::Account { is_active } => self.take_account(view, did, seq, is_active),
            Body::Sync => self.take_announcement(view, did, incoming),
        }
    }

    fn take_commit(&mut self, view: u32, did: Did, seq: u64) {
        let reader = &mut self.views[view as usize];
        let fate = reader.take_commit(&self.names, &self.repositories, seq, &mut self.ready);
        self.happened.push(Event::Delivered { view, seq, fate });
        self.happened.extend(self.ready.drain(..).map(|seq| Event::Applied { view, seq }));
        self.follow_up(view, did, fate);
    }

    fn take_account(&mut self, view: u32, did: Did, seq: u64, is_active: bool) {
        let is_news = self.views[view as usize].take_account(&self.names, did, is_active, seq);
        self.happened.push(Event::Shown { view, did, seq, is_active, is_news });
    }

    /// Takes in that the head of a repository is at a revision.
    pub(super) fn take_announcement(&mut self, view: u32, did: Did, incoming: Incoming) {
        let reader = &mut self.views[view as usize];
        let fate = reader.take_announcement(&self.names, &self.repositories, did, incoming);
        let Incoming { seq, rev } = incoming;
        self.happened.push(Event::Announced { view, seq, did, rev, fate });
        self.follow_up(view, did, fate);
    }

    fn step_grace(&mut self, view: u32, did: Did, wait: u32, life: u32) {
        let reader = &mut self.views[view as usize];
        if reader.life == life && reader.is_up && reader.consumer_mut(did).grace_over(wait) {
            self.fetch(view, did, Cause::Gap);
        }
    }

    fn step_relist(&mut self, view: u32, life: u32) {
        let reader = &mut self.views[view as usize];
        if reader.life != life || !reader.is_up {
            return;
        }
        let at_us = self.now_us + reader.plan.relist_every_us;
        for did in self.repositories.dids() {
            if self.views[view as usize].consumer_mut(did).relist() {
                self.fetch(view, did, Cause::Listing);
            }
        }
        self.queue.schedule(at_us, Action::Read(Reading::Relist { view, life }));
    }

    /// Fetches every repository that the view has: the stream no longer holds what it missed.
    pub(super) fn reload(&mut self, view: u32) {
        for did in self.repositories.dids() {
            if self.views[view as usize].lose(&self.names, &self.repositories, did) {
                self.fetch(view, did, Cause::Retention);
            }
        }
    }

    /// Sends a request for a snapshot.
    fn fetch(&mut self, view: u32, did: Did, cause: Cause) {
        self.happened.push(Event::Fetching { view, did, cause });
        self.send_fetch(view, did, 0);
    }

    fn send_fetch(&mut self, view: u32, did: Did, wait_us: u64) {
        let life = self.views[view as usize].life;
        let fetches = self.fetches.entry((view, did)).or_default();
        *fetches += 1;
        let number = *fetches;
        let at_us = self.now_us + wait_us + self.snapshot_delay(view, Part::Request.of(did, number));
        self.queue.schedule(at_us, Action::Read(Reading::Fetch { view, did, life, number }));
    }

    /// The repository makes a snapshot, or refuses to, or its answer breaks off.
    fn step_fetch(&mut self, view: u32, did: Did, life: u32, number: u64) {
        let at_us = self.now_us + self.snapshot_delay(view, Part::Answer.of(did, number));
        let reader = &self.views[view as usize];
        let (refuse_ppm, cut_ppm) = (reader.plan.troubles.refuse_ppm, reader.plan.troubles.cut_ppm);
        // Each enabled fault strikes for certain as long as it never did.
        let must_cut = cut_ppm > 0 && !reader.was_cut;
        let must_refuse = refuse_ppm > 0 && !reader.was_refused;
        let mut draws = self.chance.draws(Link::Snapshot(view), Part::Fate.of(did, number));
        let (refused, cut, part) =
            (draws.happens(refuse_ppm), draws.happens(cut_ppm), draws.below(1_000_000));
        let refused = !self.is_calm && !must_cut && (refused || must_refuse);
        let cut = !self.is_calm && (cut || must_cut);
        let reading = if refused {
            Reading::NoSnapshot { view, did, life }
        } else {
            let whole = SnapshotHead::whole(did, &self.repositories);
            let head = if cut { SnapshotHead { arrive_ppm: part, ..whole } } else { whole };
            Reading::Snapshot { view, did, life, head }
        };
        self.queue.schedule(at_us, Action::Read(reading));
    }

    fn step_snapshot(&mut self, view: u32, did: Did, life: u32, head: SnapshotHead) {
        let reader = &mut self.views[view as usize];
        if reader.life != life || !reader.is_up {
            return;
        }
        let (names, repositories, mut changes) = (&self.names, &self.repositories, Vec::new());
        let taken = reader.take_snapshot(names, repositories, did, head, &mut changes, &mut self.ready);
        let Some(fate) = taken else {
            reader.was_cut = true;
            self.happened.push(Event::Unfetched { view, did, is_refused: false });
            self.fetch_again(view, did);
            return;
        };
        self.happened.push(Event::Restored { view, did, rev: head.rev, changes });
        self.happened.extend(self.ready.drain(..).map(|seq| Event::Applied { view, seq }));
        self.follow_up(view, did, fate);
    }

    fn step_no_snapshot(&mut self, view: u32, did: Did, life: u32) {
        let reader = &mut self.views[view as usize];
        if reader.life == life && reader.is_up {
            reader.was_refused = true;
            self.happened.push(Event::Unfetched { view, did, is_refused: true });
            self.fetch_again(view, did);
        }
    }

    fn fetch_again(&mut self, view: u32, did: Did) {
        let wait_us = self.views[view as usize].plan.grace_us;
        self.send_fetch(view, did, wait_us);
    }

    fn step_view_crash(&mut self, view: u32, for_us: u64) {
        if self.is_postponed(view, Reading::Crash { view, for_us }) {
            return;
        }
        self.views[view as usize].crash();
        self.happened.push(Event::ViewCrashed { view });
        self.queue.schedule(self.now_us + for_us, Action::Read(Reading::Recover(view)));
    }

    /// A view begins anew with what its store kept, fetches what it knows to miss, and connects.
    fn step_view_recover(&mut self, view: u32) {
        if self.views[view as usize].is_up {
            return;
        }
        let consumers = self.consumers(self.views[view as usize].plan.consumer);
        let reader = &mut self.views[view as usize];
        let mut behind = Vec::new();
        reader.recover(consumers, &mut behind);
        let (life, at_us) = (reader.life, self.now_us + reader.plan.relist_every_us);
        self.happened.push(Event::ViewRecovered { view });
        for did in behind {
            self.fetch(view, did, Cause::Behind);
        }
        self.queue.schedule(at_us, Action::Read(Reading::Relist { view, life }));
        self.step_connect(view);
    }

    /// What a view lacks; nothing when it rests.
    pub(super) fn unrest_of(&self, index: usize, view: &View) -> Vec<String> {
        let mut lacks = Vec::new();
        if !view.subscription.is_connected {
            lacks.push(format!("view {index} is not connected"));
        }
        for did in self.repositories.dids() {
            let (consumer, standing) = (view.consumer(did), view.store.standing(did));
            let (head, kept_back) = (self.repositories.head(did), consumer.buffered());
            let newer = self.repositories.newer(did, standing.rev);
            if consumer.known() != head || !consumer.is_whole() || newer > 0 {
                lacks.push(format!("view {index} lacks {newer} commits of {did} and keeps {kept_back} back"));
            }
            if standing.is_active != self.repositories.is_active(did) {
                let shows = if standing.is_active { "shows" } else { "hides" };
                lacks.push(format!("view {index} still {shows} {did}"));
            }
        }
        lacks
    }

    fn follow_up(&mut self, view: u32, did: Did, fate: Fate) {
        match fate {
            Fate::Gap => {
                let reader = &self.views[view as usize];
                let (wait, life) = (reader.consumer(did).wait(), reader.life);
                let at_us = self.now_us + reader.plan.grace_us;
                self.queue.schedule(at_us, Action::Read(Reading::Grace { view, did, wait, life }));
            }
            Fate::Unknown => self.fetch(view, did, Cause::Unknown),
            Fate::Applied | Fate::Stale | Fate::Buffered => {}
        }
    }

    fn snapshot_delay(&mut self, view: u32, message: u64) -> u64 {
        let delay_us = self.views[view as usize].plan.weather.delay_us;
        network::delay(delay_us, &mut self.chance.draws(Link::Snapshot(view), message))
    }
}

/// What is drawn for one fetch.
#[derive(Clone, Copy)]
enum Part {
    Request,
    Answer,
    Fate,
}

impl Part {
    /// The number of the message that it is drawn for, in a view's n-th fetch of a repository.
    const fn of(self, did: Did, number: u64) -> u64 {
        (number << 24) | ((did.0 as u64) << 2) | self as u64
    }
}
