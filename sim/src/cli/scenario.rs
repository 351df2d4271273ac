//! Which scenario is run, and what is wanted otherwise than it has it.

use clap::{Args, value_parser};
use sim::scenario::check::{BUDGET, REKEY, is_rekey};
use sim::scenario::{Budget, ConsumerKind, Discipline, Each, Keys, Limits, Rekey, StoreKind};
use std::path::{Path, PathBuf};

/// Which scenario, and what is wanted otherwise than it has it.
#[derive(Args, Clone, Debug)]
pub struct ScenarioArgs {
    /// A scenario by its name, or in a file that `sim scenario` printed; drawn from the seed where none is given.
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "workload")]
    pub scenario: Option<String>,
    /// `drawn` from the seed, or `recording:PATH`: a recording of real editing, gzipped or not.
    #[arg(long, value_name = "WORKLOAD", default_value = "drawn")]
    pub workload: WorkloadArg,
    /// How many edits the clients make; of a recording, how many keystrokes are typed.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse_operations)]
    pub operations: Option<u32>,
    /// How many clients there are.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub clients: Option<u32>,
    /// The cap on keys.
    #[arg(long, value_name = "BYTES", value_parser = value_parser!(u16).range(2..=512))]
    pub cap: Option<u16>,
    /// Who makes keys: the `server`, or each client for itself (`local`).
    #[arg(long, value_name = "WHO", value_parser = parse_keys)]
    pub keys: Option<Keys>,
    /// How many messages each link loses, such as `1/20`, or `0`.
    #[arg(long, value_name = "FRACTION", value_parser = parse_fraction)]
    pub loss: Option<u32>,
    /// How many messages each link repeats, such as `1/20`, or `0`.
    #[arg(long, value_name = "FRACTION", value_parser = parse_fraction)]
    pub repeat: Option<u32>,
    /// Where the views keep what they applied: `memory`, `sqlite`, or `both` by turns.
    #[arg(long, value_name = "STORE", value_parser = parse_stores)]
    pub store: Option<Each<StoreKind>>,
    /// How the views decide what to apply: `chain`, `per-record`, or `both` by turns.
    #[arg(long, value_name = "CONSUMER", value_parser = parse_consumers)]
    pub consumer: Option<Each<ConsumerKind>>,
    /// How many server instances there are; of several authors one is left where there are more than one.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1_000))]
    pub servers: Option<u32>,
    /// How many authors' repositories there are; of several server instances one is left where there are more than one.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub authors: Option<u32>,
    /// What keeps two writes into one group apart: `lock` or `unique-index`.
    #[arg(long, value_name = "HOW", value_parser = parse_discipline)]
    pub discipline: Option<Discipline>,
    /// Whether ties and malformed neighbours are given new keys: `on` or `off`.
    #[arg(long, value_name = "ON|OFF", value_parser = parse_switch)]
    pub repairs: Option<bool>,
    /// Renumbers a group when one of its keys passes so many bytes, or never (`off`).
    #[arg(long, value_name = "BYTES|OFF", value_parser = parse_rekey)]
    pub rekey: Option<Rekey>,
    /// How many writes a repository takes in a virtual minute, or as many as come (`off`).
    #[arg(long, value_name = "WRITES|OFF", value_parser = parse_budget)]
    pub budget: Option<Budget>,
}

impl ScenarioArgs {
    /// What is wanted otherwise.
    pub fn limits(&self) -> Limits {
        Limits {
            operations: self.operations,
            clients: self.clients,
            key_bytes_max: self.cap.map(usize::from),
            keys: self.keys,
            loss_ppm: self.loss,
            repeat_ppm: self.repeat,
            stores: self.store,
            consumers: self.consumer,
            servers: self.servers,
            authors: self.authors,
            discipline: self.discipline,
            repairs: self.repairs,
            rekey: self.rekey,
            budget: self.budget,
        }
    }

    /// The recording that is to be typed, if one is.
    pub fn recording(&self) -> Option<&Path> {
        match &self.workload {
            WorkloadArg::Drawn => None,
            WorkloadArg::Recording(path) => Some(path),
        }
    }
}

/// What the clients do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkloadArg {
    /// A mix drawn from the seed.
    Drawn,
    /// A recording in a file.
    Recording(PathBuf),
}

impl std::str::FromStr for WorkloadArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            None if text == "drawn" => Ok(Self::Drawn),
            Some(("recording", path)) if !path.is_empty() => Ok(Self::Recording(path.into())),
            _ => Err("a workload is `drawn` or `recording:PATH`".to_owned()),
        }
    }
}

/// More would not fit into memory: every edit is planned before the run.
const OPERATIONS_MAX: u32 = 10_000_000;

fn parse_operations(text: &str) -> Result<u32, String> {
    let operations = text.parse().ok().filter(|&operations| operations <= OPERATIONS_MAX);
    operations.ok_or_else(|| format!("a number of operations is a whole number from 0 to {OPERATIONS_MAX}"))
}

/// A fraction in parts of a million.
fn parse_fraction(text: &str) -> Result<u32, String> {
    let refused = || "a fraction is from 0 to 1, such as `1/20`, or `0`".to_owned();
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let above: u64 = above.parse().map_err(|_| refused())?;
    let below: u64 = below.parse().map_err(|_| refused())?;
    if below == 0 || above > below {
        return Err(refused());
    }
    let ppm = (u128::from(above) * 1_000_000 / u128::from(below)) as u32;
    if ppm == 0 && above > 0 {
        return Err("a fraction is 0, or at least one in a million".to_owned());
    }
    Ok(ppm)
}

fn parse_keys(text: &str) -> Result<Keys, String> {
    match text {
        "server" => Ok(Keys::Server),
        "local" => Ok(Keys::Local),
        _ => Err("keys are made by the `server`, or are `local`".to_owned()),
    }
}

fn parse_stores(text: &str) -> Result<Each<StoreKind>, String> {
    match text {
        "memory" => Ok(Each::All(StoreKind::Memory)),
        "sqlite" => Ok(Each::All(StoreKind::Sqlite)),
        "both" => Ok(Each::Both),
        _ => Err("a store is `memory`, `sqlite` or `both`".to_owned()),
    }
}

fn parse_consumers(text: &str) -> Result<Each<ConsumerKind>, String> {
    match text {
        "chain" => Ok(Each::All(ConsumerKind::Chain)),
        "per-record" => Ok(Each::All(ConsumerKind::PerRecord)),
        "both" => Ok(Each::Both),
        _ => Err("a consumer is `chain`, `per-record` or `both`".to_owned()),
    }
}

fn parse_discipline(text: &str) -> Result<Discipline, String> {
    match text {
        "lock" => Ok(Discipline::Lock),
        "unique-index" => Ok(Discipline::UniqueIndex),
        _ => Err("a discipline is `lock` or `unique-index`".to_owned()),
    }
}

fn parse_switch(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("it is `on` or `off`".to_owned()),
    }
}

fn parse_rekey(text: &str) -> Result<Rekey, String> {
    let refused = || format!("{REKEY}, or `off`");
    match text {
        "off" => Ok(Rekey::Never),
        _ => text.parse().ok().filter(|&bytes| is_rekey(bytes)).map(Rekey::Past).ok_or_else(refused),
    }
}

fn parse_budget(text: &str) -> Result<Budget, String> {
    let refused = || format!("{BUDGET}, or `off`");
    match text {
        "off" => Ok(Budget::Unlimited),
        _ => text.parse().ok().filter(|&writes| writes > 0).map(Budget::PerMinute).ok_or_else(refused),
    }
}
