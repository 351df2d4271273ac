//! The firehose: how frames get from the one stream to each subscription, and what befalls them there.
//!
//! A frame that is sent to a subscription may be lost, arrive twice or late, as its weather has it. A
//! connection may break: what is on its way is lost with it. When it is back the stream is replayed from the
//! view's cursor, as far as it is retained, while live frames arrive already; at that switch frames get
//! lost too. The stream may go back without saying so, and frames may arrive that nobody sent.

use super::network::Fault;
use super::reading::Reading;
use super::record::{Did, Rev};
use super::repository::{Body, By};
use super::view::{Incoming, Subscription};
use super::{Action, ROGUE_MESSAGES, TICK_MESSAGES, World, message};
use crate::chance::Link;
use crate::event::Event;
use crate::scenario::{Forgery, Lie, Weather};

/// Where the numbers of messages begin that tell whether a repository is shown: when it changes, and with each
/// announcement.
const ACCOUNT_MESSAGES: u64 = 3 << 56;
const STATUS_MESSAGES: u64 = 4 << 56;

/// What a message is about, as its number tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// An intent.
    Intent(u32),
    /// What was written past the server, by the number of the write.
    Rogue(u64),
    /// A frame without a commit: where a head stands.
    Frame,
    /// Whether a repository is shown.
    Account,
}

/// How many frames before the end of a replay may be lost at the switch.
const SWITCH_FRAMES: u64 = 8;

impl World {
    /// What a message is about.
    pub const fn about(message: u64) -> About {
        match message & !(ROGUE_MESSAGES - 1) {
            0 => About::Intent(Self::intent_of(message)),
            ROGUE_MESSAGES => About::Rogue(message - ROGUE_MESSAGES),
            ACCOUNT_MESSAGES | STATUS_MESSAGES => About::Account,
            _ => About::Frame,
        }
    }

    /// Puts all that is planned for the readers into the queue.
    pub(super) fn plan_reading(&mut self) {
        let mut planned = vec![(self.scenario.patience.sync_every_us, Reading::Tick)];
        for (index, change) in (0..).zip(&self.scenario.account_changes) {
            planned.push((change.at_us, Reading::Account(index)));
        }
        for (view, plan) in (0..).zip(&self.scenario.views) {
            let troubles = &plan.troubles;
            planned.push((0, Reading::Connect(view)));
            planned.push((plan.relist_every_us, Reading::Relist { view, life: 0 }));
            for outage in &troubles.outages {
                planned.push((outage.at_us, Reading::Disconnect { view, for_us: outage.for_us }));
            }
            for crash in &troubles.crashes {
                planned.push((crash.at_us, Reading::Crash { view, for_us: crash.for_us }));
            }
            for rewind in &troubles.rewinds {
                planned.push((rewind.at_us, Reading::Rewind { view, frames: rewind.frames }));
            }
            for (index, forgery) in (0..).zip(&troubles.forgeries) {
                planned.push((forgery.at_us, Reading::Forged { view, index }));
            }
        }
        for (at_us, reading) in planned {
            self.queue.schedule(at_us, Action::Read(reading));
        }
    }

    /// Sends a commit to every subscription.
    pub(super) fn publish(&mut self, seq: u64) {
        self.happened.push(Event::Committed { seq });
        self.send_to_views(seq, self.message_of(seq));
    }

    /// Sends what is no commit to every subscription, under a number that it keeps in replays.
    fn announce_to_views(&mut self, seq: u64, message: u64) {
        self.announcements.insert(seq, message);
        self.send_to_views(seq, message);
    }

    fn send_to_views(&mut self, seq: u64, message: u64) {
        for view in 0..self.views.len() as u32 {
            self.send_live(view, seq, message, None);
        }
    }

    /// Announces the head of every repository, and of those that were ever hidden whether they are shown.
    pub(super) fn step_tick(&mut self) {
        let first = self.ticks * u64::from(self.scenario.authors);
        for did in self.repositories.dids() {
            let seq = self.repositories.announce_head(did);
            let message = TICK_MESSAGES + first + u64::from(did.0);
            self.announcements.insert(seq, message);
            for view in 0..self.views.len() as u32 {
                let certain = certain_fault(self.ticks, self.views[view as usize].plan.weather);
                self.send_live(view, seq, message, certain);
            }
        }
        let mut changed: Vec<_> = self.scenario.account_changes.iter().map(|change| change.author).collect();
        changed.sort_unstable();
        changed.dedup();
        for did in changed.into_iter().map(Did) {
            let seq = self.repositories.set_active(did, self.repositories.is_active(did));
            self.announce_to_views(seq, STATUS_MESSAGES + first + u64::from(did.0));
        }
        self.ticks += 1;
        self.queue.schedule(self.now_us + self.scenario.patience.sync_every_us, Action::Read(Reading::Tick));
    }

    pub(super) fn step_account(&mut self, index: u32) {
        let change = self.scenario.account_changes[index as usize];
        let did = Did(change.author);
        let seq = self.repositories.set_active(did, change.is_active);
        self.happened.push(Event::Account { did, is_active: change.is_active });
        self.announce_to_views(seq, ACCOUNT_MESSAGES + u64::from(index));
    }

    pub(super) fn step_disconnect(&mut self, view: u32, for_us: u64) {
        if self.is_postponed(view, Reading::Disconnect { view, for_us }) {
            return;
        }
        self.views[view as usize].subscription.disconnect();
        self.happened.push(Event::Disconnected { view });
        self.queue.schedule(self.now_us + for_us, Action::Read(Reading::Connect(view)));
    }

    /// Connects, and has the stream replayed from the cursor.
    pub(super) fn step_connect(&mut self, view: u32) {
        let reader = &mut self.views[view as usize];
        if !reader.is_up || reader.subscription.is_connected {
            return;
        }
        let head = self.repositories.stream().len() as u64;
        let retained = reader.plan.troubles.retention.map_or(0, |frames| head.saturating_sub(frames.into()));
        let cursor = reader.store.cursor().map_or(0, |cursor| cursor.at + 1);
        reader.subscription.connect(head);
        let is_beyond = cursor < retained;
        self.happened.push(Event::Connected { view, cursor, head, is_beyond });
        if is_beyond {
            self.reload(view);
        }
        self.replay(view, cursor.max(retained), head);
    }

    /// Goes back without saying so.
    pub(super) fn step_rewind(&mut self, view: u32, frames: u32) {
        if self.is_postponed(view, Reading::Rewind { view, frames }) {
            return;
        }
        let head = self.repositories.stream().len() as u64;
        let from = head.saturating_sub(frames.into());
        self.happened.push(Event::Rewound { view, seq: from });
        self.replay(view, from, head);
    }

    /// Delivers a frame that nobody sent.
    pub(super) fn step_forged(&mut self, view: u32, index: u32) {
        if self.is_postponed(view, Reading::Forged { view, index }) {
            return;
        }
        let reader = &self.views[view as usize];
        let Forgery { author, lie, .. } = reader.plan.troubles.forgeries[index as usize];
        let (did, head) = (Did(author), self.repositories.stream().len() as u64);
        let incoming = match lie {
            Lie::FutureRev(ahead_us) => {
                Incoming { seq: head.saturating_sub(1), rev: Rev::at(self.now_us + ahead_us) }
            }
            Lie::FarSeq(ahead) => Incoming { seq: head + ahead, rev: self.repositories.head(did) },
        };
        match (self.admit)(&reader.subscription, incoming, self.now_us) {
            Err(refusal) => {
                let Incoming { seq, rev } = incoming;
                self.happened.push(Event::Refused { view, seq, did, rev, refusal });
            }
            Ok(()) => self.take_announcement(view, did, incoming),
        }
    }

    /// Whether a trouble of a connection does not strike now: where there is none it comes a little later, in
    /// the calm never.
    pub(super) fn is_postponed(&mut self, view: u32, reading: Reading) -> bool {
        let is_connected = self.views[view as usize].subscription.is_connected;
        if !is_connected && !self.is_calm {
            let at_us = self.now_us + self.scenario.patience.sync_every_us / 8;
            self.queue.schedule(at_us, Action::Read(reading));
        }
        !is_connected || self.is_calm
    }

    /// Sends the frames from `from` up to `head` again, paced, with the losses of a switch near the end.
    fn replay(&mut self, view: u32, from: u64, head: u64) {
        const PACE_US: u64 = 50;
        let reader = &mut self.views[view as usize];
        let Subscription { connection, .. } = reader.subscription;
        let (weather, switch_loss_ppm) = (reader.plan.weather, reader.plan.troubles.switch_loss_ppm);
        let until_us = self.now_us + (head - from) * PACE_US;
        let is_first_loss = switch_loss_ppm > 0 && !self.is_calm && !reader.subscription.has_lost_at_switch;
        reader.subscription.replay_until_us = until_us;
        reader.subscription.has_lost_at_switch |= is_first_loss && head > from;
        for seq in from..head {
            let is_at_switch = seq + SWITCH_FRAMES >= head;
            let weather = if is_at_switch { at_switch(weather, switch_loss_ppm) } else { weather };
            let certain = (is_first_loss && seq + 1 == head).then_some(Fault::Lost);
            let at_us = self.now_us + (seq - from) * PACE_US;
            let link = Link::Replay(view, connection);
            let action = Action::Read(Reading::Frame { view, seq, connection });
            self.transmit_at(at_us, link, self.message_of(seq), weather, certain, action);
        }
    }

    fn send_live(&mut self, view: u32, seq: u64, message: u64, certain: Option<Fault>) {
        let reader = &self.views[view as usize];
        let Subscription { connection, is_connected, replay_until_us, .. } = reader.subscription;
        if !is_connected {
            return;
        }
        let is_at_switch = replay_until_us > self.now_us;
        let loss_ppm = if is_at_switch { reader.plan.troubles.switch_loss_ppm } else { 0 };
        let weather = at_switch(reader.plan.weather, loss_ppm);
        let action = Action::Read(Reading::Frame { view, seq, connection });
        self.transmit(Link::Firehose(view), message, weather, certain, action);
    }

    /// The number of the message that tells of a frame.
    fn message_of(&self, seq: u64) -> u64 {
        match &self.repositories.stream()[seq as usize].body {
            Body::Commit(commit) => match &commit.by {
                By::Server(cause) | By::Client(cause) => {
                    message(cause.intent.id, cause.intent.attempt, commit.part(cause))
                }
                By::Rogue(number) => ROGUE_MESSAGES + u64::from(*number),
            },
            Body::Account { .. } | Body::Sync => self.announcements[&seq],
        }
    }
}

/// The fault that strikes the announcement of a tick by plan: each enabled one strikes once for certain.
const fn certain_fault(tick: u64, weather: Weather) -> Option<Fault> {
    match tick {
        0 if weather.loss_ppm > 0 => Some(Fault::Lost),
        1 if weather.repeat_ppm > 0 => Some(Fault::Repeated),
        _ => None,
    }
}

/// The weather at a switch from replay to live.
fn at_switch(weather: Weather, switch_loss_ppm: u32) -> Weather {
    Weather { loss_ppm: weather.loss_ppm.max(switch_loss_ppm), ..weather }
}
