//! Writers who ask for one place at once, and what it costs to keep their keys apart.

use super::plot::{Axis, Line, Panel, Plot, Spot};
use super::{Body, Draft};
use crate::band::Band;
use crate::ink::{Ink, Pen};
use crate::measure::collisions::{Collision, Draw, birthday};
use crate::measure::suffixes::Suffix;
use crate::rows::Rows;
use crate::scale::rounded;
use crate::shortest::forced_bytes;
use crate::text::{hundredths, percent};

const fn pen(draw: Draw) -> Pen {
    match draw {
        Draw::Nothing => Pen::solid(Ink::Teal),
        Draw::MiddleHalf => Pen { width: 3.0, ..Pen::solid(Ink::Blue) },
        Draw::FullWidth => Pen::solid(Ink::Amber),
        Draw::Suffix8 => Pen::dashed(Ink::Rose),
        Draw::Suffix16 => Pen::dashed(Ink::Slate),
        Draw::Suffix24 => Pen::dashed(Ink::Plum),
        Draw::Suffix32 => Pen::dotted(Ink::Brick),
    }
}

/// A chance of 1 in so many is where the axis begins, and the unit on it.
const LEAST: f64 = 1e10;

pub(super) fn chart(rows: &Rows) -> Draft {
    let ppm = |ppm: u32| f64::from(ppm) * (LEAST / 1e6);
    let line = |draw: Draw| {
        let formula =
            WRITERS_DRAWN.map(|writers| Spot::exactly(writers, birthday(writers, draw.outcomes()) * LEAST));
        let measured = rows.collisions_of(draw).filter(|row| row.equal > 0).map(|row| Spot {
            x: row.writers.into(),
            low: ppm(row.low_ppm),
            y: ppm(row.share_ppm),
            high: ppm(row.high_ppm),
        });
        Line { marks: measured.collect(), ..Line::of(draw.name(), pen(draw), formula.into()) }
    };
    let panel = Panel {
        heading: String::new(),
        x: Axis::logarithmic("writers in one gap at once, logarithmic", &[2, 10, 100, 1_000]),
        y: Axis {
            name: "chance that two make one key, logarithmic".into(),
            is_logarithmic: true,
            values: (1.0, LEAST),
            ticks: [
                (1.0, "1 in 10 billion"),
                (1e2, "1 in 100 million"),
                (1e4, "1 in 1 million"),
                (1e6, "1 in 10,000"),
                (1e8, "1 in 100"),
                (1e10, "always"),
            ]
            .map(|(value, text)| (value, text.to_owned()))
            .into(),
        },
        lines: Draw::ALL.map(line).into(),
    };
    Draft {
        name: "collisions",
        title: "Jitter of one digit does not prevent equal keys; 32 bits nearly do".into(),
        says: says(rows),
        is_twin: false,
        body: Body::Plot(Plot { panels: vec![panel] }),
    }
}

/// The numbers of writers through which the formula is drawn.
const WRITERS_DRAWN: [u32; 23] =
    [2, 3, 4, 5, 6, 7, 8, 10, 13, 16, 20, 26, 32, 40, 50, 64, 80, 100, 140, 200, 320, 560, 1_000];

fn says(rows: &Rows) -> String {
    let of = |draw, writers| rows.collisions_of(draw).find(|row| row.writers == writers);
    let measured = |row: &Collision| {
        let (share, low, high) = (percent(row.share_ppm), percent(row.low_ppm), percent(row.high_ppm));
        format!("{share} ({low}–{high})")
    };
    let show = |draw, writers| of(draw, writers).map_or(String::new(), measured);
    let formula = of(Draw::MiddleHalf, 2).map_or(String::new(), |row| percent(rounded(row.formula * 1e6)));
    let outside = rows.collisions.iter().filter(|row| !row.holds_formula()).count();
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
            line("appends, suffix", Pen::dashed(Ink::Rose), true, append),
            line("random, suffix", Pen::solid(Ink::Plum), true, random),
            line("appends, jitter", Pen::dashed(Ink::Slate), false, append),
            line("random, jitter", Pen::solid(Ink::Blue), false, random),
        ],
    };
    Draft {
        name: "suffixes",
        title: "What each random bit costs".into(),
        says: cost_says(rows),
        is_twin: false,
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
         {} on average: about {} byte for each bit, since what was glued on is in the way of the next key too. {}",
        hundredths(ours.centibits),
        hundredths(ours.random_centibytes),
        hundredths(none.random_centibytes),
        long.append_bytes,
        none.append_bytes,
        hundredths(long.random_centibytes),
        hundredths(extra),
        gap_says(rows),
    )
}

/// Why a suffix looks cheap on one side of a gap, and what it costs on the others.
fn gap_says(rows: &Rows) -> String {
    let suffixes = || rows.suffixes.iter().filter(|row| row.draw.suffix_bits().is_some());
    let side = |at: usize| Band::of(suffixes().filter_map(|row| row.gap_bytes()[at])).reach();
    let worst = Band::of(suffixes().filter_map(|row| row.gap_bytes().into_iter().flatten().max()));
    let ours = rows.suffixes.iter().find(|row| row.draw == Draw::MiddleHalf);
    let ours = Band::of(ours.into_iter().flat_map(Suffix::gap_bytes).flatten());
    let [lower, upper, alternating, random] = [0, 1, 2, 3].map(side);
    format!(
        "In one gap the side decides: a suffix that is checked moves the key toward the upper one until it is below that, so \
         whoever inserts right above the lower key finds most of the gap still free, and the longest key has {lower} bytes, \
         fewer than the {} that can be forced in the long run. That is one side, fixed from the start. Toward the upper key \
         it is {upper} bytes, on a random side {random}, alternating {alternating}; from its worst side a suffix thus costs {} \
         where the middle half has {}, from whichever side.",
        forced_bytes(1_000),
        worst.reach(),
        ours.reach(),
    )
}
