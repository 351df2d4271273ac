//! How large a scenario is, in the figures that shrinking lowers.

use crate::scenario::{Scenario, Weather, Workload};
use std::fmt;

/// How large a scenario is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes([(&'static str, usize); 6]);

impl Scenario {
    /// How large the scenario is.
    pub fn sizes(&self) -> Sizes {
        let links = std::iter::once(&self.network).chain(self.views.iter().map(|view| &view.weather));
        Sizes([
            ("clients", self.clients as usize),
            ("views", self.views.len()),
            ("faults", links.map(faults).sum::<usize>() + self.troubles()),
            ("rogue writes", self.rogue_writes.len()),
            ("edits", self.workload.edits()),
            ("cap", self.key_bytes_max),
        ])
    }
}

impl Scenario {
    /// How many troubles are planned beside the weather.
    fn troubles(&self) -> usize {
        let of_views: usize = self.views.iter().map(|view| view.troubles.len()).sum();
        of_views + self.crashes.len() + self.offline.len() + self.account_changes.len()
    }
}

impl Workload {
    /// How many edits there are to make.
    pub fn edits(&self) -> usize {
        match self {
            Self::Edits(edits) => edits.len(),
            Self::Recording(recording) => recording.keystrokes.len(),
        }
    }
}

fn faults(weather: &Weather) -> usize {
    usize::from(weather.loss_ppm > 0) + usize::from(weather.repeat_ppm > 0)
}

impl Sizes {
    /// The figure of this name.
    pub fn get(&self, name: &str) -> Option<usize> {
        self.0.iter().find(|(what, _)| *what == name).map(|&(_, size)| size)
    }

    /// What differs in other sizes, in words.
    pub fn change(&self, after: &Self) -> String {
        let both = self.0.iter().zip(&after.0).filter(|(from, to)| from != to);
        let changes: Vec<String> =
            both.map(|((what, from), (_, to))| format!("{what} {from} to {to}")).collect();
        changes.join(", ")
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (what, size)) in self.0.iter().enumerate() {
            write!(f, "{}{what} {size}", if number > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}
