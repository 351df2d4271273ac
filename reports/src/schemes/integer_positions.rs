//! A number per item: a new item takes the middle of the free numbers between its neighbours, and where none
//! is free all items are numbered anew. (SPEC §10)

use super::{Keep, Written};

/// What one number takes: eight bytes and one before them that says so.
const POSITION_BYTES: u64 = 9;

/// A list whose items hold ascending numbers. With a stride of 1 the numbers are dense, as in
/// `position = 0, 1, 2 …`, and every insert moves all that follow.
#[derive(Clone, Debug)]
pub struct IntegerPositions {
    stride: i64,
    positions: Vec<i64>,
}

impl IntegerPositions {
    /// An empty list that leaves so much room between new numbers.
    pub const fn with_stride(stride: i64) -> Self {
        Self { stride, positions: Vec::new() }
    }

    /// The numbers, in the order of the list.
    pub fn positions(&self) -> &[i64] {
        &self.positions
    }

    /// The middle of the free numbers at a place, if there is one.
    fn free(&self, at: usize) -> Option<i64> {
        let lower = at.checked_sub(1).map(|before| self.positions[before]);
        match (lower, self.positions.get(at).copied()) {
            (None, None) => Some(0),
            (Some(lower), None) => Some(lower + self.stride),
            // Dense numbers start at 0 and stay so.
            (None, Some(_)) if self.stride == 1 => None,
            (None, Some(upper)) => Some(upper - self.stride),
            (Some(lower), Some(upper)) => {
                let middle = i64::midpoint(lower, upper);
                (lower < middle && middle < upper).then_some(middle)
            }
        }
    }

    /// Numbers all items anew, with one more at `at`, and tells how many others got another number.
    fn renumber(&mut self, at: usize) -> u64 {
        let old = std::mem::take(&mut self.positions);
        self.positions = (0..).map(|index| index * self.stride).take(old.len() + 1).collect();
        let kept = (0..old.len()).filter(|&index| {
            let now = if index < at { index } else { index + 1 };
            old[index] == self.positions[now]
        });
        (old.len() - kept.count()) as u64
    }
}

impl Keep for IntegerPositions {
    fn insert(&mut self, at: usize) -> Option<Written> {
        let others = match self.free(at) {
            Some(position) => {
                self.positions.insert(at, position);
                0
            }
            None => self.renumber(at),
        };
        Some(Written { records: others + 1, bytes: (others + 1) * POSITION_BYTES })
    }

    fn count(&self) -> usize {
        self.positions.len()
    }
}
