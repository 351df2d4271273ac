//! A consumer that applies whatever is newer, whether or not something is missing before it.

use super::Variant;
use crate::scenario::ConsumerKind;
use crate::world::Parts;
use crate::world::record::Rev;
use crate::world::view::{Consumer, Fate, Frame, Standing};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "gap ignored",
    story: "the consumer was tried against a stream that loses nothing, and never reads `since`",
    laws: &["convergence", "total order", "settles"],
    parts: || Parts { consumer, ..Parts::default() },
};

fn consumer(kind: ConsumerKind) -> Box<dyn Consumer> {
    match kind {
        ConsumerKind::Chain => Box::<GapIgnored>::default(),
        ConsumerKind::PerRecord => Parts::consumer(kind),
    }
}

#[derive(Debug, Default)]
struct GapIgnored {
    known: u64,
}

impl Consumer for GapIgnored {
    fn known(&self) -> Rev {
        Rev(self.known)
    }

    fn is_whole(&self) -> bool {
        true
    }

    fn buffered(&self) -> usize {
        0
    }

    fn receive(&mut self, frame: Frame, ready: &mut Vec<u64>) -> Fate {
        if frame.rev.0 <= self.known {
            return Fate::Stale;
        }
        self.known = frame.rev.0;
        ready.push(frame.seq);
        Fate::Applied
    }

    fn announce(&mut self, _rev: Rev) -> Fate {
        Fate::Stale
    }

    fn lose(&mut self) -> bool {
        false
    }

    fn relist(&mut self) -> bool {
        false
    }

    fn recover(&mut self, standing: Standing) -> bool {
        self.known = standing.rev.0;
        false
    }

    fn restore(&mut self, _rev: Rev, _ready: &mut Vec<u64>) -> Fate {
        Fate::Applied
    }
}
