//! How fast the simulator is, each figure beside its target: `cargo bench -p sim`.
//!
//! `cargo bench -p sim -- nodes` measures the figures whose names hold that word, `--json` prints them as JSON.
//! What is compared is run by turns, and that again and again, so that a busy machine slows both sides; the
//! median counts. Nothing is asserted of time: read the ratios, and the single figures on a quiet machine.

#![allow(clippy::cast_precision_loss, reason = "figures to be read, not to be counted with")]
#![allow(clippy::disallowed_methods, reason = "a benchmark measures real time")]

mod measured;

use measured::{Figure, growth, jobs, mix, readers};
use serde_json::{Value, json};
use std::env::args;

/// Measures some figures.
type Measure = fn() -> Vec<Figure>;

/// What is measured, each by its name.
const MEASURES: [(&str, Measure); 7] = [
    ("default mix", mix::short),
    ("default mix, long", mix::long),
    ("clients", growth::clients),
    ("nodes", growth::nodes),
    ("views", readers::applied),
    ("resync", readers::resync),
    ("jobs", jobs::jobs),
];

fn main() {
    let (flags, names): (Vec<String>, Vec<String>) = args().skip(1).partition(|arg| arg.starts_with("--"));
    if !flags.iter().any(|flag| flag == "--bench") {
        println!("nothing is measured without `cargo bench`");
        return;
    }
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| name.contains(wanted));
    let wanted = MEASURES.iter().filter(|(name, _)| is_wanted(name));
    if flags.iter().any(|flag| flag == "--json") {
        let figures: Vec<Value> = wanted.flat_map(|(_, measure)| measure()).map(|one| json(&one)).collect();
        println!("{}", json!({ "figures": figures }));
        return;
    }
    println!("| what | median | target | |");
    println!("| --- | --- | --- | --- |");
    for (_, measure) in wanted {
        for figure in measure() {
            println!("{}", line(&figure));
        }
    }
}

fn json(figure: &Figure) -> Value {
    let Figure { what, met, unit, target } = figure;
    json!({
        "what": what,
        "met": met,
        "unit": unit.trim(),
        "target": target.map(|target| target.to_string()),
        "holds": target.map(|target| target.holds(*met)),
    })
}

fn line(figure: &Figure) -> String {
    let Figure { what, met, unit, target } = figure;
    let digits = if *met < 100.0 { 2 } else { 0 };
    let (target, holds) = match target {
        None => (String::new(), ""),
        Some(target) => (format!("{target}{unit}"), if target.holds(*met) { "holds" } else { "missed" }),
    };
    format!("| {what} | {met:.digits$}{unit} | {target} | {holds} |")
}
