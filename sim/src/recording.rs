//! Recordings of real editing, read as keystrokes.
//!
//! The format is that of the public collection of editing traces: a JSON object, gzipped or not, whose
//! `txns` hold `patches` of `[position, deleted, inserted]`. Positions count characters; a patch deletes,
//! then inserts. In a sequential recording they give `endContent`, applied in order to `startContent`. In a
//! concurrent one each transaction names its `agent` and its `parents`, and its positions refer to the merge
//! of the parents' states.

mod error;

pub use error::RecordingError;

use flate2::read::MultiGzDecoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::Read;
use std::path::Path;

/// A recording, character by character. A scenario stores its path and digest, and reads it again from there.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Reference")]
pub struct Recording {
    /// The name of the file that it was read from.
    pub file: String,
    /// Where the file lies, as the caller named it.
    pub path: String,
    /// What tells its content from others: sixteen hexadecimal digits.
    pub content: String,
    /// How many people typed.
    pub agents: u32,
    /// What was done at once, by whom, and on what it builds.
    pub transactions: Vec<Transaction>,
    /// Each character that was typed or deleted, in order.
    pub keystrokes: Vec<Keystroke>,
    /// The text that the recording ends with; empty for the beginning of a concurrent one.
    pub end: Vec<char>,
}

/// A run of keystrokes that one agent made at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    /// Who made it.
    pub agent: u32,
    /// The transactions whose merge it was made in.
    pub parents: Vec<usize>,
    /// Its first keystroke.
    pub first: usize,
    /// How many keystrokes it has.
    pub len: usize,
}

/// What a stored scenario says of its recording: where it lies, what tells its content from others, and how
/// many keystrokes of it are typed.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Reference {
    path: String,
    content: String,
    keystrokes: usize,
}

impl Serialize for Recording {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { path, content, keystrokes, .. } = self;
        let (path, content, keystrokes) = (path.clone(), content.clone(), keystrokes.len());
        Reference { path, content, keystrokes }.serialize(serializer)
    }
}

impl TryFrom<Reference> for Recording {
    type Error = String;

    fn try_from(reference: Reference) -> Result<Self, String> {
        let Reference { path, content, keystrokes } = reference;
        let mut recording = Self::read(Path::new(&path)).map_err(|error| format!("{path} {error}"))?;
        if recording.content != content {
            let met = recording.content;
            return Err(format!("{path} has the content {met}, and the scenario was made from {content}"));
        }
        if recording.keystrokes.len() < keystrokes {
            let met = recording.keystrokes.len();
            return Err(format!("{path} has {met} keystrokes, and the scenario types {keystrokes}"));
        }
        recording.cut(keystrokes);
        Ok(recording)
    }
}

/// One character typed or deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keystroke {
    /// A character typed at a position, counted in characters from 0.
    Type {
        /// Where it stands afterwards.
        at: usize,
        /// The character.
        character: char,
    },
    /// The character at a position deleted.
    Delete {
        /// Where it stood.
        at: usize,
    },
}

/// As many as there may be planned edits. A patch says in a few digits how much it deletes.
const KEYSTROKES_MAX: usize = 10_000_000;

#[derive(Deserialize)]
struct File {
    kind: Option<String>,
    #[serde(rename = "startContent", default)]
    start: String,
    #[serde(rename = "endContent")]
    end: String,
    #[serde(rename = "numAgents")]
    agents: Option<u32>,
    txns: Vec<Recorded>,
}

#[derive(Deserialize)]
struct Recorded {
    patches: Vec<(usize, usize, String)>,
    parents: Option<Vec<usize>>,
    agent: Option<u32>,
}

impl Recording {
    /// Reads a recording from a file, gzipped or not.
    ///
    /// # Errors
    /// See [`RecordingError`]: the file is read whole and applied once to a plain text, so that what it
    /// promises at its end is known to follow from it.
    pub fn read(path: &Path) -> Result<Self, RecordingError> {
        let bytes = std::fs::read(path).map_err(RecordingError::Unreadable)?;
        let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let path = path.to_string_lossy().into_owned();
        Ok(Self { path, ..Self::from_bytes(file, &bytes)? })
    }

    /// Keeps the first `keystrokes` and, if one person typed them, the text that they give.
    pub fn cut(&mut self, keystrokes: usize) {
        if keystrokes >= self.keystrokes.len() {
            return;
        }
        self.keystrokes.truncate(keystrokes);
        self.transactions.retain(|transaction| transaction.first < keystrokes);
        for transaction in &mut self.transactions {
            transaction.len = transaction.len.min(keystrokes - transaction.first);
        }
        self.end.clear();
        if self.agents > 1 {
            return;
        }
        for keystroke in &self.keystrokes {
            match *keystroke {
                Keystroke::Type { at, character } if at <= self.end.len() => self.end.insert(at, character),
                Keystroke::Delete { at } if at < self.end.len() => {
                    self.end.remove(at);
                }
                // One person's transactions may be recorded as concurrent; the run says that they are out of place.
                Keystroke::Type { .. } | Keystroke::Delete { .. } => {}
            }
        }
    }

    fn from_bytes(file: String, bytes: &[u8]) -> Result<Self, RecordingError> {
        const GZIP: [u8; 2] = [0x1f, 0x8b];
        let mut text = Vec::new();
        if bytes.starts_with(&GZIP) {
            MultiGzDecoder::new(bytes).read_to_end(&mut text).map_err(RecordingError::NoGzip)?;
        } else {
            text.extend_from_slice(bytes);
        }
        let content = crate::digest::hex(&Sha256::digest(&text)[..8]);
        let parsed: File =
            serde_json::from_slice(&text).map_err(|error| RecordingError::Malformed(error.to_string()))?;
        let end: Vec<char> = parsed.end.chars().collect();
        let (agents, (transactions, keystrokes)) = match parsed.kind.as_deref() {
            None | Some("sequential") => (1, sequential(&parsed.start, &parsed.txns, &end)?),
            Some("concurrent") => {
                let agents = parsed.agents.unwrap_or(0);
                (agents, concurrent(&parsed.start, &parsed.txns, agents)?)
            }
            Some(kind) => {
                let why = format!("its kind is `{kind}`, and known are `sequential` and `concurrent`");
                return Err(RecordingError::Malformed(why));
            }
        };
        Ok(Self { path: file.clone(), file, content, agents, transactions, keystrokes, end })
    }
}

type Keystrokes = (Vec<Transaction>, Vec<Keystroke>);

/// The keystrokes of one person, which are checked to give `end`.
fn sequential(start: &str, recorded: &[Recorded], end: &[char]) -> Result<Keystrokes, RecordingError> {
    let mut transactions = Vec::new();
    let mut keystrokes = typed(0, start);
    let mut text: Vec<char> = start.chars().collect();
    for (transaction, Recorded { patches, .. }) in recorded.iter().enumerate() {
        let first = if transaction == 0 { 0 } else { keystrokes.len() };
        for &(position, deleted, ref inserted) in patches {
            let length = text.len();
            if position.checked_add(deleted).is_none_or(|last| last > length) {
                return Err(RecordingError::OutOfText { transaction, position, deleted, length });
            }
            text.splice(position..position + deleted, inserted.chars());
            patch(position, deleted, inserted, &mut keystrokes)?;
        }
        let parents = transaction.checked_sub(1).into_iter().collect();
        let len = keystrokes.len() - first;
        transactions.push(Transaction { agent: 0, parents, first, len });
    }
    if text != end {
        let differs = |at: &usize| text.get(*at) != end.get(*at);
        let position = (0..=text.len()).find(differs).unwrap_or(text.len());
        return Err(RecordingError::OtherEnd { position });
    }
    Ok((transactions, keystrokes))
}

/// The keystrokes of several people. Whether they give the recorded end, only the run can tell.
fn concurrent(start: &str, recorded: &[Recorded], agents: u32) -> Result<Keystrokes, RecordingError> {
    let malformed = |why: String| Err(RecordingError::Malformed(why));
    if !start.is_empty() {
        return malformed("several people begin with a text that nobody typed".to_owned());
    }
    if agents == 0 {
        return malformed("its numAgents is missing or 0, and several people type it".to_owned());
    }
    if agents as usize > recorded.len() {
        let transactions = recorded.len();
        return malformed(format!(
            "its numAgents is {agents}, above the number of its transactions, {transactions}"
        ));
    }
    let (mut transactions, mut keystrokes, mut length) = (Vec::new(), Vec::new(), 0_usize);
    for (number, Recorded { patches, parents, agent }) in recorded.iter().enumerate() {
        let agent = match *agent {
            Some(agent) if agent < agents => agent,
            Some(agent) => {
                let last = agents - 1;
                return malformed(format!("transaction {number} has the agent {agent}, the last is {last}"));
            }
            None => return malformed(format!("transaction {number} has no agent")),
        };
        let parents = parents.clone().unwrap_or_default();
        if let Some(parent) = parents.iter().find(|&&parent| parent >= number) {
            return malformed(format!(
                "transaction {number} has {parent} as its parent, which is not before it"
            ));
        }
        let first = keystrokes.len();
        for &(position, deleted, ref inserted) in patches {
            // No state that a transaction builds on has more than all that was typed before it.
            if position.checked_add(deleted).is_none_or(|last| last > length) {
                return Err(RecordingError::OutOfText { transaction: number, position, deleted, length });
            }
            patch(position, deleted, inserted, &mut keystrokes)?;
            length += inserted.chars().count();
        }
        transactions.push(Transaction { agent, parents, first, len: keystrokes.len() - first });
    }
    Ok((transactions, keystrokes))
}

/// A patch deletes, then inserts.
fn patch(
    position: usize,
    deleted: usize,
    inserted: &str,
    keystrokes: &mut Vec<Keystroke>,
) -> Result<(), RecordingError> {
    if keystrokes.len() + deleted + inserted.len() > KEYSTROKES_MAX {
        return Err(RecordingError::TooMany);
    }
    keystrokes.extend(std::iter::repeat_n(Keystroke::Delete { at: position }, deleted));
    keystrokes.extend(typed(position, inserted));
    Ok(())
}

fn typed(at: usize, text: &str) -> Vec<Keystroke> {
    text.chars().enumerate().map(|(n, character)| Keystroke::Type { at: at + n, character }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Keystroke>, String> {
        let recording = Recording::from_bytes("test".into(), text.as_bytes());
        recording.map(|recording| recording.keystrokes).map_err(|error| error.to_string())
    }

    #[test]
    fn a_file_that_is_no_recording_is_refused_by_name() {
        let cases = [
            ("", "is no recording of editing: EOF while parsing a value at line 1 column 0"),
            (r#"{"endContent":""}"#, "is no recording of editing: missing field `txns` at line 1 column 17"),
            (
                r#"{"kind":"drawn","endContent":"","txns":[]}"#,
                "is no recording of editing: its kind is `drawn`, and known are `sequential` and `concurrent`",
            ),
            (
                r#"{"endContent":"","txns":[{"patches":[[0,0,"ab"],[1,2,""]]}]}"#,
                "cannot be replayed: transaction 0 deletes 2 characters at 1 of a text of 2",
            ),
            (
                r#"{"endContent":"","txns":[{"patches":[[0,0,"ab"],[5,0,"c"]]}]}"#,
                "cannot be replayed: transaction 0 inserts at 5 of a text of 2",
            ),
            (
                r#"{"endContent":"abc","txns":[{"patches":[[0,0,"ab"]]}]}"#,
                "cannot be replayed: its patches and its endContent differ at character 2",
            ),
        ];
        for (text, message) in cases {
            assert_eq!(read(text).unwrap_err(), message, "{text}");
        }
    }

    /// What a file says of itself in few digits must not fill the memory.
    #[test]
    fn people_and_deletions_are_bounded_by_what_was_typed() {
        let of = |agents: &str, agent: &str, patches: &str| {
            let transaction = format!(r#"{{"parents":[],{agent}"patches":[{patches}]}}"#);
            format!(r#"{{"kind":"concurrent","endContent":"",{agents}"txns":[{transaction}]}}"#)
        };
        let one = r#""numAgents":1,"#;
        let cases = [
            (
                of(r#""numAgents":4000000000,"#, r#""agent":0,"#, ""),
                "is no recording of editing: its numAgents is 4000000000, above the number of its transactions, 1",
            ),
            (
                of(r#""numAgents":0,"#, r#""agent":0,"#, ""),
                "is no recording of editing: its numAgents is missing or 0, and several people type it",
            ),
            (
                of(one, r#""agent":7,"#, ""),
                "is no recording of editing: transaction 0 has the agent 7, the last is 0",
            ),
            (of(one, "", ""), "is no recording of editing: transaction 0 has no agent"),
            (
                of(one, r#""agent":0,"#, r#"[0,0,"a"],[0,4000000000000,""]"#),
                "cannot be replayed: transaction 0 deletes 4000000000000 characters at 0 of a text of 1",
            ),
            (
                of(one, r#""agent":0,"#, r#"[1,0,"a"]"#),
                "cannot be replayed: transaction 0 inserts at 1 of a text of 0",
            ),
        ];
        for (text, message) in cases {
            assert_eq!(read(&text).unwrap_err(), message, "{text}");
        }
        let mut keystrokes = Vec::new();
        assert!(patch(0, KEYSTROKES_MAX + 1, "", &mut keystrokes).is_err());
        assert!(patch(0, 2, "ab", &mut keystrokes).is_ok());
    }

    #[test]
    fn a_patch_deletes_then_inserts() {
        let text = r#"{"endContent":"aéd","txns":[{"patches":[[0,0,"abcd"],[1,2,"é"]]}]}"#;
        let typed = |at, character| Keystroke::Type { at, character };
        let expected = [
            typed(0, 'a'),
            typed(1, 'b'),
            typed(2, 'c'),
            typed(3, 'd'),
            Keystroke::Delete { at: 1 },
            Keystroke::Delete { at: 1 },
            typed(1, 'é'),
        ];
        assert_eq!(read(text).unwrap(), expected);
    }
}
