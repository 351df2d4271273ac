//! The keys that proptest draws: every head, every length, the runs of `0` and `z` that arithmetic
//! stumbles over, and pairs that share all but their last digits.

use crate::key;
use order_key::{KEY_BYTES_MAX, Key};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

const DIGITS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const HEADS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Any key, short ones and those near the cap more often than their share.
pub(crate) fn any_key() -> impl Strategy<Value = Key> {
    (any_head(), digits(26), any_fraction()).prop_map(|(head, integer, fraction)| {
        let mut text = vec![head];
        text.extend(&integer[..promised(head)]);
        text.extend(fraction);
        canonical(text)
    })
}

/// Two keys, the first below the second: any two, or the second made from the first by a small change.
pub(crate) fn any_pair() -> impl Strategy<Value = (Key, Key)> {
    let near = any_key().prop_flat_map(|key| (Just(key.clone()), any_neighbour(key)));
    prop_oneof![1 => (any_key(), any_key()), 3 => near]
        .prop_filter("two different keys", |(a, b)| a != b)
        .prop_map(|(a, b)| if a < b { (a, b) } else { (b, a) })
}

/// Bounds of every kind: none, one, both.
pub(crate) fn any_bounds() -> impl Strategy<Value = (Option<Key>, Option<Key>)> {
    prop_oneof![
        1 => any_key().prop_map(|key| (Some(key), None)),
        1 => any_key().prop_map(|key| (None, Some(key))),
        6 => any_pair().prop_map(|(lower, upper)| (Some(lower), Some(upper))),
    ]
}

/// A cap from none at all to the full one, small ones more often.
pub(crate) fn any_cap() -> impl Strategy<Value = usize> {
    prop_oneof![3 => 2..=8_usize, 2 => 0..=40_usize, 2 => 0..=KEY_BYTES_MAX, 1 => Just(KEY_BYTES_MAX)]
}

/// A key a small change away: one digit moved by one, some digits more, some less, another tail, or the
/// least digit at the full length.
fn any_neighbour(key: Key) -> impl Strategy<Value = Key> {
    let len = key.len();
    let tail = (0..=len, any_fraction());
    (tail, 0..5_u8, 1..len, any::<bool>()).prop_map(move |((cut, tail), change, at, up)| {
        let mut text = key.as_bytes().to_vec();
        match change {
            0 => text[at] = moved(text[at], up),
            1 => text.extend(tail),
            2 => text.truncate(cut.max(1 + promised(text[0]))),
            3 => {
                text.resize(KEY_BYTES_MAX, b'0');
                text[KEY_BYTES_MAX - 1] = moved(text[KEY_BYTES_MAX - 1], true);
            }
            _ => {
                text.truncate(cut.max(1 + promised(text[0])));
                text.extend(tail);
            }
        }
        canonical(text)
    })
}

/// The next digit up or down, or the same at the end of the digits.
fn moved(digit: u8, up: bool) -> u8 {
    let at = DIGITS.iter().position(|&other| other == digit).unwrap();
    let moved = if up { (at + 1).min(DIGITS.len() - 1) } else { at.saturating_sub(1) };
    DIGITS[moved]
}

/// The nearest key to bytes that are one but for the cap, a trailing `0` or being the floor.
fn canonical(mut text: Vec<u8>) -> Key {
    text.truncate(KEY_BYTES_MAX);
    let integer_len = 1 + promised(text[0]);
    while text.len() > integer_len && text.last() == Some(&b'0') {
        text.pop();
    }
    if text == crate::on_floor("").as_bytes() {
        text.push(b'1');
    }
    key(text)
}

fn any_head() -> impl Strategy<Value = u8> {
    prop_oneof![2 => select(b"aZbYzA".to_vec()), 1 => select(HEADS.to_vec())]
}

fn any_fraction() -> impl Strategy<Value = Vec<u8>> {
    let len =
        prop_oneof![3 => Just(0), 6 => 1..5_usize, 3 => 5..30_usize, 2 => 30..512_usize, 2 => 470..512_usize];
    len.prop_flat_map(digits)
}

/// Digits in runs of one kind: any, all `0`, all `z`, or those beside them.
fn digits(len: usize) -> impl Strategy<Value = Vec<u8>> {
    let run = |kind: &'static [u8]| vec(select(kind), 1..=len.max(1));
    let runs = prop_oneof![run(DIGITS), run(b"0"), run(b"z"), run(b"01"), run(b"yz")];
    vec(runs, 1..4).prop_map(move |runs| runs.concat().into_iter().cycle().take(len).collect())
}

fn promised(head: u8) -> usize {
    usize::from(if head >= b'a' { head - b'a' } else { b'Z' - head }) + 1
}

#[test]
fn the_drawn_keys_reach_every_depth() {
    let keys = sample(any_key(), 20_000);
    for &head in HEADS {
        assert!(keys.iter().any(|key| key.as_bytes()[0] == head), "head {}", char::from(head));
    }
    let reached = |name: &str, at_least: usize, is: &dyn Fn(&Key) -> bool| {
        let count = keys.iter().filter(|key| is(key)).count();
        assert!(count >= at_least, "{name}: {count}");
    };
    reached("integers", 500, &|key| key.fraction().is_empty());
    reached("inline", 500, &|key| key.len() <= 22);
    reached("boxed", 500, &|key| key.len() > 22);
    reached("at the cap", 100, &|key| key.len() == KEY_BYTES_MAX);
    reached("one below the cap", 20, &|key| key.len() == KEY_BYTES_MAX - 1);
    reached("on the floor", 20, &|key| key.integer() == order_key::Integer::FLOOR);
    reached("on the ceiling", 20, &|key| key.integer() == order_key::Integer::CEILING);
    reached("at the end of a width", 100, &|key| key.integer().as_bytes()[1..].iter().all(|&b| b == b'z'));
    reached("at the start of a width", 100, &|key| key.integer().as_bytes()[1..].iter().all(|&b| b == b'0'));
    reached("zeros in the fraction", 500, &|key| key.fraction().starts_with("000"));
    reached("z in the fraction", 500, &|key| key.fraction().starts_with("zzz"));
}

#[test]
fn the_drawn_pairs_reach_every_kind_of_gap() {
    let pairs = sample(any_pair(), 20_000);
    let reached = |name: &str, at_least: usize, is: &dyn Fn(&Key, &Key) -> bool| {
        let count = pairs.iter().filter(|(lower, upper)| is(lower, upper)).count();
        assert!(count >= at_least, "{name}: {count}");
    };
    let room =
        |lower: &Key, upper: &Key| crate::numbers::count_between(KEY_BYTES_MAX, Some(lower), Some(upper));
    reached("one integer part", 2_000, &|lower, upper| lower.integer() == upper.integer());
    reached("neighbouring integers", 50, &|lower, upper| {
        lower.integer().increment() == Some(upper.integer())
    });
    reached("a prefix", 1_000, &|lower, upper| upper.as_str().starts_with(lower.as_str()));
    reached("a long common prefix", 500, &|lower, upper| {
        lower.len() > 100 && upper.as_bytes().starts_with(&lower.as_bytes()[..100])
    });
    reached("no room", 200, &|lower, upper| room(lower, upper) == 0.into());
    reached("room", 10_000, &|lower, upper| room(lower, upper) > 0.into());
}

/// The first values of a strategy, the same in every run.
fn sample<S: Strategy>(strategy: S, count: usize) -> Vec<S::Value> {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    (0..count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}
