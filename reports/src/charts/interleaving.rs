//! Two writers' runs in one gap.

use super::plot::Axis;
use super::rows::{Bands, Row};
use super::{Body, Draft};
use crate::ink::pen;
use crate::measure::interleaving::{Interleaving, RUN, Way};
use crate::rows::Rows;
use crate::schemes::Scheme;
use crate::text::{hundredths, listed};

pub(super) fn chart(rows: &Rows) -> Draft {
    let forward = || rows.interleavings.iter().filter(|row| row.way == Way::Forward);
    let row = |row: &Interleaving| Row {
        label: row.scheme.name().to_owned(),
        value: row.p50.to_string(),
        pen: pen(row.scheme),
        bands: vec![[row.min, row.p5, row.p50, row.p95, row.max].map(f64::from)],
    };
    Draft {
        name: "interleaving",
        title: format!("Two writers type {RUN} items each into one gap: into how many pieces they fall"),
        says: says(rows),
        body: Body::Bands(Bands {
            axis: Axis::linear("pieces", &[0, 10, 20, 30, 40]),
            rows: forward().map(row).collect(),
            key: "dot: median; thick: 90 of 100 seeds; thin: all seeds; 2 pieces would be whole runs".into(),
            compared: Some((2.0, "whole".into())),
        }),
    }
}

fn says(rows: &Rows) -> String {
    let of = |scheme, way| rows.interleavings.iter().find(|row| row.scheme == scheme && row.way == way);
    let whole: u32 =
        rows.interleavings.iter().filter(|row| row.way == Way::Forward).map(|row| row.whole).sum();
    let drawn = [Scheme::MiddleHalf, Scheme::FullWidth].map(|scheme| {
        let pieces = of(scheme, Way::Forward).map_or(0, |row| row.p50);
        format!("{} {pieces}", scheme.name())
    });
    let equal = of(Scheme::MiddleHalf, Way::Forward).map_or(0, |row| row.equal_keys * 100 / row.seeds);
    format!(
        "Where each client makes its own keys, two runs typed into one gap at the same time do not stay whole under any \
         scheme here ({whole} seeds in which they did): a scheme without chance gives both writers the same keys, so \
         their items alternate one by one; with chance they fall into fewer pieces ({}), and {} pairs of keys are equal \
         on average with the middle half. Only a server that places one insert after the other, or an order that knows \
         runs, keeps them whole. (The random suffix, unchecked, gives some writers no key at all: fewer than 2 \
         pieces.)",
        listed(&drawn),
        hundredths(equal),
    )
}
