//! What is written while a run goes: its trace, its log, and its picture.

use super::printed;
use crate::cli::WatchArgs;
use sim::case::Case;
use sim::log::Log;
use sim::outcome::Outcome;
use sim::picture::Picture;
use sim::scenario::Scenario;
use sim::simulate::Seen;
use sim::trace::Trace;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// All that watches a run.
pub struct Watchers<'a> {
    args: &'a WatchArgs,
    trace: Option<Trace<BufWriter<File>>>,
    log: Option<Log<Box<dyn Write>>>,
    picture: Option<Picture>,
}

impl<'a> Watchers<'a> {
    /// Opens the files that are wanted of a scenario's run, in which a fault may be planted.
    ///
    /// # Errors
    /// Which file cannot be written and why.
    pub fn open(args: &'a WatchArgs, scenario: &Scenario, variant: Option<&str>) -> Result<Self, String> {
        let trace = args.trace.as_deref().map(create).transpose()?;
        let log: Option<Box<dyn Write>> = match args.log.as_deref() {
            None => None,
            Some(path) if is_standard_output(path) => {
                super::print("\n")?;
                Some(Box::new(BufWriter::new(io::stdout())))
            }
            Some(path) => Some(Box::new(create(path)?)),
        };
        Ok(Self {
            args,
            trace: trace.map(|out| Trace::new(out, scenario)),
            log: log.map(|out| Log::new(out, scenario)),
            picture: args.picture.as_ref().map(|_| Picture::new(scenario, variant)),
        })
    }

    /// Shows them the world.
    pub fn see(&mut self, seen: Seen<'_>) {
        if let Some(trace) = &mut self.trace {
            trace.see(seen);
        }
        if let Some(log) = &mut self.log {
            log.see(seen);
        }
        if let Some(picture) = &mut self.picture {
            picture.see(seen);
        }
    }

    /// Tells them how the run ended.
    ///
    /// # Errors
    /// Which file could not be written and why; or what is too much for a picture.
    pub fn end(self, outcome: &Outcome) -> Result<(), String> {
        let Self { args, trace, log, picture } = self;
        let traced = trace.map_or(Ok(()), |trace| trace.end(outcome));
        let logged = log.map_or(Ok(()), |log| log.end(outcome));
        told(args.trace.as_deref(), traced)?;
        told(args.log.as_deref(), logged)?;
        match (args.picture.as_deref(), picture) {
            (Some(path), Some(picture)) => {
                let drawn = picture
                    .end(outcome)
                    .map_err(|much| format!("{} was not drawn: {much}", path.display()))?;
                fs::write(path, drawn).map_err(|error| failed(path, &error))
            }
            _ => Ok(()),
        }
    }
}

/// Refuses two things that would both go to standard output.
///
/// # Errors
/// Which.
pub fn check_outputs(args: &WatchArgs, is_json: bool) -> Result<(), String> {
    match args.log.as_deref() {
        Some(path) if is_json && is_standard_output(path) => {
            Err("`--log -` and `--json` both print to standard output; `--log FILE` writes a file".to_owned())
        }
        _ => Ok(()),
    }
}

/// Whether a log goes to standard output, so that nothing else may be drawn there.
pub fn is_standard_output(path: &Path) -> bool {
    path == Path::new("-")
}

/// The log of a small case, or how to get one that is too long to be read at a glance.
///
/// # Errors
/// Which variants are known, where the case names another.
pub fn log_at_a_glance(case: &Case, how: &str) -> Result<String, String> {
    const LINES_MAX: usize = 100;
    let mut bytes = Vec::new();
    let mut log = Log::new(&mut bytes, &case.scenario);
    let outcome = case.run_watched(case.parts()?(), |seen| log.see(seen));
    log.end(&outcome).expect("memory takes any text");
    let log = String::from_utf8(bytes).expect("a log is text");
    let lines = log.lines().count();
    Ok(if lines <= LINES_MAX { log } else { format!("its log has {lines} lines: {how}\n") })
}

fn create(path: &Path) -> Result<BufWriter<File>, String> {
    File::create(path).map(BufWriter::new).map_err(|error| failed(path, &error))
}

fn told(path: Option<&Path>, written: io::Result<()>) -> Result<(), String> {
    match (path, written) {
        (Some(path), Err(error)) if is_standard_output(path) => printed(Err(error)),
        (Some(path), Err(error)) => Err(failed(path, &error)),
        _ => Ok(()),
    }
}

fn failed(path: &Path, error: &io::Error) -> String {
    format!("{} cannot be written: {error}", path.display())
}
