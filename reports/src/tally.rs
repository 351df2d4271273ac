//! What the keys of a list amount to, counted as they come and go.

use crate::shortest::Space;

/// Counts over one list of keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Keys made.
    pub made: u32,
    /// The longest key made, in bytes.
    pub longest: u32,
    /// Keys in the list.
    pub keys: u32,
    /// Their bytes.
    pub bytes: u64,
    /// Their bytes with each key's common prefix with the one before it left out: see [`packed`].
    pub packed: u64,
    /// Bytes of all keys made beyond the shortest keys that would have done at their places.
    pub excess: u64,
    /// Results that did not lie strictly between their neighbours.
    pub wrong: u32,
    /// Keys equal to one that was there when they came, as only several writers at once make.
    pub equal: u32,
}

impl Tally {
    /// A key was made and put between two others.
    pub fn insert(&mut self, key: &[u8], lower: Option<&[u8]>, upper: Option<&[u8]>, space: Space) {
        self.make(key, lower, upper, space);
        self.place(key, lower, upper);
    }

    /// A key was made for the place between two others. It may come to stand elsewhere there, beside keys that
    /// its maker did not see.
    pub fn make(&mut self, key: &[u8], lower: Option<&[u8]>, upper: Option<&[u8]>, space: Space) {
        self.made += 1;
        self.longest = self.longest.max(key.len() as u32);
        self.excess += (key.len() - space.shortest(lower, upper)) as u64;
    }

    /// A key was put between two others, either of which may be equal to it.
    pub fn place(&mut self, key: &[u8], lower: Option<&[u8]>, upper: Option<&[u8]>) {
        self.equal += u32::from(lower == Some(key) || upper == Some(key));
        self.keys += 1;
        self.bytes += key.len() as u64;
        self.packed += packed(lower, key) + upper.map_or(0, |upper| packed(Some(key), upper));
        self.packed -= upper.map_or(0, |upper| packed(lower, upper));
    }

    /// A key was taken from between two others.
    pub fn remove(&mut self, key: &[u8], lower: Option<&[u8]>, upper: Option<&[u8]>) {
        self.keys -= 1;
        self.bytes -= key.len() as u64;
        self.packed += upper.map_or(0, |upper| packed(lower, upper));
        self.packed -= packed(lower, key) + upper.map_or(0, |upper| packed(Some(key), upper));
    }
}

/// What a key takes behind another in a sorted block, as databases store it: how many bytes the two share, how
/// many follow, and those. Each number takes a byte for every seven of its bits.
pub fn packed(before: Option<&[u8]>, key: &[u8]) -> u64 {
    let shared = before.map_or(0, |before| before.iter().zip(key).take_while(|(a, b)| a == b).count());
    let number = |value: usize| {
        if value < 128 {
            1
        } else if value < 16_384 {
            2
        } else {
            3
        }
    };
    number(shared) + number(key.len() - shared) + (key.len() - shared) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_key_leaves_out_what_it_shares() {
        assert_eq!(packed(None, b"a0V"), 5);
        assert_eq!(packed(Some(b"a0"), b"a0V"), 3);
        assert_eq!(packed(Some(&[b'a'; 200]), &[b'a'; 201]), 4);
    }

    #[test]
    fn what_comes_and_goes_leaves_nothing() {
        let mut tally = Tally::default();
        tally.insert(b"a0", None, None, Space::Heads);
        tally.insert(b"a1", Some(b"a0"), None, Space::Heads);
        tally.insert(b"a0V", Some(b"a0"), Some(b"a1"), Space::Heads);
        let sorted = packed(None, b"a0") + packed(Some(b"a0"), b"a0V") + packed(Some(b"a0V"), b"a1");
        assert_eq!((tally.keys, tally.bytes, tally.packed, tally.longest), (3, 7, sorted, 3));
        tally.remove(b"a0", None, Some(b"a0V"));
        tally.remove(b"a1", Some(b"a0V"), None);
        tally.remove(b"a0V", None, None);
        assert_eq!((tally.keys, tally.bytes, tally.packed, tally.made), (0, 0, 0, 3));
    }
}
