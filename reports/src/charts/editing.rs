//! Recordings of real editing: where keys stay short and where they meet the cap.

use super::plot::{Axis, Line, Panel, Plot, Spot};
use super::{Body, Draft};
use crate::band::{Band, median};
use crate::ink::{Ink, Pen};
use crate::measure::recordings::{Item, Typed};
use crate::rows::Rows;
use crate::schemes::Scheme;
use crate::text::{listed, thousands};

const OURS: Scheme = Scheme::MiddleHalf;

const fn pen(item: Item) -> Pen {
    match item {
        Item::Character => Pen { width: 3.0, ..Pen::solid(Ink::Plum) },
        Item::Paste => Pen::dashed(Ink::Amber),
        Item::Line => Pen::dotted(Ink::Blue),
        Item::PastedLine => Pen { width: 3.0, ..Pen::solid(Ink::Blue) },
    }
}

pub(super) fn chart(rows: &Rows) -> Option<Draft> {
    let panels: Vec<Panel> = rows.recordings().into_iter().map(|name| panel(rows, name)).collect();
    if panels.is_empty() {
        return None;
    }
    Some(Draft {
        name: "recordings",
        title: "Real editing: a line each stays short, a character each meets the cap".into(),
        says: says(rows),
        body: Body::Plot(Plot { panels }),
    })
}

fn panel(rows: &Rows, recording: &str) -> Panel {
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
        if let Some(met) = met(rows, recording, item) {
            points.push(Spot::exactly(met, longest));
        }
        Line::of(format!("{} {longest}", item.short()), pen(item), points)
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
        y: Axis::logarithmic("longest key in bytes, logarithmic", &[2, 4, 8, 16, 32, 64, 128, 256, 512]),
        lines: Item::ALL.map(line).into(),
    }
}

/// Where the median seed met the cap, if most did.
pub fn met(rows: &Rows, recording: &str, item: Item) -> Option<u32> {
    let seeds = rows.recorded_of(recording, OURS, item).count();
    let met: Vec<u32> = rows.recorded_of(recording, OURS, item).filter_map(|row| row.cap_met_at).collect();
    (met.len() * 2 > seeds).then(|| median(met.into_iter().map(u64::from)) as u32)
}

fn says(rows: &Rows) -> String {
    let recordings = rows.recordings();
    let capped: Vec<String> = recordings
        .iter()
        .filter_map(|name| Some(format!("{name} after {}", thousands(met(rows, name, Item::Character)?))))
        .collect();
    let longest = |item| {
        let of = |name: &&str| Band::of(rows.recorded_of(name, OURS, item).map(|row| row.longest)).p50;
        Band::of(recordings.iter().map(of))
    };
    let (lines, pastes) = (longest(Item::PastedLine), longest(Item::Paste));
    format!(
        "{} recordings of real editing, typed again with the middle half: each line a record, as in an outline, or each \
         character one. With a record for each line (lines at once) the longest key is {} to {} bytes. With one for each character the \
         cap is met by {}: people type forward in the middle of a text, and that is one gap hammered from one side. What \
         is pasted should get its keys at once (`between_n`): then no recording meets the cap, and the longest key is {} \
         to {} bytes.",
        recordings.len(),
        lines.min,
        lines.max,
        if capped.is_empty() { "none".to_owned() } else { listed(&capped) },
        pastes.min,
        pastes.max,
    )
}
