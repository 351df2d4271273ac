//! F11: what the rejected designs write.

use super::{Figure, Published};
use crate::band::Band;
use crate::schemes::{IndexRecord, IntegerPositions, Keep, REFERENCE_BYTES};

pub(super) fn writes() -> Vec<Figure> {
    const POSITIONS: &str = "one insert before the first of 200 items numbered 0, 1, 2 …: items that get another \
                             number, the new one left out";
    const INDEX: &str =
        "the insert that makes the 3,000th child: references in the one record that is rewritten";
    let mut positions = IntegerPositions::with_stride(1);
    let mut index = IndexRecord::default();
    fill(&mut positions, 200);
    fill(&mut index, 2_999);
    let renumbered = positions.insert(0).map_or(0, |written| written.records - 1);
    let references = index.insert(0).map_or(0, |written| written.bytes / REFERENCE_BYTES);
    let figure = |name, published, ours: u64, measured| {
        Figure::number("F11", name, published, Band::exactly(ours as u32), measured)
    };
    vec![
        figure("200 items, one insert: renumbered", Published::exact(200, "writes"), renumbered, POSITIONS),
        figure(
            "an index of 3,000, one insert: rewritten",
            Published::exact(3_000, "references"),
            references,
            INDEX,
        ),
    ]
}

fn fill(list: &mut dyn Keep, count: usize) {
    for at in 0..count {
        list.insert(at);
    }
}
