//! Drives one scheme through one workload with one seed: the only place where a chain of keys is made.

use crate::schemes::{Generate, Scheme};
use crate::shortest::Space;
use crate::tally::Tally;
use crate::workload::{MOVED_ITEMS, Workload};
use order_key::{KEY_BYTES_MAX, bounded};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};
use sim::chunked::Chunked;

/// How a chain ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// All inserts were made.
    Done,
    /// The next key has more than [`KEY_BYTES_MAX`] bytes, or none within them is left.
    Cap,
    /// However often it is asked, the scheme gives no key strictly between.
    NoKey,
}

/// How often a scheme is asked again that gave a key which does not lie between.
const ATTEMPTS: u32 = 64;

/// One scheme at work on one list.
pub struct Driver {
    generator: Box<dyn Generate>,
    /// The other writers, where several write at once.
    others: Vec<Box<dyn Generate>>,
    space: Space,
    key_bytes_max: usize,
    places: ChaCha8Rng,
    /// What was made so far.
    pub tally: Tally,
}

impl Driver {
    /// A driver with everything drawn from the streams of `seed`, and the cap.
    pub fn new(scheme: Scheme, seed: u32) -> Self {
        Self::of(scheme.generator(seed), scheme.space(), seed)
    }

    /// A driver of any generator.
    pub fn of(generator: Box<dyn Generate>, space: Space, seed: u32) -> Self {
        let mut places = ChaCha8Rng::seed_from_u64(seed.into());
        places.set_stream(1);
        let tally = Tally::default();
        Self { generator, others: Vec::new(), space, key_bytes_max: KEY_BYTES_MAX, places, tally }
    }

    /// The same with so many writers in all, each with a name and a stream of its own.
    #[must_use]
    pub fn with_writers(mut self, scheme: Scheme, seed: u32, writers: u32) -> Self {
        let other = |number: u32| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed.into());
            rng.set_stream(1 + u64::from(number));
            scheme.generator_of(number, rng)
        };
        self.others = (1..writers).map(other).collect();
        self
    }

    /// The same without a cap, as far as the scheme itself has none.
    #[must_use]
    pub const fn uncapped(mut self) -> Self {
        self.key_bytes_max = usize::MAX;
        self
    }

    /// A key strictly between two others, the scheme asked again where it gives another; counted.
    ///
    /// # Errors
    /// How the chain ends where there is none.
    pub fn between(&mut self, lower: Option<&[u8]>, upper: Option<&[u8]>) -> Result<Vec<u8>, End> {
        let key = self.made(0, lower, upper)?;
        self.tally.place(&key, lower, upper);
        Ok(key)
    }

    /// A key that one of the writers makes, not yet put anywhere.
    fn made(&mut self, writer: usize, lower: Option<&[u8]>, upper: Option<&[u8]>) -> Result<Vec<u8>, End> {
        for _ in 0..ATTEMPTS {
            let generator = match writer.checked_sub(1) {
                None => &mut self.generator,
                Some(other) => &mut self.others[other],
            };
            let key = generator.between(lower, upper).ok_or(End::Cap)?;
            if lower.is_none_or(|lower| lower < &key) && upper.is_none_or(|upper| &*key < upper) {
                if key.len() > self.key_bytes_max {
                    return Err(End::Cap);
                }
                self.tally.make(&key, lower, upper, self.space);
                return Ok(key);
            }
            self.tally.wrong += 1;
        }
        Err(End::NoKey)
    }

    /// Counts a key that was made otherwise.
    pub fn count(&mut self, key: &[u8], lower: Option<&[u8]>, upper: Option<&[u8]>) {
        self.tally.insert(key, lower, upper, self.space);
    }

    /// Goes through a workload and shows the counts after each insert.
    pub fn run(&mut self, workload: Workload, each: impl FnMut(&Tally)) -> End {
        self.run_first(workload, workload.operations_max(), each)
    }

    /// The same, its first `operations` inserts alone.
    pub fn run_first(&mut self, workload: Workload, operations: u32, each: impl FnMut(&Tally)) -> End {
        let ended = match workload {
            Workload::Random => self.random(operations, each),
            Workload::Moves => self.moves(operations, each),
            _ if workload.writers() > 1 => self.crowd(operations, each),
            _ => self.chain(workload, operations, each),
        };
        ended.err().unwrap_or(End::Done)
    }

    /// Inserts that need no more of the list than its last two keys.
    fn chain(
        &mut self,
        workload: Workload,
        operations: u32,
        mut each: impl FnMut(&Tally),
    ) -> Result<(), End> {
        let first = self.between(None, None)?;
        let (mut lower, mut upper) = match workload {
            Workload::Append => (Some(first), None),
            Workload::Prepend => (None, Some(first)),
            _ => {
                let second = self.between(Some(&first), None)?;
                (Some(first), Some(second))
            }
        };
        self.tally = Tally::default();
        for operation in 0..operations {
            let key = self.between(lower.as_deref(), upper.as_deref())?;
            each(&self.tally);
            let moves_upper = match workload {
                Workload::Append | Workload::GapUpper => false,
                Workload::GapAlternating => operation % 2 == 0,
                Workload::GapRandom => bounded(&mut self.places, 2) == 0,
                _ => true,
            };
            *(if moves_upper { &mut upper } else { &mut lower }) = Some(key);
        }
        Ok(())
    }

    /// Inserts of all writers at once, round by round: each round they ask for one place, and what they made is
    /// there before the next.
    fn crowd(&mut self, operations: u32, mut each: impl FnMut(&Tally)) -> Result<(), End> {
        let lower = self.between(None, None)?;
        let mut upper = self.between(Some(&lower), None)?;
        self.tally = Tally::default();
        loop {
            let mut round: Vec<Vec<u8>> = Vec::new();
            for writer in 0..=self.others.len() {
                if self.tally.made == operations {
                    return Ok(());
                }
                let key = self.made(writer, Some(&lower), Some(&upper))?;
                let spot = round.partition_point(|other| *other < key);
                let below = spot.checked_sub(1).map_or(&lower, |below| &round[below]);
                self.tally.place(&key, Some(below), Some(round.get(spot).unwrap_or(&upper)));
                each(&self.tally);
                round.insert(spot, key);
            }
            upper = round.swap_remove(0);
        }
    }

    fn random(&mut self, operations: u32, mut each: impl FnMut(&Tally)) -> Result<(), End> {
        let mut keys = Chunked::default();
        for operation in 0..operations {
            let at = bounded(&mut self.places, operation + 1);
            self.insert_at(&mut keys, at)?;
            each(&self.tally);
        }
        Ok(())
    }

    fn moves(&mut self, operations: u32, mut each: impl FnMut(&Tally)) -> Result<(), End> {
        let mut keys = Chunked::default();
        for at in 0..MOVED_ITEMS {
            self.insert_at(&mut keys, at)?;
        }
        (self.tally.made, self.tally.longest, self.tally.excess) = (0, 0, 0);
        for _ in 0..operations {
            let (from, to) = (bounded(&mut self.places, MOVED_ITEMS), bounded(&mut self.places, MOVED_ITEMS));
            let key = keys.remove(keys.nth(from as usize));
            let spot = keys.nth(from as usize);
            self.tally.remove(&key, keys.before(spot).map(Vec::as_slice), keys.get(spot).map(Vec::as_slice));
            self.insert_at(&mut keys, to)?;
            each(&self.tally);
        }
        Ok(())
    }

    fn insert_at(&mut self, keys: &mut Chunked<Vec<u8>>, at: u32) -> Result<(), End> {
        let spot = keys.nth(at as usize);
        let (lower, upper) = (keys.before(spot), keys.get(spot));
        let key = self.between(lower.map(Vec::as_slice), upper.map(Vec::as_slice))?;
        keys.insert(spot, key);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(scheme: Scheme, workload: Workload, operations: u32) -> Tally {
        let mut driver = Driver::new(scheme, 0).with_writers(scheme, 0, workload.writers());
        assert_eq!(driver.run_first(workload, operations, |_| {}), End::Done);
        driver.tally
    }

    #[test]
    fn writers_without_chance_make_the_same_key_each_round() {
        let (alone, crowd) = (
            after(Scheme::ExactMidpoint, Workload::GapLower, 30),
            after(Scheme::ExactMidpoint, Workload::Crowd10, 300),
        );
        assert_eq!((crowd.made, crowd.keys, crowd.equal, alone.equal), (300, 300, 270, 0));
        assert_eq!((crowd.longest, crowd.bytes), (alone.longest, 10 * alone.bytes));
    }

    #[test]
    fn writers_with_names_of_their_own_never_make_the_same_key() {
        assert_eq!(after(Scheme::ReplicaSuffix, Workload::Crowd100, 1_000).equal, 0);
    }

    #[test]
    fn writers_with_chance_make_the_same_key_now_and_then() {
        let equal = after(Scheme::MiddleHalf, Workload::Crowd10, 1_000).equal;
        assert!(0 < equal && equal < 900, "{equal}");
    }

    /// What is stored is counted as in a list that holds the round's keys in order.
    #[test]
    fn a_round_is_weighed_in_its_order() {
        let mut driver = Driver::new(Scheme::MiddleHalf, 0).with_writers(Scheme::MiddleHalf, 0, 2);
        let mut keys = Vec::new();
        let mut last = 0;
        driver.run_first(Workload::Crowd2, 2, |tally| {
            keys.push(tally.bytes - last);
            last = tally.bytes;
        });
        assert_eq!((driver.tally.keys, keys), (2, vec![3, 3]));
        assert!(driver.tally.packed <= 2 * 3 + 3, "{:?}", driver.tally);
    }
}
