//! Each broken variant is caught within 200 seeds by a law that it names. The product is caught by none: see `product.rs`.

use sim::hunt::{Catch, SEEDS_MAX, hunt};
use sim::zoo::{VARIANTS, Variant};
use std::fmt::Write;
use std::path::Path;

#[test]
fn each_variant_is_caught_by_a_law_that_it_names() {
    let mut missed = Vec::new();
    let mut table =
        "| mistake | how it is made | the law that catches it | seeds |\n| --- | --- | --- | --- |\n"
            .to_owned();
    for variant @ Variant { name, laws, story, .. } in VARIANTS {
        let Some(Catch { seeds, case, .. }) = hunt(Some(variant), 1) else {
            missed.push(format!("`{name}` was not caught in {SEEDS_MAX} seeds"));
            continue;
        };
        let failure = case.failure;
        writeln!(table, "| {name} | {story} | {} | {seeds} |", failure.law).unwrap();
        println!("{name:<38}{:<22}{seeds:>4} seeds  {}", failure.law, failure.message);
        if !laws.contains(&failure.law.as_str()) {
            missed.push(format!("`{name}` was caught by `{}`, not by one of {laws:?}", failure.law));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    compare_with_readme(&table);
}

/// README shows what was caught just now. `UPDATE_README=1` writes it there.
fn compare_with_readme(table: &str) {
    const BEFORE: &str = "<!-- what the zoo catches, written by its test -->\n\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = std::fs::read_to_string(&path).unwrap();
    let (before, after) = readme.split_once(BEFORE).expect("README has a place for the table");
    let (shown, after) = after.split_once("\n\n").expect("README goes on after the table");
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(path, format!("{before}{BEFORE}{table}\n{after}")).unwrap();
    } else {
        assert_eq!(format!("{shown}\n"), table);
    }
}
