//! Two writers' runs in one gap.

use super::plot::Axis;
use super::rows::{Bands, Row};
use super::{Body, Draft};
use crate::ink::{Ink, Pen};
use crate::measure::interleaving::{Interleaving, RUN, Way};
use crate::rows::Rows;
use crate::schemes::Scheme;
use crate::text::{hundredths, listed};

const fn pen(way: Way) -> Pen {
    match way {
        Way::Forward => Pen::solid(Ink::Blue),
        Way::Backward => Pen::solid(Ink::Amber),
    }
}

pub(super) fn chart(rows: &Rows) -> Draft {
    let row = |row: &Interleaving| Row {
        label: format!("{}, {}", row.scheme.name(), row.way.name()),
        value: row.p50.to_string(),
        pen: pen(row.way),
        bands: vec![[row.min, row.p5, row.p50, row.p95, row.max].map(f64::from)],
    };
    let of_scheme = |scheme: Scheme| rows.interleavings.iter().filter(move |row| row.scheme == scheme);
    Draft {
        name: "interleaving",
        title: format!("Two writers type {RUN} items each into one gap: into how many pieces they fall"),
        says: says(rows),
        is_twin: false,
        body: Body::Bands(Bands {
            axis: Axis::linear("pieces", &[0, 10, 20, 30, 40]),
            rows: Scheme::ALL.into_iter().flat_map(of_scheme).map(row).collect(),
            key: "forward: each item behind the writer's last one; backward: each before it; dot: median; thick: 90 of 100 \
                  seeds; thin: all seeds; 2 pieces would be whole runs"
                .into(),
            compared: Some((2.0, "whole".into())),
        }),
    }
}

fn says(rows: &Rows) -> String {
    format!(
        "Each client makes its own keys, and two type into one gap at the same time. **Forward**, as in typing, {} A scheme \
         without chance gives both writers the same keys, so their items alternate one by one; a replica's suffix makes \
         the keys differ and the items alternate none the less. With chance they fall into fewer pieces ({}), and {} pairs \
         of keys are equal on average with the middle half. **Backward**, each item before the writer's last, {} \
         Only a server that places one insert after the other, or an order that knows runs, keeps them whole. (Fewer than \
         2 pieces: the random suffix, unchecked, gave some writers no key at all.)",
        whole(rows, Way::Forward),
        listed(&pieces(rows, Way::Forward, &[Scheme::MiddleHalf, Scheme::FullWidth])),
        hundredths(
            of(rows, Scheme::MiddleHalf, Way::Forward).map_or(0, |row| row.equal_keys * 100 / row.seeds)
        ),
        backward(rows),
    )
}

fn of(rows: &Rows, scheme: Scheme, way: Way) -> Option<&Interleaving> {
    rows.interleavings.iter().find(|row| (row.scheme, row.way) == (scheme, way))
}

fn pieces(rows: &Rows, way: Way, schemes: &[Scheme]) -> Vec<String> {
    let shown =
        |&scheme: &Scheme| format!("{} {}", scheme.name(), of(rows, scheme, way).map_or(0, |row| row.p50));
    schemes.iter().map(shown).collect()
}

/// Which schemes ever left two runs whole in a direction.
fn whole(rows: &Rows, way: Way) -> String {
    let of_way = rows.interleavings.iter().filter(|row| row.way == way && row.whole > 0);
    let ever: Vec<String> =
        of_way.map(|row| format!("{} in {} of {} seeds", row.scheme.name(), row.whole, row.seeds)).collect();
    if ever.is_empty() {
        "no scheme here leaves two runs whole with any seed.".into()
    } else {
        format!("only these leave two runs whole, and seldom: {}.", listed(&ever))
    }
}

/// How the other direction differs: schemes whose medians do, and whether runs stay whole.
fn backward(rows: &Rows) -> String {
    let apart = |scheme: &Scheme| {
        let [forward, backward] = [Way::Forward, Way::Backward].map(|way| of(rows, *scheme, way));
        let (forward, backward) = (forward?.p50, backward?.p50);
        (forward != backward).then(|| format!("{} {backward} instead of {forward}", scheme.name()))
    };
    let apart: Vec<String> = Scheme::ALL.iter().filter_map(apart).collect();
    let change = if apart.is_empty() {
        "the pieces are as many.".to_owned()
    } else {
        format!("the pieces are as many, except: {}.", listed(&apart))
    };
    format!("{change} There {}", whole(rows, Way::Backward))
}
