//! A deterministic simulator of clients, a server, a lossy firehose and its readers.
//!
//! ```text
//! seed ──┐
//! file ──┼─► Scenario ─► World ──step──► events ─► laws ─► Outcome ─► summary, JSON, trace
//! bytes ─┘  (plain data)  clients → network → server → firehose → views
//! ```
//!
//! The same seed gives the same run on every machine, byte for byte, and a digest of all events proves
//! it. After the scenario nothing knows where it came from. The world has one output, its events; the laws
//! observe them and say what broke. What it draws comes from the seed, from a fuzzer's bytes, or from every choice in
//! turn.
//!
//! In reading order: what a run is, the draws it makes, the world and its parts, what happened, the laws,
//! how a run is driven and summed up, and what is done with many runs: cases kept,
//! every choice made in turn, a fuzzer followed, cases made small, swarms.

#![deny(clippy::float_arithmetic)]

pub mod laid_out;
pub mod recording;
pub mod scenario;

pub mod chance;
pub mod chunked;

pub mod event;
pub mod world;

pub mod law;
pub mod model;

pub mod conform;
pub mod digest;
pub mod outcome;
pub mod simulate;
pub mod states;
pub mod tally;

pub mod log;
pub mod picture;
pub mod tell;
pub mod trace;

pub mod hunt;
pub mod zoo;

pub mod case;
pub mod enumerate;
pub mod fuzz;
pub mod shrink;
pub mod swarm;
