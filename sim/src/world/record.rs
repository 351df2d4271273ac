//! Records and their names: what a repository keeps of each node.

use order_key::Key;
use std::borrow::Cow;
use std::fmt;

/// The author of a repository.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Did(pub u32);

/// A record key: a TID. Its text orders as its number does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rkey(pub u64);

/// A revision of a repository: a TID, which holds the time in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rev(pub u64);

/// What names a record everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    /// The repository.
    pub did: Did,
    /// The record within it.
    pub rkey: Rkey,
}

/// A short handle for a [`Name`], in the order in which names were first used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Node(pub u32);

/// One bullet: its place is its parent and its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The node it hangs under; `None` is the root of the outline.
    pub parent: Option<Node>,
    /// What orders it among its siblings.
    pub sort_key: SortKey,
    /// What it holds beside its place.
    pub fields: Fields,
}

/// What a record holds beside its place. Readers order it by its place whatever that is, and who changes the place keeps
/// the rest as it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fields {
    /// Its type and nothing else.
    #[default]
    Usual,
    /// Not even its type.
    Untyped,
    /// Its type, and a field of which this project knows nothing.
    Extended,
}

/// The `sortKey` of a record as it was written, by whomever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SortKey {
    /// A canonical key.
    Key(Key),
    /// What is no key: strict writers refuse it, lenient readers place the record last. As JSON: a text in
    /// its quotes, a number, or `null` where there was nothing.
    Malformed(Box<str>),
}

/// Where a key places a record among its siblings: well-keyed ones by key, then all others. (SPEC §6)
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// By this key.
    Key(Key),
    /// After every key.
    Last,
}

impl SortKey {
    /// What a writer wrote, judged.
    pub fn read(text: &str) -> Self {
        let malformed = || Self::Malformed(serde_json::Value::from(text).to_string().into());
        Key::parse(text).map_or_else(|_| malformed(), Self::Key)
    }

    /// What was written, from the form in which a store keeps it aside.
    pub fn malformed(json: &str) -> Self {
        Self::Malformed(json.into())
    }

    /// The key, unless it is malformed.
    pub const fn key(&self) -> Option<&Key> {
        match self {
            Self::Key(key) => Some(key),
            Self::Malformed(_) => None,
        }
    }

    /// The text that was written, be it a key or not; what is no text as JSON.
    pub fn written(&self) -> Cow<'_, str> {
        match self {
            Self::Key(key) => key.as_str().into(),
            Self::Malformed(json) => serde_json::from_str(json).map_or_else(|_| (&**json).into(), Cow::Owned),
        }
    }

    /// The bytes of [`text`](Self::text).
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Key(key) => key.as_bytes(),
            Self::Malformed(json) => json.as_bytes(),
        }
    }

    /// The key as text; what is no key as JSON.
    pub fn text(&self) -> &str {
        match self {
            Self::Key(key) => key.as_str(),
            Self::Malformed(json) => json,
        }
    }

    /// Where it places its record.
    pub fn sort(&self) -> Sort {
        self.key().map_or(Sort::Last, |key| Sort::Key(key.clone()))
    }
}

impl Rev {
    /// Bits below the time, as in a TID.
    const CLOCK_BITS: u32 = 10;

    /// The first revision of a microsecond.
    pub const fn at(us: u64) -> Self {
        Self(us << Self::CLOCK_BITS)
    }

    /// The time it holds, in microseconds.
    pub const fn time_us(self) -> u64 {
        self.0 >> Self::CLOCK_BITS
    }

    /// The first revision at or after `now_us` that is above `self`.
    #[must_use]
    pub fn next(self, now_us: u64) -> Self {
        Self((now_us << Self::CLOCK_BITS).max(self.0 + 1))
    }
}

impl Rkey {
    /// The record key that a client mints at `now_us`: unique as long as no two clients share a number
    /// below 1,024 within a microsecond and no client mints twice in one.
    pub const fn mint(now_us: u64, client: u32) -> Self {
        Self((now_us << Rev::CLOCK_BITS) | (client & ((1 << Rev::CLOCK_BITS) - 1)) as u64)
    }

    /// Reads the text of a TID.
    pub fn parse(text: &str) -> Option<Self> {
        let digit = |byte: u8| TID_DIGITS.iter().position(|&d| d == byte);
        let push = |value: u64, byte: u8| Some((value << 5) | digit(byte)? as u64);
        text.bytes().try_fold(0, push).map(Self)
    }
}

const TID_DIGITS: &[u8; 32] = b"234567abcdefghijklmnopqrstuvwxyz";

/// Thirteen digits of base 32 in an alphabet that sorts as the number does.
fn write_tid(number: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut text = [0; 13];
    for (place, byte) in (0..13).rev().zip(&mut text) {
        *byte = TID_DIGITS[(number >> (5 * place)) as usize & 31];
    }
    f.pad(std::str::from_utf8(&text).expect("the digits are ASCII"))
}

impl fmt::Display for Rkey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_tid(self.0, f)
    }
}

impl fmt::Display for Rev {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_tid(self.0, f)
    }
}

impl fmt::Display for Did {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "did:plc:author{:04}", self.0)
    }
}

/// All names of a run, by handle and by name.
#[derive(Clone, Debug, Default)]
pub struct Names {
    names: Vec<Name>,
    nodes: std::collections::BTreeMap<Name, Node>,
}

impl Names {
    /// How many handles were given out; they are the numbers below.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether none was given out.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The handle of a name, given out at its first use.
    pub fn node(&mut self, name: Name) -> Node {
        *self.nodes.entry(name).or_insert_with(|| {
            self.names.push(name);
            Node(self.names.len() as u32 - 1)
        })
    }

    /// All handles, in the order in which they were given out.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + use<> {
        (0..self.names.len() as u32).map(Node)
    }

    /// The handle of a name that is in use.
    pub fn find(&self, name: Name) -> Option<Node> {
        self.nodes.get(&name).copied()
    }

    /// The name of a node.
    pub fn name(&self, node: Node) -> Name {
        self.names[node.0 as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tids_sort_as_their_numbers_and_read_back() {
        let numbers = [0, 1, 31, 32, 1 << 40, (1 << 53) + 7, u64::MAX >> 1];
        let texts: Vec<String> = numbers.iter().map(|&n| Rkey(n).to_string()).collect();
        assert!(texts.is_sorted());
        assert_eq!(texts[1], "2222222222223");
        for (number, text) in numbers.iter().zip(&texts) {
            assert_eq!(Rkey::parse(text), Some(Rkey(*number)));
        }
        assert_eq!(Rkey::parse("not a tid"), None);
    }
}
