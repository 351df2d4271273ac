//! Writers who ask for one place at once, and what it costs to keep their keys apart.

use super::plot::{Axis, Line, Panel, Plot, Spot};
use super::{Body, Draft};
use crate::ink::{Ink, Pen};
use crate::measure::collisions::{Collision, Draw};
use crate::measure::suffixes::Suffix;
use crate::rows::Rows;
use crate::text::{hundredths, percent};

const fn pen(draw: Draw) -> Pen {
    match draw {
        Draw::Nothing => Pen::solid(Ink::Teal),
        Draw::MiddleHalf => Pen { width: 3.0, ..Pen::solid(Ink::Blue) },
        Draw::FullWidth => Pen::solid(Ink::Amber),
        Draw::Suffix8 => Pen::dashed(Ink::Slate),
        Draw::Suffix16 => Pen::dashed(Ink::Plum),
        Draw::Suffix24 => Pen::dashed(Ink::Sky),
        Draw::Suffix32 => Pen::dotted(Ink::Plum),
    }
}

pub(super) fn chart(rows: &Rows) -> Draft {
    // A share of one in a million is the axis's beginning.
    let seen = |ppm: u32| f64::from(ppm.max(1));
    let line = |draw: Draw| {
        let formula = rows.collisions_of(draw).map(|row| Spot::exactly(row.writers, seen(row.formula_ppm)));
        let measured = rows.collisions_of(draw).filter(|row| row.equal > 0).map(|row| Spot {
            x: row.writers.into(),
            low: seen(row.low_ppm),
            y: seen(row.share_ppm),
            high: seen(row.high_ppm),
        });
        Line { marks: measured.collect(), ..Line::of(draw.name(), pen(draw), formula.collect()) }
    };
    let panel = Panel {
        heading: String::new(),
        x: Axis::logarithmic("writers in one gap at once, logarithmic", &[2, 10, 100, 1_000]),
        y: Axis {
            name: "chance that two make one key, logarithmic".into(),
            is_logarithmic: true,
            values: (1.0, 1e6),
            ticks: [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
                .map(|ppm| (f64::from(ppm), percent(ppm)))
                .into(),
        },
        lines: Draw::ALL.map(line).into(),
    };
    Draft {
        name: "collisions",
        title: "Jitter of one digit does not prevent equal keys; 32 bits nearly do".into(),
        says: says(rows),
        body: Body::Plot(Plot { panels: vec![panel] }),
    }
}

fn says(rows: &Rows) -> String {
    let of = |draw, writers| rows.collisions_of(draw).find(|row| row.writers == writers);
    let measured = |row: &Collision| {
        let (share, low, high) = (percent(row.share_ppm), percent(row.low_ppm), percent(row.high_ppm));
        format!("{share} ({low}–{high})")
    };
    let show = |draw, writers| of(draw, writers).map_or(String::new(), measured);
    let formula = of(Draw::MiddleHalf, 2).map_or(String::new(), |row| percent(row.formula_ppm));
    let outside =
        rows.collisions.iter().filter(|row| !(row.low_ppm..=row.high_ppm).contains(&row.formula_ppm)).count();
    format!(
        "Lines: the birthday formula; dots: measured, with Wilson's interval at 95 %, where it happened at all. Two \
         writers in a fresh gap get one key in {} of cases with the middle half (formula: {formula}), and always with the \
         exact midpoint; ten writers in {}. Beyond a few writers a digit's jitter is no protection, and none is needed \
         where equal keys are broken by record key, as here. {outside} of {} intervals do not hold their formula; about \
         one in twenty should not.",
        show(Draw::MiddleHalf, 2),
        show(Draw::MiddleHalf, 10),
        rows.collisions.len(),
    )
}

pub(super) fn cost(rows: &Rows) -> Draft {
    let is_suffix = |draw: Draw| draw == Draw::Nothing || draw.suffix_bits().is_some();
    let line = |name: &str, pen: Pen, suffix: bool, of: fn(&Suffix) -> f64| {
        let chosen = rows.suffixes.iter().filter(|row| is_suffix(row.draw) == suffix);
        let points: Vec<Spot> =
            chosen.map(|row| Spot::exactly(f64::from(row.centibits) / 100.0, of(row))).collect();
        Line { marks: points.clone(), ..Line::of(name, pen, points) }
    };
    let append = |row: &Suffix| f64::from(row.append_bytes);
    let random = |row: &Suffix| f64::from(row.random_centibytes) / 100.0;
    let panel = Panel {
        heading: String::new(),
        x: Axis::linear("random bits in a key", &[0, 8, 16, 24, 32]),
        y: Axis::linear("bytes", &[0, 2, 4, 6, 8, 10, 12]).up_to(13.0),
        lines: vec![
            line("appends, suffix", Pen::dashed(Ink::Plum), true, append),
            line("random, suffix", Pen::solid(Ink::Plum), true, random),
            line("appends, jitter", Pen::dashed(Ink::Blue), false, append),
            line("random, jitter", Pen::solid(Ink::Blue), false, random),
        ],
    };
    Draft {
        name: "suffixes",
        title: "What each random bit costs".into(),
        says: cost_says(rows),
        body: Body::Plot(Plot { panels: vec![panel] }),
    }
}

fn cost_says(rows: &Rows) -> String {
    let of = |draw| rows.suffixes.iter().find(|row| row.draw == draw);
    let (Some(none), Some(ours), Some(long)) = (of(Draw::Nothing), of(Draw::MiddleHalf), of(Draw::Suffix32))
    else {
        return String::new();
    };
    let extra = (long.random_centibytes - none.random_centibytes) / 32;
    format!(
        "Keys after 1,000 inserts. Jitter within the digit is {} bits that cost {} bytes at random places instead of {}, and \
         nothing at an end. A suffix of 32 bits makes the key of an append {} bytes instead of {}, and at random places \
         {} on average: about {} byte for each bit, since what was glued on is in the way of the next key too.",
        hundredths(ours.centibits),
        hundredths(ours.random_centibytes),
        hundredths(none.random_centibytes),
        long.append_bytes,
        none.append_bytes,
        hundredths(long.random_centibytes),
        hundredths(extra),
    )
}
