//! The command `reports`.

use clap::Parser;
use clap::error::Error as UsageError;
use reports::cli::Cli;
use std::io::{self, Write};
use std::process::ExitCode;

/// Bad usage.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    match reports::run(&cli) {
        Ok(done) => say(&done),
        Err(error) => {
            eprintln!("reports: {error}");
            ExitCode::from(error.status())
        }
    }
}

/// Prints; output that cannot be written is the only thing that can go wrong. A reader that has gone away has
/// seen enough.
fn say(text: &str) -> ExitCode {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("reports: standard output cannot be written: {error}");
            ExitCode::from(USAGE)
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Help and version as they are; of an error its first line.
fn usage(error: &UsageError) -> ExitCode {
    if !error.use_stderr() {
        return say(&error.to_string());
    }
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
    eprintln!("reports: {line} (see --help)");
    ExitCode::from(USAGE)
}
