//! `sim scenario`: prints a scenario as a file that runs again.

use super::run::{fresh_seed, plan};
use crate::cli::{ScenarioCommand, SeedArgs};
use std::process::ExitCode;

/// Prints the scenario that the arguments ask for.
pub fn scenario(args: &ScenarioCommand) -> Result<ExitCode, String> {
    let ScenarioCommand { seed, scenario } = args;
    let source = super::source(scenario)?;
    let seed = seed.given().or(source.seed()).unwrap_or_else(fresh_seed);
    super::print(&plan(&source, seed, scenario)?.print())?;
    Ok(ExitCode::SUCCESS)
}

impl SeedArgs {
    /// The seed, where one is given.
    pub fn given(&self) -> Option<u64> {
        self.seed.or(self.seed_flag)
    }
}
