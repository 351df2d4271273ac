//! The small worlds that are run with every choice in turn.
//!
//! All delays are 0, so that from one moment on everything is due at the same time and any of it may come first.
//!
//! *Writes*: clients insert and move into one gap. Every order of edits, messages and server steps is tried, by one
//! server instance and by two, under both ways to keep writes apart. Frames reach the reader at once.
//!
//! *Reads*: a short log of commits, written in one go, reaches one consumer on one store. Every order of deliveries,
//! timers, fetches and snapshots is tried, with the loss or the repetition of any one frame, or with a crash of the
//! reader at any moment.
//!
//! One core, release, the chain in memory with one fault, and the lock with one instance (seconds of processor time):
//!
//! | frames | runs | states | seconds | | clients × edits | runs | states | seconds |
//! | --- | --- | --- | --- | --- | --- | --- | --- | --- |
//! | 5 | 14,756 | 8,797 | 1.7 | | 2 × 2 | 8,315 | 7,086 | 1.0 |
//! | 6 | 91,328 | 51,488 | 12 | | 3 × 1 | 11,316 | 8,044 | 1.3 |
//! | 7 | 602,047 | 336,630 | 91 | | 2 × 3 | 762,155 | 669,419 | 144 |
//!
//! A frame more takes 7 to 8 times as long, so 8 frames complete in an hour, and 9 would not; an edit more for each of
//! two clients takes some 140 times as long, so 4 edits each would not.

use crate::chance::Rules;
use crate::scenario::{
    ConsumerKind, Discipline, Edit, Keys, Kind, Outage, Patience, Scenario, Span, StoreKind, Troubles,
    ViewPlan, Weather, Workload,
};
use crate::world::turns::Side;
use order_key::KEY_BYTES_MAX;

/// A small world.
#[derive(Clone, Debug)]
pub struct Small {
    /// Its name, which begins with `writes` or `reads`.
    pub name: String,
    /// What happens in it.
    pub scenario: Scenario,
    /// What may be chosen.
    pub rules: Rules,
    /// The states that must be reached over all of its runs, as SPEC's table calls them.
    pub reaches: &'static [&'static str],
}

/// How large a small world is.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// How many clients write.
    pub clients: u32,
    /// How many edits each of them makes.
    pub edits: u32,
    /// How many commit frames are read.
    pub frames: u32,
}

impl Size {
    /// The states that must be reached in a world of the default size or a larger one.
    fn reaches(self, states: &'static [&'static str]) -> &'static [&'static str] {
        let Self { clients, edits, frames } = Self::default();
        let is_smaller = self.clients < clients || self.edits < edits || self.frames < frames;
        if is_smaller { &[] } else { states }
    }
}

impl Default for Size {
    fn default() -> Self {
        Self { clients: 2, edits: 2, frames: 5 }
    }
}

/// When the choices begin; before it the world is set up.
const BEGIN_US: u64 = 1_000_000;
/// When the storm ends in a world of reads, everything having been delivered.
const STORM_END_US: u64 = 1_500_000;
/// A world of reads is listed anew at the moment when its frames arrive.
const RELIST_US: u64 = BEGIN_US;
/// No listing.
const NEVER_US: u64 = 1_000_000_000;

/// All small worlds of a size.
pub fn smalls(size: Size) -> Vec<Small> {
    let mut smalls = Vec::new();
    for discipline in [Discipline::Lock, Discipline::UniqueIndex] {
        smalls.extend([1, 2].map(|servers| writes(size, servers, discipline)));
    }
    for consumer in [ConsumerKind::Chain, ConsumerKind::PerRecord] {
        for store in [StoreKind::Memory, StoreKind::Sqlite] {
            smalls.extend([false, true].map(|crashes| reads(size, consumer, store, crashes)));
        }
    }
    smalls
}

fn writes(size: Size, servers: u32, discipline: Discipline) -> Small {
    let mut edits: Vec<Edit> =
        (0..3).map(|at| edit(at, 1_000 * u64::from(at), 0, Kind::Append, [0; 3])).collect();
    for number in 0..size.edits {
        for client in 0..size.clients {
            let (kind, picks) = write_of(client, number);
            edits.push(edit(edits.len() as u32, BEGIN_US, client, kind, picks));
        }
    }
    let view = ViewPlan::plain(ConsumerKind::Chain, StoreKind::Memory, Weather::still(0));
    let view = ViewPlan { grace_us: 0, relist_every_us: NEVER_US, ..view };
    let discipline_name = if discipline == Discipline::Lock { "lock" } else { "unique" };
    Small {
        name: format!("writes-{discipline_name}-{servers}"),
        scenario: Scenario { servers, discipline, clients: size.clients, ..scenario(edits, 2, view) },
        rules: Rules { side: Side::Writing, window_us: BEGIN_US..BEGIN_US + 1, faults_max: 0 },
        reaches: size.reaches(match (discipline, servers) {
            (Discipline::Lock, 2..) => &[
                "stale pair refused",
                "retry succeeded",
                "retry failed → 409",
                "re-applied after 409",
                "swapCommit race",
            ],
            _ => &["stale pair refused", "retry succeeded", "retry failed → 409", "re-applied after 409"],
        }),
    }
}

/// What a client does as its n-th edit: it inserts into the first gap, then moves what stands last into it, or what
/// stands second before the first, so that the gap is no more. It reads its page before it inserts.
const fn write_of(client: u32, number: u32) -> (Kind, [u32; 3]) {
    const SECOND_OF_THREE: u32 = 1 << 31;
    match (number % 2, client % 2) {
        (0, _) => (Kind::Gap, [0, 0, 0]),
        (_, 0) => (Kind::Move, [1, u32::MAX, 0]),
        (_, _) => (Kind::Move, [0, SECOND_OF_THREE, 0]),
    }
}

fn reads(size: Size, consumer: ConsumerKind, store: StoreKind, crashes: bool) -> Small {
    let mut edits: Vec<Edit> =
        (0..2).map(|at| edit(at, 1_000 * u64::from(at), 0, Kind::Append, [0; 3])).collect();
    for number in 0..size.frames {
        let (kind, picks) = READS[number as usize % READS.len()];
        edits.push(edit(edits.len() as u32, BEGIN_US, 0, kind, picks));
    }
    // A move of a record next to itself is refused. It writes nothing and ends the storm.
    edits.push(edit(edits.len() as u32, STORM_END_US, 1, Kind::Move, [0; 3]));
    let mut view = ViewPlan { grace_us: 0, ..ViewPlan::plain(consumer, store, Weather::still(0)) };
    view.relist_every_us = if consumer == ConsumerKind::PerRecord { RELIST_US } else { NEVER_US };
    let (troubles, faults_max) = if crashes {
        let crash = Outage { at_us: BEGIN_US, for_us: 0 };
        (Troubles { crashes: vec![crash], ..Troubles::NONE }, 0)
    } else {
        // So that either may happen; how often is the rules' affair.
        (view.weather.loss_ppm, view.weather.repeat_ppm) = (1, 1);
        (Troubles::NONE, 1)
    };
    let consumer_name = if consumer == ConsumerKind::Chain { "chain" } else { "record" };
    let store_name = if store == StoreKind::Memory { "memory" } else { "sqlite" };
    let trouble_name = if crashes { "crash" } else { "fault" };
    Small {
        name: format!("reads-{consumer_name}-{store_name}-{trouble_name}"),
        scenario: scenario(edits, 1, ViewPlan { troubles, ..view }),
        rules: Rules { side: Side::Reading, window_us: BEGIN_US..STORM_END_US, faults_max },
        reaches: size.reaches(match (consumer, crashes) {
            (_, true) => &["event overtaken", "view crash and recovery"],
            (ConsumerKind::Chain, false) => &[
                "event lost",
                "event repeated",
                "event overtaken",
                "loss at the tail noticed",
                "resync by gap",
            ],
            (ConsumerKind::PerRecord, false) => {
                &["event lost", "event repeated", "event overtaken", "delete before its create"]
            }
        }),
    }
}

/// A log about the two records that the client sees: the first is deleted, created again, changed and deleted once
/// more, another is created, and so on.
const READS: [(Kind, [u32; 3]); 8] = [
    (Kind::Delete, [0, 0, 0]),
    (Kind::Restore, [0, 0, 0]),
    (Kind::Move, [2, 0, u32::MAX]),
    (Kind::Delete, [2, 0, 0]),
    (Kind::Append, [2, 0, 0]),
    (Kind::Restore, [2, 0, 0]),
    (Kind::Delete, [2, 0, 0]),
    (Kind::Append, [2, 0, 0]),
];

const fn edit(id: u32, at_us: u64, client: u32, kind: Kind, picks: [u32; 3]) -> Edit {
    Edit { id, at_us, client, kind, count: 1, picks }
}

fn scenario(edits: Vec<Edit>, attempts_max: u32, view: ViewPlan) -> Scenario {
    Scenario {
        seed: 0,
        key_bytes_max: KEY_BYTES_MAX,
        keys: Keys::Server,
        authors: 1,
        writes_per_minute: None,
        servers: 1,
        discipline: Discipline::Lock,
        repairs: true,
        rekey_bytes_max: None,
        crashes: Vec::new(),
        offline: Vec::new(),
        clients: 2,
        workload: Workload::Edits(edits),
        rogue_writes: Vec::new(),
        account_changes: Vec::new(),
        network: Weather::still(0),
        server_step_us: Span { min_us: 0, max_us: 0 },
        views: vec![view],
        patience: Patience {
            resend_after_us: 10_000_000,
            try_later_us: 1_000_000,
            attempts_max,
            sync_every_us: 2_000_000,
            calm_us_max: 60_000_000,
            checkpoint_every: 1,
        },
    }
}
