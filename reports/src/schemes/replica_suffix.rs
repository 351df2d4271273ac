//! The plain fraction with a suffix that names the writer, so that no two writers make the same key: fixed
//! width, last digit not 0. While the result is not below the upper key, the fraction first moves closer to
//! that. The suffix is part of the key like any other digit: the next key is made from all of it. (SPEC §10)

use super::Generate;
use super::alphabet::BASE_62;

pub(super) struct ReplicaSuffix([u8; 2]);

impl ReplicaSuffix {
    /// The suffix of one writer; they repeat after 3,782.
    pub(super) const fn of(writer: u32) -> Self {
        let last = writer % 61 + 1;
        Self([BASE_62.digit((writer / 61 % 62) as u8), BASE_62.digit(last as u8)])
    }
}

impl Generate for ReplicaSuffix {
    fn between(&mut self, lower: Option<&[u8]>, upper: Option<&[u8]>) -> Option<Vec<u8>> {
        let mut stem = BASE_62.plain(lower, upper);
        loop {
            let key = [&stem, &self.0[..]].concat();
            if upper.is_none_or(|upper| key.as_slice() < upper) {
                return Some(key);
            }
            stem = BASE_62.midpoint(&stem, upper);
        }
    }
}
