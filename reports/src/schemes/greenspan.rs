//! Greenspan's scheme: the integer part of ours, and behind it the plain fraction's midpoint, rounded half up,
//! with the upper key's prefix where digits are consecutive. Nothing is drawn. (SPEC §10)

use super::Generate;
use super::alphabet::BASE_62;
use order_key::Integer;

/// Greenspan's scheme.
pub struct Greenspan;

impl Generate for Greenspan {
    fn between(&mut self, lower: Option<&[u8]>, upper: Option<&[u8]>) -> Option<Vec<u8>> {
        match (lower.map(split), upper.map(split)) {
            (None, None) => Some(b"a0".to_vec()),
            (Some((integer, fraction)), None) => Some(match integer.increment() {
                Some(next) => next.as_bytes().to_vec(),
                None => joined(integer, &BASE_62.midpoint(fraction, None)),
            }),
            (None, Some((integer, fraction))) => below(integer, fraction),
            (Some((integer, lower)), Some((other, upper))) if integer == other => {
                Some(joined(integer, &BASE_62.midpoint(lower, Some(upper))))
            }
            (Some((integer, fraction)), Some(_)) => match integer.increment() {
                Some(next) if Some(next.as_bytes()) < upper => Some(next.as_bytes().to_vec()),
                _ => Some(joined(integer, &BASE_62.midpoint(fraction, None))),
            },
        }
    }
}

/// The integer part alone if that is below, else the one below it; a fraction on the floor.
fn below(integer: Integer, fraction: &[u8]) -> Option<Vec<u8>> {
    if integer == Integer::FLOOR {
        return Some(joined(integer, &BASE_62.midpoint(b"", Some(fraction))));
    }
    if !fraction.is_empty() {
        return Some(integer.as_bytes().to_vec());
    }
    Some(integer.decrement()?.as_bytes().to_vec())
}

fn joined(integer: Integer, fraction: &[u8]) -> Vec<u8> {
    [integer.as_bytes(), fraction].concat()
}

/// The integer part and the fraction of a key of any length.
fn split(key: &[u8]) -> (Integer, &[u8]) {
    let len = match key[0] {
        head @ b'a'..=b'z' => head - b'a' + 2,
        head => b'Z' - head + 2,
    };
    let (integer, fraction) = key.split_at(len.into());
    (Integer::parse(integer).expect("an integer part that this scheme made"), fraction)
}
