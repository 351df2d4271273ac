//! `--check-determinism`: runs a scenario in two processes and names the first event that differs.
//!
//! Two runs in one process would share what makes runs differ most often: addresses, the seeds of hash
//! maps, the number of the process. So each run has a process of its own and prints its events.

use serde_json::json;
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, ExitCode, Stdio};

/// Runs `sim` twice with these arguments and compares event by event.
pub fn compare(arguments: &[String], is_json: bool) -> Result<ExitCode, String> {
    let (mut one, mut other) = (Run::start(arguments)?, Run::start(arguments)?);
    let mut events = 0_u64;
    loop {
        let lines = (one.line()?, other.line()?);
        match lines {
            (Some(line), Some(same)) if line == same => {
                one.last = line;
                events += 1;
            }
            (None, None) => break,
            (line, differing) => {
                super::print(&differ(events + 1, [line, differing], is_json))?;
                one.stop();
                other.stop();
                return Ok(ExitCode::from(1));
            }
        }
    }
    let (status, same) = (one.status()?, other.status()?);
    if events == 0 || status != same {
        return Err(format!(
            "two processes ended with the statuses {status} and {same} after {events} events"
        ));
    }
    let events = events - 1;
    let text = match one.last.split_once("  digest ") {
        Some((verdict, digest)) if is_json => {
            let same =
                json!({ "deterministic": true, "events": events, "verdict": verdict, "digest": digest });
            format!("{same}\n")
        }
        _ => format!("two processes, {events} events each: the same\n{}\n", one.last),
    };
    super::print(&text)?;
    Ok(ExitCode::from(status))
}

/// What is said of the first event that differs.
fn differ(event: u64, lines: [Option<String>; 2], is_json: bool) -> String {
    if is_json {
        let found = json!({ "deterministic": false, "event": event, "runs": lines, "verdict": "broken" });
        return format!("{found}\n");
    }
    let [one, other] = lines.map(|line| line.unwrap_or_else(|| "no event".to_owned()));
    format!("event {event} differs\n  one run:   {one}\n  the other: {other}\nbroken  deterministic\n")
}

/// One process, whose standard output is read line by line.
struct Run {
    process: Child,
    lines: BufReader<ChildStdout>,
    last: String,
}

impl Run {
    fn start(arguments: &[String]) -> Result<Self, String> {
        let failed = |error| format!("a second process cannot be started: {error}");
        let program = std::env::current_exe().map_err(failed)?;
        let mut command = Command::new(program);
        command.arg("run").args(arguments).arg("--events").stdout(Stdio::piped());
        let mut process = command.spawn().map_err(failed)?;
        let output = process.stdout.take().expect("it was piped");
        Ok(Self { process, lines: BufReader::new(output), last: String::new() })
    }

    fn line(&mut self) -> Result<Option<String>, String> {
        let mut line = String::new();
        let read =
            self.lines.read_line(&mut line).map_err(|error| format!("a run cannot be read: {error}"))?;
        Ok((read > 0).then(|| line.trim_end().to_owned()))
    }

    /// The exit status; 1 if the process was ended by a signal.
    fn status(&mut self) -> Result<u8, String> {
        let status = self.process.wait().map_err(|error| format!("a run cannot be waited for: {error}"))?;
        Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
    }

    fn stop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
