//! F8: Greenspan's scheme.

use super::{Figure, Published};
use crate::band::Band;
use crate::drive::Driver;
use crate::schemes::{Generate, Greenspan, Scheme};
use crate::workload::Workload;

pub(super) fn greenspan() -> Vec<Figure> {
    const APPENDS: &str = "10,000 keys in all, `a0` the first of them; the last";
    const GAP: &str = "10,000 inserts between `a0` and `a1`; the longest key";
    let longest = |(name, workload, characters): (&str, Workload, u32)| {
        let mut driver = Driver::new(Scheme::Greenspan, 0).uncapped();
        driver.run_first(workload, 10_000, |_| {});
        let (name, published) =
            (format!("10,000 into one gap, {name}"), Published::exact(characters, "characters"));
        Figure::number("F8", name, published, Band::exactly(driver.tally.longest), GAP)
    };
    let mut figures = vec![Figure::text("F8", "10,000 appends end at", "c1aH", last_append(), APPENDS)];
    figures.extend(
        [
            ("toward the lower key", Workload::GapLower, 1_669),
            ("alternating", Workload::GapAlternating, 1_669),
            ("toward the upper key", Workload::GapUpper, 2_002),
        ]
        .map(longest),
    );
    figures
}

fn last_append() -> String {
    let mut last: Option<Vec<u8>> = None;
    for _ in 0..10_000 {
        last = Greenspan.between(last.as_deref(), None);
    }
    String::from_utf8_lossy(&last.unwrap_or_default()).into_owned()
}
