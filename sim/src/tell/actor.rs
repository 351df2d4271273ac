//! Actors: whose deed an event is, and which of them have a lane of their own.

use crate::chance::Link;
use crate::event::Event;
use crate::scenario::{Keys, Scenario, Workload};
use std::collections::BTreeSet;
use std::fmt;

/// Whose deed an event is, or who missed what was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Actor {
    /// One who edits.
    Client(u32),
    /// A server instance.
    Server(u32),
    /// All repositories, with their one stream.
    Repository,
    /// A reader.
    View(u32),
}

impl Actor {
    /// The actor of one of the events of a step.
    pub fn of(event: &Event, step: &[Event], keys: Keys) -> Self {
        match event {
            Event::Sent { client, .. }
            | Event::Intended { client, .. }
            | Event::Offline { client, .. }
            | Event::Over { client, .. }
            | Event::Read { client, .. } => Self::Client(*client),
            // Who makes its own keys answers itself.
            Event::Replied { client, .. } if keys == Keys::Local => Self::Client(*client),
            Event::Struck { link, .. } => match link {
                Link::Request(client) | Link::Reply(client) => Self::Client(*client),
                Link::Firehose(view)
                | Link::Replay(view, _)
                | Link::Snapshot(view)
                | Link::ViewPlan(view) => Self::View(*view),
                Link::Scenario | Link::ServerSteps | Link::Jitter | Link::AccountPlan => Self::Repository,
            },
            Event::Resolved { server, .. }
            | Event::Retried { server, .. }
            | Event::Crashed { server }
            | Event::Recovered { server }
            | Event::Replied { server, .. } => Self::Server(*server),
            Event::Exhausted { intent, .. } => Self::Server(answering(*intent, step)),
            Event::Committed { .. } | Event::Account { .. } => Self::Repository,
            Event::Delivered { view, .. }
            | Event::Announced { view, .. }
            | Event::Shown { view, .. }
            | Event::Refused { view, .. }
            | Event::Applied { view, .. }
            | Event::Fetching { view, .. }
            | Event::Unfetched { view, .. }
            | Event::Restored { view, .. }
            | Event::Connected { view, .. }
            | Event::Disconnected { view }
            | Event::Rewound { view, .. }
            | Event::ViewCrashed { view }
            | Event::ViewRecovered { view } => Self::View(*view),
        }
    }

    /// Its name in a few letters.
    pub fn short(self) -> String {
        match self {
            Self::Client(number) => format!("c{number}"),
            Self::Server(number) => format!("s{number}"),
            Self::Repository => "repo".to_owned(),
            Self::View(number) => format!("v{number}"),
        }
    }
}

/// The server that answers an intent in a step.
fn answering(intent: u32, step: &[Event]) -> u32 {
    let answers = step.iter().find_map(|event| match event {
        Event::Replied { server, intent: answered, .. } if *answered == intent => Some(*server),
        _ => None,
    });
    answers.unwrap_or(0)
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Client(number) => write!(f, "client {number}"),
            Self::Server(number) => write!(f, "server {number}"),
            Self::Repository => f.write_str("repository"),
            Self::View(number) => write!(f, "view {number}"),
        }
    }
}

/// The actors of a scenario side by side: clients, servers, repository, views. Only clients that act are among
/// them.
#[derive(Clone, Debug)]
pub struct Lanes {
    /// Each lane's actors, of one kind.
    lanes: Vec<Vec<Actor>>,
}

impl Lanes {
    /// A lane for each actor.
    pub fn of(scenario: &Scenario) -> Self {
        let kinds = kinds(scenario);
        Self { lanes: kinds.into_iter().flatten().map(|actor| vec![actor]).collect() }
    }

    /// The same, but a kind of which there are more than `each_max` shares one lane.
    pub fn shared(scenario: &Scenario, each_max: usize) -> Self {
        let mut lanes = Vec::new();
        for kind in kinds(scenario).into_iter().filter(|kind| !kind.is_empty()) {
            if kind.len() > each_max {
                lanes.push(kind);
            } else {
                lanes.extend(kind.into_iter().map(|actor| vec![actor]));
            }
        }
        Self { lanes }
    }

    /// How many lanes there are.
    pub fn len(&self) -> usize {
        self.lanes.len()
    }

    /// Whether there is none; the repository always has one.
    pub fn is_empty(&self) -> bool {
        self.lanes.is_empty()
    }

    /// The lane of an actor, and whether it shares it.
    pub fn find(&self, actor: Actor) -> Option<(usize, bool)> {
        let lane = self.lanes.iter().position(|lane| lane.binary_search(&actor).is_ok())?;
        Some((lane, self.lanes[lane].len() > 1))
    }

    /// The names of the lanes, in full where they have at most `width_max` letters, else in short.
    pub fn names(&self, width_max: usize) -> Vec<String> {
        let in_full = |lane: &Vec<Actor>| match lane.as_slice() {
            [actor] => actor.to_string(),
            [Actor::Client(_), ..] => "clients".to_owned(),
            [Actor::Server(_), ..] => "servers".to_owned(),
            _ => "views".to_owned(),
        };
        let name = |lane: &Vec<Actor>| {
            let name = in_full(lane);
            if name.len() > width_max && lane.len() == 1 { lane[0].short() } else { name }
        };
        self.lanes.iter().map(name).collect()
    }

    /// The actors that have a lane of their own.
    pub fn actors(&self) -> impl Iterator<Item = Actor> {
        self.lanes.iter().filter(|lane| lane.len() == 1).map(|lane| lane[0])
    }
}

fn kinds(scenario: &Scenario) -> [Vec<Actor>; 4] {
    let mut clients: BTreeSet<u32> = scenario.offline.iter().map(|offline| offline.client).collect();
    match &scenario.workload {
        Workload::Edits(edits) => clients.extend(edits.iter().map(|edit| edit.client)),
        Workload::Recording(recording) => clients.extend(0..recording.agents),
    }
    // Where nobody asks them, servers can still crash.
    let is_idle = scenario.keys == Keys::Local && scenario.crashes.is_empty();
    let servers = if is_idle { 0 } else { scenario.servers };
    [
        clients.into_iter().map(Actor::Client).collect(),
        (0..servers).map(Actor::Server).collect(),
        vec![Actor::Repository],
        (0..scenario.views.len() as u32).map(Actor::View).collect(),
    ]
}
