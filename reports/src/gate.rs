//! Bounds on growth that a change must not pass, stored beside the code: bytes for each append, at 1,000 inserts into one
//! gap, keys until the cap. They hold with the seeds of a quick run and of a full one.

use crate::band::Band;
use crate::error::Error;
use crate::rows::Rows;
use crate::schemes::Scheme;
use crate::workload::Workload;
use serde::Deserialize;

/// The stored bounds.
const LIMITS: &str = include_str!("../limits.csv");

/// A bound on one number.
#[derive(Debug, Deserialize)]
struct Limit {
    metric: Metric,
    least: u32,
    most: u32,
}

/// What is bounded, of our scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Metric {
    /// Thousandths of a byte for each of 100,000 appends.
    MillibytesPerAppend,
    /// The same for prepends.
    MillibytesPerPrepend,
    /// The longest key after 1,000 inserts into one gap, median of the worst side.
    BytesAt1000InOneGap,
    /// The same with the worst seed.
    BytesAt1000InOneGapWorst,
    /// Keys until the cap, median of the worst side.
    KeysToCap,
    /// The same with the worst seed.
    KeysToCapWorst,
    /// Hundredths of a byte of an average key after 10,000 inserts at random places.
    CentibytesAtRandomPlaces,
    /// The longest key of 1,000 rows imported at once.
    BytesOfImportAtOnce,
}

/// Holds our scheme's rows against the stored bounds.
///
/// # Errors
/// The bounds that do not hold, each with what was measured.
pub fn hold(rows: &Rows) -> Result<usize, Error> {
    let limits: Vec<Limit> = csv::Reader::from_reader(LIMITS.as_bytes())
        .deserialize()
        .collect::<Result<_, _>>()
        .expect("the stored limits are rows");
    let broken: Vec<String> = limits.iter().filter_map(|limit| limit.broken(rows)).collect();
    if broken.is_empty() { Ok(limits.len()) } else { Err(Error::Bounds { broken }) }
}

impl Limit {
    /// What is wrong, if anything is.
    fn broken(&self, rows: &Rows) -> Option<String> {
        let Self { metric, least, most } = self;
        match metric.of(rows) {
            Some(met) if (*least..=*most).contains(&met) => None,
            Some(met) => Some(format!("{metric:?} is {met}, and may be {least} to {most}")),
            None => Some(format!("{metric:?} was not measured")),
        }
    }
}

impl Metric {
    fn of(self, rows: &Rows) -> Option<u32> {
        const OURS: Scheme = Scheme::MiddleHalf;
        let end = |workload: Workload| {
            let row = rows.growth_at(OURS, workload, workload.operations_max())?;
            Some((row.bytes * 1_000 / u64::from(row.operations)) as u32)
        };
        let gap = |of: fn(&crate::measure::growth::Growth) -> u32| {
            Workload::GAPS.into_iter().map(|gap| rows.growth_at(OURS, gap, 1_000).map(of)).max().flatten()
        };
        let keys = |of: fn(Band) -> u32| Workload::GAPS.into_iter().map(|gap| of(rows.keys(OURS, gap))).min();
        match self {
            Self::MillibytesPerAppend => end(Workload::Append),
            Self::MillibytesPerPrepend => end(Workload::Prepend),
            Self::BytesAt1000InOneGap => gap(|row| row.p50),
            Self::BytesAt1000InOneGapWorst => gap(|row| row.max),
            Self::KeysToCap => keys(|band| band.p50),
            Self::KeysToCapWorst => keys(|band| band.min),
            Self::CentibytesAtRandomPlaces => {
                let row = rows.growth_at(OURS, Workload::Random, Workload::Random.operations_max())?;
                Some((row.bytes * 100 / u64::from(row.operations)) as u32)
            }
            Self::BytesOfImportAtOnce => {
                rows.imports.iter().find(|row| row.rows == 1_000).map(|row| row.at_once_longest)
            }
        }
    }
}
