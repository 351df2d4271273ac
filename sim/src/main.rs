//! The command `sim`: simulates, replays, makes small, and says what held.

mod cli;
mod command;
mod summary;

use clap::Parser;
use cli::{Cli, Command};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return fail(&cli::one_line(&error)),
        Err(help) => {
            let _ = help.print();
            return ExitCode::SUCCESS;
        }
    };
    let answered = match &cli.command {
        None => command::run::run(&cli.run),
        Some(Command::Run(args)) => command::run::run(args),
        Some(Command::Scenario(args)) => command::scenario::scenario(args),
        Some(Command::Replay(args)) => command::replay::replay(args),
        Some(Command::Shrink(args)) => command::shrink::shrink_case(args),
        Some(Command::Swarm(args)) => command::swarm::swarm(args),
        Some(Command::Merge(args)) => command::merge::merge(args),
        Some(Command::Enumerate(args)) => command::enumerate::enumerate_worlds(args),
        Some(Command::Zoo(args)) => command::zoo::zoo(args),
        Some(Command::Conform(_)) => command::conform::conform(),
    };
    answered.unwrap_or_else(|message| fail(&format!("error: {message}")))
}

fn fail(message: &str) -> ExitCode {
    command::say(message);
    ExitCode::from(2)
}
