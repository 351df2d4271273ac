//! What the runs of a swarm come to together: a fold over their rows in the order of the seeds.

use super::key_lengths::KEYS_MAX;
use super::states::{REQUIRED, SEEDS_MIN};
use super::{Header, KeyLengths, Row, Shard};
use crate::digest::Digest;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// What the runs come to together.
#[derive(Debug)]
pub struct Summary {
    header: Header,
    runs: u64,
    verdicts: BTreeMap<String, u64>,
    failures: BTreeMap<String, First>,
    vacuous: BTreeMap<String, First>,
    laws: BTreeMap<String, Total>,
    counts: BTreeMap<String, Total>,
    states: BTreeMap<String, Total>,
    events: u64,
    operations: u64,
    simulated_us: u64,
    key_bytes: KeyLengths,
    digest: Digest,
}

/// The first of the seeds to which something happened, and how many they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct First {
    /// The first seed.
    pub seed: u64,
    /// What was said then.
    pub message: String,
    /// How many seeds in all.
    pub seeds: u64,
}

/// A count over all runs, and how many seeds had it above zero.
#[derive(Clone, Copy, Debug, Default)]
struct Total {
    count: u64,
    seeds: u64,
}

impl Summary {
    /// The summary of no runs.
    pub fn new(header: Header) -> Self {
        Self {
            header,
            runs: 0,
            verdicts: BTreeMap::new(),
            failures: BTreeMap::new(),
            vacuous: BTreeMap::new(),
            laws: BTreeMap::new(),
            counts: BTreeMap::new(),
            states: BTreeMap::new(),
            events: 0,
            operations: 0,
            simulated_us: 0,
            key_bytes: KeyLengths::default(),
            digest: Digest::default(),
        }
    }

    /// Adds a row. Rows come in the order of their seeds.
    ///
    /// # Errors
    /// Which figure has no room in the sum. What was added of the row stays: the summary is of no use then.
    pub fn add(&mut self, row: &Row) -> Result<(), String> {
        self.runs += 1;
        *self.verdicts.entry(row.verdict.clone()).or_default() += 1;
        if let Some(failure) = &row.failure {
            note(&mut self.failures, &failure.law, row.seed, &failure.message);
        }
        for what in &row.vacuous {
            note(&mut self.vacuous, what, row.seed, "");
        }
        add_all(&mut self.laws, &row.laws)?;
        add_all(&mut self.counts, &row.counts)?;
        add_all(&mut self.states, &row.states)?;
        add(&mut self.events, row.events, "events")?;
        add(&mut self.operations, row.operations, "operations")?;
        add(&mut self.simulated_us, row.simulated_us, "simulated_us")?;
        if !self.key_bytes.add(&row.key_bytes) {
            return Err(beyond("key_bytes", KEYS_MAX));
        }
        self.digest.words(&[row.seed]);
        self.digest.bytes(row.digest.as_bytes());
        Ok(())
    }

    /// How many runs there were.
    pub const fn runs(&self) -> u64 {
        self.runs
    }

    /// How many events there were.
    pub const fn events(&self) -> u64 {
        self.events
    }

    /// How long the runs were together, in virtual microseconds.
    pub const fn simulated_us(&self) -> u64 {
        self.simulated_us
    }

    /// The first failure of each law.
    pub const fn failures(&self) -> &BTreeMap<String, First> {
        &self.failures
    }

    /// The states that were to be reached and were not; none for a part of a swarm.
    pub fn missing_states(&self) -> Vec<&'static str> {
        self.missing_of(REQUIRED)
    }

    fn missing_of(&self, required: &[&'static str]) -> Vec<&'static str> {
        let is_whole = self.header.shard == Shard::WHOLE && self.runs >= SEEDS_MIN;
        if !(self.header.judges_states && is_whole) {
            return Vec::new();
        }
        let is_missing = |state: &&&str| self.states.get(**state).is_none_or(|total| total.seeds == 0);
        required.iter().filter(is_missing).copied().collect()
    }

    /// The word for the whole: the worst of the runs' verdicts.
    pub fn verdict(&self) -> &'static str {
        let met = |verdict: &str| self.verdicts.contains_key(verdict);
        // A shard may have no seed where there are fewer seeds than shards.
        let is_empty = self.runs == 0 && self.header.shard.share(self.header.seeds) > 0;
        let is_vacuous = met("vacuous") || is_empty || !self.missing_states().is_empty();
        match () {
            () if met("broken") => "broken",
            () if met("unsettled") => "unsettled",
            () if is_vacuous => "vacuous",
            () => "held",
        }
    }

    /// The exit status that tells it, as for a run.
    pub fn exit_status(&self) -> u8 {
        match self.verdict() {
            "broken" => 1,
            "unsettled" => 3,
            "vacuous" => 4,
            _ => 0,
        }
    }

    /// One JSON object.
    pub fn json(&self) -> Value {
        let totals = |totals: &BTreeMap<String, Total>| -> Value {
            let total = |(what, Total { count, seeds }): (&String, &Total)| {
                (what.clone(), json!({ "count": count, "seeds": seeds }))
            };
            totals.iter().map(total).collect::<serde_json::Map<_, _>>().into()
        };
        let firsts = |firsts: &BTreeMap<String, First>| -> Value {
            let first = |(what, First { seed, message, seeds }): (&String, &First)| {
                (what.clone(), json!({ "seed": seed, "message": message, "seeds": seeds }))
            };
            firsts.iter().map(first).collect::<serde_json::Map<_, _>>().into()
        };
        json!({
            "swarm": self.header,
            "verdict": self.verdict(),
            "digest": self.digest_text(),
            "runs": self.runs,
            "verdicts": self.verdicts,
            "failures": firsts(&self.failures),
            "vacuous": firsts(&self.vacuous),
            "missing_states": self.missing_states(),
            "one_in": self.one_in(),
            "events": self.events,
            "operations": self.operations,
            "simulated_us": self.simulated_us,
            "laws": totals(&self.laws),
            "counts": totals(&self.counts),
            "states": totals(&self.states),
            "key_bytes": {
                "p50": self.key_bytes.at_percent(50),
                "p99": self.key_bytes.at_percent(99),
                "max": self.key_bytes.max(),
                "hdr": self.key_bytes,
            },
        })
    }

    fn digest_text(&self) -> String {
        self.digest.clone().finish()
    }

    /// After n seeds without failure fewer than one in n/3 fails, at 95 %: e to the power of −3 is 5 %.
    fn one_in(&self) -> Option<u64> {
        (self.failures.is_empty() && self.runs >= 3).then_some(self.runs / 3)
    }

    /// The first seed that failed, or where none did, the first that was vacuous.
    fn worst(&self) -> Option<&First> {
        let firsts = if self.failures.is_empty() { &self.vacuous } else { &self.failures };
        firsts.values().min_by_key(|first| first.seed)
    }

    /// The command for one seed.
    fn command(&self, seed: u64) -> String {
        let arguments = &self.header.arguments;
        let space = if arguments.is_empty() { "" } else { " " };
        format!("sim --seed {seed}{space}{arguments}")
    }

    fn write_findings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (law, First { seed, message, seeds }) in &self.failures {
            writeln!(f, "  {law}: {seeds} seeds, the first is {seed}: {message}")?;
            writeln!(f, "    {}", self.command(*seed))?;
        }
        for (what, First { seed, seeds, .. }) in &self.vacuous {
            writeln!(f, "  {what}: {seeds} seeds, the first is {seed}")?;
        }
        for state in self.missing_states() {
            writeln!(f, "  never reached: {state}")?;
        }
        match self.one_in() {
            Some(1) => writeln!(f, "  no seed failed; three seeds say little"),
            Some(one_in) => writeln!(f, "  no seed failed: at 95 %, fewer than about 1 in {one_in} do"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header { version, commit, scenario, start, shard, .. } = &self.header;
        write!(f, "sim swarm {version}  seeds from {start}  commit {commit}  scenario {scenario}")?;
        match shard {
            &Shard::WHOLE => writeln!(f, "\n")?,
            Shard { number, of } => writeln!(f, "  shard {number} of {of}\n")?,
        }
        let verdicts: Vec<String> =
            self.verdicts.iter().map(|(verdict, runs)| format!("{runs} {verdict}")).collect();
        writeln!(f, "  {} runs: {}", self.runs, verdicts.join(", "))?;
        let seconds = self.simulated_us / 1_000_000;
        let (events, operations) = (self.events, self.operations);
        writeln!(f, "  {events} events of {operations} operations in {seconds} simulated seconds")?;
        let (p50, p99) = (self.key_bytes.at_percent(50), self.key_bytes.at_percent(99));
        writeln!(f, "  key bytes: median {p50}, 99 % {p99}, longest {}", self.key_bytes.max())?;
        for (title, heading, totals) in [
            ("law", "compared", &self.laws),
            ("what happened", "times", &self.counts),
            ("state", "times", &self.states),
        ] {
            if !totals.is_empty() {
                writeln!(f, "\n  {title:<24} {heading:>14} {:>8}", "seeds")?;
            }
            for (what, Total { count, seeds }) in totals {
                writeln!(f, "  {what:<24} {count:>14} {seeds:>8}")?;
            }
        }
        f.write_char('\n')?;
        self.write_findings(f)?;
        write!(f, "{}  digest {}", self.verdict(), self.digest_text())?;
        match self.worst() {
            Some(first) => writeln!(f, "  reproduce: {}", self.command(first.seed)),
            None => f.write_char('\n'),
        }
    }
}

fn note(firsts: &mut BTreeMap<String, First>, what: &str, seed: u64, message: &str) {
    let first = || First { seed, message: message.to_owned(), seeds: 0 };
    firsts.entry(what.to_owned()).or_insert_with(first).seeds += 1;
}

fn add_all(totals: &mut BTreeMap<String, Total>, counts: &BTreeMap<String, u64>) -> Result<(), String> {
    for (what, &count) in counts {
        let total = totals.entry(what.clone()).or_default();
        add(&mut total.count, count, what)?;
        total.seeds += u64::from(count > 0);
    }
    Ok(())
}

fn add(total: &mut u64, count: u64, what: &str) -> Result<(), String> {
    *total = total.checked_add(count).ok_or_else(|| beyond(what, u64::MAX))?;
    Ok(())
}

fn beyond(what: &str, max: u64) -> String {
    format!("with this row the sum of `{what}` goes beyond {max}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Outcome;

    fn summary(seeds: u64, shard: Shard) -> Summary {
        let header = Header {
            version: String::new(),
            commit: String::new(),
            scenario: String::new(),
            arguments: String::new(),
            judges_states: true,
            start: 0,
            seeds,
            timed: false,
            shard,
        };
        let mut summary = Summary::new(header);
        for seed in 0..seeds {
            let mut row = Row::new(seed, &Outcome::panicked(String::new()));
            row.states = [("seen".to_owned(), 3), ("never".to_owned(), 0)].into();
            summary.add(&row).unwrap();
        }
        summary
    }

    #[test]
    fn a_whole_swarm_misses_the_states_that_no_seed_reached() {
        let required = ["seen", "never", "unheard of"];
        assert_eq!(summary(SEEDS_MIN, Shard::WHOLE).missing_of(&required), ["never", "unheard of"]);
        let none: [&str; 0] = [];
        assert_eq!(summary(SEEDS_MIN - 1, Shard::WHOLE).missing_of(&required), none);
        assert_eq!(summary(SEEDS_MIN, Shard { number: 1, of: 2 }).missing_of(&required), none);
    }

    #[test]
    fn a_state_counts_over_all_seeds() {
        let json = summary(5, Shard::WHOLE).json();
        assert_eq!(
            json["states"],
            json!({ "seen": { "count": 15, "seeds": 5 }, "never": { "count": 0, "seeds": 0 } })
        );
    }
}
