//! How a reader is planned: its consumer, its store, and all that will trouble it.

use super::{Span, Weather};
use serde::{Deserialize, Serialize};

/// A reader: a consumer of the firehose on a store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ViewPlan {
    /// How it decides what to apply.
    #[serde(default)]
    pub consumer: ConsumerKind,
    /// Where it keeps what it applied.
    pub store: StoreKind,
    /// The weather of its subscription.
    pub weather: Weather,
    /// How long it waits for a missing commit before it fetches a snapshot.
    pub grace_us: u64,
    /// How often it lists all repositories anew, if it reads per record.
    #[serde(default = "relist_every_us")]
    pub relist_every_us: u64,
    /// What strikes its subscription and itself besides weather.
    #[serde(default)]
    pub troubles: Troubles,
}

/// How a view decides what to apply. (SPEC §6)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConsumerKind {
    /// Each commit must follow the one before it.
    #[default]
    Chain,
    /// The newest revision wins, record by record.
    PerRecord,
}

/// Where a view keeps what it applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StoreKind {
    /// Ordered, in memory.
    Memory,
    /// A real SQLite database.
    Sqlite,
}

/// What strikes a subscription or its view during the storm.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Troubles {
    /// When the connection breaks, and for how long.
    pub outages: Vec<Outage>,
    /// When the view crashes, and for how long it stays down.
    pub crashes: Vec<Outage>,
    /// When the stream goes back without saying so.
    pub rewinds: Vec<Rewind>,
    /// When frames arrive that nobody sent.
    pub forgeries: Vec<Forgery>,
    /// How many of a million frames are lost at the switch from replay to live.
    pub switch_loss_ppm: u32,
    /// How many frames back a replay can begin; `None` is all the way.
    pub retention: Option<u32>,
    /// How many of a million fetches are refused.
    pub refuse_ppm: u32,
    /// How many of a million fetches break off in the middle.
    pub cut_ppm: u32,
}

/// A time without connection, or without the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outage {
    /// When it begins, in virtual microseconds.
    pub at_us: u64,
    /// How long it lasts.
    pub for_us: u64,
}

/// An unannounced rewind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rewind {
    /// When it happens, in virtual microseconds.
    pub at_us: u64,
    /// How many frames back the stream goes.
    pub frames: u32,
}

/// A frame that exists in the stream only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forgery {
    /// When it arrives, in virtual microseconds.
    pub at_us: u64,
    /// Whose repository it claims to tell of.
    pub author: u32,
    /// What is wrong with it.
    pub lie: Lie,
}

/// What is wrong with a forged frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lie {
    /// Its revision lies this far ahead of the receiver's clock, in microseconds.
    FutureRev(u64),
    /// Its place in the stream lies this far above the head.
    FarSeq(u64),
}

/// A repository is hidden or shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountChange {
    /// When, in virtual microseconds.
    pub at_us: u64,
    /// Whose repository.
    pub author: u32,
    /// Whether it is shown from then on.
    pub is_active: bool,
}

impl ViewPlan {
    /// A reader that nothing troubles but the weather.
    pub const fn plain(consumer: ConsumerKind, store: StoreKind, weather: Weather) -> Self {
        Self {
            consumer,
            store,
            weather,
            grace_us: 200_000,
            relist_every_us: relist_every_us(),
            troubles: Troubles::NONE,
        }
    }
}

const fn relist_every_us() -> u64 {
    2_000_000
}

impl Troubles {
    /// How many there are, those that strike by chance counted once.
    pub fn len(&self) -> usize {
        let Self { outages, crashes, rewinds, forgeries, .. } = self;
        let chances = [self.switch_loss_ppm, self.refuse_ppm, self.cut_ppm];
        let by_chance = chances.iter().filter(|&&ppm| ppm > 0).count();
        let planned = outages.len() + crashes.len() + rewinds.len() + forgeries.len();
        planned + by_chance + usize::from(self.retention.is_some())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// No trouble at all.
    pub const NONE: Self = Self {
        outages: Vec::new(),
        crashes: Vec::new(),
        rewinds: Vec::new(),
        forgeries: Vec::new(),
        switch_loss_ppm: 0,
        retention: None,
        refuse_ppm: 0,
        cut_ppm: 0,
    };
}

impl Weather {
    /// No faults, and always the same delay.
    pub const fn still(delay_us: u64) -> Self {
        Self { loss_ppm: 0, repeat_ppm: 0, delay_us: Span { min_us: delay_us, max_us: delay_us } }
    }
}
