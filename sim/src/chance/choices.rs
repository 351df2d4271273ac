//! Every choice in turn: a small world is run again and again, each time with other choices, until all were made.
//!
//! The record of a run is the list of its choices, each with how many there were. The next run repeats all of
//! them but the last that can still grow, which grows by one: a depth-first search without a stack of worlds.
//!
//! What is a choice: which of several things that are due at the same time comes first, and whether a message is
//! struck by a fault that its weather knows, as long as the run may have one more. Nothing else is: jitter is
//! always the middle digit, all delays are equal, and what needs a number gets 0.

use super::{Chance, Draws, Link};
use crate::world::turns::{Side, Turn};
use std::cell::{Ref, RefCell, RefMut};
use std::ops::Range;
use std::rc::Rc;

/// The source in a world, and in the hands of who makes the runs: both see the same record.
#[derive(Clone, Debug)]
pub struct Choices(Rc<RefCell<Record>>);

/// What may be chosen.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Whose turns are chosen. The other side's go first where it is their time too, in a fixed order.
    pub side: Side,
    /// When there is a choice, in virtual microseconds; before and after it the first turn is taken.
    pub window_us: Range<u64>,
    /// How many faults strike in a run, at most.
    pub faults_max: u32,
}

/// The choices of the run that is made, and of the one before it.
#[derive(Debug)]
pub struct Record {
    rules: Rules,
    choices: Vec<Choice>,
    /// How many of the choices this run has made.
    made: usize,
    faults: u32,
    is_open: bool,
    /// The first choice that was given and that there is not.
    misfit: Option<String>,
}

/// One choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Which was chosen, from 0.
    pub chosen: u32,
    /// Out of how many.
    pub of: u32,
}

impl Choices {
    /// A source whose first run begins with `chosen` and then always chooses the first.
    pub fn new(rules: Rules, chosen: &[u32]) -> Self {
        let choices = chosen.iter().map(|&chosen| Choice { chosen, of: u32::MAX }).collect();
        let record = Record { rules, choices, made: 0, faults: 0, is_open: false, misfit: None };
        Self(Rc::new(RefCell::new(record)))
    }

    /// The record as it stands.
    pub fn record(&self) -> Ref<'_, Record> {
        self.0.borrow()
    }

    fn record_mut(&self) -> RefMut<'_, Record> {
        self.0.borrow_mut()
    }

    /// Makes the next run's choices others than those of any run before. False if all were made.
    pub fn advance(&self) -> bool {
        let mut record = self.record_mut();
        let made = record.made;
        record.choices.truncate(made);
        while record.choices.pop_if(|last| last.chosen + 1 == last.of).is_some() {}
        (record.made, record.faults, record.is_open) = (0, 0, false);
        let Some(last) = record.choices.last_mut() else { return false };
        last.chosen += 1;
        true
    }
}

impl Record {
    /// The choices that this run has made.
    pub fn made(&self) -> &[Choice] {
        &self.choices[..self.made]
    }

    /// Whether this run has left the choices of the one before behind.
    pub fn is_new(&self) -> bool {
        self.made == self.choices.len()
    }

    /// Whether the choices that were given were those of this run.
    ///
    /// # Errors
    /// The first that there was not.
    pub fn fits(&self) -> Result<(), String> {
        match &self.misfit {
            Some(misfit) => Err(misfit.clone()),
            None if self.is_new() => Ok(()),
            None => Err(format!("{} choices are given, and the run makes {}", self.choices.len(), self.made)),
        }
    }

    /// How many faults have struck in this run.
    pub fn faults(&self) -> u32 {
        self.faults
    }

    /// Whether there is a choice at this time.
    pub fn is_open_at(&self, at_us: u64) -> bool {
        self.rules.window_us.contains(&at_us)
    }

    /// Which turns there are to choose from at this time; one alone is no choice.
    pub fn among(&self, at_us: u64, turns: &[Turn]) -> Vec<usize> {
        let of = |side: Side| (0..turns.len()).filter(move |&at| turns[at].side == side);
        let other = if self.rules.side == Side::Writing { Side::Reading } else { Side::Writing };
        match of(Side::Nobody).chain(of(other)).next() {
            _ if !self.is_open_at(at_us) => vec![0],
            Some(first) => vec![first],
            None => of(self.rules.side).collect(),
        }
    }

    fn choose(&mut self, of: u32) -> u32 {
        if of == 1 {
            return 0;
        }
        if self.is_new() {
            self.choices.push(Choice { chosen: 0, of });
        }
        let (number, choice) = (self.made + 1, &mut self.choices[self.made]);
        if choice.chosen >= of {
            let Choice { chosen, .. } = *choice;
            self.misfit
                .get_or_insert_with(|| format!("choice {number} is {chosen}, and may be 0 to {}", of - 1));
            choice.chosen = 0;
        }
        choice.of = of;
        self.made += 1;
        choice.chosen
    }
}

impl Chance for Choices {
    fn draws(&mut self, _link: Link, _message: u64) -> Draws<'_> {
        Draws(self)
    }

    fn below(&mut self, _bound: u32) -> u32 {
        0
    }

    fn happens(&mut self, ppm: u32) -> bool {
        let mut record = self.record_mut();
        let may_happen = ppm > 0 && record.is_open && record.faults < record.rules.faults_max;
        let happens = may_happen && record.choose(2) == 1;
        record.faults += u32::from(happens);
        happens
    }

    fn word(&mut self) -> u32 {
        0
    }

    fn jitter(&mut self) -> u32 {
        // No bound up to 62 has this word drawn again.
        (1 << 31) | (1 << 23)
    }

    fn breaks_ties(&self) -> bool {
        true
    }

    fn turn(&mut self, at_us: u64, turns: &[Turn]) -> usize {
        let mut record = self.record_mut();
        record.is_open = record.is_open_at(at_us);
        let among = record.among(at_us, turns);
        among[record.choose(among.len() as u32) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Rules = Rules { side: Side::Writing, window_us: 5..9, faults_max: 1 };

    fn turns(sides: &[Side]) -> Vec<Turn> {
        (0..).zip(sides).map(|(number, &side)| Turn { number, side }).collect()
    }

    #[test]
    fn all_choices_are_made_and_none_twice() {
        let mut choices = Choices::new(RULES, &[]);
        let mut runs = Vec::new();
        loop {
            choices.turn(6, &turns(&[Side::Writing; 2]));
            let mut draws = choices.draws(Link::Firehose(0), 0);
            let _ = (draws.happens(0), draws.happens(5), draws.happens(5));
            runs.push(choices.record().made().iter().map(|choice| choice.chosen).collect::<Vec<_>>());
            if !choices.advance() {
                break;
            }
        }
        let one = [vec![0, 0, 0], vec![0, 0, 1], vec![0, 1]];
        let other = [vec![1, 0, 0], vec![1, 0, 1], vec![1, 1]];
        assert_eq!(runs, [one, other].concat());
    }

    #[test]
    fn choices_that_there_are_not_are_refused() {
        let choose = |chosen: &[u32]| {
            let mut choices = Choices::new(RULES, chosen);
            choices.turn(6, &turns(&[Side::Writing; 3]));
            choices
        };
        let fits = |chosen: &[u32]| choose(chosen).record().fits();
        assert_eq!(fits(&[]), Ok(()));
        assert_eq!(fits(&[2]), Ok(()));
        assert_eq!(fits(&[3]), Err("choice 1 is 3, and may be 0 to 2".to_owned()));
        assert_eq!(fits(&[2, 0]), Err("2 choices are given, and the run makes 1".to_owned()));
    }

    #[test]
    fn outside_the_window_and_for_the_other_side_there_is_no_choice() {
        let record = Choices::new(RULES, &[]);
        let record = record.record();
        let mixed = turns(&[Side::Writing, Side::Reading, Side::Writing, Side::Reading]);
        assert_eq!(record.among(5, &mixed), [1]);
        assert_eq!(record.among(9, &mixed), [0]);
        assert_eq!(record.among(8, &turns(&[Side::Writing; 3])), [0, 1, 2]);
    }
}
