//! The scheme once more, by another route: slow, plain, and written from SPEC §2 and §3 alone.
//!
//! The generator in `order-key` walks digits and never makes a number; here keys are big numbers, a
//! text is judged by a list of reasons, and a result is judged by what must hold of it, not made again.
//! Laws, tests and fuzz targets share these judges. In reading order: the numbers, the reasons, what
//! [`order_key::between_within`] owes, what [`order_key::between_n_within`] owes; then the inputs that a
//! fuzzer's bytes make, and the probes that try them.

pub mod number;
pub mod parse;

pub mod between;
pub mod between_n;
pub mod outcome;

pub mod input;
pub mod probe;
