//! The command line: what may be asked, and how it is answered.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Simulates clients, a server, a lossy firehose and its readers, and checks that order keys keep order.
///
/// Exit status: 0 every law held, 1 a law was broken, 2 bad usage or input, 3 something did not settle,
/// 4 nothing was checked.
#[derive(Debug, Parser)]
#[command(name = "sim", version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// What to do; a run if nothing is named.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// How to run.
    #[command(flatten)]
    pub run: RunArgs,
}

/// What `sim` can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Runs one seed (the default command).
    Run(RunArgs),
    /// Answers questions about keys, one JSON object a line.
    Conform(ConformArgs),
}

/// One run.
#[derive(Args, Clone, Debug)]
pub struct RunArgs {
    /// The seed, a whole number; a fresh one is picked and shown where none is given.
    #[arg(value_name = "SEED", conflicts_with = "seed_flag", allow_negative_numbers = true, value_parser = parse_seed)]
    pub seed: Option<u64>,
    /// The same as SEED.
    #[arg(long = "seed", id = "seed_flag", value_name = "SEED", value_parser = parse_seed)]
    pub seed_flag: Option<u64>,
    /// How many edits the clients make; of a recording, how many keystrokes are typed.
    #[arg(long, value_name = "N")]
    pub operations: Option<u32>,
    /// `drawn` from the seed, or `recording:PATH`: a recording of real editing, gzipped or not.
    #[arg(long, value_name = "WORKLOAD", default_value = "drawn")]
    pub workload: WorkloadArg,
    /// Prints one JSON object instead of the summary.
    #[arg(long)]
    pub json: bool,
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

fn parse_seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))
}

/// How to answer.
#[derive(Args, Debug)]
pub struct ConformArgs {
    /// Reads requests from standard input and answers each on standard output, until the input ends.
    #[arg(long, required = true)]
    pub serve: bool,
}

/// An error of the command line in one line: what was read, and what to do.
pub fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let said: Vec<&str> = lines.filter(|line| !line.is_empty() && !line.starts_with("For more")).collect();
    format!("{}; see `sim --help`", said.join("; "))
}
