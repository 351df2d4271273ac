//! Real parts with one habit changed, so that a variant is nothing but its mistake.

use super::over::StoreOver;
use crate::chance::Draws;
use crate::scenario::{ConsumerKind, StoreKind};
use crate::world::Parts;
use crate::world::generator::Generator;
use crate::world::record::{Names, Node, Rev, SortKey};
use crate::world::view::{Change, Consumer, Fate, Fetched, Frame, Row, Standing, Store, Way, Write};
use order_key::{BetweenError, Key};
use std::fmt;

/// Makes a key as a [`Generator`] does: within so many bytes, between a lower and an upper bound, with this jitter.
pub type Between = fn(usize, Option<&Key>, Option<&Key>, &mut Draws<'_>) -> Result<SortKey, BetweenError>;

type Receive = fn(&mut dyn Consumer, Frame, &mut Vec<u64>) -> Fate;
type Takes = fn(&Change<'_>, &Names, &dyn Store) -> bool;
type Page = fn(&dyn Store, &Names, Option<Node>, Way, Option<&Row>, usize) -> Vec<Row>;

/// Which habits of a consumer are changed.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConsumerHabits {
    pub receive: Option<Receive>,
    pub accepts: Option<fn(&mut Fetched<'_>) -> bool>,
    pub takes: Option<Takes>,
}

/// Which habits of a store are changed.
#[derive(Clone, Copy, Debug, Default)]
pub struct StoreHabits {
    pub page: Option<Page>,
    pub write: Option<fn(&mut dyn Store, &Names, &Write<'_>)>,
}

/// A generator that makes keys in its own way.
pub fn generator(between: Between) -> Box<dyn Generator> {
    Box::new(AlteredGenerator { between })
}

/// The consumer of a kind with some habits changed, if it is of the kind that has them.
pub fn consumer(kind: ConsumerKind, of: ConsumerKind, habits: ConsumerHabits) -> Box<dyn Consumer> {
    let inner = Parts::consumer(kind);
    if kind == of { Box::new(AlteredConsumer { inner, habits }) } else { inner }
}

/// The store of a kind with some habits changed, if it is in memory.
pub fn memory_store(kind: StoreKind, habits: StoreHabits) -> Box<dyn Store> {
    let inner = Parts::store(kind);
    if kind == StoreKind::Memory { Box::new(AlteredStore { inner, habits }) } else { inner }
}

struct AlteredGenerator {
    between: Between,
}

#[derive(Debug)]
struct AlteredConsumer {
    inner: Box<dyn Consumer>,
    habits: ConsumerHabits,
}

struct AlteredStore {
    inner: Box<dyn Store>,
    habits: StoreHabits,
}

impl Generator for AlteredGenerator {
    fn between(
        &self,
        key_bytes_max: usize,
        lower: Option<&Key>,
        upper: Option<&Key>,
        jitter: &mut Draws<'_>,
    ) -> Result<SortKey, BetweenError> {
        (self.between)(key_bytes_max, lower, upper, jitter)
    }
}

/// Says nothing of the function: states are compared by it, and where code lies differs from process to process.
impl fmt::Debug for AlteredGenerator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AlteredGenerator").finish_non_exhaustive()
    }
}

impl Consumer for AlteredConsumer {
    fn known(&self) -> Rev {
        self.inner.known()
    }

    fn is_whole(&self) -> bool {
        self.inner.is_whole()
    }

    fn buffered(&self) -> usize {
        self.inner.buffered()
    }

    fn receive(&mut self, frame: Frame, ready: &mut Vec<u64>) -> Fate {
        match self.habits.receive {
            Some(receive) => receive(self.inner.as_mut(), frame, ready),
            None => self.inner.receive(frame, ready),
        }
    }

    fn announce(&mut self, rev: Rev) -> Fate {
        self.inner.announce(rev)
    }

    fn wait(&self) -> u32 {
        self.inner.wait()
    }

    fn grace_over(&mut self, wait: u32) -> bool {
        self.inner.grace_over(wait)
    }

    fn lose(&mut self) -> bool {
        self.inner.lose()
    }

    fn relist(&mut self) -> bool {
        self.inner.relist()
    }

    fn accepts(&self, fetched: &mut Fetched<'_>) -> bool {
        match self.habits.accepts {
            Some(accepts) => accepts(fetched),
            None => self.inner.accepts(fetched),
        }
    }

    fn restore(&mut self, rev: Rev, ready: &mut Vec<u64>) -> Fate {
        self.inner.restore(rev, ready)
    }

    fn takes(&self, change: &Change<'_>, names: &Names, store: &dyn Store) -> bool {
        match self.habits.takes {
            Some(takes) => takes(change, names, store),
            None => self.inner.takes(change, names, store),
        }
    }

    fn recover(&mut self, standing: Standing) -> bool {
        self.inner.recover(standing)
    }
}

impl StoreOver for AlteredStore {
    fn below(&self) -> &dyn Store {
        self.inner.as_ref()
    }

    fn below_mut(&mut self) -> &mut dyn Store {
        self.inner.as_mut()
    }

    fn write(&mut self, names: &Names, write: &Write<'_>) {
        match self.habits.write {
            Some(habit) => habit(self.inner.as_mut(), names, write),
            None => self.inner.write(names, write),
        }
    }

    fn page(
        &self,
        names: &Names,
        parent: Option<Node>,
        way: Way,
        after: Option<&Row>,
        limit: usize,
    ) -> Vec<Row> {
        match self.habits.page {
            Some(page) => page(self.inner.as_ref(), names, parent, way, after, limit),
            None => self.inner.page(names, parent, way, after, limit),
        }
    }
}
