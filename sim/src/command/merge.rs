//! `sim merge`: joins the rows of shards into one summary.

use super::swarm::tell;
use crate::cli::MergeArgs;
use std::process::ExitCode;

/// Prints the summary that one machine would have given.
pub fn merge(args: &MergeArgs) -> Result<ExitCode, String> {
    let summary = sim::swarm::merge(&args.folders)?;
    tell(&summary, args.json)
}
