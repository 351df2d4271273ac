//! Lower bounds: the shortest key at one place, the least length at which so many keys fit, and the length
//! that whoever chooses the side can force.
//!
//! **At one place.** Each key space has a shortest key strictly between two others; a scheme that takes a
//! longer one does so for the sake of later inserts or of other writers.
//!
//! **So many keys at all.** Between `a0` and `a1` lie 62^(L−2) − 1 keys of at most L bytes, so a thousand of
//! them need 4 bytes, whoever makes them and in whatever order.
//!
//! **An adversary.** Each insert splits the keys still free in its gap. Whoever looks at the new key and goes on
//! at the side with fewer leaves less than half of them: for n such inserts there must have been 2^n − 1, so
//! n bits, or n / log2 62 digits. No scheme escapes, whatever it draws.

use crate::scale::{log2, rounded};
use crate::schemes::{Alphabet, BASE_62, BASE_95};
use order_key::Integer;

/// The keys among which a scheme chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// An integer part with its head, then a fraction in base 62.
    Heads,
    /// A fraction alone in base 62.
    Fraction62,
    /// A fraction alone in base 95.
    Fraction95,
    /// Eight bytes.
    Number,
}

impl Space {
    /// The length of the shortest key strictly between two, where `None` is an open end.
    pub fn shortest(self, lower: Option<&[u8]>, upper: Option<&[u8]>) -> usize {
        match self {
            Self::Number => 8,
            Self::Fraction62 => fraction(BASE_62, lower.unwrap_or_default(), upper),
            Self::Fraction95 => fraction(BASE_95, lower.unwrap_or_default(), upper),
            Self::Heads => heads(lower, upper),
        }
    }
}

fn heads(lower: Option<&[u8]>, upper: Option<&[u8]>) -> usize {
    let integer_below = |key: &[u8]| match integer_of(key) {
        integer if integer.as_bytes().len() < key.len() => Some(integer),
        integer => integer.decrement(),
    };
    let lowest = lower.map_or(Some(Integer::FLOOR), |key| integer_of(key).increment());
    let highest = upper.map_or(Some(Integer::CEILING), integer_below);
    if let Some(len) = lowest.zip(highest).and_then(|(lowest, highest)| integers(lowest, highest)) {
        return len;
    }
    let base = lower.map_or(Integer::FLOOR, integer_of);
    let len = base.as_bytes().len();
    let lower = lower.map_or(&b""[..], |key| &key[len..]);
    let upper = upper.filter(|key| key.starts_with(base.as_bytes())).map(|key| &key[len..]);
    len + fraction(BASE_62, lower, upper)
}

/// The length of the shortest integer part from one to another, both counted, if there is one. The shortest are the
/// 124 of 2 bytes, and lengths grow away from them.
fn integers(lowest: Integer, highest: Integer) -> Option<usize> {
    let integer = |text: &str| Integer::parse(text).expect("an integer part");
    let (first, last) = (integer("Z0"), integer("az"));
    let nearest = if highest < first {
        highest
    } else if lowest > last {
        lowest
    } else {
        first
    };
    (lowest <= highest).then(|| nearest.as_bytes().len())
}

fn integer_of(key: &[u8]) -> Integer {
    let digits = match key[0] {
        head @ b'a'..=b'z' => head - b'a' + 1,
        head => b'Z' - head + 1,
    };
    Integer::parse(&key[..=usize::from(digits)]).expect("an integer part that a scheme made")
}

fn fraction(alphabet: &Alphabet, lower: &[u8], upper: Option<&[u8]>) -> usize {
    let digit = |key: &[u8], at: usize| key.get(at).map_or(0, |&byte| alphabet.value(byte));
    // Where the lower fraction has ended its digit is 0, and any other is free.
    let above = |at: usize| {
        let is_free = |at: &usize| digit(lower, *at) + 1 < alphabet.base();
        (at..=lower.len().max(at)).find(is_free).expect("a fraction ends") + 1
    };
    let Some(upper) = upper else { return above(0) };
    let at = (0..upper.len()).find(|&at| digit(lower, at) != digit(upper, at)).expect("bounds that differ");
    let is_free = digit(upper, at) > digit(lower, at) + 1 || upper.len() > at + 1;
    if is_free { at + 1 } else { above(at + 1) }
}

/// The bytes that an adversary who picks the side of each insert forces on every scheme, after so many inserts
/// between two neighbouring integers of 2 bytes: the least whole number of base-62 digits, and those 2.
pub fn forced_bytes(inserts: u32) -> u32 {
    let digits = f64::from(inserts) / log2(62.0);
    2 + rounded(digits.ceil())
}

/// The least number of bytes at which so many keys lie between two neighbouring integers of 2 bytes at all.
pub fn fitting_bytes(keys: u32) -> u32 {
    let (mut bytes, mut room) = (2, 1_u64);
    while room - 1 < keys.into() {
        bytes += 1;
        room *= 62;
    }
    bytes
}

/// The least number of bytes at which so many keys exist at all.
pub const fn existing_bytes(keys: u32) -> u32 {
    match keys {
        0..=124 => 2,
        125..=15_376 => 3,
        15_377..=1_429_968 => 4,
        _ => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn shortest(space: Space, lower: Option<&str>, upper: Option<&str>, expected: usize) {
        let len = space.shortest(lower.map(str::as_bytes), upper.map(str::as_bytes));
        assert_eq!(len, expected, "between {lower:?} and {upper:?}");
    }

    #[test]
    fn the_shortest_fraction() {
        let len = |lower, upper, expected| shortest(Space::Fraction62, lower, upper, expected);
        len(None, None, 1);
        len(Some("z"), None, 2);
        len(Some("zzV"), None, 3);
        len(None, Some("1"), 2);
        len(None, Some("001"), 4);
        len(None, Some("001V"), 3);
        len(Some("V"), Some("X"), 1);
        len(Some("V"), Some("W"), 2);
        len(Some("V"), Some("WV"), 1);
        len(Some("Vzz"), Some("W"), 4);
    }

    #[test]
    fn the_shortest_key_with_a_head() {
        let len = |lower, upper, expected| shortest(Space::Heads, lower, upper, expected);
        len(None, None, 2);
        len(Some("a0"), None, 2);
        len(Some("az"), None, 3);
        len(Some("bzzV"), None, 4);
        len(Some("Xabc"), None, 2);
        len(None, Some("a0"), 2);
        len(None, Some("Z0"), 3);
        len(None, Some("czzz"), 2);
        len(Some("a0"), Some("a1"), 3);
        len(Some("a0"), Some("a1V"), 2);
        len(Some("a0V"), Some("a0W"), 4);
        len(Some("Xabc"), Some("cabc"), 2);
        len(Some("b00"), Some("b01"), 4);
        len(Some("b00"), Some("b02"), 3);
        len(Some("az"), Some("b00"), 3);
    }

    #[test]
    fn so_many_keys_need_so_many_bytes() {
        assert_eq!([1, 61, 62, 3_843, 3_844].map(fitting_bytes), [3, 3, 4, 4, 5]);
        assert_eq!([1, 124, 125, 15_376, 15_377].map(existing_bytes), [2, 2, 3, 3, 4]);
    }

    #[test]
    fn an_adversary_forces_a_bit_for_each_insert() {
        assert_eq!([1, 5, 6, 1_000].map(forced_bytes), [3, 3, 4, 170]);
        assert!(510.0 * log2(62.0) > 3_036.0 && 510.0 * log2(62.0) < 3_037.0);
    }
}
