//! The states of readers: what befalls frames, why views fetch, and what their pages show.

use super::{Reached, count};
use crate::chance::Link;
use crate::event::{Cause, Event};
use crate::scenario::ConsumerKind;
use crate::world::network::Fault;
use crate::world::record::Did;
use crate::world::view::{Entry, Fate, Row};
use crate::world::{About, World};
use std::collections::BTreeMap;

/// What a state is made of that takes more than one event.
#[derive(Debug, Default)]
pub struct Reading {
    /// The last frame that each view got through the connection that stands.
    last: BTreeMap<u32, u64>,
    of_repositories: BTreeMap<(u32, Did), Heard>,
}

#[derive(Debug, Default)]
struct Heard {
    cause: Option<Cause>,
    /// An announcement, and no commit, told that something is missing.
    misses_tail: bool,
    is_hidden: bool,
}

impl Reading {
    /// Takes in one thing that happened.
    pub fn observe(&mut self, event: &Event, world: &World, reached: &mut Reached) {
        match *event {
            Event::Struck { link: Link::Firehose(_) | Link::Replay(..), message, fault }
                if matches!(World::about(message), About::Intent(_) | About::Rogue(_)) =>
            {
                count(reached, if fault == Fault::Lost { "event lost" } else { "event repeated" });
            }
            Event::Connected { view, .. } | Event::Rewound { view, .. } => {
                self.last.remove(&view);
            }
            Event::Delivered { view, seq, fate } => self.delivered(view, seq, fate, world, reached),
            Event::Announced { view, did, fate: Fate::Gap, .. } => self.heard(view, did).misses_tail = true,
            Event::Fetching { view, did, cause } => {
                let heard = self.heard(view, did);
                heard.cause = Some(cause);
                if cause == Cause::Gap && std::mem::take(&mut heard.misses_tail) {
                    count(reached, "loss at the tail noticed");
                }
            }
            Event::Restored { view, did, .. } => match self.heard(view, did).cause.take() {
                Some(Cause::Gap) => count(reached, "resync by gap"),
                Some(Cause::Retention) => count(reached, "resync beyond retention"),
                _ => {}
            },
            Event::Shown { view, did, is_active, is_news: true, .. } => {
                let was_hidden = std::mem::replace(&mut self.heard(view, did).is_hidden, !is_active);
                if was_hidden && is_active {
                    count(reached, "account hidden and shown");
                }
            }
            Event::Refused { .. } => count(reached, "forged frame refused"),
            Event::ViewRecovered { .. } => count(reached, "view crash and recovery"),
            _ => {}
        }
    }

    fn delivered(&mut self, view: u32, seq: u64, fate: Fate, world: &World, reached: &mut Reached) {
        let last = self.last.entry(view).or_default();
        if seq < *last {
            count(reached, "event overtaken");
        }
        *last = seq.max(*last);
        let commit = world.repositories.commit(seq);
        let reader = &world.views[view as usize];
        if fate == Fate::Gap {
            self.heard(view, commit.did).misses_tail = false;
        }
        if fate == Fate::Applied && reader.plan.consumer == ConsumerKind::PerRecord {
            let is_too_late = commit.ops.iter().filter(|op| op.record.is_some()).any(|op| {
                let held = reader.store.held(&world.names, op.node);
                !held.is_live && held.rev > commit.rev
            });
            if is_too_late {
                count(reached, "delete before its create");
            }
        }
    }

    fn heard(&mut self, view: u32, did: Did) -> &mut Heard {
        self.of_repositories.entry((view, did)).or_default()
    }
}

/// Looks at the pages of every view.
pub fn look(world: &World, reached: &mut Reached) {
    for view in &world.views {
        let groups = view.groups(&world.names);
        for line in view.render(&groups, &world.names).lines {
            match line.entry {
                Entry::Cycle => count(reached, "cycle rendered"),
                Entry::Orphan => count(reached, "orphan rendered"),
                Entry::Child => {}
            }
            if line.sort_key.key().is_none() {
                count(reached, "malformed key read");
            }
        }
        let rkey = |row: &Row| world.names.name(row.node).rkey;
        for pair in groups.iter().flat_map(|group| group.rows.windows(2)) {
            let [one, other] = [&pair[0], &pair[1]].map(|row| row.sort_key.key());
            if one.is_some() && one == other {
                let by =
                    if rkey(&pair[0]) == rkey(&pair[1]) { "tie broken by did" } else { "tie broken by rkey" };
                count(reached, by);
            }
        }
    }
}
