//! Why a recording cannot be replayed.

use super::KEYSTROKES_MAX;
use std::fmt;

/// Why a file cannot be replayed.
#[derive(Debug)]
pub enum RecordingError {
    /// The file cannot be read.
    Unreadable(std::io::Error),
    /// The file begins as a gzip file and does not go on as one.
    NoGzip(std::io::Error),
    /// The file is no recording of this format.
    Malformed(String),
    /// A patch reaches beyond the text.
    OutOfText {
        /// The transaction, counted from 0.
        transaction: usize,
        /// Where the patch wants to work.
        position: usize,
        /// How many characters it deletes there; 0 where it only inserts.
        deleted: usize,
        /// How many characters the text has.
        length: usize,
    },
    /// The recording has more keystrokes than fit into memory as edits.
    TooMany,
    /// The patches do not give the text that the file says they give.
    OtherEnd {
        /// The first character that differs.
        position: usize,
    },
}

impl fmt::Display for RecordingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(f, "cannot be read: {error}"),
            Self::NoGzip(error) => write!(f, "is a damaged gzip file: {error}"),
            Self::Malformed(why) => write!(f, "is no recording of editing: {why}"),
            Self::TooMany => write!(f, "cannot be replayed: it has more than {KEYSTROKES_MAX} keystrokes"),
            Self::OutOfText { transaction, position, deleted, length } => {
                write!(f, "cannot be replayed: transaction {transaction} ")?;
                match deleted {
                    0 => write!(f, "inserts")?,
                    1 => write!(f, "deletes 1 character")?,
                    _ => write!(f, "deletes {deleted} characters")?,
                }
                write!(f, " at {position} of a text of {length}")
            }
            Self::OtherEnd { position } => {
                write!(f, "cannot be replayed: its patches and its endContent differ at character {position}")
            }
        }
    }
}

impl std::error::Error for RecordingError {}
