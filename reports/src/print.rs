//! Answers on the terminal: one figure, recordings, the timing.

use crate::band::{Band, median};
use crate::cli::package;
use crate::error::Error;
use crate::figures::{self, Figure};
use crate::measure::Effort;
use crate::measure::recordings::{self, Met, Recorded, Recordings};
use crate::rows::csv_of;
use crate::text::{hundredths, span, thousands};
use std::fs;
use std::path::PathBuf;

/// The lines of one figure, or one line of it.
///
/// # Errors
/// A name that is none.
pub(crate) fn figure(id: &str, quick: bool) -> Result<String, Error> {
    let seeds = if quick { Effort::quick() } else { Effort::full(Vec::new()) }.seeds;
    let Some(figures) = figures::measure_one(id, seeds) else {
        let ids = figures::ids().collect::<Vec<_>>().join(", ");
        let known = format!("{ids}, and their lines, such as F7.3");
        return Err(Error::NoFigure { id: id.to_owned(), known });
    };
    let line = |figure: &Figure| {
        let row =
            [&figure.name, &figure.published_shown(), &figure.ours_shown(), &figure.verdict().to_string()];
        row.map(ToString::to_string)
    };
    let head = ["figure", "published", "ours: median (range)", "verdict"].map(str::to_owned);
    Ok(aligned(&[vec![head], figures.iter().map(line).collect()].concat()))
}

/// Measures the one figure that is a time, and writes it.
pub(crate) fn timings() -> Result<String, Error> {
    let timings = figures::timings();
    let path = package().join("timings.csv");
    fs::write(&path, csv_of(&timings)).map_err(|source| Error::File { path, source })?;
    let line =
        |timing: &figures::Timing| format!("{}: {} ns\n", timing.scheme, hundredths(timing.centinanoseconds));
    Ok(timings.iter().map(line).collect())
}

/// How keys grow in recordings.
pub(crate) fn recordings(paths: &[PathBuf]) -> Result<String, Error> {
    let Recordings { recorded, met, .. } = recordings::measure(paths, || {})?;
    let of = |row: &Recorded| (row.recording.clone(), row.scheme, row.item);
    let head =
        ["recording", "scheme", "item", "keystrokes", "cap met at", "longest", "average"].map(str::to_owned);
    let lines: Vec<[String; 7]> = recorded.chunk_by(|a, b| of(a) == of(b)).map(line).collect();
    let table = if lines.is_empty() { String::new() } else { aligned(&[vec![head], lines].concat()) };
    Ok(table + &met.iter().map(people).collect::<String>())
}

/// What came of a recording of several people.
fn people(met: &Met) -> String {
    let Met { recording, people, verdict, longest, recorded, met, at, .. } = met;
    let run =
        format!("{recording}: {people} people, each making keys: {verdict}, longest key {longest} bytes\n");
    let place = at
        .map(|at| format!("  at character {at} two typed into one gap: {recorded:?} came out as {met:?}\n"));
    run + &place.unwrap_or_default()
}

fn line(rows: &[Recorded]) -> [String; 7] {
    let Recorded { recording, scheme, item, keystrokes, .. } = &rows[0];
    let caps: Vec<u32> = rows.iter().filter_map(|row| row.cap_met_at).collect();
    let met = match caps.iter().min().zip(caps.iter().max()) {
        Some((least, most)) => {
            let middle = median(caps.iter().map(|&at| at.into())) as u32;
            format!("{} ({}), {} of {} seeds", thousands(middle), span(*least, *most), caps.len(), rows.len())
        }
        None => "not met".into(),
    };
    [
        recording.clone(),
        scheme.name().into(),
        item.name().into(),
        thousands(*keystrokes),
        met,
        Band::of(rows.iter().map(|row| row.longest)).p50.to_string(),
        hundredths(median(rows.iter().map(|row| row.bytes * 100 / u64::from(row.keys.max(1)))) as u32),
    ]
}

/// Columns two spaces apart.
fn aligned<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let widths: [usize; N] = std::array::from_fn(width);
    let line = |row: &[String; N]| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}
