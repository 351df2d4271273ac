//! The command line: what may be asked, and how it is answered.

mod enumerate;
mod scenario;

pub use enumerate::EnumerateArgs;
pub use scenario::ScenarioArgs;

use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand, value_parser};
use sim::swarm::Shard;
use std::path::PathBuf;
use std::time::Duration;

/// Simulates clients, a server, a lossy firehose and its readers, and checks that order keys keep order.
///
/// Exit status: 0 every law held, 1 a law was broken, 2 bad usage or input, 3 something did not settle,
/// 4 something that was enabled never happened, or a law had nothing to compare.
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
    /// Prints a scenario as a file that runs again.
    Scenario(ScenarioCommand),
    /// Runs a case that failed, and compares with what its file says. The exit status is that of the run.
    Replay(ReplayArgs),
    /// Makes a failing scenario smaller as long as the same law is broken, and keeps it.
    Shrink(ShrinkArgs),
    /// Runs many seeds over the cores.
    Swarm(SwarmArgs),
    /// Joins the rows of a swarm's shards into one summary.
    Merge(MergeArgs),
    /// Runs small worlds with every choice in turn.
    Enumerate(EnumerateArgs),
    /// Hunts the broken variants of the zoo, each to be caught by a law that it names, and the product.
    Zoo(ZooArgs),
    /// Answers questions about keys, one JSON object a line.
    Conform(ConformArgs),
}

/// One run.
#[derive(Args, Clone, Debug)]
pub struct RunArgs {
    #[command(flatten)]
    pub seed: SeedArgs,
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// Runs with a planted fault, one of the zoo's, to see it caught.
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// Where the case of a run that fails is kept.
    #[arg(long, value_name = "DIR", default_value = "target/sim")]
    pub save: PathBuf,
    #[command(flatten)]
    pub watch: WatchArgs,
    /// Runs twice, each time in a process of its own, and names the first event that differs.
    #[arg(long, conflicts_with_all = ["trace", "log", "picture"])]
    pub check_determinism: bool,
    /// Prints a line for each event and nothing else.
    #[arg(long, hide = true, conflicts_with_all = ["trace", "log", "picture"])]
    pub events: bool,
    /// Prints one JSON object instead of the summary.
    #[arg(long)]
    pub json: bool,
}

/// Which seed.
#[derive(Args, Clone, Debug)]
pub struct SeedArgs {
    /// The seed, a whole number; a fresh one is picked and shown where none is given.
    #[arg(value_name = "SEED", conflicts_with = "seed_flag", allow_negative_numbers = true, value_parser = parse_seed)]
    pub seed: Option<u64>,
    /// The same as SEED.
    #[arg(long = "seed", id = "seed_flag", value_name = "SEED", value_parser = parse_seed)]
    pub seed_flag: Option<u64>,
}

/// Which scenario to print.
#[derive(Args, Debug)]
pub struct ScenarioCommand {
    #[command(flatten)]
    pub seed: SeedArgs,
    #[command(flatten)]
    pub scenario: ScenarioArgs,
}

/// Which case to run.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The case, as a run that failed has saved it.
    #[arg(value_name = "FILE", required_unless_present = "bytes")]
    pub file: Option<PathBuf>,
    /// Runs what the fuzz target `world` makes of these bytes instead, two hexadecimal digits each.
    #[arg(long, value_name = "HEX", conflicts_with = "file")]
    pub bytes: Option<String>,
    #[command(flatten)]
    pub watch: WatchArgs,
    /// Prints one JSON object instead of the summary.
    #[arg(long)]
    pub json: bool,
}

/// Where all that happens is written.
#[derive(Args, Clone, Debug)]
pub struct WatchArgs {
    /// Writes all that happens into a file, one JSON object a line; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Writes all that happens for people, one line an event and one column an actor; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Draws all that happens in a small run into a file of SVG: actors across, time down, an arrow for each delivery; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
}

impl WatchArgs {
    /// Whether anything is to be written.
    pub fn is_wanted(&self) -> bool {
        self.trace.is_some() || self.log.is_some() || self.picture.is_some()
    }
}

/// What to make small.
#[derive(Args, Debug)]
pub struct ShrinkArgs {
    /// The case, as a run that failed has saved it.
    #[arg(value_name = "FILE", required_unless_present_any = ["shrink_seed", "scenario"], conflicts_with_all = ["shrink_seed", "scenario", "variant"])]
    pub file: Option<PathBuf>,
    /// The seed of a run that fails.
    #[arg(long, id = "shrink_seed", value_name = "SEED", value_parser = parse_seed)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// Runs with a planted fault, one of the zoo's.
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// Where the small case is kept.
    #[arg(long, value_name = "DIR", default_value = "corpus/regressions")]
    pub out: PathBuf,
    /// How many runs may be made.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub runs_max: u32,
}

/// Which seeds to run, and how.
#[derive(Args, Debug)]
pub struct SwarmArgs {
    /// How many seeds.
    #[arg(long, value_name = "N", required_unless_present = "time", value_parser = value_parser!(u64).range(1..))]
    pub seeds: Option<u64>,
    /// The first seed.
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = parse_seed)]
    pub start: u64,
    /// Begins no more seeds after this time, such as `10m`, `90s` or `2h`.
    #[arg(long = "for", id = "time", value_name = "TIME", value_parser = parse_time)]
    pub time: Option<Duration>,
    /// How many threads; as many as there are cores where it is not given.
    #[arg(long, value_name = "J", value_parser = value_parser!(u32).range(1..=4_096))]
    pub jobs: Option<u32>,
    /// Runs only the K-th of N parts, counted from 1.
    #[arg(long, value_name = "K/N", value_parser = parse_shard)]
    pub shard: Option<Shard>,
    /// Where the rows and the first failure of each law are kept.
    #[arg(long, value_name = "DIR", default_value = "target/sim/swarm")]
    pub out: PathBuf,
    /// Goes on with the rows that are there instead of beginning anew.
    #[arg(long)]
    pub resume: bool,
    /// How many runs may be made to make the first failure of a law small.
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    pub shrink_runs: u32,
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// Runs with a planted fault, one of the zoo's.
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// Prints one JSON object instead of the summary.
    #[arg(long)]
    pub json: bool,
}

/// Which rows to join.
#[derive(Args, Debug)]
pub struct MergeArgs {
    /// Where the shards' rows lie.
    #[arg(value_name = "DIR", required = true)]
    pub folders: Vec<PathBuf>,
    /// Prints one JSON object instead of the summary.
    #[arg(long)]
    pub json: bool,
}

fn parse_seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))
}

fn parse_time(text: &str) -> Result<Duration, String> {
    let refused = || "a time is a whole number and s, m or h, such as `10m`".to_owned();
    let (number, seconds) = match text.chars().next_back() {
        Some('s') => (&text[..text.len() - 1], 1),
        Some('m') => (&text[..text.len() - 1], 60),
        Some('h') => (&text[..text.len() - 1], 3_600),
        _ => return Err(refused()),
    };
    let number: u32 = number.parse().map_err(|_| refused())?;
    Ok(Duration::from_secs(u64::from(number) * seconds))
}

fn parse_shard(text: &str) -> Result<Shard, String> {
    let parse = |text: &str| text.parse::<u32>().ok().map(u64::from);
    let parsed = text.split_once('/').and_then(|(number, of)| Some((parse(number)?, parse(of)?)));
    match parsed {
        Some((number, of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
        _ => Err("a shard is K/N with K from 1 to N, such as `2/4`".to_owned()),
    }
}

/// Which variants to hunt.
#[derive(Args, Debug)]
pub struct ZooArgs {
    /// Shows one: its story, and the smallest run that catches it.
    #[arg(value_name = "NAME", conflicts_with = "json")]
    pub name: Option<String>,
    /// Prints one JSON object instead of the table.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub watch: WatchArgs,
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
    if let Some(message) = several_seeds(error) {
        return message;
    }
    let text = error.to_string();
    let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let said: Vec<&str> = lines.filter(|line| !line.is_empty() && !line.starts_with("For more")).collect();
    format!("{}; see `sim --help`", said.join("; ").replace(":; ", ": "))
}

/// Who gives a run a second seed wants many runs. Where there could be a subcommand, a second number is taken for one.
fn several_seeds(error: &clap::Error) -> Option<String> {
    let kinds = [ErrorKind::InvalidSubcommand, ErrorKind::UnknownArgument, ErrorKind::ArgumentConflict];
    let text = kinds.contains(&error.kind()).then(|| error.to_string())?;
    let is_number = |text: &&str| text.parse::<u64>().is_ok();
    let other = text.lines().next()?.split('\'').find(is_number)?.to_owned();
    let arguments: Vec<String> = std::env::args().take_while(|argument| *argument != other).collect();
    let is_seed = |two: &&[String]| is_number(&two[1].as_str()) && !two[0].starts_with("--");
    let seed = &arguments.windows(2).find(is_seed)?[1];
    Some(format!(
        "error: a run takes one seed, and {seed} and {other} are given; `sim swarm --seeds N --start {seed}` runs many"
    ))
}
