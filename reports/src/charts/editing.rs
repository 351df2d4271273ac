//! Recordings of real editing: where keys stay short and where they meet the cap.

use super::plot::{Axis, Line, Panel, Plot, Spot};
use super::{Body, Draft};
use crate::band::{Band, median};
use crate::ink::{Ink, Pen};
use crate::measure::recordings::{Item, Typed};
use crate::rows::Rows;
use crate::schemes::Scheme;
use crate::text::{listed, ranged};
use order_key::KEY_BYTES_MAX;
use std::ops::RangeInclusive;

const OURS: Scheme = Scheme::MiddleHalf;

const fn pen(item: Item) -> Pen {
    match item {
        Item::Character => Pen { width: 3.0, ..Pen::solid(Ink::Plum) },
        Item::Paste => Pen::dashed(Ink::Amber),
        Item::PastedLine => Pen { width: 3.0, ..Pen::solid(Ink::Blue) },
        Item::Line => Pen::dotted(Ink::Sky),
    }
}

/// Broad lines first, so that one on the same spots is seen on top.
const DRAWN: [Item; 4] = [Item::Character, Item::Paste, Item::PastedLine, Item::Line];

pub(super) fn chart(rows: &Rows) -> Option<Draft> {
    let panels = panels(rows, &Axis::longest_logarithmic(2))?;
    Some(Draft {
        name: "recordings",
        title: "Real editing: a line each stays short, a character each meets the cap".into(),
        says: says(rows),
        is_twin: false,
        body: Body::Plot(Plot { panels }),
    })
}

pub(super) fn linear(rows: &Rows) -> Option<Draft> {
    Some(Draft {
        name: "recordings-linear",
        title: "Real editing over a linear axis".into(),
        says: "The same lines with equal steps for equal numbers of bytes. Keys do not grow as long as a text is edited, but \
               by bursts: where somebody stays at one spot for a while. In between they stay as they are."
            .into(),
        is_twin: true,
        body: Body::Plot(Plot { panels: panels(rows, &Axis::longest())? }),
    })
}

/// A panel for each recording, if there are any.
fn panels(rows: &Rows, y: &Axis) -> Option<Vec<Panel>> {
    let panels: Vec<Panel> = rows.recordings().into_iter().map(|name| panel(rows, name, y.clone())).collect();
    (!panels.is_empty()).then_some(panels)
}

fn panel(rows: &Rows, recording: &str, y: Axis) -> Panel {
    let line = |item: Item| {
        let is_it = |row: &&Typed| row.recording == recording && (row.scheme, row.item) == (OURS, item);
        let mut points: Vec<Spot> = rows
            .typed
            .iter()
            .filter(is_it)
            .map(|row| Spot {
                x: f64::from(row.keystrokes),
                low: row.p5.into(),
                y: row.p50.into(),
                high: row.p95.into(),
            })
            .collect();
        let longest = Band::of(rows.recorded_of(recording, OURS, item).map(|row| row.longest)).p50;
        let met = met(rows, recording, item);
        if let Some(met) = met {
            points.push(Spot::exactly(met, longest));
        }
        let end = if met.is_some() { ", cap".to_owned() } else { format!(" {longest}") };
        Line::of(format!("{}{end}", item.short()), pen(item), points)
    };
    let keystrokes =
        rows.recorded_of(recording, OURS, Item::Line).map(|row| row.keystrokes).max().unwrap_or(1);
    let unit = 10_u32.pow(keystrokes.ilog10());
    let step = if keystrokes / unit >= 4 {
        2 * unit
    } else if keystrokes / unit >= 2 {
        unit
    } else {
        unit / 2
    };
    let ticks: Vec<u32> = (0..=keystrokes / step).map(|tick| tick * step).collect();
    Panel {
        heading: recording.to_owned(),
        x: Axis::linear("characters typed or deleted", &ticks).up_to(keystrokes.into()),
        y,
        lines: DRAWN.map(line).into(),
    }
}

/// Where the median seed met the cap, if most did.
pub fn met(rows: &Rows, recording: &str, item: Item) -> Option<u32> {
    let seeds = rows.recorded_of(recording, OURS, item).count();
    let met: Vec<u32> = rows.recorded_of(recording, OURS, item).filter_map(|row| row.cap_met_at).collect();
    (met.len() * 2 > seeds).then(|| median(met.into_iter().map(u64::from)) as u32)
}

/// The same with the range of all seeds that met it.
pub fn met_ranged(rows: &Rows, recording: &str, item: Item) -> Option<(u32, RangeInclusive<u32>)> {
    let met_at = || rows.recorded_of(recording, OURS, item).filter_map(|row| row.cap_met_at);
    Some((met(rows, recording, item)?, met_at().min()?..=met_at().max()?))
}

fn says(rows: &Rows) -> String {
    let recordings = rows.recordings();
    let capped = |name: &&str| {
        let (median, seeds) = met_ranged(rows, name, Item::Character)?;
        Some(format!("{name} after {}", ranged(median, *seeds.start(), *seeds.end())))
    };
    let capped: Vec<String> = recordings.iter().filter_map(capped).collect();
    let longest = |item| {
        let of = |name: &&str| Band::of(rows.recorded_of(name, OURS, item).map(|row| row.longest)).p50;
        Band::of(recordings.iter().map(of))
    };
    let [lines, lines_at_once, at_once] =
        [Item::Line, Item::PastedLine, Item::Paste].map(|item| longest(item).reach());
    format!(
        "{} recordings of real editing, typed again with the middle half: each line a record, as in an outline, or each \
         character one. **At once** are the lines of those to which pasted text got its keys together (`between_n`). With a \
         record for each line the longest key is {lines_at_once} bytes where pastes are keyed at once, and {lines} where they \
         are keyed row by row. With one for each character, pasted ones keyed one by one too, the cap of {KEY_BYTES_MAX} bytes \
         is met by {} keystrokes (median of the seeds, and their range): people type forward in the middle of a text, and \
         that is one gap hammered from one side. With pastes keyed at once {}, and the longest key is {at_once} bytes.",
        recordings.len(),
        if capped.is_empty() { "none in so many".to_owned() } else { listed(&capped) },
        match recordings.iter().filter(|name| met(rows, name, Item::Paste).is_some()).count() {
            0 => "no recording meets the cap".to_owned(),
            count => format!("{count} recordings meet the cap"),
        },
    )
}
