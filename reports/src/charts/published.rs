//! Our seeds around the single runs that others published.

use super::{Chart, INK, LABEL_SIZE, LEFT, MUTED, SMALL_SIZE, axes, ink, letters};
use crate::figures::{Figure, Published};
use crate::picture::{Anchor, Picture};
use crate::scale::Scale;
use crate::text::thousands;

const WIDTH: u32 = 960;
const ACROSS: (f64, f64) = (320.0, 740.0);
const TOP: f64 = 82.0;
const BELOW: u32 = 92;
const HEIGHT_EMPTY: u32 = 174;
const ROW_STEP: u32 = 32;

pub(super) fn chart(figures: &[Figure]) -> Chart {
    let runs: Vec<_> = figures.iter().filter_map(|figure| Some((figure, one_run(figure)?))).collect();
    let height = HEIGHT_EMPTY + ROW_STEP * runs.len() as u32;
    let down = f64::from(height - BELOW);
    let mut picture = Picture::new(WIDTH, height);

    let x = Scale::linear((80, 120), ACROSS);
    axes::upright(&mut picture, &x, (TOP, down), &[80, 90, 100, 110, 120], " %");
    axes::base(&mut picture, ACROSS, down);
    let published = x.at(100);
    picture.line(vec![(published, TOP), (published, down)], INK, 1.75);
    picture.text("published", (published, TOP - 12.0), Anchor::Middle, LABEL_SIZE, INK);
    picture.text("our median and published", (ACROSS.1 + 14.0, TOP - 12.0), Anchor::Start, LABEL_SIZE, MUTED);
    let key = "dot: median · thick: 90 of 100 seeds · thin: all seeds";
    picture.text(key, (LEFT, down + 38.0), Anchor::Start, SMALL_SIZE, INK);
    axes::name(&mut picture, "per cent of the published figure", (ACROSS.1, down + 38.0), Anchor::End);

    let mut at = TOP + f64::from(ROW_STEP) / 2.0;
    for (figure, published) in &runs {
        let place = |value: u32| x.at(f64::from(value) * 100.0 / f64::from(*published));
        let name = format!("{}  {}", figure.id, figure.name);
        picture.text(name, (ACROSS.0 - 16.0, at), Anchor::End, LABEL_SIZE, letters(figure.scheme));
        axes::whisker(&mut picture, &figure.ours, place, at, ink(figure.scheme));
        let unit = figure.unit.name();
        let label = format!("{} and {} {unit}", thousands(figure.ours.p50), thousands(*published));
        picture.text(label, (ACROSS.1 + 14.0, at), Anchor::Start, LABEL_SIZE, letters(figure.scheme));
        at += f64::from(ROW_STEP);
    }
    Chart {
        name: "published",
        title: "Published single runs among our seeds".into(),
        says: says(&runs),
        picture,
    }
}

const fn one_run(figure: &Figure) -> Option<u32> {
    match figure.published {
        Published::OneRun(figure) => Some(figure),
        Published::Exact(_) | Published::Average(..) => None,
    }
}

fn says(runs: &[(&Figure, u32)]) -> String {
    let reproduced = runs.iter().filter(|(figure, _)| figure.verdict().reproduced()).count();
    format!(
        "Each row is one published run, put at 100 %. {reproduced} of {} lie within what our seeds give.",
        runs.len(),
    )
}
