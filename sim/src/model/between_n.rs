//! What `between_n` owes: all the keys or none, as short as so many can be, evenly spread or one integer
//! after the other. (SPEC §3)

use super::between::check_key;
use super::number::{FLOOR, count_between, integer_above, integer_below, integer_part};
use super::outcome::{Answer, Outcome};
use num_bigint::BigUint;

/// Checks one answer of `between_n` for `n` keys.
///
/// # Errors
/// The breach, in one line.
pub fn check(
    lower: Option<&str>,
    upper: Option<&str>,
    key_bytes_max: usize,
    n: usize,
    outcome: Outcome<&[String]>,
) -> Result<(), String> {
    let Some(answer) = outcome.made_between(lower, upper)? else {
        return Ok(());
    };
    let least_len = least_len(lower, upper, key_bytes_max, n);
    match (answer, least_len) {
        (Answer::Exhausted, None) => Ok(()),
        (Answer::Exhausted, Some(len)) => Err(format!("exhausted, though {n} keys fit in {len} bytes")),
        (Answer::Made(keys), _) if keys.len() != n => Err(format!("{} keys where {n} are due", keys.len())),
        (Answer::Made(_), None) => Err(format!("{n} keys, though not so many fit in {key_bytes_max} bytes")),
        (Answer::Made(keys), Some(len)) => {
            check_ascending(lower, upper, key_bytes_max, keys)?;
            check_spread(lower, upper, key_bytes_max, len, keys)
        }
    }
}

/// The least length in bytes at which `n` keys fit; 0 for no keys, `None` where that is above the cap. A
/// greater length never has fewer keys, so the length is found by halving.
pub fn least_len(lower: Option<&str>, upper: Option<&str>, key_bytes_max: usize, n: usize) -> Option<usize> {
    let lens: Vec<usize> = (0..=key_bytes_max).collect();
    let too_short = lens.partition_point(|&len| count_between(lower, upper, len) < BigUint::from(n));
    lens.get(too_short).copied()
}

fn check_ascending<'k>(
    mut lower: Option<&'k str>,
    upper: Option<&str>,
    key_bytes_max: usize,
    keys: &'k [String],
) -> Result<(), String> {
    for key in keys {
        check_key(lower, upper, key_bytes_max, key)?;
        lower = Some(key);
    }
    Ok(())
}

fn check_spread(
    lower: Option<&str>,
    upper: Option<&str>,
    key_bytes_max: usize,
    least_len: usize,
    keys: &[String],
) -> Result<(), String> {
    let len_max = (least_len + 1).min(key_bytes_max);
    match consecutive(lower, upper, keys.len(), len_max) {
        Some(due) => check_consecutive(&due, keys),
        None => check_even(lower, upper, least_len, keys),
    }
}

fn check_consecutive(due: &[String], keys: &[String]) -> Result<(), String> {
    match keys.iter().zip(due).find(|(key, due)| key != due) {
        Some((key, due)) => Err(format!("`{key}` where the integer `{due}` is due")),
        None => Ok(()),
    }
}

/// The steps from bound to key to key to bound are as equal as whole numbers can be.
fn check_even(
    lower: Option<&str>,
    upper: Option<&str>,
    least_len: usize,
    keys: &[String],
) -> Result<(), String> {
    if let Some(key) = keys.iter().find(|key| key.len() > least_len) {
        return Err(format!("`{key}` has {} bytes where {least_len} are enough", key.len()));
    }
    let count = count_between(lower, upper, least_len);
    let least_step = (&count + 1u32) / (keys.len() + 1);
    let steps = keys.iter().map(String::as_str).map(Some).chain([upper]);
    let mut from = lower;
    for to in steps {
        let step = count_between(from, to, least_len) + 1u32;
        if step != least_step && step != &least_step + 1u32 {
            let (from, to) = (from.unwrap_or("the low end"), to.unwrap_or("the high end"));
            return Err(format!(
                "{step} places from `{from}` to `{to}` where {least_step} or one more are due"
            ));
        }
        from = to;
    }
    Ok(())
}

/// `n` consecutive integers from the bound at an open end, if they exist and none is longer than `len_max`.
fn consecutive(lower: Option<&str>, upper: Option<&str>, n: usize, len_max: usize) -> Option<Vec<String>> {
    let fits = |integer: &String| integer.len() <= len_max && integer != FLOOR;
    let run = |start: Option<String>, step: fn(&str) -> Option<String>| {
        std::iter::successors(start.filter(fits), |integer| step(integer).filter(fits))
            .take(n)
            .collect::<Vec<_>>()
    };
    let mut integers = match (lower, upper) {
        (Some(_), Some(_)) => return None,
        (None, None) => run(Some("a0".to_owned()), integer_above),
        (Some(lower), None) => run(integer_above(integer_part(lower)), integer_above),
        (None, Some(upper)) => run(highest_below(upper), integer_below),
    };
    integers.sort();
    (integers.len() == n).then_some(integers)
}

/// The highest integer part below a key: its own, if it has a fraction.
fn highest_below(upper: &str) -> Option<String> {
    let own = integer_part(upper);
    if own < upper { Some(own.to_owned()) } else { integer_below(own) }
}
