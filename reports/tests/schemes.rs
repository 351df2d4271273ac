//! Each scheme by hand, and to the digit against what was published of it.

use reports::schemes::{Generate, IndexRecord, IntegerPositions, Keep, Rekeyed, Scheme, Written};

#[track_caller]
fn between(scheme: Scheme, lower: Option<&str>, upper: Option<&str>, expected: &str) {
    let key = scheme.generator(1).between(lower.map(str::as_bytes), upper.map(str::as_bytes));
    let key = String::from_utf8(key.expect("a key")).expect("printable");
    assert_eq!(key, expected, "{scheme:?} between {lower:?} and {upper:?}");
}

#[test]
fn our_midpoint_is_rounded_down() {
    let key = |lower, upper, expected| between(Scheme::ExactMidpoint, lower, upper, expected);
    key(None, None, "a0");
    key(Some("az"), None, "b00");
    key(None, Some("a0"), "Zz");
    key(Some("a0"), Some("a1"), "a0V");
    key(Some("a0"), Some("a02"), "a01");
    key(Some("a1"), Some("a2V"), "a2");
    key(Some("a0z"), Some("a1"), "a0zV");
}

#[test]
fn our_draws_stay_in_their_part() {
    for (scheme, least, most) in [(Scheme::MiddleHalf, b'G', b'k'), (Scheme::FullWidth, b'1', b'z')] {
        let mut generator = scheme.generator(1);
        let mut drawn: Vec<u8> =
            (0..2_000).map(|_| generator.between(Some(b"a0"), Some(b"a1")).unwrap()[2]).collect();
        drawn.sort_unstable();
        assert_eq!((drawn[0], drawn[1_999]), (least, most), "{scheme:?}");
    }
}

#[test]
fn a_plain_fraction_moves_its_last_digit_at_the_ends() {
    let key = |lower, upper, expected| between(Scheme::PlainFraction, lower, upper, expected);
    key(None, None, "V");
    key(Some("V"), None, "W");
    key(Some("z"), None, "zV");
    key(Some("zz"), None, "zzV");
    key(None, Some("V"), "U");
    key(None, Some("1"), "0V");
    key(None, Some("01"), "00V");
    key(Some("V"), Some("W"), "VV");
    key(Some("1"), Some("2V"), "2");
    key(Some("V"), Some("V1"), "V0V");
}

#[test]
fn base_95_has_more_room_in_a_digit() {
    let key = |lower, upper, expected| between(Scheme::Base95Fraction, lower, upper, expected);
    key(None, None, "P");
    key(Some("~"), None, "~P");
    key(None, Some("!"), " P");
    key(Some("P"), Some("Q"), "PP");
}

#[test]
fn greenspan_has_integers_and_rounds_up() {
    let key = |lower, upper, expected| between(Scheme::Greenspan, lower, upper, expected);
    key(None, None, "a0");
    key(Some("a0"), None, "a1");
    key(Some("a0V"), None, "a1");
    key(Some("az"), None, "b00");
    key(None, Some("a0"), "Zz");
    key(None, Some("a0V"), "a0");
    key(None, Some("b00"), "az");
    key(Some("a0"), Some("a1"), "a0V");
    key(Some("a0"), Some("a2"), "a1");
    key(Some("a0"), Some("a02"), "a01");
    key(Some("Zz"), Some("a0V"), "a0");
    key(Some("Zz"), Some("a0"), "ZzV");
    key(Some("a01"), Some("a02V"), "a02");
    key(Some("a0V"), Some("a1"), "a0l");
    key(None, Some("A00000000000000000000000002"), "A00000000000000000000000001");
    key(None, Some("A000000000000000000000000002"), "A000000000000000000000000001");
}

#[test]
fn a_replica_suffix_stays_below_the_upper_key() {
    let key = |lower, upper, expected| between(Scheme::ReplicaSuffix, lower, upper, expected);
    key(None, None, "V01");
    key(Some("V01"), None, "V0201");
    key(Some("V01"), Some("X01"), "W01");
    key(Some("V01"), Some("WV01"), "W01");
    // `W` is a prefix of the upper key, and `W01` is that key itself: the fraction moves closer first.
    key(Some("V01"), Some("W01"), "W00V01");
    key(Some("1z"), Some("2001"), "2000V01");
    let (mut one, mut other) = (generator_of(0), generator_of(1));
    assert_ne!(one.between(None, None), other.between(None, None));
}

fn generator_of(writer: u32) -> Box<dyn Generate> {
    use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
    Scheme::ReplicaSuffix.generator_of(writer, ChaCha8Rng::seed_from_u64(1))
}

#[test]
fn a_random_suffix_may_land_beyond_the_upper_key() {
    let mut generator = Scheme::RandomSuffix.generator(1);
    let mut beyond = 0;
    for _ in 0..1_000 {
        let key = generator.between(Some(b"a2z"), Some(b"a2zV")).expect("a key");
        assert_eq!(key.len(), "a2zG".len() + 3);
        assert!(key.as_slice() > b"a2z" && key.as_slice() < b"a2zV", "a digit was free");
        let key = generator.between(Some(b"a2V"), Some(b"a2W8V")).expect("a key");
        assert!(key.starts_with(b"a2W"));
        beyond += u32::from(key.as_slice() > b"a2W8V");
    }
    assert!((400..600).contains(&beyond), "half of the suffixes lie above `8V`: {beyond} of 1,000");
}

#[test]
fn a_jittered_fraction_draws_its_first_digit_too() {
    let mut generator = Scheme::JitteredFraction.generator(1);
    let first = generator.between(None, None).expect("a key");
    assert!(first.len() == 1 && (b'G'..=b'k').contains(&first[0]));
    let second = generator.between(Some(b"zz"), None).expect("a key");
    assert!(second.len() == 3 && second.starts_with(b"zz"));
}

/// F6.
#[test]
fn halving_a_float_dies_after_fifty_two_and_returns_an_endpoint() {
    let number = |value: f64| (value.to_bits() ^ 1 << 63).to_be_bytes();
    for (lower, upper) in [(1.0, 2.0), (0.5, 1.0)] {
        for toward_lower in [true, false] {
            let mut generator = Scheme::FloatMidpoint.generator(0);
            let (mut low, mut high) = (number(lower).to_vec(), number(upper).to_vec());
            let mut inserts = 0;
            let last = loop {
                let key = generator.between(Some(&low), Some(&high)).expect("a float has a mean");
                if key <= low || key >= high {
                    break key;
                }
                inserts += 1;
                *(if toward_lower { &mut high } else { &mut low }) = key;
            };
            assert_eq!(inserts, 52, "between {lower} and {upper}");
            assert!(last == low || last == high);
        }
    }
}

/// Lengths of 10,000 keys, `moves_upper` telling which bound each replaces: their sum and the greatest.
fn lengths(scheme: Scheme, lower: &str, upper: Option<&str>, moves_upper: bool) -> (usize, usize, Vec<u8>) {
    let mut generator = scheme.generator(0);
    let (mut low, mut high) = (lower.as_bytes().to_vec(), upper.map(|upper| upper.as_bytes().to_vec()));
    let (mut sum, mut most) = (0, 0);
    for _ in 0..10_000 {
        let key = generator.between(Some(&low), high.as_deref()).expect("a key");
        assert!(key > low && high.as_ref().is_none_or(|high| key < *high));
        (sum, most) = (sum + key.len(), most.max(key.len()));
        if moves_upper { high = Some(key) } else { low = key }
    }
    (sum, most, if moves_upper { high.expect("the last key") } else { low })
}

/// F7, but for the random places, whose places are drawn.
#[test]
fn plain_fractions_are_as_long_as_published() {
    let (sum, most, _) = lengths(Scheme::PlainFraction, "V", None, false);
    assert_eq!((sum / 1_000, most), (1_618, 323), "always one end: 161.8 on average");
    let (sum, most, _) = lengths(Scheme::PlainFraction, "V", Some("W"), true);
    assert_eq!(((sum + 5_000) / 10_000, most), (835, 1_668), "one gap toward the lower bound");
    let (sum, most, _) = lengths(Scheme::PlainFraction, "V", Some("W"), false);
    assert_eq!((sum / 1_000, most), (10_015, 2_001), "one gap toward the upper bound: 1,001.5");
}

/// F8.
#[test]
fn greenspan_ends_where_published() {
    let mut generator = Scheme::Greenspan.generator(0);
    let mut key = generator.between(None, None).expect("a key");
    for _ in 1..10_000 {
        key = generator.between(Some(&key), None).expect("a key");
    }
    assert_eq!(key, b"c1aH");
    assert_eq!(lengths(Scheme::Greenspan, "a0", Some("a1"), true).1, 1_669);
    assert_eq!(lengths(Scheme::Greenspan, "a0", Some("a1"), false).1, 2_002);
}

#[test]
fn an_index_record_is_rewritten_whole() {
    let mut list = IndexRecord::default();
    assert_eq!(list.insert(0), Some(Written { records: 2, bytes: 14 }));
    assert_eq!(list.insert(0), Some(Written { records: 2, bytes: 28 }));
    assert_eq!((list.insert(1).expect("room").bytes, list.count()), (42, 3));
}

fn records(written: Option<Written>) -> u64 {
    written.expect("a place that is not full").records
}

/// F11: one insert before 200 items renumbers 200.
#[test]
fn dense_positions_move_all_that_follow() {
    let mut list = IntegerPositions::with_stride(1);
    for at in 0..200 {
        assert_eq!(records(list.insert(at)), 1, "an append moves nobody");
    }
    assert_eq!(records(list.insert(0)), 201, "the new one and 200 that follow");
    assert_eq!(records(list.insert(201)), 1);
    assert_eq!(records(list.insert(201)), 2);
    assert!(list.positions().iter().copied().eq(0..203));
}

#[test]
fn positions_with_room_are_renumbered_when_it_is_used_up() {
    let mut list = IntegerPositions::with_stride(1_024);
    for at in 0..3 {
        list.insert(at);
    }
    assert_eq!(list.positions(), [0, 1_024, 2_048]);
    for _ in 0..10 {
        assert_eq!(records(list.insert(1)), 1, "ten halvings of 1,024");
    }
    assert_eq!(list.positions()[..3], [0, 1, 2]);
    // Of 13 others only the first keeps its number.
    assert_eq!(list.insert(1), Some(Written { records: 13, bytes: 13 * 9 }));
    assert_eq!(list.positions()[..3], [0, 1_024, 2_048]);
    assert!(list.positions().is_sorted_by(|a, b| a < b));
}

#[test]
fn re_keying_keeps_keys_short_and_rewrites_the_group() {
    use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
    let mut list = Rekeyed::new(ChaCha8Rng::seed_from_u64(1));
    list.insert(0);
    let written: Vec<Written> = (0..400).map(|_| list.insert(1).expect("room")).collect();
    let at = written.iter().position(|written| written.records > 1).expect("a re-keying");
    assert!((330..380).contains(&at), "64 bytes at 5.6 inserts each: {at}");
    assert_eq!(written[at].records, at as u64 + 1, "all but the first key, which stays `a0`");
    assert!(list.longest() <= 64);
}
