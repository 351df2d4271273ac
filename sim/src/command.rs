//! What `sim` can be asked to do, a file each.

mod reproduce;
mod watched;

pub mod conform;
pub mod enumerate;
pub mod merge;
pub mod replay;
pub mod run;
pub mod scenario;
pub mod shrink;
pub mod swarm;
pub mod twice;
pub mod zoo;

use crate::cli::ScenarioArgs;
use sim::scenario::Source;
use std::io::{self, Write};

/// Where the scenarios come from that the arguments ask for.
fn source(args: &ScenarioArgs) -> Result<Source, String> {
    match (&args.scenario, args.recording()) {
        (Some(name), _) => Source::named(name),
        (None, Some(path)) => Source::recording(path),
        (None, None) => Ok(Source::Drawn),
    }
}

/// Prints to standard output what a command has to say.
fn print(text: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    printed(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// What became of standard output. A reader that has gone away, as `head` does, has seen enough: no more is said, and
/// the command goes on, writes its files and ends with the status that it came to.
fn printed(written: io::Result<()>) -> Result<(), String> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(|error| format!("standard output cannot be written: {error}")),
    }
}

/// Says something on standard error. Where nobody listens it goes unsaid: `eprintln!` would panic.
pub fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Silences the messages of panics, which are told with the run that panicked.
fn silence_panics() {
    std::panic::set_hook(Box::new(|_| ()));
}
