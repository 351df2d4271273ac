//! A long sequence in short chunks: insert and remove anywhere without moving all that follows.
//!
//! Siblings and documents are read by position and by order, and change in the middle. A plain vector
//! moves half of itself at each insert, a search tree pays a pointer per step and has no positions. Chunks
//! of at most 256 keep a move within a few kilobytes; the chunk is found by a binary search over the
//! chunks' last items, or by their lengths.

const CHUNK_MAX: usize = 256;

/// A sequence of items.
#[derive(Clone, Debug)]
pub struct Chunked<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

/// A place in a [`Chunked`], valid until the next change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    chunk: usize,
    index: usize,
}

impl<T> Default for Chunked<T> {
    fn default() -> Self {
        Self { chunks: vec![Vec::new()], len: 0 }
    }
}

impl<T> Chunked<T> {
    /// How many items there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The spot of the first item that is not `before`, or the end. Items that are `before` stand first.
    pub fn partition_point(&self, before: impl Fn(&T) -> bool) -> Spot {
        let full = self.chunks.len() - 1;
        let chunk = self.chunks[..full].partition_point(|chunk| chunk.last().is_some_and(&before));
        Spot { chunk, index: self.chunks[chunk].partition_point(before) }
    }

    /// The spot of the item at `position`, counted from 0; the end where there are no more.
    pub fn nth(&self, position: usize) -> Spot {
        let mut index = position;
        for (chunk, items) in self.chunks.iter().enumerate() {
            if index < items.len() {
                return Spot { chunk, index };
            }
            index -= items.len();
        }
        self.end()
    }

    /// The spot behind the last item.
    pub fn end(&self) -> Spot {
        let chunk = self.chunks.len() - 1;
        Spot { chunk, index: self.chunks[chunk].len() }
    }

    /// The item at a spot, or the first of the next chunk where the spot is the end of its own.
    pub fn get(&self, spot: Spot) -> Option<&T> {
        let items = self.chunks.get(spot.chunk)?;
        items.get(spot.index).or_else(|| self.chunks.get(spot.chunk + 1)?.first())
    }

    /// The item before a spot.
    pub fn before(&self, spot: Spot) -> Option<&T> {
        match spot.index.checked_sub(1) {
            Some(index) => self.chunks[spot.chunk].get(index),
            None => self.chunks[spot.chunk.checked_sub(1)?].last(),
        }
    }

    /// The spot after this one's item.
    pub fn next(&self, spot: Spot) -> Spot {
        if spot.index < self.chunks[spot.chunk].len() {
            Spot { index: spot.index + 1, ..spot }
        } else {
            Spot { chunk: spot.chunk + 1, index: 1 }
        }
    }

    /// Puts an item before the one at a spot.
    pub fn insert(&mut self, spot: Spot, item: T) {
        let items = &mut self.chunks[spot.chunk];
        items.insert(spot.index, item);
        self.len += 1;
        if items.len() > CHUNK_MAX {
            // A list that grows at its end leaves full chunks behind, not half empty ones.
            let appended = spot.index == items.len() - 1;
            let upper = items.split_off(if appended { CHUNK_MAX } else { CHUNK_MAX / 2 });
            self.chunks.insert(spot.chunk + 1, upper);
        }
    }

    /// Takes out the item at a spot that holds one.
    pub fn remove(&mut self, spot: Spot) -> T {
        let Spot { chunk, index } = if spot.index < self.chunks[spot.chunk].len() {
            spot
        } else {
            Spot { chunk: spot.chunk + 1, index: 0 }
        };
        let item = self.chunks[chunk].remove(index);
        self.len -= 1;
        if self.chunks[chunk].is_empty() && self.chunks.len() > 1 {
            self.chunks.remove(chunk);
        }
        item
    }

    /// The items in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flatten()
    }

    /// The items from a spot on.
    pub fn iter_from(&self, spot: Spot) -> impl Iterator<Item = &T> {
        let first = self.chunks[spot.chunk][spot.index..].iter();
        first.chain(self.chunks[spot.chunk + 1..].iter().flatten())
    }

    /// The items before a spot, the last of them first.
    pub fn iter_back(&self, spot: Spot) -> impl Iterator<Item = &T> {
        let last = self.chunks[spot.chunk][..spot.index].iter().rev();
        last.chain(self.chunks[..spot.chunk].iter().rev().flat_map(|chunk| chunk.iter().rev()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Chance, Link, Seeded, scale};

    #[test]
    fn agrees_with_a_plain_vector() {
        let mut chance = Seeded::new(1);
        let mut draws = chance.draws(Link::Scenario, 0);
        let (mut plain, mut chunked) = (Vec::new(), Chunked::default());
        for number in 0..20_000_u32 {
            let growing = number < 8_000 || (12_000..14_000).contains(&number);
            if growing || plain.is_empty() {
                let at = scale(draws.word(), plain.len() + 1);
                plain.insert(at, number);
                chunked.insert(chunked.nth(at), number);
            } else {
                let at = scale(draws.word(), plain.len());
                assert_eq!(chunked.remove(chunked.nth(at)), plain.remove(at));
            }
            let at = scale(draws.word(), plain.len() + 1);
            let spot = chunked.nth(at);
            assert_eq!(chunked.get(spot), plain.get(at));
            assert_eq!(chunked.before(spot), at.checked_sub(1).and_then(|before| plain.get(before)));
            assert_eq!(chunked.len(), plain.len());
        }
        assert!(chunked.iter().eq(&plain));
    }

    #[test]
    fn walks_forward_across_chunks() {
        let mut chunked = Chunked::default();
        for number in 0..1_000 {
            chunked.insert(chunked.end(), number);
        }
        let mut spot = chunked.partition_point(|&number| number < 200);
        for number in 200..1_000 {
            assert_eq!(chunked.get(spot), Some(&number));
            spot = chunked.next(spot);
        }
        assert_eq!(chunked.get(spot), None);
        assert!(chunked.iter_from(chunked.nth(990)).copied().eq(990..1_000));
        assert!(chunked.iter_back(chunked.nth(600)).copied().eq((0..600).rev()));
    }
}
