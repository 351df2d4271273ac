//! A subscription: one view's connection to the stream, and what it lets in.

use crate::world::record::Rev;

/// The connection of a view to the firehose.
#[derive(Clone, Debug, Default)]
pub struct Subscription {
    /// Counts the connections; a frame of an earlier one never arrives.
    pub connection: u32,
    /// Whether it is connected.
    pub is_connected: bool,
    /// The head of the stream, as told when it connected.
    pub head_told: u64,
    /// When the replay of this connection is over.
    pub replay_until_us: u64,
    /// Whether a frame was lost at a switch from replay to live, as planned.
    pub has_lost_at_switch: bool,
    /// The highest place in the stream that was let in.
    seen: u64,
}

/// A place in a stream, and in which one: a number alone says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// What it counts.
    pub kind: CursorKind,
    /// Which stream it is from.
    pub source: u32,
    /// The last place that was taken in.
    pub at: u64,
}

/// What a cursor counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CursorKind {
    /// Frames of a stream.
    Sequence,
    /// Microseconds.
    Micros,
}

/// What is known of a frame before it is let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Incoming {
    /// Its place in the stream.
    pub seq: u64,
    /// The revision that it tells of.
    pub rev: Rev,
}

/// Why a frame is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Its revision is more than five minutes ahead of the clock.
    FutureRev,
    /// Its place is far above the head of the stream.
    FarSeq,
}

impl Subscription {
    /// The stream that all views subscribe to.
    pub const SOURCE: u32 = 1;

    /// What a store keeps of it.
    pub const fn cursor(&self) -> Cursor {
        Cursor { kind: CursorKind::Sequence, source: Self::SOURCE, at: self.seen }
    }

    /// A frame was let in.
    pub fn see(&mut self, seq: u64) {
        self.seen = self.seen.max(seq);
    }

    /// Connects to a stream whose head is `head`.
    pub fn connect(&mut self, head: u64) {
        self.is_connected = true;
        self.head_told = head;
    }

    /// The connection breaks: what is on its way never arrives.
    pub fn disconnect(&mut self) {
        self.is_connected = false;
        self.connection += 1;
    }

    /// Begins anew where the store left off.
    ///
    /// # Panics
    /// If the cursor is of another kind or another stream: it would point anywhere. (C7)
    pub fn recover(&mut self, cursor: Option<Cursor>) {
        let at = cursor.map_or(Ok(0), Cursor::resume);
        self.seen = at.expect("a view keeps the cursors of its own stream");
    }

    /// Whether a frame of a connection still arrives.
    pub const fn hears(&self, connection: u32) -> bool {
        self.is_connected && self.connection == connection
    }
}

impl Cursor {
    /// Where a subscription to the stream goes on.
    ///
    /// # Errors
    /// What the cursor is, if it is none of this stream. A number of microseconds read as a place would jump
    /// over everything without a word.
    pub fn resume(self) -> Result<u64, String> {
        match self {
            Self { kind: CursorKind::Micros, .. } => {
                Err(format!("the cursor {} counts microseconds, this stream counts frames", self.at))
            }
            Self { source, .. } if source != Subscription::SOURCE => Err(format!(
                "the cursor {} is from stream {source}, this is stream {}",
                self.at,
                Subscription::SOURCE
            )),
            _ => Ok(self.at),
        }
    }
}

/// Decides whether a frame is let in. What is refused is counted and does not move the cursor. (SPEC §6)
///
/// # Errors
/// Why not.
pub fn admit(subscription: &Subscription, incoming: Incoming, now_us: u64) -> Result<(), Refusal> {
    const FUTURE_US_MAX: u64 = 300_000_000;
    const SEQS_AHEAD_MAX: u64 = 1_000_000;
    if incoming.rev.time_us() > now_us + FUTURE_US_MAX {
        return Err(Refusal::FutureRev);
    }
    if incoming.seq > subscription.head_told.max(subscription.seen) + SEQS_AHEAD_MAX {
        return Err(Refusal::FarSeq);
    }
    Ok(())
}
