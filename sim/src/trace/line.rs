//! One line of a trace, its fields in the order in which they were added.

use crate::world::record::SortKey;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::fmt::{Debug, Display};

/// A JSON object in the making.
#[derive(Debug)]
pub struct Line(Vec<u8>);

impl Line {
    /// A line of a kind, about what happened at a time.
    pub fn new(kind: &str, now_us: u64) -> Self {
        let mut line = Self(b"{".to_vec());
        line.append("kind");
        line.0.push(b':');
        line.append(kind);
        line.with("t", now_us)
    }

    /// The line with one field more.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Serialize) -> Self {
        self.0.push(b',');
        self.append(name);
        self.0.push(b':');
        self.append(value);
        self
    }

    /// The bytes of the line, its end included.
    pub fn finish(mut self) -> Vec<u8> {
        self.0.extend_from_slice(b"}\n");
        self.0
    }

    fn append(&mut self, value: impl Serialize) {
        serde_json::to_writer(&mut self.0, &value).expect("memory takes any JSON");
    }
}

/// Written as it is shown.
#[derive(Clone, Copy, Debug)]
pub struct Text<T>(pub T);

impl<T: Display> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// A `sortKey` as it was written: a text, a number, or whatever JSON it was.
#[derive(Clone, Copy, Debug)]
pub struct Written<'s>(pub &'s SortKey);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            SortKey::Key(key) => serializer.serialize_str(key.as_str()),
            SortKey::Malformed(json) => {
                let raw: &RawValue = serde_json::from_str(json).map_err(serde::ser::Error::custom)?;
                raw.serialize(serializer)
            }
        }
    }
}

/// The name of a variant as one word: `FutureRev` is `future_rev`, `Request(3)` is `request(3)`.
pub fn word(variant: impl Debug) -> String {
    let mut word = String::new();
    for char in format!("{variant:?}").chars() {
        if char.is_ascii_uppercase() && !word.is_empty() {
            word.push('_');
        }
        word.push(char.to_ascii_lowercase());
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Link;

    #[test]
    fn fields_stand_in_order_and_sort_keys_as_they_were_written() {
        let keys = [r#""not a key \u0000""#, "17", "null"].map(SortKey::malformed);
        let line = Line::new("test", 7).with("keys", keys.each_ref().map(Written)).with("none", None::<u32>);
        let expected = r#"{"kind":"test","t":7,"keys":["not a key \u0000",17,null],"none":null}"#;
        assert_eq!(String::from_utf8(line.finish()), Ok(format!("{expected}\n")));
    }

    #[test]
    fn variants_are_one_word() {
        assert_eq!([word(Link::ServerSteps), word(Link::Request(3))], ["server_steps", "request(3)"]);
    }
}
