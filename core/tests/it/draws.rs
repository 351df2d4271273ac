//! The draw: unbiased by count, the middle half filled, and the same keys from a seed for ever.

use crate::{key, rng};
use order_key::{FullWidth, Key, MiddleHalf, Place, between, bounded};
use rand_chacha::rand_core::{Infallible, TryRng};
use std::collections::BTreeSet;

/// Gives the words of a list, one after the other, and then nothing.
struct Scripted<'w>(&'w [u32]);

impl TryRng for Scripted<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let (&word, rest) = self.0.split_first().expect("the draw asked for one word too many");
        self.0 = rest;
        Ok(word)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        unreachable!("a draw takes 32-bit words")
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        unreachable!("a draw takes 32-bit words")
    }
}

/// What one word alone gives, or `None` if it is refused and another one taken.
fn drawn(word: u32, bound: u32) -> Option<u32> {
    let words = [word, word, u32::MAX]; // the last is never refused
    let mut script = Scripted(&words);
    let drawn = bounded(&mut script, bound);
    (script.0.len() == 2).then_some(drawn)
}

/// The words fall into `bound` runs, one a result: `⌈r·2³²/bound⌉` begins the run of `r`. Within a run
/// the low half of word × bound rises by `bound` from below `bound`, and a word is refused where it is
/// below `2³² mod bound`; so only the first word of a run can be refused. Runs differ by at most one
/// word, and it suffices to count: each run, without a refused first word, has `⌊2³²/bound⌋` words.
#[test]
fn every_result_has_exactly_as_many_words_as_every_other() {
    const WORDS: u64 = 1 << 32;
    for bound in 1..=62_u32 {
        let start_of = |result: u32| (u64::from(result) * WORDS).div_ceil(u64::from(bound));
        for result in 0..bound {
            let (start, end) = (start_of(result), start_of(result + 1));
            let first_is_refused = match drawn(start as u32, bound) {
                None => 1,
                Some(drawn) => {
                    assert_eq!(drawn, result, "first word of {result} of {bound}");
                    0
                }
            };
            for word in [start + 1, start + 2, end - 2, end - 1] {
                if (start..end).contains(&word) && word > start {
                    assert_eq!(drawn(word as u32, bound), Some(result), "word {word} of {bound}");
                }
            }
            assert_eq!(end - start - first_is_refused, WORDS / u64::from(bound), "{result} of {bound}");
        }
    }
}

/// A draw takes every candidate that it may take, and no other.
#[test]
fn the_middle_half_is_filled_and_never_left() {
    for upper in 2..=62_u8 {
        for lower in 0..upper - 1 {
            let candidates: Vec<u8> = (lower + 1..upper).collect();
            let trimmed = candidates.len() / 4;
            let middle = &candidates[trimmed..candidates.len() - trimmed];
            assert_eq!(
                reached(|script| MiddleHalf(script).digit(lower, upper)),
                middle,
                "({lower}, {upper})"
            );
            assert_eq!(
                reached(|script| FullWidth(script).digit(lower, upper)),
                candidates,
                "({lower}, {upper})"
            );
        }
    }
}

/// The digits that a draw reaches, in ascending order, over 1,024 words spread over all.
fn reached(draw: impl Fn(&mut Scripted<'_>) -> u8) -> Vec<u8> {
    let digits: BTreeSet<u8> =
        (0..1024).map(|step| draw(&mut Scripted(&[(step << 22) | 0x3f_ffff, u32::MAX]))).collect();
    digits.into_iter().collect()
}

/// The keys of a seed never change: whoever stored a scenario by its seed must find it again.
#[test]
fn a_seed_gives_the_same_keys_for_ever() {
    for (seed, expected) in [
        (0, "a0 a0P a0b a0g a0i a0ie a0it a0j a0k a0m a0n a0r a0x a1"),
        (1, "a0 a05 a0A a0D a0F a0K a0S a0X a0c a0f a0l a0u a0x a1"),
        (42, "a0 a0R a0V a0X a0Y a0a a0b a0bV a0c a0d a0g a0i a0n a1"),
    ] {
        assert_eq!(twelve_random_inserts(seed), expected, "seed {seed}");
    }
}

/// Twelve keys between `a0` and `a1`, each at a place drawn from the same stream, as one text.
fn twelve_random_inserts(seed: u64) -> String {
    let mut rng = rng(seed);
    let mut keys = vec![key("a0"), key("a1")];
    for _ in 0..12 {
        let at = 1 + bounded(&mut rng, keys.len() as u32 - 1) as usize;
        let made = between(Some(&keys[at - 1]), Some(&keys[at]), &mut rng).unwrap();
        keys.insert(at, made);
    }
    keys.iter().map(Key::as_str).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_deep_gap_is_the_same_for_ever() {
    let (lower, mut last, mut rng) = (key("a0"), key("a1"), rng(42));
    for _ in 0..100 {
        last = between(Some(&lower), Some(&last), &mut rng).unwrap();
    }
    assert_eq!(last.as_str(), "a0000000000000000006");
}

#[test]
fn an_integer_draws_nothing() {
    let nothing = &mut Scripted(&[]);
    for (lower, upper) in [("-", "-"), ("a0", "-"), ("-", "a0"), ("a0", "a2"), ("az", "b01")] {
        let (lower, upper) = (crate::bound(lower), crate::bound(upper));
        assert!(between(lower.as_ref(), upper.as_ref(), nothing).is_ok());
    }
}
