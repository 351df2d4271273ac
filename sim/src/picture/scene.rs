//! What is drawn: rows of what happened at one moment, each deed in the lane of its actor, and the arrows between.

use super::arrow::{Arrow, Arrows};
use crate::event::{Cause, Event};
use crate::scenario::Keys;
use crate::tell::{Actor, Course, Lanes, changes, say};
use crate::world::view::Fate;
use crate::world::{About, World};

/// All that happened.
#[derive(Debug)]
pub struct Scene {
    /// The moments, oldest first.
    pub rows: Vec<Row>,
    lanes: Lanes,
    keys: Keys,
    arrows: Arrows,
}

/// What happened at one moment.
#[derive(Debug)]
pub struct Row {
    /// When, in virtual microseconds.
    pub at_us: u64,
    /// What, each in a lane.
    pub deeds: Vec<(usize, String)>,
}

impl Scene {
    /// Nothing yet.
    pub fn new(lanes: Lanes, keys: Keys) -> Self {
        Self { rows: Vec::new(), lanes, keys, arrows: Arrows::default() }
    }

    /// The lanes, from left to right.
    pub const fn lanes(&self) -> &Lanes {
        &self.lanes
    }

    /// Which lanes have anything in them, the repository and the views in any case.
    pub fn used_lanes(&self) -> Vec<bool> {
        let is_reader = |actor: Actor| matches!(actor, Actor::Repository | Actor::View(_));
        let mut used: Vec<bool> = self.lanes.actors().map(is_reader).collect();
        self.rows.iter().flat_map(|row| &row.deeds).for_each(|(lane, _)| used[*lane] = true);
        used
    }

    /// The arrows between rows and lanes.
    pub fn arrows(&self) -> &[Arrow] {
        self.arrows.drawn()
    }

    /// Takes in what happened in a step of the world.
    pub fn step(&mut self, world: &World) {
        let step = world.happened();
        let mut row = Row { at_us: world.now_us, deeds: Vec::new() };
        for event in step.iter().filter(|event| !is_no_news(event)) {
            let Some((lane, _)) = self.lanes.find(Actor::of(event, step, self.keys)) else { continue };
            let course = self.arrows.follow(event, (self.rows.len(), lane), step, &self.lanes, world);
            row.deeds.extend(deed(event, course, step, world).map(|deed| (lane, deed)));
        }
        if !row.deeds.is_empty() {
            self.rows.push(row);
        }
    }
}

/// What is told of an event; nothing where another one tells it.
fn deed(event: &Event, course: Course, step: &[Event], world: &World) -> Option<String> {
    let is_told_by = |other: &Event| match (event, other) {
        (Event::Sent { intent, resends: 0, .. }, Event::Intended { intent: wanted, .. }) => intent == wanted,
        (Event::Applied { view, seq }, Event::Delivered { view: hearing, seq: heard, .. }) => {
            (view, seq) == (hearing, heard)
        }
        _ => false,
    };
    if step.iter().any(is_told_by) {
        return None;
    }
    let &Event::Delivered { view, seq, fate } = event else { return Some(say(event, world)) };
    if fate == Fate::Applied {
        return Some(format!("{}{}", say(&Event::Applied { view, seq }, world), course.in_words()));
    }
    let changes = changes(&world.repositories.commit(seq).ops, world);
    Some(format!("{}{}: {changes}", say(event, world), course.in_words()))
}

/// Whether an event changed nothing that could be seen.
fn is_no_news(event: &Event) -> bool {
    match event {
        Event::Read { .. } | Event::Connected { is_beyond: false, .. } => true,
        Event::Announced { fate, .. } => !matches!(fate, Fate::Gap | Fate::Unknown),
        Event::Shown { is_news, .. } => !is_news,
        Event::Struck { message, .. } => World::about(*message) == About::Frame,
        Event::Fetching { cause, .. } => *cause == Cause::Listing,
        Event::Restored { changes, .. } => changes.is_empty(),
        _ => false,
    }
}
