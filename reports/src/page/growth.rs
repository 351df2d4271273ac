//! Tables of growth: what an insert costs, and a doubling; what all keys weigh.

use super::block::{Block, Table};
use crate::charts::equal_ppm;
use crate::measure::growth::Growth;
use crate::rows::Rows;
use crate::schemes::Scheme;
use crate::text::{hundredths, percent, ranged, thousands};
use crate::workload::Workload;

pub(super) fn blocks(rows: &Rows) -> Vec<Block> {
    vec![
        Block::Text(
            format!(
                "What an insert adds to the longest key between {HALF} and {FULL} inserts, and what that doubling adds in all, the \
                 same interval for all: a scheme whose key grows with every insert pays by the insert, one that grows with \
                 the list pays by the doubling. A dash: fewer than half of its seeds come so far.",
                HALF = thousands(FULL / 2),
                FULL = thousands(FULL),
            ),
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

/// One doubling for all schemes and workloads: from half as many inserts to so many.
const FULL: u32 = 1_000;

/// The rows at its beginning and at its end, if half of the seeds came so far.
fn doubling(rows: &Rows, scheme: Scheme, workload: Workload) -> Option<(&Growth, &Growth)> {
    let at = |operations| rows.growth_at(scheme, workload, operations);
    at(FULL / 2).zip(at(FULL))
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

/// Several writers in one gap at once, by scheme.
pub(super) fn crowds(rows: &Rows) -> Vec<Block> {
    let line = |scheme: Scheme| {
        let cells = Workload::CROWDS.into_iter().flat_map(|crowd| {
            let keys = rows.keys(scheme, crowd);
            let longest =
                rows.growth_of(scheme, crowd).last().map_or("–".into(), |row| row.p50.to_string());
            let longest = if keys.p50 == crowd.operations_max() {
                longest
            } else {
                format!("ends at {}", thousands(keys.p50))
            };
            [longest, equal_ppm(rows, scheme, crowd).map_or("–".into(), percent)]
        });
        std::iter::once(scheme.name().to_owned()).chain(cells).collect()
    };
    vec![
        Block::Text(format!(
            "The same by scheme: the longest key in bytes after {} keys, or the number of keys after which there is no further \
             one, and how many of all keys were equal to one that was there.",
            thousands(Workload::Crowd2.operations_max()),
        )),
        Block::Table(Table::of(
            &[
                "scheme",
                ">2 writers: bytes",
                ">equal",
                ">10 writers: bytes",
                ">equal",
                ">100 writers: bytes",
                ">equal",
                ">1,000 writers: bytes",
                ">equal",
            ],
            Scheme::ALL.map(line).into(),
        )),
    ]
}

fn ends(rows: &Rows, scheme: Scheme) -> Vec<String> {
    let of = |workload: Workload| {
        let keys = rows.keys(scheme, workload);
        ranged(keys.p50, keys.min, keys.max)
    };
    let gap = worst_gap(rows, scheme);
    let workloads = [Workload::Append, Workload::Prepend, gap, Workload::Random, Workload::Moves];
    [vec![scheme.name().to_owned()], workloads.map(of).into()].concat()
}
