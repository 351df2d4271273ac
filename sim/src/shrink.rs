//! Makes a failing scenario smaller: clients, then faults, then edits, then the cap, again and again, as long
//! as the *same law* is broken.
//!
//! It works because draws are found by what they decide, not by how many were made before: an edit that is
//! taken out leaves the fates of all other messages as they were. A smaller run that breaks another law is no
//! smaller form of the same fault and is refused.

use crate::case::{Case, Failure, attempt};
use crate::scenario::{Edit, Kind, RogueWrite, Scenario, Workload, limit_authors};
use crate::world::Parts;

mod faults;
mod sizes;

pub use sizes::Sizes;

/// What became of a case that was made small.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The small case.
    pub case: Case,
    /// The sizes of the scenario before.
    pub before: Sizes,
    /// The sizes of the scenario after.
    pub after: Sizes,
    /// How many runs it took.
    pub runs: u32,
}

/// Makes a case small within `runs_max` runs. `told` hears after each run how many there were.
///
/// # Errors
/// Why there is nothing to make small: the case breaks no law any more, or another.
pub fn shrink(case: &Case, runs_max: u32, told: impl FnMut(u32)) -> Result<Shrunk, String> {
    let parts = case.parts()?;
    let law = &case.failure.law;
    match Failure::of(&attempt(case.scenario.clone(), parts(), |_| ())) {
        None => return Err("every law held, there is nothing to make small".to_owned()),
        Some(failure) if failure.law != *law => {
            return Err(format!("the law `{}` was broken, where the case says `{law}`", failure.law));
        }
        Some(_) => {}
    }
    let (scenario, failure) = (case.scenario.clone(), case.failure.clone());
    let mut shrinker = Shrinker { parts, scenario, failure, runs: 0, runs_max, told };
    while shrinker.round() {}
    let Shrinker { scenario, failure, runs, .. } = shrinker;
    let (before, after) = (case.scenario.sizes(), scenario.sizes());
    let who = case.variant.as_ref().map_or(String::new(), |variant| format!("{variant}: "));
    let seed = scenario.seed;
    let story =
        format!("{who}{law} broken by seed {seed}, made small in {runs} runs: {}", before.change(&after));
    let case = Case { story, failure, variant: case.variant.clone(), scenario };
    Ok(Shrunk { case, before, after, runs })
}

struct Shrinker<T> {
    parts: fn() -> Parts,
    /// The smallest scenario so far that breaks the law, and how it breaks it.
    scenario: Scenario,
    failure: Failure,
    runs: u32,
    runs_max: u32,
    told: T,
}

impl<T: FnMut(u32)> Shrinker<T> {
    /// Tries everything once. True if the scenario became smaller.
    fn round(&mut self) -> bool {
        let clients = self.clients();
        let faults = self.faults();
        let edits = self.edits();
        let plain = self.plain_edits();
        let cap = self.cap();
        clients | faults | edits | plain | cap
    }

    /// Takes a candidate if it breaks the same law.
    fn take(&mut self, candidate: Scenario) -> bool {
        if self.runs == self.runs_max {
            return false;
        }
        self.runs += 1;
        (self.told)(self.runs);
        let failure = Failure::of(&attempt(candidate.clone(), (self.parts)(), |_| ()));
        match failure.filter(|failure| failure.law == self.failure.law) {
            Some(failure) => {
                self.scenario = candidate;
                self.failure = failure;
                true
            }
            None => false,
        }
    }

    /// Leaves out all edits of some clients, then numbers those that are left from 0.
    fn clients(&mut self) -> bool {
        if let Workload::Recording(_) = self.scenario.workload {
            return false;
        }
        let left_out = self.thin_out(clients_of, |scenario, kept| {
            edits_mut(scenario).retain(|edit| kept.binary_search(&edit.client).is_ok());
        });
        let used = clients_of(&self.scenario);
        let mut renumbered = self.scenario.clone();
        renumbered.clients = (used.len() as u32).max(1);
        let renumber = |client: u32| used.partition_point(|&used| used < client) as u32;
        for edit in edits_mut(&mut renumbered) {
            edit.client = renumber(edit.client);
        }
        renumbered.offline.retain(|offline| used.contains(&offline.client));
        for offline in &mut renumbered.offline {
            offline.client = renumber(offline.client);
        }
        let mut cut = self.scenario.clone();
        cut.clients = used.last().map_or(1, |last| last + 1);
        cut.offline.retain(|offline| offline.client < used.last().map_or(1, |last| last + 1));
        for fewer in [&mut renumbered, &mut cut] {
            // More repositories than clients would be refused where the case is read.
            let authors = fewer.authors.min(fewer.clients);
            limit_authors(fewer, authors);
        }
        let before = self.scenario.clients;
        let fewer =
            renumbered.clients < before && self.take(renumbered) || cut.clients < before && self.take(cut);
        left_out | fewer
    }

    /// Switches faults off one by one, and leaves views and writers past the server out.
    fn faults(&mut self) -> bool {
        let rogues = self.thin_out(rogue_writes_of, |scenario, kept| scenario.rogue_writes = kept);
        let crashes =
            self.thin_out(|scenario| scenario.crashes.clone(), |scenario, kept| scenario.crashes = kept);
        let offline =
            self.thin_out(|scenario| scenario.offline.clone(), |scenario, kept| scenario.offline = kept);
        let mut calmer = false;
        for number in 0.. {
            let mut candidate = self.scenario.clone();
            match faults::switch_off(&mut candidate, number) {
                None => break,
                Some(true) => calmer |= self.take(candidate),
                Some(false) => {}
            }
        }
        rogues | crashes | offline | calmer
    }

    /// Leaves edits out, half of them at once to begin with.
    fn edits(&mut self) -> bool {
        if let Workload::Recording(_) = self.scenario.workload {
            return self.keystrokes();
        }
        self.thin_out(edits_of, |scenario, kept| *edits_mut(scenario) = kept)
    }

    /// Cuts a recording as short as still breaks the law, by halving.
    fn keystrokes(&mut self) -> bool {
        let keystrokes = |scenario: &Scenario| match &scenario.workload {
            Workload::Recording(recording) => recording.keystrokes.len(),
            Workload::Edits(_) => 0,
        };
        let before = keystrokes(&self.scenario);
        let (mut holds, mut breaks) = (0, before);
        while breaks - holds > 1 {
            let mut candidate = self.scenario.clone();
            if let Workload::Recording(recording) = &mut candidate.workload {
                recording.cut(holds.midpoint(breaks));
            }
            let middle = keystrokes(&candidate);
            if self.take(candidate) { breaks = middle } else { holds = middle }
        }
        breaks < before
    }

    /// Makes the edits that are left plain: from the start, one after the other, at the first node that is seen,
    /// and appending.
    fn plain_edits(&mut self) -> bool {
        if let Workload::Recording(_) = self.scenario.workload {
            return false;
        }
        let sooner = self.begin_sooner();
        let apart = self.move_apart();
        let mut plainer = sooner | apart;
        for index in 0..edits_of(&self.scenario).len() {
            let changes: [fn(&mut Edit); 5] = [
                |edit| (edit.kind, edit.count) = (Kind::Append, 1),
                |edit| edit.count = edit.count.min(2),
                |edit| edit.picks[0] = 0,
                |edit| edit.picks[1] = 0,
                |edit| edit.picks[2] = 0,
            ];
            for change in changes {
                let mut candidate = self.scenario.clone();
                let edit = &mut edits_mut(&mut candidate)[index];
                let before = *edit;
                change(edit);
                plainer |= *edit != before && self.take(candidate);
            }
        }
        plainer
    }

    /// Takes away the time in which nothing happens before the first edit.
    fn begin_sooner(&mut self) -> bool {
        let mut sooner = self.scenario.clone();
        let edits_us = edits_of(&sooner).into_iter().map(|edit| edit.at_us);
        let rogues_us = sooner.rogue_writes.iter().map(|write| write.at_us.min(write.clock_us));
        let others_us = sooner.crashes.iter().map(|crash| crash.at_us);
        let others_us = others_us.chain(sooner.offline.iter().map(|offline| offline.from_us));
        let first_us = edits_us.chain(rogues_us).chain(others_us).min().unwrap_or(0);
        edits_mut(&mut sooner).iter_mut().map(|edit| &mut edit.at_us).for_each(|at_us| *at_us -= first_us);
        for write in &mut sooner.rogue_writes {
            write.at_us -= first_us;
            write.clock_us -= first_us;
        }
        sooner.crashes.iter_mut().map(|crash| &mut crash.at_us).for_each(|at_us| *at_us -= first_us);
        for offline in &mut sooner.offline {
            offline.from_us -= first_us;
            offline.to_us -= first_us;
        }
        first_us > 0 && self.take(sooner)
    }

    /// Lets a second pass between any two edits, so that none is made while another is under way.
    fn move_apart(&mut self) -> bool {
        const APART_US: u64 = 1_000_000;
        let mut apart = self.scenario.clone();
        let mut at_us: Vec<u64> = edits_of(&apart).iter().map(|edit| edit.at_us).collect();
        at_us.sort_unstable();
        for edit in edits_mut(&mut apart) {
            edit.at_us = at_us.partition_point(|&at_us| at_us < edit.at_us) as u64 * APART_US;
        }
        edits_of(&apart) != edits_of(&self.scenario) && self.take(apart)
    }

    /// The least cap that still breaks the law; the keys are no longer than it.
    fn cap(&mut self) -> bool {
        const CAPS: [usize; 8] = [2, 3, 4, 6, 8, 16, 64, 128];
        let before = self.scenario.key_bytes_max;
        CAPS.into_iter().filter(|&cap| cap < before).any(|cap| {
            let candidate = Scenario { key_bytes_max: cap, ..self.scenario.clone() };
            self.take(candidate)
        })
    }

    /// Delta debugging: leaves out runs of items, half of them first, then ever shorter ones, down to single ones.
    fn thin_out<I: Clone>(
        &mut self,
        items: fn(&Scenario) -> Vec<I>,
        keep: fn(&mut Scenario, Vec<I>),
    ) -> bool {
        let mut left = items(&self.scenario);
        let before = left.len();
        let mut run = left.len();
        while run > 0 {
            let mut at = 0;
            while at < left.len() {
                let mut fewer = left.clone();
                fewer.drain(at..(at + run).min(left.len()));
                let mut candidate = self.scenario.clone();
                keep(&mut candidate, fewer.clone());
                if self.take(candidate) { left = fewer } else { at += run }
            }
            run /= 2;
        }
        left.len() < before
    }
}

fn edits_of(scenario: &Scenario) -> Vec<Edit> {
    match &scenario.workload {
        Workload::Edits(edits) => edits.clone(),
        Workload::Recording(_) => Vec::new(),
    }
}

fn edits_mut(scenario: &mut Scenario) -> &mut Vec<Edit> {
    match &mut scenario.workload {
        Workload::Edits(edits) => edits,
        Workload::Recording(_) => unreachable!("a recording has no edits to change"),
    }
}

fn rogue_writes_of(scenario: &Scenario) -> Vec<RogueWrite> {
    scenario.rogue_writes.clone()
}

/// The clients that edit, in ascending order.
fn clients_of(scenario: &Scenario) -> Vec<u32> {
    let mut clients: Vec<u32> = edits_of(scenario).iter().map(|edit| edit.client).collect();
    clients.sort_unstable();
    clients.dedup();
    clients
}
