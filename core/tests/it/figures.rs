//! Figures that others published (SPEC §9), reproduced.
//!
//! F1, F2 and F12 are exact. F3 and F4 were published as single runs; here each is the least, the middle
//! and the greatest of 400 seeds, pinned, with the published figure inside. What the figures count was
//! found by trying:
//!
//! * F3 counts the fraction alone, as a scheme with no integer part would: its 18 and 179 bytes are our
//!   medians without the two bytes of `a0`.
//! * F4 counts the integer part: the exact midpoint draws nothing, and its longest key has 202 bytes
//!   with `a0` and 200 without.

use crate::{key, rng};
use order_key::{ExactMidpoint, FullWidth, Integer, Key, MiddleHalf, Place};
use order_key::{between, between_within};
use std::collections::BTreeMap;

const SEEDS: u64 = 400;

/// How many keys have which length.
fn histogram(keys: impl Iterator<Item = Key>) -> BTreeMap<usize, usize> {
    keys.fold(BTreeMap::new(), |mut histogram, key| {
        *histogram.entry(key.len()).or_default() += 1;
        histogram
    })
}

/// The least, the middle and the greatest of a figure over the seeds.
fn spread(figure: impl Fn(u64) -> usize) -> (usize, usize, usize) {
    let mut figures: Vec<usize> = (0..SEEDS).map(figure).collect();
    figures.sort_unstable();
    (figures[0], figures[figures.len() / 2], figures[figures.len() - 1])
}

/// Asserts that a figure is spread as it was, and that the published one lies within.
#[track_caller]
fn assert_published(published: usize, found: (usize, usize, usize), pinned: (usize, usize, usize)) {
    assert_eq!(found, pinned);
    assert!((found.0..=found.2).contains(&published), "{published} is not in {found:?}");
}

#[test]
fn f1_a_hundred_thousand_appends() {
    let mut rng = rng(1);
    let appends = std::iter::successors(Some(key("a0")), |last| Key::after(last, &mut rng).ok());
    assert_eq!(histogram(appends.skip(1).take(100_000)), BTreeMap::from([(2, 61), (3, 3_844), (4, 96_095)]));
}

#[test]
fn f2_a_hundred_thousand_prepends() {
    let mut rng = rng(1);
    let prepends = std::iter::successors(Some(key("a0")), |first| Key::before(first, &mut rng).ok());
    assert_eq!(histogram(prepends.skip(1).take(100_000)), BTreeMap::from([(2, 62), (3, 3_844), (4, 96_094)]));
}

/// The fraction bytes of the last of `appends` keys, each above the one before and below `a1`, so that
/// the integer part never helps; or, if the cap comes first, how many fitted.
fn append_without_integer(seed: u64, appends: usize) -> Result<usize, usize> {
    let (mut last, upper, mut rng) = (key("a0"), key("a1"), rng(seed));
    for done in 0..appends {
        last = between(Some(&last), Some(&upper), &mut rng).map_err(|_| done)?;
    }
    Ok(last.fraction().len())
}

#[test]
fn f3_appends_with_no_integer_part() {
    let at = |appends| spread(|seed| append_without_integer(seed, appends).unwrap());
    let cap_met = spread(|seed| append_without_integer(seed, 10_000).unwrap_err());
    assert_published(18, at(100), (16, 18, 20));
    assert_published(179, at(1_000), (172, 179, 189));
    assert_published(2_900, cap_met, (2_799, 2_857, 2_919));
}

/// The longest of 1,000 keys, each below the one before and above `a0`.
fn longest_in_gap(place: &mut impl Place) -> usize {
    let (lower, mut last) = (key("a0"), key("a1"));
    let mut longest = 0;
    for _ in 0..1_000 {
        last = between_within(512, Some(&lower), Some(&last), place).unwrap();
        longest = longest.max(last.len());
    }
    longest
}

#[test]
fn f4_a_thousand_inserts_into_one_gap() {
    let middle_half = spread(|seed| longest_in_gap(&mut MiddleHalf(&mut rng(seed))));
    let full_width = spread(|seed| longest_in_gap(&mut FullWidth(&mut rng(seed))));
    assert_published(184, middle_half, (172, 181, 189));
    assert_eq!(longest_in_gap(&mut ExactMidpoint), 202);
    assert_published(221, full_width, (200, 215, 233));
}

#[test]
fn f12_between_a0_and_a001_stand_five_bytes_from_a000() {
    for seed in 0..1_000 {
        let made = between(Some(&key("a0")), Some(&key("a001")), &mut rng(seed)).unwrap();
        assert_eq!((made.len(), &made.as_str()[..4]), (5, "a000"));
    }
}

#[test]
fn f12_ten_thousand_steps_and_back_each_way() {
    let a0 = Integer::parse("a0").unwrap();
    let up = (0..10_000).fold(a0, |integer, _| integer.increment().unwrap());
    assert_eq!((0..10_000).fold(up, |integer, _| integer.decrement().unwrap()), a0);
    let down = (0..10_000).fold(a0, |integer, _| integer.decrement().unwrap());
    assert_eq!((0..10_000).fold(down, |integer, _| integer.increment().unwrap()), a0);
}
