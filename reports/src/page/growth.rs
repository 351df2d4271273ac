//! Tables of growth: what an insert costs, and a doubling; what all keys weigh.

use super::block::{Block, Table};
use crate::measure::growth::Growth;
use crate::rows::Rows;
use crate::schemes::Scheme;
use crate::text::{hundredths, span, thousands};
use crate::workload::Workload;

pub(super) fn blocks(rows: &Rows) -> Vec<Block> {
    vec![
        Block::Text(
            "What an insert adds to the longest key, measured over the last doubling, and what that doubling adds in all: \
             a scheme whose key grows with every insert pays by the insert, one that grows with the list pays by the \
             doubling."
                .into(),
        ),
        Block::Table(Table::of(
            &[
                "scheme",
                ">appends: bytes each",
                ">and per doubling",
                ">one gap: bytes each",
                ">and per doubling",
                ">random places: average bytes per doubling",
            ],
            Scheme::ALL.map(|scheme| slopes(rows, scheme)).into(),
        )),
        Block::Text(
            "What keys weigh: bytes of an average key, then the same with the prefix that it shares with the key before \
             left out, as a database's pages store it; then how many bytes it has beyond the shortest key that would have \
             fitted at its place: zero says that no shorter one did."
                .into(),
        ),
        Block::Table(Table::of(
            &[
                "scheme",
                ">10,000 random places",
                ">stored",
                ">beyond shortest",
                ">1,000 into one gap, worst side",
                ">stored",
                ">beyond shortest",
            ],
            Scheme::ALL.map(|scheme| weights(rows, scheme)).into(),
        )),
        Block::Text("Keys until the cap or, where there is none before, until the workload ends; medians and all seeds.".into()),
        Block::Table(Table::of(
            &["scheme", ">appends", ">prepends", ">one gap, worst side", ">random places", ">random moves"],
            Scheme::ALL.map(|scheme| ends(rows, scheme)).into(),
        )),
    ]
}

/// The last row and the one at half as many inserts.
fn doubling(rows: &Rows, scheme: Scheme, workload: Workload) -> Option<(&Growth, &Growth)> {
    rows.growth_of(scheme, workload)
        .filter_map(|last| {
            let half = rows.growth_at(scheme, workload, last.operations / 2)?;
            (half.operations * 2 == last.operations && last.operations >= 100).then_some((half, last))
        })
        .last()
}

fn slopes(rows: &Rows, scheme: Scheme) -> Vec<String> {
    let of = |workload| match doubling(rows, scheme, workload) {
        Some((half, last)) => {
            let grown = last.p50 - half.p50;
            let each = (grown * 1_000 + half.operations / 2) / half.operations;
            [format!("{}.{:03}", each / 1_000, each % 1_000), grown.to_string()]
        }
        None => ["–".into(), "–".into()],
    };
    let [append, append_doubling] = of(Workload::Append);
    let [gap, gap_doubling] = of(worst_gap(rows, scheme));
    let random = doubling(rows, scheme, Workload::Random).map_or("–".into(), |(half, last)| {
        let mean = |row: &Growth| row.bytes * 100 / u64::from(row.operations);
        hundredths(mean(last).saturating_sub(mean(half)) as u32)
    });
    vec![scheme.name().into(), append, append_doubling, gap, gap_doubling, random]
}

/// The side on which a gap gives fewest keys.
fn worst_gap(rows: &Rows, scheme: Scheme) -> Workload {
    let keys = |gap: &Workload| rows.keys(scheme, *gap).p50;
    Workload::GAPS.into_iter().min_by_key(keys).expect("there are sides")
}

fn weights(rows: &Rows, scheme: Scheme) -> Vec<String> {
    let of = |workload, operations| match rows.growth_at(scheme, workload, operations) {
        Some(row) => [row.bytes, row.packed, row.excess]
            .map(|sum| hundredths((sum * 100 / u64::from(row.operations)) as u32))
            .into(),
        None => vec!["–".to_owned(); 3],
    };
    let gap = of(worst_gap(rows, scheme), 1_000);
    [vec![scheme.name().to_owned()], of(Workload::Random, 10_000), gap].concat()
}

fn ends(rows: &Rows, scheme: Scheme) -> Vec<String> {
    let of = |workload: Workload| {
        let keys = rows.keys(scheme, workload);
        if keys.min == keys.max {
            return thousands(keys.p50);
        }
        format!("{} ({})", thousands(keys.p50), span(keys.min, keys.max))
    };
    let gap = worst_gap(rows, scheme);
    let workloads = [Workload::Append, Workload::Prepend, gap, Workload::Random, Workload::Moves];
    [vec![scheme.name().to_owned()], workloads.map(of).into()].concat()
}
