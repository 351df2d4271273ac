//! A text of which each line is a record, as a bullet of an outline is: the way in which an outliner would have
//! held the same document.

use super::{Item, paste};
use crate::drive::{Driver, End};
use sim::recording::{Keystroke, Recording};

/// A line: how many characters it has without its end, and its key.
struct Line {
    len: usize,
    key: Vec<u8>,
}

/// The lines, and where the last edit was: the next is seldom far from it.
struct Lines {
    all: Vec<Line>,
    current: usize,
    start: usize,
}

/// Types a recording; the keystroke, counted from 0, at which no key was left, if there was one.
pub(super) fn type_all(
    recording: &Recording,
    driver: &mut Driver,
    item: Item,
    each: &mut impl FnMut(usize, u32),
) -> Option<usize> {
    let first = driver.between(None, None).ok()?;
    let mut lines = Lines { all: vec![Line { len: 0, key: first }], current: 0, start: 0 };
    let mut done = 0;
    while done < recording.keystrokes.len() {
        let length = if item.pastes() { paste::length(recording, done) } else { 1 };
        let piece = &recording.keystrokes[done..done + length];
        let made = match piece[0] {
            Keystroke::Type { at, .. } => lines.put(driver, at, segments(piece)),
            Keystroke::Delete { at } => {
                lines.delete(driver, at);
                Ok(())
            }
        };
        if made.is_err() {
            return Some(done);
        }
        done += length;
        each(done, driver.tally.longest);
    }
    None
}

/// The lengths of what stands between the ends of lines in a piece: one more than there are ends.
fn segments(piece: &[Keystroke]) -> Vec<usize> {
    let is_end = |keystroke: &Keystroke| matches!(keystroke, Keystroke::Type { character: '\n', .. });
    piece.split(is_end).map(<[Keystroke]>::len).collect()
}

impl Lines {
    /// Goes to the line that holds a position, its end counted.
    fn find(&mut self, at: usize) {
        while at < self.start {
            self.current -= 1;
            self.start -= self.all[self.current].len + 1;
        }
        while at > self.start + self.all[self.current].len {
            self.start += self.all[self.current].len + 1;
            self.current += 1;
        }
    }

    fn key(&self, line: usize) -> Option<&[u8]> {
        self.all.get(line).map(|line| line.key.as_slice())
    }

    /// Text comes at a position: what follows each end of a line in it gets a record of its own. Whole lines at
    /// the beginning of one that is not empty are put before it.
    fn put(&mut self, driver: &mut Driver, at: usize, mut segments: Vec<usize>) -> Result<(), End> {
        self.find(at);
        let (line, offset) = (self.current, at - self.start);
        let len = self.all[line].len;
        let ends = segments.len() - 1;
        let is_before = offset == 0 && len > 0 && ends > 0 && segments[ends] == 0;
        let fresh = if is_before { line } else { line + 1 };
        let keys = self.keys(driver, fresh, ends)?;
        if is_before {
            segments.pop();
        } else {
            segments[ends] += len - offset;
            self.all[line].len = offset + segments.remove(0);
        }
        let made = segments.into_iter().zip(keys).map(|(len, key)| Line { len, key });
        self.all.splice(fresh..fresh, made);
        Ok(())
    }

    /// So many keys for new lines before one.
    fn keys(&self, driver: &mut Driver, before: usize, count: usize) -> Result<Vec<Vec<u8>>, End> {
        let lower = before.checked_sub(1).and_then(|lower| self.key(lower));
        match count {
            0 => Ok(Vec::new()),
            1 => Ok(vec![driver.between(lower, self.key(before))?]),
            _ => paste::between_n(driver, lower, self.key(before), count),
        }
    }

    /// A character goes; where it was the end of a line, the next line's record goes with it.
    fn delete(&mut self, driver: &mut Driver, at: usize) {
        self.find(at);
        let line = self.current;
        if at - self.start < self.all[line].len {
            self.all[line].len -= 1;
            return;
        }
        let gone = self.all.remove(line + 1);
        self.all[line].len += gone.len;
        driver.tally.remove(&gone.key, self.key(line), self.key(line + 1));
    }
}
