//! Plain base-62 fractions: no integer part.

use super::{digit, push_between, value};

pub(crate) fn between(lower: Option<&str>, upper: Option<&str>) -> String {
    match (lower, upper) {
        (None, None) => "V".into(),
        (Some(lower), None) => append(lower),
        (None, Some(upper)) => prepend(upper),
        (Some(lower), Some(upper)) => {
            assert!(lower < upper, "{lower} is not below {upper}");
            let mut key = String::with_capacity(lower.len().max(upper.len()) + 1);
            push_between(&mut key, lower, Some(upper));
            key
        }
    }
}

/// Bumps the last digit, or extends the fraction with the middle one.
fn append(lower: &str) -> String {
    let mut key = String::with_capacity(lower.len() + 1);
    let (last, others) = lower.as_bytes().split_last().expect("no fraction is empty");
    key.push_str(&lower[..others.len()]);
    match value(*last) {
        61 => key.push_str("zV"),
        last => key.push(digit(last + 1)),
    }
    key
}

/// Lowers the last digit, or puts a `0` in its place and goes on with the middle one.
fn prepend(upper: &str) -> String {
    let mut key = String::with_capacity(upper.len() + 1);
    let (last, others) = upper.as_bytes().split_last().expect("no fraction is empty");
    key.push_str(&upper[..others.len()]);
    match value(*last) {
        1 => key.push_str("0V"),
        last => key.push(digit(last - 1)),
    }
    key
}
