//! Why a run of the command did not succeed.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a run did not succeed.
#[derive(Debug)]
pub enum Error {
    /// Committed results are not what was recomputed.
    Differs {
        /// Where the committed results are.
        directory: PathBuf,
        /// The files that differ, are missing or are left over, each with which of these.
        differences: Vec<String>,
    },
    /// A bound on growth does not hold.
    Bounds {
        /// Each with what was measured.
        broken: Vec<String>,
    },
    /// A recording or a file of keys cannot be used.
    Input {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A published figure that is none.
    NoFigure {
        /// What was asked for.
        id: String,
        /// Those that there are.
        known: String,
    },
    /// Committed rows cannot be read.
    Rows {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file or directory cannot be read or written.
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl Error {
    /// The exit status: 1 for results that differ or growth beyond its bounds, 2 for whatever kept the run from telling.
    pub const fn status(&self) -> u8 {
        match self {
            Self::Differs { .. } | Self::Bounds { .. } => 1,
            Self::Input { .. } | Self::NoFigure { .. } | Self::Rows { .. } | Self::File { .. } => 2,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Differs { directory, differences } => {
                write!(f, "{} differs from what was recomputed:", directory.display())?;
                differences.iter().try_for_each(|difference| write!(f, "\n  {difference}"))
            }
            Self::Bounds { broken } => {
                f.write_str("keys grow beyond their bounds:")?;
                broken.iter().try_for_each(|bound| write!(f, "\n  {bound}"))
            }
            Self::NoFigure { id, known } => write!(f, "there is no figure `{id}`: known are {known}"),
            Self::Input { path, reason } => write!(f, "{} {reason}", path.display()),
            Self::Rows { path, reason } => write!(f, "{}: {reason}", path.display()),
            Self::File { path, source } => write!(f, "{}: {source}", path.display()),
        }
    }
}

impl std::error::Error for Error {}
