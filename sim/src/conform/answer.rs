//! The lines that go out.

use serde::Serialize;
use serde_json::value::RawValue;

/// One answer. Its fields are written in the order in which they stand here.
#[derive(Serialize)]
pub(super) struct Answer<'a> {
    pub(super) id: Option<&'a RawValue>,
    #[serde(flatten)]
    pub(super) body: Body,
}

#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Body {
    Hello { name: &'static str, max_len: usize, jitter: bool, ops: [&'static str; 6] },
    Ok { ok: bool },
    NotOk { ok: bool, error: &'static str },
    Key { key: String },
    Keys { keys: Vec<String> },
    Int { int: Option<String> },
    Error { error: &'static str },
    BadRequest { error: &'static str, message: String },
}

impl Body {
    /// A bound or an integer that is none.
    pub(super) const MALFORMED: Self = Self::Error { error: "malformed" };
}

impl<'a> Answer<'a> {
    pub(super) fn bad_request(id: Option<&'a RawValue>, message: String) -> Self {
        Self { id, body: Body::BadRequest { error: "bad_request", message } }
    }

    pub(super) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("an answer has nothing that JSON cannot hold")
    }
}
