//! Arrows: where a message set out, and where and how it arrived.

use crate::chance::Link;
use crate::event::Event;
use crate::tell::{Actor, Course, Heard, Lanes};
use crate::world::intent::Status;
use crate::world::network::Fault;
use crate::world::repository::By;
use crate::world::{About, World};
use std::collections::{BTreeMap, BTreeSet};

/// A row and a lane.
pub type Spot = (usize, usize);

/// The way of one message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Where it set out.
    pub from: Spot,
    /// Where it arrived, or would have.
    pub to: Spot,
    /// What befell it.
    pub way: Way,
}

/// What befell a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It arrived.
    Plain,
    /// It never arrived.
    Lost,
    /// It arrived twice; this is one of the two.
    Repeated,
    /// A later one arrived before it.
    Overtaken,
}

/// Finds the arrows while a run goes.
#[derive(Debug, Default)]
pub struct Arrows {
    drawn: Vec<Arrow>,
    /// What is on its way between clients and servers, oldest first.
    on_their_way: Vec<Message>,
    /// Where commits were made.
    commits: BTreeMap<u64, Spot>,
    /// Which commits come to which view twice.
    twice: BTreeSet<(u32, u64)>,
    heard: Heard,
}

impl Arrows {
    /// The arrows so far.
    pub fn drawn(&self) -> &[Arrow] {
        &self.drawn
    }

    /// Follows what is sent and what arrives. `at` is the row and the lane of the event. Returns what was unusual
    /// about the way of a commit to a view.
    pub fn follow(
        &mut self,
        event: &Event,
        at: Spot,
        step: &[Event],
        lanes: &Lanes,
        world: &World,
    ) -> Course {
        match event {
            Event::Sent { intent, .. } => {
                // Who asks anew was told that there was a conflict, who asks again was told nothing.
                self.arrive(intent.id, Kind::Reply(Status::Conflict), at);
                self.send(intent.id, Kind::Request, at);
            }
            Event::Resolved { intent, .. } => self.arrive(*intent, Kind::Request, at),
            Event::Replied { intent, status, .. } => {
                self.arrive(*intent, Kind::Request, at);
                self.send(*intent, Kind::Reply(*status), at);
            }
            Event::Over { intent, status, .. } => self.arrive(*intent, Kind::Reply(*status), at),
            Event::Committed { seq } => self.commit(*seq, at, step, lanes, world),
            Event::Struck { link, message, fault } => self.strike(*link, *message, *fault, at, step),
            Event::Restored { .. } => self.draw_beside(Actor::Repository, at, lanes),
            Event::Delivered { view, seq, .. } => return self.deliver(*view, *seq, at),
            _ => {}
        }
        Course::Straight
    }

    fn send(&mut self, intent: u32, kind: Kind, from: Spot) {
        self.on_their_way.push(Message { intent, kind, from, is_twice: false });
    }

    /// The newest message of a kind arrives.
    fn arrive(&mut self, intent: u32, kind: Kind, to: Spot) {
        let is_it = |message: &Message| (message.intent, message.kind) == (intent, kind);
        if let Some(at) = self.on_their_way.iter().rposition(is_it) {
            let Message { from, is_twice, .. } = self.on_their_way.remove(at);
            let way = if is_twice { Way::Repeated } else { Way::Plain };
            self.drawn.push(Arrow { from, to, way });
        }
    }

    /// A commit is written by the one who answers for it in the same step, or who wanted it.
    fn commit(&mut self, seq: u64, at: Spot, step: &[Event], lanes: &Lanes, world: &World) {
        self.commits.insert(seq, at);
        let by = match &world.repositories.commit(seq).by {
            By::Server(cause) | By::Client(cause) => cause.intent.id,
            By::Rogue(_) => return,
        };
        let writer = step.iter().find_map(|event| match event {
            Event::Replied { server, intent, .. } if *intent == by => Some(Actor::Server(*server)),
            Event::Intended { client, intent } if intent.id == by => Some(Actor::Client(*client)),
            _ => None,
        });
        if let Some(writer) = writer {
            self.draw_beside(writer, at, lanes);
        }
    }

    /// An arrow within a row.
    fn draw_beside(&mut self, from: Actor, to: Spot, lanes: &Lanes) {
        if let Some((lane, _)) = lanes.find(from) {
            self.drawn.push(Arrow { from: (to.0, lane), to, way: Way::Plain });
        }
    }

    /// A fault strikes what was sent in this step; `at` is the lane of who misses it, or gets it twice.
    fn strike(&mut self, link: Link, message: u64, fault: Fault, at: Spot, step: &[Event]) {
        let (Link::Request(_) | Link::Reply(_)) = link else {
            return self.strike_frame(link, at, fault, step);
        };
        let About::Intent(intent) = World::about(message) else { return };
        let is_request = matches!(link, Link::Request(_));
        let is_it = |sent: &Message| sent.intent == intent && (sent.kind == Kind::Request) == is_request;
        let Some(sent) = self.on_their_way.iter().rposition(is_it) else { return };
        match fault {
            Fault::Repeated => self.on_their_way[sent].is_twice = true,
            Fault::Lost => {
                let from = self.on_their_way.remove(sent).from;
                // Which server a request would have reached is known to nobody: it goes off beside the client.
                let to = if is_request { (from.0, from.1 + 1) } else { at };
                self.drawn.push(Arrow { from, to, way: Way::Lost });
            }
        }
    }

    /// What strikes the frame of a commit is told right after it.
    fn strike_frame(&mut self, link: Link, at: Spot, fault: Fault, step: &[Event]) {
        let Link::Firehose(view) = link else { return };
        let committed = step.iter().rev().find_map(|event| match event {
            Event::Committed { seq } => Some((*seq, *self.commits.get(seq)?)),
            _ => None,
        });
        match (committed, fault) {
            (Some((_, from)), Fault::Lost) => self.drawn.push(Arrow { from, to: at, way: Way::Lost }),
            (Some((seq, _)), Fault::Repeated) => drop(self.twice.insert((view, seq))),
            (None, _) => {}
        }
    }

    fn deliver(&mut self, view: u32, seq: u64, to: Spot) -> Course {
        let course = self.heard.hear(view, seq);
        let way = match course {
            Course::Again => Way::Repeated,
            _ if self.twice.contains(&(view, seq)) => Way::Repeated,
            Course::Overtaken => Way::Overtaken,
            Course::Straight => Way::Plain,
        };
        if let Some(&from) = self.commits.get(&seq) {
            self.drawn.push(Arrow { from, to, way });
        }
        course
    }
}

/// What goes between a client and a server.
#[derive(Debug)]
struct Message {
    intent: u32,
    kind: Kind,
    from: Spot,
    is_twice: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Request,
    Reply(Status),
}
