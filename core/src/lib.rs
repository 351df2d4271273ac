//! Order keys: the sort keys by which an outliner, a board or an editor keeps siblings in order when
//! every item is a record of its own.
//!
//! A key is a short text such as `a0`, `a0V` or `Zz`. Keys are compared as bytes, and a new key is
//! made from its two neighbours alone, so an insert writes one record and renumbers nothing.
//!
//! ```
//! use order_key::{Key, between};
//! use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
//!
//! let mut rng = ChaCha8Rng::seed_from_u64(42);
//! let first = between(None, None, &mut rng)?;
//! let last = between(Some(&first), None, &mut rng)?;
//! let middle = between(Some(&first), Some(&last), &mut rng)?;
//!
//! assert_eq!((first.as_str(), last.as_str()), ("a0", "a1"));
//! assert!(first < middle && middle < last);
//! assert_eq!(Key::parse("a10").unwrap_err().to_string(), "fraction `0` ends in the digit 0");
//! # Ok::<(), order_key::BetweenError>(())
//! ```
//!
//! What always holds, and what the tests hold it to:
//!
//! * a [`Key`] is canonical by construction: [`Key::parse`] refuses, it never repairs;
//! * [`between`] gives a canonical key of at most [`KEY_BYTES_MAX`] bytes strictly between its bounds,
//!   or an error that says why not; it never truncates and never swaps bounds;
//! * [`BetweenError::Exhausted`] comes exactly when no such key exists;
//! * a seed gives the same keys for ever: the draw is mapped by this crate, not by a library;
//! * keys of up to 22 bytes live inline, and making one allocates nothing.
//!
//! In reading order: the digits, the stored bytes, the integer part, the key; then the walk through a
//! gap, the place chosen in it, and the two generators.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod digit;

mod bytes;
mod integer;
mod key;

mod fraction;
mod place;

mod between;
mod spread;

mod error;

pub use between::{between, between_within};
pub use error::{BetweenError, Disorder, ParseError};
pub use integer::Integer;
pub use key::{KEY_BYTES_MAX, Key};
pub use place::{ExactMidpoint, FullWidth, MiddleHalf, Place, bounded};
pub use spread::{Spread, between_n, between_n_within};
