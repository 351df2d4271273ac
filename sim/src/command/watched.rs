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
    trace: Option<Trace<Box<dyn Write>>>,
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
        let log = args.log.as_deref().map(create).transpose()?;
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
                if is_standard_output(path) {
                    return super::print(&drawn);
                }
                fs::write(path, drawn).map_err(|error| failed(path, &error))
            }
            _ => Ok(()),
        }
    }
}

/// Refuses two things that would be written over each other.
///
/// # Errors
/// Which.
pub fn check_outputs(args: &WatchArgs, is_json: bool) -> Result<(), String> {
    let wanted = [("--trace", &args.trace), ("--log", &args.log), ("--picture", &args.picture)];
    let wanted: Vec<_> = wanted.iter().filter_map(|(flag, path)| Some((*flag, path.as_deref()?))).collect();
    for (at, (flag, path)) in wanted.iter().enumerate() {
        if is_json && is_standard_output(path) {
            return Err(format!(
                "`{flag} -` and `--json` both print to standard output; `{flag} FILE` writes a file"
            ));
        }
        let is_same = |(_, other): &&(_, &Path)| is_same_file(path, other);
        if let Some((other, _)) = wanted[..at].iter().find(is_same) {
            let path = path.display();
            return Err(format!("`{other}` and `{flag}` both write {path}; each needs a file of its own"));
        }
    }
    Ok(())
}

/// Whether two paths name one file, as far as can be seen before it is there.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok();
        path.canonicalize().ok().or_else(|| Some(folder?.join(path.file_name()?)))
    };
    let is_device = |path: &Path| path.exists() && !path.is_file();
    one == other || !is_device(one) && place(one).is_some() && place(one) == place(other)
}

/// Whether a path stands for standard output, so that nothing else may be drawn there.
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

/// Where to write: a file, or standard output behind what was said there.
fn create(path: &Path) -> Result<Box<dyn Write>, String> {
    if is_standard_output(path) {
        super::print("\n")?;
        return Ok(Box::new(BufWriter::new(io::stdout())));
    }
    let file = File::create(path).map_err(|error| failed(path, &error))?;
    Ok(Box::new(BufWriter::new(file)))
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
