//! A base-62 fraction without an integer part: strip the common prefix; if the first differing digits leave
//! room take the middle one, rounding up; if they are consecutive and the upper key has more digits take its
//! first; else keep the lower's and go deeper. An append bumps the last digit or extends it with `V`, a
//! prepend lowers it or writes `0V`. (SPEC §10)

use super::Generate;
use super::alphabet::BASE_62;

pub(super) struct PlainFraction;

impl Generate for PlainFraction {
    fn between(&mut self, lower: Option<&[u8]>, upper: Option<&[u8]>) -> Option<Vec<u8>> {
        Some(BASE_62.plain(lower, upper))
    }
}
