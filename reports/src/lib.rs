//! Plots and tables of how order keys grow.
//!
//! One line from seeds to a page, and nothing flows back:
//!
//! ```text
//! schemes × workloads × seeds ─► rows ─┬─► figures ─┬─► page
//!                                      └─► charts ──┴─► pictures
//! ```
//!
//! * Only [`measure`] makes keys. Everything after it is made from rows, and rows are files: whoever
//!   doubts a picture or a verdict can compute it again from them.
//! * The same seeds give the same files, byte for byte, on every machine: seeds are taken in order
//!   whatever the threads do, pictures are drawn in whole numbers, and there is no time in them.
//! * Verdicts and the numbers in sentences are computed, never typed.
//!
//! ```
//! let rows = reports::measure::measure(3, || {});
//! for figure in reports::figures::figures(&rows).iter().filter(|figure| figure.id == "F1") {
//!     assert_eq!(figure.verdict().to_string(), "equal");
//! }
//! ```
#![forbid(unsafe_code)]

pub mod schemes;
pub mod workload;

pub mod measure;
pub mod rows;

pub mod band;
pub mod text;

pub mod figures;

pub mod picture;
pub mod scale;

pub mod charts;
pub mod draw;

mod error;

pub use error::Error;
