//! The lines that come in, and what they hold. No line is trusted to be short, text, JSON or complete.

use super::{BadRequest, LINE_BYTES_MAX};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead, Read};

/// So many characters of a wrong value are quoted in a message.
const QUOTED_CHARS_MAX: usize = 60;

/// A line without its newline, or why there is none.
pub(super) type Line = Result<String, LineError>;

/// Why a line is no text of bearable length.
pub(super) enum LineError {
    TooLong,
    NotUtf8 { offset: usize, byte: u8 },
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "a line has at most {LINE_BYTES_MAX} bytes, found more"),
            Self::NotUtf8 { offset, byte } => {
                write!(f, "a line is UTF-8, found byte 0x{byte:02x} at offset {offset}")
            }
        }
    }
}

/// The next line, or `None` at the end of the input. Of a line that is too long nothing is kept.
pub(super) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(LINE_BYTES_MAX as u64 + 1).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() > LINE_BYTES_MAX {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(LineError::TooLong)));
    }
    Ok(Some(String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        LineError::NotUtf8 { offset, byte: error.as_bytes()[offset] }
    })))
}

/// The fields of a request, each still as it was written: only those that an operation asks for are read.
pub(super) struct Fields<'a>(BTreeMap<String, &'a RawValue>);

impl<'a> Fields<'a> {
    pub(super) fn parse(line: &'a str) -> Result<Self, BadRequest> {
        let value: &RawValue =
            serde_json::from_str(line).map_err(|error| format!("a line is a JSON object, found {error}"))?;
        if !value.get().starts_with('{') {
            return Err(format!("a line is a JSON object, found {}", quoted(value.get())));
        }
        let fields = serde_json::from_str(value.get())
            .map_err(|error| format!("a line is a JSON object, found {error}"))?;
        Ok(Self(fields))
    }

    /// Refuses a field that the operation does not ask for: who misspells one must not be answered as if it were not
    /// there.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), BadRequest> {
        let is_known = |name: &str| ["id", "op"].contains(&name) || known.contains(&name);
        match self.0.keys().find(|name| !is_known(name)) {
            None => Ok(()),
            Some(name) => Err(format!(
                "unknown field {:?}, known are `id`, `op`, `{}`",
                quoted(name),
                known.join("`, `")
            )),
        }
    }

    /// The id exactly as it was written.
    pub(super) fn id(&self) -> Option<&'a RawValue> {
        self.0.get("id").copied()
    }

    pub(super) fn string(&self, name: &str) -> Result<String, BadRequest> {
        match self.value(name)? {
            Value::String(text) => Ok(text),
            _ => Err(self.wrong(name, "a string")),
        }
    }

    pub(super) fn string_or_null(&self, name: &str) -> Result<Option<String>, BadRequest> {
        match self.value(name)? {
            Value::String(text) => Ok(Some(text)),
            Value::Null => Ok(None),
            _ => Err(self.wrong(name, "a string or null")),
        }
    }

    pub(super) fn whole(&self, name: &str) -> Result<u64, BadRequest> {
        let due = "a whole number from 0 to 18446744073709551615";
        self.value(name)?.as_u64().ok_or_else(|| self.wrong(name, due))
    }

    fn value(&self, name: &str) -> Result<Value, BadRequest> {
        let Some(raw) = self.0.get(name) else {
            return Err(format!("field `{name}` is missing"));
        };
        serde_json::from_str(raw.get()).map_err(|error| format!("field `{name}` cannot be read: {error}"))
    }

    fn wrong(&self, name: &str, due: &str) -> BadRequest {
        let found = self.0.get(name).map_or("nothing", |raw| raw.get());
        format!("field `{name}` must be {due}, found {}", quoted(found))
    }
}

/// The beginning of a text, all of it if it is short.
fn quoted(text: &str) -> String {
    match text.char_indices().nth(QUOTED_CHARS_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
