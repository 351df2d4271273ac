//! The plain fraction over all printable characters of ASCII: a digit carries 6.57 bits instead of 5.95, and
//! a key may hold a space, a quote or a backslash, and ends in no space. (SPEC §10)

use super::Generate;
use super::alphabet::BASE_95;

pub(super) struct Base95Fraction;

impl Generate for Base95Fraction {
    fn between(&mut self, lower: Option<&[u8]>, upper: Option<&[u8]>) -> Option<Vec<u8>> {
        Some(BASE_95.plain(lower, upper))
    }
}
