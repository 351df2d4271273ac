//! `sim conform`: answers questions about keys until the input ends.

use std::io;
use std::process::ExitCode;

/// Serves standard input.
pub fn conform() -> Result<ExitCode, String> {
    match sim::conform::serve(io::stdin().lock(), io::stdout().lock()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("standard input or output failed: {error}"))
        }
        // Who asks no more and reads no more ends the session as the end of the input does.
        _ => Ok(ExitCode::SUCCESS),
    }
}
