//! Joins the rows of shards into the summary that one machine would have given.

use super::rows::RowReader;
use super::{Row, Summary};
use std::path::{Path, PathBuf};

/// The summary of all shards whose rows lie in these folders.
///
/// # Errors
/// Which shard is missing, doubled, incomplete or of another swarm, or what is wrong with its file.
pub fn merge(folders: &[PathBuf]) -> Result<Summary, String> {
    let mut shards = Vec::new();
    for folder in folders {
        let before = shards.len();
        for path in row_files(folder)? {
            shards.push(RowReader::open(&path)?);
        }
        if shards.len() == before {
            return Err(format!("{}: there are no rows of a swarm", folder.display()));
        }
    }
    shards.sort_by_key(|shard| (shard.header.shard.of, shard.header.shard.number));
    check_whole(&shards)?;
    let mut summary = Summary::new(shards[0].header.whole());
    let mut next = shards.iter_mut().map(RowReader::next_row).collect::<Result<Vec<_>, _>>()?;
    while let Some(first) = least(&next) {
        let row = next[first].take().expect("the least is there");
        summary.add(&row).map_err(|why| shards[first].at_row(&why))?;
        next[first] = shards[first].next_row()?;
    }
    shards.iter().try_for_each(check_complete)?;
    Ok(summary)
}

/// The files of rows in a folder, in the order of their names.
fn row_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let unreadable = |error| format!("{} cannot be read: {error}", folder.display());
    let mut files = Vec::new();
    for entry in folder.read_dir().map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("rows-") && name.ends_with(".jsonl") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Each shard is there once, and all are of one swarm.
fn check_whole(shards: &[RowReader]) -> Result<(), String> {
    let first = &shards[0];
    let of = first.header.shard.of;
    for other in &shards[1..] {
        if other.header.whole() != first.header.whole() || other.header.shard.of != of {
            let (one, other) = (first.path.display(), other.path.display());
            return Err(format!("{one} and {other} belong to different swarms"));
        }
    }
    for pair in shards.windows(2) {
        if pair[0].header.shard == pair[1].header.shard {
            let (number, one, other) =
                (pair[0].header.shard.number, pair[0].path.display(), pair[1].path.display());
            return Err(format!("shard {number} of {of} is there twice: {one} and {other}"));
        }
    }
    for (number, shard) in (1..).zip(shards.iter().map(Some).chain(std::iter::repeat(None))) {
        match shard {
            _ if number > of => break,
            Some(shard) if shard.header.shard.number == number => {}
            _ => return Err(format!("shard {number} of {of} is missing")),
        }
    }
    Ok(())
}

fn check_complete(shard: &RowReader) -> Result<(), String> {
    let (rows, all) = shard.progress();
    if rows == all || shard.header.timed {
        return Ok(());
    }
    let super::Shard { number, of } = shard.header.shard;
    Err(format!("shard {number} of {of} has {rows} of {all} rows; `--resume` goes on with it"))
}

/// Which of these rows has the least seed.
fn least(rows: &[Option<Row>]) -> Option<usize> {
    let seeds = rows.iter().enumerate().filter_map(|(index, row)| Some((row.as_ref()?.seed, index)));
    seeds.min().map(|(_, index)| index)
}
