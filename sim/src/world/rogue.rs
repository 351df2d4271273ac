//! Writes past the server: by writers that ask nobody, and write what they like.

use super::record::{Did, Fields, Name, Record, Rkey, SortKey};
use super::repository::{By, RecordOp};
use super::{Action, ROGUE_CLOCKS, World};
use crate::chance::scale;
use crate::scenario::{RogueKind, RogueWrite};
use order_key::{Integer, KEY_BYTES_MAX};

impl World {
    pub(super) fn step_rogue(&mut self, index: u32) {
        const LATER_US: u64 = 500_000;
        let is_done = self.write_past_the_server(self.scenario.rogue_writes[index as usize]);
        if !is_done && !self.is_calm {
            self.queue.schedule(self.now_us + LATER_US, Action::Rogue(index));
        }
    }

    /// Writes straight to a repository; false where there is nothing to write about or no budget left.
    fn write_past_the_server(&mut self, write: RogueWrite) -> bool {
        let rkey = Rkey::mint(write.clock_us, ROGUE_CLOCKS + write.id % ROGUE_CLOCKS);
        let did = Did(write.picks[1] % self.scenario.authors);
        let Some(ops) = self.rogue_ops(&write, Name { did, rkey }) else {
            return false;
        };
        let did = self.names.name(ops[0].node).did;
        let written = self.repositories.write(&self.names, self.now_us, did, None, ops, By::Rogue(write.id));
        if let Ok(seq) = written {
            self.publish(seq);
        }
        written.is_ok()
    }

    /// What a writer that asks no server writes; nothing where there is nothing to write it about.
    fn rogue_ops(&mut self, write: &RogueWrite, mut name: Name) -> Option<Vec<RecordOp>> {
        let outline = self.repositories.outline();
        // Half of them meet the clients where these meet each other: at the first row.
        let first = outline.ends(None).map(|(first, _)| first).filter(|_| write.picks[0].is_multiple_of(2));
        let picked = first.or_else(|| outline.pick(write.picks[0]))?;
        let copied = outline.get(picked)?.clone();
        let under = |sort_key: SortKey| Record { sort_key, ..copied.clone() };
        let record = match write.kind {
            RogueKind::Copy => {
                // In another repository a record key is free to be the same: then only the did differs.
                let twin = Name { did: name.did, ..self.names.name(picked) };
                name = if self.names.find(twin).is_none() { twin } else { name };
                copied
            }
            RogueKind::Malformed => {
                const TEXTS: [&str; 6] = ["m0001", "a4Q\n", "a_", "7", "", "a10"];
                under(SortKey::read(TEXTS[scale(write.picks[1], TEXTS.len())]))
            }
            RogueKind::TooLong => under(SortKey::read(&"a".repeat(KEY_BYTES_MAX + 1))),
            RogueKind::NoText => under(SortKey::malformed("17")),
            RogueKind::Missing => under(SortKey::malformed("null")),
            RogueKind::Lowest => under(SortKey::read(&lowest_integer(self.key_bytes_max))),
            RogueKind::AtCap => {
                // Now and then the greatest key of all, above which nothing fits.
                let digits = self.key_bytes_max - 1;
                let widest = char::from(b'a' + digits.min(26) as u8 - 1);
                let head = if write.picks[1].is_multiple_of(2) { widest } else { 'a' };
                under(SortKey::read(&format!("{head}{}", "z".repeat(digits))))
            }
            RogueKind::Orphan => {
                let rkey = Rkey(name.rkey.0 ^ 1);
                let parent = self.names.node(Name { rkey, ..name });
                Record { parent: Some(parent), ..copied }
            }
            RogueKind::Untyped => Record { fields: Fields::Untyped, ..copied },
            RogueKind::Extended => Record { fields: Fields::Extended, ..copied },
            RogueKind::Cycle => match self.cycle_ops(write) {
                Some(ops) => return Some(ops),
                None => copied,
            },
        };
        let node = self.names.node(name);
        Some(vec![RecordOp { node, record: Some(record) }])
    }

    /// Two records of one repository moved under each other.
    fn cycle_ops(&self, write: &RogueWrite) -> Option<Vec<RecordOp>> {
        let outline = self.repositories.outline();
        let (one, other) = (outline.pick(write.picks[0])?, outline.pick(write.picks[1])?);
        let is_pair = one != other && self.names.name(one).did == self.names.name(other).did;
        let moved = |node, parent| {
            let record = outline.get(node).cloned()?;
            Some(RecordOp { node, record: Some(Record { parent: Some(parent), ..record }) })
        };
        is_pair.then_some(vec![moved(one, other)?, moved(other, one)?])
    }
}

/// The lowest integer that is a key within a cap.
fn lowest_integer(key_bytes_max: usize) -> String {
    let lowest = Integer::FLOOR.increment().expect("the floor is the lowest");
    if lowest.as_str().len() <= key_bytes_max {
        return lowest.to_string();
    }
    let digits = key_bytes_max - 1;
    format!("{}{}", char::from(b'Z' - (digits as u8 - 1)), "0".repeat(digits))
}
