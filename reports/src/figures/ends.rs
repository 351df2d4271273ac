//! F1 and F2: the exact histogram of key lengths at an open end.

use super::{Figure, Published};
use crate::band::Band;
use crate::drive::Driver;
use crate::schemes::Scheme;
use crate::text::thousands;
use crate::workload::Workload;

pub(super) fn appends() -> Vec<Figure> {
    const MEASURED: &str = "every key of the run counted, the `a0` it starts from left out";
    key_lengths("F1", Workload::Append, [(2, 61), (3, 3_844), (4, 96_095)], MEASURED)
}

pub(super) fn prepends() -> Vec<Figure> {
    const MEASURED: &str = "the mirror image of F1, below `a0`";
    key_lengths("F2", Workload::Prepend, [(2, 62), (3, 3_844), (4, 96_094)], MEASURED)
}

/// Length by length, and that there is no other.
fn key_lengths(id: &str, workload: Workload, published: [(usize, u32); 3], measured: &str) -> Vec<Figure> {
    let keys_of = histogram(workload);
    let inserts = thousands(workload.operations_max());
    let listed = |&(length, keys): &(usize, u32)| {
        let name = format!("{inserts} {}: keys of {length} bytes", workload.name());
        Figure::number(id, name, Published::exact(keys, "keys"), Band::exactly(keys_of[length]), measured)
    };
    let lengths = published.map(|(length, _)| length);
    let other =
        keys_of.iter().enumerate().filter(|(length, _)| !lengths.contains(length)).map(|(_, keys)| keys);
    let name = format!("{inserts} {}: keys of any other length", workload.name());
    let others = Figure::number(id, name, Published::exact(0, "keys"), Band::exactly(other.sum()), measured);
    published.iter().map(listed).chain([others]).collect()
}

/// How many keys have so many bytes. Nothing is drawn at an open end, so one seed says all.
fn histogram(workload: Workload) -> [u32; 8] {
    let mut keys_of = [0; 8];
    let mut before = 0;
    Driver::new(Scheme::MiddleHalf, 0).run(workload, |tally| {
        keys_of[(tally.bytes - before) as usize] += 1;
        before = tally.bytes;
    });
    keys_of
}
