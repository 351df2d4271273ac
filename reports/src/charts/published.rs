//! Our seeds around the single runs that others published.

use super::plot::Axis;
use super::rows::{Bands, Row};
use super::{Body, Draft};
use crate::figures::{Figure, Kind};
use crate::ink::{Ink, Pen};
use crate::rows::Rows;

pub(super) fn chart(rows: &Rows) -> Draft {
    let runs: Vec<&Figure> =
        rows.figures.iter().filter(|figure| matches!(figure.kind, Kind::OneRun | Kind::About)).collect();
    let row = |figure: &&Figure| {
        let percent = |value: u32| f64::from(value) * 100.0 / f64::from(figure.published_least);
        let ours = figure.ours();
        Row {
            label: format!("{} {}", figure.id, short(&figure.name)),
            value: format!("{} / {}", figure.show(figure.p50), figure.show(figure.published_least)),
            pen: Pen::solid(Ink::Blue),
            bands: vec![[ours.min, ours.p5, ours.p50, ours.p95, ours.max].map(percent)],
        }
    };
    let reproduced = runs.iter().filter(|figure| figure.verdict().reproduced()).count();
    Draft {
        name: "published",
        title: "Published single runs among our seeds".into(),
        says: format!(
            "Each row is one published run or approximate number, put at 100 %; behind it our median and what was \
             published. {reproduced} of {} lie within what our seeds give.",
            runs.len(),
        ),
        is_twin: false,
        body: Body::Bands(Bands {
            axis: Axis::linear("per cent of the published figure", &[80, 90, 100, 110, 120, 130, 140]),
            rows: runs.iter().map(row).collect(),
            key: "dot: median; thick: 90 of 100 seeds; thin: all seeds; numbers: our median / published"
                .into(),
            compared: Some((100.0, "published".into())),
        }),
    }
}

/// A name without what stands behind its last comma's explanation.
fn short(name: &str) -> String {
    name.replace("1,000 inserts into one gap, ", "one gap, ")
        .replace("digits on the long midpoint", "glued digits")
}
