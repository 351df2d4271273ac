//! The log of a run for people: one line an event, one column an actor, time downwards.
//!
//! ```text
//!                client 0     server 0     repository   view 0
//!     0.000000   wants #1843: insert 322 last           │
//!     0.001143   │            #1843 between the start and the end
//!     0.001443   │            │            3h522 by #1843: 322 = a0
//!     0.047436   │            │            │            hears 3h522: stale, overtaken
//! ```
//!
//! Time is in virtual seconds. A text begins in the column of its actor and runs on over those to the right. Where
//! there are so many actors of a kind that their columns would leave no room, they share one, and each line says
//! whose it is. Each event of the [trace](crate::trace) has a line here.

use crate::event::Event;
use crate::outcome::{Outcome, Verdict};
use crate::scenario::{Keys, Scenario};
use crate::simulate::Seen;
use crate::tell::{Actor, Heard, Lanes, say, served, short_key, short_node};
use crate::world::World;
use std::io::{self, Write};

/// Writes the log of one run.
#[derive(Debug)]
pub struct Log<W> {
    out: W,
    /// How writing went so far; after an error nothing more is written.
    written: io::Result<()>,
    lanes: Lanes,
    lane_width: usize,
    keys: Keys,
    now_us: u64,
    heard: Heard,
}

/// More actors of a kind share a column.
const EACH_MAX: usize = 5;

/// How wide a line is at most where names are short and lanes few, and how much of it the time takes and the text in
/// the last column may take.
const LINE_WIDTH: usize = 118;
const TIME_WIDTH: usize = 15;
const TEXT_WIDTH: usize = 44;

impl<W: Write> Log<W> {
    /// Begins the log of a scenario's run.
    pub fn new(out: W, scenario: &Scenario) -> Self {
        let lanes = Lanes::shared(scenario, EACH_MAX);
        let gaps = (lanes.len() - 1).max(1);
        let lane_width = ((LINE_WIDTH - TIME_WIDTH - TEXT_WIDTH) / gaps).clamp(5, 13);
        let (keys, heard) = (scenario.keys, Heard::default());
        let mut log = Self { out, written: Ok(()), lanes, lane_width, keys, now_us: 0, heard };
        log.put("a record is called by its rkey, a commit by its rev, both without the 2s before them");
        let names = log.lanes.names(lane_width - 1);
        let names: Vec<String> = names.iter().map(|name| format!("{name:lane_width$}")).collect();
        log.put(&format!("{:TIME_WIDTH$}{}", "", names.concat().trim_end()));
        log
    }

    /// Writes down what was seen of the world.
    pub fn see(&mut self, seen: Seen<'_>) {
        match seen {
            Seen::Step(world) => self.step(world),
            Seen::Rest(world) => self.rest(world),
        }
    }

    /// Writes the last lines: how the run ended.
    ///
    /// # Errors
    /// The first error in writing the log, these lines or earlier ones.
    pub fn end(mut self, outcome: &Outcome) -> io::Result<()> {
        let time = time(self.now_us);
        let (name, reasons) = (outcome.verdict.name(), outcome.verdict.reasons());
        match &outcome.verdict {
            Verdict::Held => self.put(&format!("{time}{name}")),
            _ => reasons.iter().for_each(|reason| self.put(&format!("{time}{name}: {reason}"))),
        }
        self.written.and_then(|()| self.out.flush())
    }

    fn step(&mut self, world: &World) {
        self.now_us = world.now_us;
        for event in world.happened() {
            let mut text = say(event, world);
            if let Event::Delivered { view, seq, .. } = event {
                text += self.heard.hear(*view, *seq).in_words();
            }
            self.line(Actor::of(event, world.happened(), self.keys), &text);
        }
    }

    /// Everything has settled: what each view serves then.
    fn rest(&mut self, world: &World) {
        const ROWS_MAX: usize = 40;
        self.put(&format!("{}all is at rest", time(self.now_us)));
        for (index, view) in (0..).zip(&world.views) {
            for group in served(view, world) {
                let parent = group.parent.map_or("the root".to_owned(), |parent| short_node(parent, world));
                self.line(Actor::View(index), &format!("serves under {parent}:"));
                for (node, sort_key) in group.rows.iter().take(ROWS_MAX) {
                    self.line(
                        Actor::View(index),
                        &format!("  {} {}", short_key(sort_key), short_node(*node, world)),
                    );
                }
                if let Some(more) = group.rows.len().checked_sub(ROWS_MAX).filter(|more| *more > 0) {
                    self.line(Actor::View(index), &format!("  and {more} more"));
                }
            }
        }
    }

    /// A line whose text begins in the column of an actor.
    fn line(&mut self, actor: Actor, text: &str) {
        let (column, is_shared) = self.lanes.find(actor).unwrap_or((0, true));
        let whose = if is_shared { format!("{actor} ") } else { String::new() };
        let mut letters: Vec<char> = time(self.now_us).chars().collect();
        for _ in 0..self.lanes.len() {
            letters.push('│');
            letters.extend(std::iter::repeat_n(' ', self.lane_width - 1));
        }
        let text = format!("{whose}{text} ");
        for (at, char) in (TIME_WIDTH + column * self.lane_width..).zip(text.chars()) {
            letters.resize(letters.len().max(at + 1), ' ');
            letters[at] = char;
        }
        let line: String = letters.into_iter().collect();
        self.put(line.trim_end());
    }

    fn put(&mut self, line: &str) {
        if self.written.is_ok() {
            self.written = writeln!(self.out, "{line}");
        }
    }
}

/// A time in seconds, in its column.
fn time(us: u64) -> String {
    let seconds = format!("{}.{:06}", us / 1_000_000, us % 1_000_000);
    format!("{seconds:>12}   ")
}
