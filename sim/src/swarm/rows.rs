//! The file of a shard: a line that says what is run, then a line for each seed, written as they come.

use super::{Row, Shard};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// What is run: equal for all shards of a swarm but for the shard itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the simulator.
    pub version: String,
    /// The commit that it was built from.
    pub commit: String,
    /// The digest of the scenario of the first seed, which depends on all that was asked for.
    pub scenario: String,
    /// What makes the command for one seed: everything that was asked for but the seed.
    pub arguments: String,
    /// Whether all states must be reached: scenarios were drawn, and nothing was wanted otherwise.
    pub judges_states: bool,
    /// The first seed.
    pub start: u64,
    /// How many seeds there are, of all shards together.
    pub seeds: u64,
    /// Whether the swarm may end before its last seed, because its time is over.
    pub timed: bool,
    /// Which part of the swarm this is.
    pub shard: Shard,
}

impl Header {
    /// The same for the whole swarm.
    #[must_use]
    pub fn whole(&self) -> Self {
        Self { shard: Shard::WHOLE, ..self.clone() }
    }

    /// Checks that all seeds can be counted.
    fn check(&self) -> Result<(), String> {
        let Self { start, seeds, shard: Shard { number, of }, .. } = *self;
        if !(1..=of).contains(&number) || of > u64::from(u32::MAX) {
            return Err(format!("there is no shard {number} of {of}"));
        }
        let beyond = || format!("{seeds} seeds from {start} on go beyond the last, {}", u64::MAX);
        start.checked_add(seeds).map(|_| ()).ok_or_else(beyond)
    }
}

/// The open file of a shard.
#[derive(Debug)]
pub struct Rows {
    path: PathBuf,
    file: File,
}

impl Rows {
    /// The name of a shard's file.
    pub fn name(shard: Shard) -> String {
        format!("rows-{}-of-{}.jsonl", shard.number, shard.of)
    }

    /// Begins the file of a shard anew.
    ///
    /// # Errors
    /// The file, and why it cannot be written.
    pub fn create(folder: &Path, header: &Header) -> Result<Self, String> {
        let path = folder.join(Self::name(header.shard));
        let created = fs::create_dir_all(folder).and_then(|()| File::create(&path));
        let mut file = created.map_err(|error| unwritable(&path, &error))?;
        write_line(&mut file, header).map_err(|error| unwritable(&path, &error))?;
        Ok(Self { path, file })
    }

    /// Goes on with a file where it ends, half a line that a killed process left aside. `each` is given the rows
    /// that are there. Begins the file where there is none.
    ///
    /// # Errors
    /// The file, and what is wrong with it: it belongs to another swarm, or cannot be read.
    pub fn resume(
        folder: &Path,
        header: &Header,
        mut each: impl FnMut(&Row) -> Result<(), String>,
    ) -> Result<Self, String> {
        let path = folder.join(Self::name(header.shard));
        if !path.exists() {
            return Self::create(folder, header);
        }
        let mut reader = RowReader::open(&path)?;
        if reader.header != *header {
            return Err(format!("{} belongs to another swarm and cannot be resumed", path.display()));
        }
        while let Some(row) = reader.next_row()? {
            each(&row).map_err(|why| reader.at_row(&why))?;
        }
        let whole_bytes = reader.whole_bytes;
        let opened = OpenOptions::new().append(true).open(&path);
        let file = opened.and_then(|file| file.set_len(whole_bytes).map(|()| file));
        Ok(Self { file: file.map_err(|error| unwritable(&path, &error))?, path })
    }

    /// Writes a row. It is in the file when this returns.
    ///
    /// # Errors
    /// The file, and why it cannot be written.
    pub fn write(&mut self, row: &Row) -> io::Result<()> {
        write_line(&mut self.file, row)
            .map_err(|error| io::Error::new(error.kind(), unwritable(&self.path, &error)))
    }
}

/// Writes a line at once, so that a process that is killed leaves whole lines.
fn write_line(file: &mut File, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    file.write_all(&line)
}

fn unwritable(path: &Path, error: &io::Error) -> String {
    format!("{} cannot be written: {error}", path.display())
}

/// Reads the file of a shard, row by row.
#[derive(Debug)]
pub struct RowReader {
    /// Where the file lies.
    pub path: PathBuf,
    /// Its first line.
    pub header: Header,
    reader: BufReader<File>,
    rows: u64,
    /// How many bytes the whole lines that were read have.
    whole_bytes: u64,
}

impl RowReader {
    /// Opens a file and reads what is run.
    ///
    /// # Errors
    /// The file, and what is wrong with it.
    pub fn open(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        let unreadable = |error: io::Error| format!("{shown} cannot be read: {error}");
        let mut reader = BufReader::new(File::open(path).map_err(unreadable)?);
        let mut line = String::new();
        let bytes = reader.read_line(&mut line).map_err(unreadable)?;
        let header: Header =
            serde_json::from_str(&line).map_err(|error| format!("{shown}: line 1: {error}"))?;
        header.check().map_err(|why| format!("{shown}: line 1: {why}"))?;
        Ok(Self { path: path.to_owned(), header, reader, rows: 0, whole_bytes: bytes as u64 })
    }

    /// The next row; none at the end, or where the last line was written by half.
    ///
    /// # Errors
    /// The file and the line, and what is wrong with it: it is no row, or that of another seed.
    pub fn next_row(&mut self) -> Result<Option<Row>, String> {
        let (shown, number) = (self.path.display(), self.rows + 2);
        let mut line = String::new();
        let bytes =
            self.reader.read_line(&mut line).map_err(|error| format!("{shown} cannot be read: {error}"))?;
        if !line.ends_with('\n') {
            return Ok(None);
        }
        let row: Row =
            serde_json::from_str(&line).map_err(|error| format!("{shown}: line {number}: {error}"))?;
        let Header { shard, start, seeds, .. } = self.header;
        let is_beyond = self.rows >= shard.share(seeds);
        if is_beyond || row.seed != shard.seed(start, self.rows) {
            return Err(format!("{shown}: line {number}: the seed {} does not belong here", row.seed));
        }
        row.check().map_err(|why| format!("{shown}: line {number}: {why}"))?;
        self.rows += 1;
        self.whole_bytes += bytes as u64;
        Ok(Some(row))
    }

    /// What is wrong with the row that was read last, with its file and its line.
    pub fn at_row(&self, why: &str) -> String {
        format!("{}: line {}: {why}", self.path.display(), self.rows + 1)
    }

    /// How many rows were read, and how many the shard has.
    pub fn progress(&self) -> (u64, u64) {
        (self.rows, self.header.shard.share(self.header.seeds))
    }
}
