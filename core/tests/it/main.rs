//! The tests of order-key, one file a theme. First the tools that the themes share: the independent
//! arithmetic of keys and the keys that proptest draws.
//!
//! They are one program, so that they are linked once; `cargo test -p order-key small_worlds` runs one
//! theme. Only what needs an allocator of its own stands beside, in `tests/alloc.rs`.

mod numbers;
mod strategy;

mod between;
mod draws;
mod figures;
mod hammer;
mod integer;
mod key;
mod laws;
mod number_law;
mod parse;
mod reports;
mod small_worlds;
mod spread;

use order_key::{ExactMidpoint, Key, between_within};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

#[track_caller]
fn key(text: impl AsRef<[u8]>) -> Key {
    Key::parse(text).unwrap()
}

/// A bound of a table: `-` is an open end.
#[track_caller]
fn bound(text: &str) -> Option<Key> {
    (text != "-").then(|| key(text))
}

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// What lies between two bounds of a table, the exact midpoint taken: the key, or the message.
#[track_caller]
fn middle(key_bytes_max: usize, lower: &str, upper: &str) -> String {
    match between_within(key_bytes_max, bound(lower).as_ref(), bound(upper).as_ref(), &mut ExactMidpoint) {
        Ok(key) => key.to_string(),
        Err(error) => error.to_string(),
    }
}

/// The floor and what follows.
fn on_floor(fraction: &str) -> String {
    format!("A{}{fraction}", "0".repeat(26))
}

/// The highest integer part and what follows.
fn on_ceiling(fraction: &str) -> String {
    format!("z{}{fraction}", "z".repeat(26))
}
