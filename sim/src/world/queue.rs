//! Virtual time: what is due, in the order in which it is due.

use super::Action;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Actions by time; ties are broken by the order in which they were scheduled.
#[derive(Debug, Default)]
pub struct Queue {
    heap: BinaryHeap<Reverse<Due>>,
    scheduled: u64,
}

#[derive(Debug)]
struct Due {
    at_us: u64,
    number: u64,
    action: Action,
}

impl Queue {
    /// Lets `action` happen at `at_us`.
    pub fn schedule(&mut self, at_us: u64, action: Action) {
        self.heap.push(Reverse(Due { at_us, number: self.scheduled, action }));
        self.scheduled += 1;
    }

    /// The next action and its time.
    pub fn pop(&mut self) -> Option<(u64, Action)> {
        self.heap.pop().map(|Reverse(due)| (due.at_us, due.action))
    }
}

impl Queue {
    /// What is due at the same time as the next action: that time, and each action with the number that takes it
    /// out.
    pub fn due(&self) -> Option<(u64, impl Iterator<Item = (&Action, u64)>)> {
        let at_us = self.heap.peek()?.0.at_us;
        let due = self.heap.iter().map(|Reverse(due)| due).filter(move |due| due.at_us == at_us);
        Some((at_us, due.map(|due| (&due.action, due.number))))
    }

    /// Takes an action out.
    pub fn take(&mut self, number: u64) -> Option<Action> {
        let mut taken = None;
        let heap = std::mem::take(&mut self.heap).into_iter();
        self.heap = heap
            .filter(|Reverse(due)| {
                let is_other = due.number != number;
                taken = if is_other { taken } else { Some(due.action) };
                is_other
            })
            .collect();
        taken
    }

    /// Everything that is planned, in no order.
    pub fn planned(&self) -> impl Iterator<Item = (u64, &Action)> {
        self.heap.iter().map(|Reverse(due)| (due.at_us, &due.action))
    }
}

impl Due {
    fn order(&self) -> (u64, u64) {
        (self.at_us, self.number)
    }
}

impl PartialEq for Due {
    fn eq(&self, other: &Self) -> bool {
        self.order() == other.order()
    }
}

impl Eq for Due {}

impl Ord for Due {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.order().cmp(&other.order())
    }
}

impl PartialOrd for Due {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
