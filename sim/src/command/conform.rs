//! `sim conform`: answers questions about keys until the input ends.

use super::unwritable;
use std::io;
use std::process::ExitCode;

/// Serves standard input.
pub fn conform() -> Result<ExitCode, String> {
    sim::conform::serve(io::stdin().lock(), io::stdout().lock()).map_err(|error| unwritable(&error))?;
    Ok(ExitCode::SUCCESS)
}
