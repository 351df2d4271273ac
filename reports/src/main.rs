//! The command `reports`.

use clap::Parser;
use clap::error::Error as UsageError;
use reports::cli::Cli;
use std::process::ExitCode;

/// Bad usage.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    match reports::run(&cli) {
        Ok(done) => {
            println!("{done}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("reports: {error}");
            ExitCode::from(error.status())
        }
    }
}

/// Help and version as they are; of an error its first line.
fn usage(error: &UsageError) -> ExitCode {
    if !error.use_stderr() {
        print!("{error}");
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
    eprintln!("reports: {line} (see --help)");
    ExitCode::from(USAGE)
}
