//! What the fuzz target `world` calls: a whole run, drawn and played from a fuzzer's bytes, a panic where a law
//! is broken.
//!
//! The first bytes draw a small scenario, the others the fates of its messages, in the order in which they are
//! asked for. Such a run is exempt from vacuity: no plan makes anything certain to happen in it. (SPEC §7)

use crate::case::Failure;
use crate::chance::Bytes;
use crate::outcome::{Outcome, Verdict};
use crate::scenario::{Scenario, draw_small};
use crate::simulate::{Seen, simulate_by};
use crate::world::Parts;
use std::fmt::Write;

/// Plays a run of the product.
///
/// # Panics
/// If a law is broken or something does not settle: with what was met, and the command that runs it again.
pub fn world(data: &[u8]) {
    let (scenario, bytes) = scenario(data);
    let outcome = run(scenario, bytes, Parts::default(), |_| ());
    if let Some(Failure { law, message }) = Failure::of(&outcome) {
        panic!("{law}: {message}\nreproduce: {}", command(data));
    }
}

/// The scenario that the first bytes draw, and the bytes that are left for the run.
pub fn scenario(data: &[u8]) -> (Scenario, Bytes) {
    let mut bytes = Bytes::new(data);
    (draw_small(&mut bytes), bytes)
}

/// Plays a run with other parts, and `watch` sees the world as in [`crate::simulate::simulate_watched`].
pub fn run(scenario: Scenario, bytes: Bytes, parts: Parts, watch: impl FnMut(Seen<'_>)) -> Outcome {
    let mut outcome = simulate_by(scenario, Box::new(bytes), parts, |_| (), watch);
    if let Verdict::Vacuous(_) = outcome.verdict {
        outcome.verdict = Verdict::Held;
    }
    outcome
}

/// The command that plays a run again.
pub fn command(data: &[u8]) -> String {
    let mut command = String::from("sim replay --bytes ");
    for byte in data {
        write!(command, "{byte:02x}").expect("a string takes any text");
    }
    command
}

/// Reads bytes in hexadecimal, as [`command`] writes them.
///
/// # Errors
/// What is no pair of hexadecimal digits.
pub fn parse_hex(text: &str) -> Result<Vec<u8>, String> {
    let byte = |pair: &[u8]| {
        let digits = std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2 && !pair.starts_with('+'));
        let value = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        value.ok_or_else(|| {
            format!("`{}` is no byte: each has two hexadecimal digits", String::from_utf8_lossy(pair))
        })
    };
    text.as_bytes().chunks(2).map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_read_back_as_they_were_written() {
        assert_eq!(command(&[0, 10, 255]), "sim replay --bytes 000aff");
        assert_eq!(parse_hex("000aff"), Ok(vec![0, 10, 255]));
        assert_eq!(parse_hex(""), Ok(Vec::new()));
        assert_eq!(parse_hex("0g"), Err("`0g` is no byte: each has two hexadecimal digits".to_owned()));
        assert_eq!(parse_hex("000"), Err("`0` is no byte: each has two hexadecimal digits".to_owned()));
        assert_eq!(parse_hex("+1"), Err("`+1` is no byte: each has two hexadecimal digits".to_owned()));
    }
}
