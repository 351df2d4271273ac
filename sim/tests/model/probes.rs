//! The probes that a fuzzer drives, on random and on stored inputs.

use crate::{RANDOM_INPUTS, below, between_input, for_random_inputs, text};
use num_bigint::BigUint;
use order_key::{BetweenError, Key};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use sim::model::input::BetweenInput;
use sim::model::number::{FLOOR, count_between};
use sim::model::parse::{REASONS, refusal};
use sim::model::probe;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[test]
fn random_texts_are_parsed_as_the_model_says() {
    let mut met = BTreeMap::new();
    for seed in 0..RANDOM_INPUTS {
        let text = random_text(&mut ChaCha8Rng::seed_from_u64(seed));
        probe::parse(&text);
        *met.entry(refusal(&text).unwrap_or("none")).or_insert(0) += 1;
    }
    for reason in REASONS.map(|(reason, _)| reason).into_iter().chain(["none"]) {
        let times = met.get(reason).copied().unwrap_or_default();
        assert!(times >= 100, "{reason} was met {times} times in {RANDOM_INPUTS}: {met:?}");
    }
}

#[test]
fn random_bounds_are_answered_as_the_model_says_and_reach_depth() {
    let mut met = BTreeMap::new();
    for_random_inputs(|input| {
        for (state, reached) in depth(&input) {
            *met.entry(state).or_insert(0) += usize::from(reached);
        }
    });
    assert!(met.values().all(|&times| times >= 20), "in {RANDOM_INPUTS} inputs: {met:#?}");
}

#[test]
fn stored_inputs_are_answered_as_the_model_says() {
    for path in stored("parse") {
        probe::parse(&read(&path));
    }
    for path in stored("between") {
        probe::between(between_input(&read(&path)));
    }
}

/// A key as the inputs of `between` have them, and mostly then a little harm.
fn random_text(rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut bytes = vec![0; 120];
    rng.fill_bytes(&mut bytes);
    let input = between_input(&bytes);
    let mut text = input.lower.or(input.upper).map(|key| key.as_bytes().to_vec()).unwrap_or_default();
    match below(rng, 10) {
        0 => text.push(b'0'),
        1 => text.truncate(below(rng, 26)),
        2 if !text.is_empty() => {
            let at = below(rng, text.len());
            text[at] = rng.next_u32() as u8;
        }
        3 => text.extend([b'1'; 512]),
        4 => text = FLOOR.as_bytes()[..20 + below(rng, 8)].to_vec(),
        5 => text.clear(),
        6 if !text.is_empty() => text[0] = b'0' + below(rng, 10) as u8,
        _ => (),
    }
    text
}

/// The states that inputs must reach, and whether this one did.
fn depth(input: &BetweenInput) -> [(&'static str, bool); 21] {
    let answers = probe::between_answers(input.clone());
    let cap = input.key_bytes_max;
    let (lower, upper) = (text(input.lower.as_ref()), text(input.upper.as_ref()));
    let both = lower.zip(upper);
    let made: Vec<&Key> = answers.chain.iter().flatten().collect();
    let made_of = |len: usize| made.iter().any(|key| key.len() == len);
    let wider_than = |bound: Option<&Key>| {
        let width = |key: &Key| key.integer().as_bytes().len();
        bound.is_some_and(|bound| made.first().is_some_and(|key| width(key) > width(bound)))
    };
    let last = answers.chain.last().expect("at least one insert");
    let exhausted = matches!(last, Err(BetweenError::Exhausted { .. }));
    let uncapped = order_key::between(input.lower.as_ref(), input.upper.as_ref(), &mut input.draws.clone());
    let all_that_fit = || count_between(lower, upper, cap);
    [
        ("both ends open", lower.is_none() && upper.is_none()),
        ("lower end open", lower.is_none() && upper.is_some()),
        ("upper end open", lower.is_some() && upper.is_none()),
        ("lower bound of cap bytes", lower.is_some_and(|lower| lower.len() == cap)),
        ("upper bound of cap bytes", upper.is_some_and(|upper| upper.len() == cap)),
        ("bounds beyond the cap", both.is_some_and(|(lower, upper)| lower.len().min(upper.len()) > cap)),
        ("cap below the widest integer part", cap < FLOOR.len()),
        ("key of cap bytes made", made_of(cap)),
        ("key of cap − 1 bytes made", made_of(cap - 1)),
        ("key of 512 bytes made", made_of(512)),
        ("shortest key, the preferred one being too long", {
            !made.is_empty() && uncapped.is_ok_and(|key| key.len() > cap)
        }),
        ("fraction on the floor", made.iter().any(|key| key.as_str().starts_with(FLOOR))),
        ("width grows up", upper.is_none() && wider_than(input.lower.as_ref())),
        ("width grows down", lower.is_none() && wider_than(input.upper.as_ref())),
        ("exhausted at once", exhausted && made.is_empty()),
        ("exhausted after some inserts", exhausted && !made.is_empty()),
        ("equal bounds", both.is_some_and(|(lower, upper)| lower == upper)),
        ("reversed bounds", both.is_some_and(|(lower, upper)| lower > upper)),
        ("many: none asked for", answers.many == Ok(0)),
        ("many: exhausted", matches!(answers.many, Err(BetweenError::Exhausted { .. }))),
        ("many: all that fit", answers.many.is_ok_and(|n| n > 1 && all_that_fit() == BigUint::from(n))),
    ]
}

/// The stored inputs of a fuzz target, in the order of their names.
fn stored(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/fuzz").join(target);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder entry").path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{} holds no inputs", folder.display());
    paths
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
