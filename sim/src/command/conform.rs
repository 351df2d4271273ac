//! `sim conform`: answers questions about keys until the input ends.

use std::io;
use std::process::ExitCode;

/// Serves standard input.
pub fn conform() -> Result<ExitCode, String> {
    let served = sim::conform::serve(io::stdin().lock(), io::stdout().lock());
    served.map_err(|error| format!("standard input or output failed: {error}"))?;
    Ok(ExitCode::SUCCESS)
}
