//! Several writers who hammer one gap at once.

use super::plot::{Line, Panel, Plot, Spot};
use super::{Body, Draft};
use crate::ink::{Ink, Pen};
use crate::measure::growth::Trial;
use crate::rows::Rows;
use crate::schemes::Scheme;
use crate::text::{listed, percent, thousands};
use crate::workload::Workload;

const OURS: Scheme = Scheme::MiddleHalf;

const fn pen(workload: Workload) -> Pen {
    match workload {
        Workload::Crowd2 => Pen::dashed(Ink::Plum),
        Workload::Crowd10 => Pen::solid(Ink::Teal),
        Workload::Crowd100 => Pen::dashed(Ink::Amber),
        Workload::Crowd1000 => Pen::dotted(Ink::Sky),
        _ => Pen { width: 3.0, ..Pen::solid(Ink::Blue) },
    }
}

pub(super) fn chart(rows: &Rows) -> Draft {
    let panels = Panel::both_ways("keys made by all", &[1, 10, 100, 1_000, 10_000], || lines(rows));
    Draft {
        name: "crowd",
        title: "Several writers in one gap at once: shorter keys, many of them equal".into(),
        says: says(rows),
        is_twin: false,
        body: Body::Plot(Plot { panels }),
    }
}

fn lines(rows: &Rows) -> Vec<Line> {
    let line = |workload: Workload| {
        let points: Vec<Spot> = rows.growth_of(OURS, workload).map(Spot::of_longest).collect();
        let name = match workload.writers() {
            1 => "1 writer".to_owned(),
            writers => format!("{} writers", thousands(writers)),
        };
        let is_done = rows.keys(OURS, workload).p50 >= workload.operations_max();
        let end = points.last().filter(|_| is_done).map_or("cap".into(), |last| last.y.to_string());
        Line::of(format!("{name}, {end}"), pen(workload), points)
    };
    std::iter::once(Workload::GapLower).chain(Workload::CROWDS).map(line).collect()
}

/// The share of keys equal to another that was there, in a million, over all seeds.
pub fn equal_ppm(rows: &Rows, scheme: Scheme, workload: Workload) -> Option<u32> {
    let sum =
        |of: fn(&Trial) -> u32| rows.trials_of(scheme, workload).map(|trial| u64::from(of(trial))).sum();
    let (equal, keys): (u64, u64) = (sum(|trial| trial.equal), sum(|trial| trial.keys));
    (keys > 0).then(|| (equal * 1_000_000 / keys) as u32)
}

fn says(rows: &Rows) -> String {
    let each = |crowd: Workload| {
        let writers = thousands(crowd.writers());
        let keys = rows.keys(OURS, crowd).p50;
        let longest = rows.growth_of(OURS, crowd).last().map_or(0, |row| row.p50);
        let end = if keys < crowd.operations_max() {
            format!("{writers} writers meet the cap after {} keys", thousands(keys))
        } else {
            format!("{writers} writers end at {longest} bytes")
        };
        let equal = equal_ppm(rows, OURS, crowd).map_or(String::new(), percent);
        format!("{end} ({equal} of keys equal to another)")
    };
    format!(
        "All ask for the place right above the lower key of one gap at the same moment, with the middle half and without \
         seeing the others; what they made is there before they ask again, below the least of it. {} keys in all: {}, where \
         one writer alone meets the cap after {}. A crowd uses up part of the gap once for a whole round, so its keys stay shorter \
         for as many records; but it shares few places, and equal keys must be told apart by record key, as here.",
        thousands(Workload::Crowd2.operations_max()),
        listed(&Workload::CROWDS.map(each)),
        thousands(rows.keys(OURS, Workload::GapLower).p50),
    )
}
