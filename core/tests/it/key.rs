//! The key as a value: its size, its order, its hash, where it may go.

use crate::{key, rng};
use order_key::{BetweenError, Integer, Key, ParseError, Spread, between};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

#[test]
fn a_key_takes_24_bytes_and_so_does_an_optional_one() {
    assert_eq!(size_of::<Key>(), 24);
    assert_eq!(size_of::<Option<Key>>(), 24);
    assert_eq!(size_of::<Integer>(), 28);
}

#[test]
fn keys_and_errors_go_to_any_thread() {
    fn assert_send_sync<T: Send + Sync + Clone + std::fmt::Debug + 'static>() {}
    fn assert_error<T: std::error::Error + Send + Sync + 'static>() {}
    assert_send_sync::<Key>();
    assert_send_sync::<Integer>();
    assert_send_sync::<Spread>();
    assert_error::<ParseError>();
    assert_error::<BetweenError>();
}

/// Keys on both sides of the inline length, with every prefix relation among them.
fn keys_around_the_inline_length() -> Vec<Key> {
    let mut keys = Vec::new();
    for len in [2, 3, 8, 9, 15, 16, 17, 20, 21, 22, 23, 24, 25, 31, 64, 512] {
        for (pad, last) in [('0', '1'), ('0', 'z'), ('V', 'V'), ('z', 'z'), ('z', 'V')] {
            for integer in ["a0", "a1", "Zz"] {
                let fraction_len = len - integer.len();
                let fraction = match fraction_len {
                    0 => String::new(),
                    _ => format!("{}{last}", pad.to_string().repeat(fraction_len - 1)),
                };
                keys.push(key(format!("{integer}{fraction}")));
            }
        }
    }
    keys
}

#[test]
fn keys_are_ordered_as_their_bytes_inline_and_boxed() {
    let keys = keys_around_the_inline_length();
    for a in &keys {
        for b in &keys {
            assert_eq!(a.cmp(b), a.as_bytes().cmp(b.as_bytes()), "{a} {b}");
            assert_eq!(a.partial_cmp(b), Some(a.as_bytes().cmp(b.as_bytes())), "{a} {b}");
            assert_eq!(a == b, a.as_bytes() == b.as_bytes(), "{a} {b}");
        }
    }
}

#[test]
fn equal_keys_have_equal_hashes_however_they_were_made() {
    let hash = |key: &Key| {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        hasher.finish()
    };
    for key in keys_around_the_inline_length() {
        assert_eq!(hash(&key), hash(&crate::key(key.as_str())));
        assert_eq!(hash(&key), hash(&key.clone()));
    }
    let (mut last, mut rng) = (key("a0"), rng(1));
    for _ in 0..100 {
        last = between(Some(&last), Some(&key("a1")), &mut rng).unwrap();
        assert_eq!(hash(&last), hash(&key(last.as_str())), "{last}");
    }
}

/// A hash that says nothing is a right one, and turns every map into a list.
#[test]
fn other_keys_and_integers_have_other_hashes() {
    fn hash(value: impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        hasher.finish()
    }
    for (one, other) in [("a0", "a1"), ("a0", "b00"), ("Zz", "a0"), ("a0000000000000000000000000V", "a0")] {
        assert_ne!(hash(key(one)), hash(key(other)), "{one} {other}");
    }
    let integer = |text| Integer::parse(text).unwrap();
    assert_ne!(hash(integer("a0")), hash(integer("a1")));
    assert_eq!(hash(integer("a0")), hash(key("a0V").integer()));
}

#[test]
fn the_words_of_a_byte_order_hold_at_every_length() {
    for (lower, upper) in [
        ("a9", "b00"),
        ("Zz", "a0"),
        ("Yzz", "Z0"),
        ("Zr", "a5"),
        ("a5", "a5Q"),
        ("a5Q", "a5k"),
        ("a0zzzzzzzzzzzzzzzzzzzz", "a0zzzzzzzzzzzzzzzzzzzz1"),
        ("a00000000000000000000001", "a0000000000000000000001"),
    ] {
        assert!(key(lower) < key(upper), "{lower} {upper}");
    }
}

#[test]
fn after_and_before_are_between_with_an_open_end() {
    let mut rng = rng(1);
    assert_eq!(Key::after(&key("az"), &mut rng), Ok(key("b00")));
    assert_eq!(Key::before(&key("Z0"), &mut rng), Ok(key("Yzz")));
}
