//! `sim shrink`: makes a failing scenario smaller and keeps it as a regression.

use super::run::{plan, replay_command};
use super::watched::log_at_a_glance;
use crate::cli::ShrinkArgs;
use indicatif::{ProgressBar, ProgressStyle};
use sim::case::{Case, Failure, attempt, parts_of};
use sim::shrink::{Shrunk, shrink};
use std::path::Path;
use std::process::ExitCode;

/// Makes a case small.
pub fn shrink_case(args: &ShrinkArgs) -> Result<ExitCode, String> {
    super::silence_panics();
    let case = failing_case(args)?;
    let bar = ProgressBar::new_spinner();
    bar.set_style(ProgressStyle::with_template("{spinner} {pos} runs").expect("the template is valid"));
    let shrunk = shrink(&case, args.runs_max, |runs| bar.set_position(runs.into()));
    bar.finish_and_clear();
    let Shrunk { case, before, after, runs } = shrunk?;
    let path = args.out.join(format!("{}.json", file_stem(&case)));
    let again = replay_command(&path);
    if let Some(smaller) = smaller_there(&path, &case) {
        let path = path.display();
        super::print(&format!(
            "before  {before}\nafter   {after}\n{runs} runs\n\n{path} stays as it is, since it is smaller: {}\n{again}\n",
            smaller.scenario.sizes(),
        ))?;
        return Ok(ExitCode::SUCCESS);
    }
    case.write(&path).map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
    let log = log_at_a_glance(&case, &format!("`{again} --log FILE` writes it"))?;
    super::print(&format!(
        "before  {before}\nafter   {after}\n{runs} runs\n  {}: {}\n\n{log}\n{again}\n",
        case.failure.law, case.failure.message,
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// The case that a file holds, if it breaks the same law still and has fewer edits, or as many and is shorter.
fn smaller_there(path: &Path, case: &Case) -> Option<Case> {
    let there = Case::read(path).ok()?;
    let size = |case: &Case| (case.scenario.workload.operations(), case.scenario.print().len());
    let is_same = there.variant == case.variant && there.failure.law == case.failure.law;
    if !is_same || size(&there) >= size(case) {
        return None;
    }
    let met = Failure::of(&there.run(there.parts().ok()?()))?;
    (met.law == case.failure.law).then_some(there)
}

/// The case that the arguments name: a file's, or that of a seed that fails.
fn failing_case(args: &ShrinkArgs) -> Result<Case, String> {
    if let Some(file) = &args.file {
        return Case::read(file);
    }
    let source = super::source(&args.scenario)?;
    let seed = args.seed.or(source.seed()).ok_or("which seed? `--seed N` says it")?;
    let scenario = plan(&source, seed, &args.scenario)?;
    let parts = parts_of(args.variant.as_deref())?;
    match Failure::of(&attempt(scenario.clone(), parts(), |_| ())) {
        Some(failure) => Ok(Case::new(scenario, args.variant.clone(), failure)),
        None => Err(format!("every law held for seed {seed}, there is nothing to make small")),
    }
}

/// What a case's file is called: by what broke and where.
pub fn file_stem(case: &Case) -> String {
    let variant = case.variant.as_ref().map_or(String::new(), |variant| format!("{variant} "));
    let words = format!("{variant}{} seed {}", case.failure.law, case.scenario.seed);
    let letters = words.split(|letter: char| !letter.is_ascii_alphanumeric());
    letters.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}
