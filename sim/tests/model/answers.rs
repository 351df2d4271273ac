//! The judges of answers, against what broken generators would say and what is right.

use crate::floor_and;
use sim::model::number::FLOOR;
use sim::model::outcome::Outcome::{self, Equal, Exhausted, Made, Reversed};
use sim::model::parse::refusal;
use sim::model::{between, between_n, probe};

// The reasons.

#[test]
fn texts_are_refused_for_the_first_reason_that_holds() {
    let long = "a0".repeat(256) + "1";
    let cases: [(&[u8], Option<&str>); 24] = [
        (b"", Some("empty")),
        (long.as_bytes(), Some("too_long")),
        (&[b'-'; 513], Some("too_long")),
        (b"a_", Some("bad_byte")),
        (b"5-", Some("bad_byte")),
        (b"b7_", Some("bad_byte")),
        (b"a0\n", Some("bad_byte")),
        (b"a\xc3\xa9", Some("bad_byte")),
        (b"a*", Some("bad_byte")),
        (b"0", Some("bad_head")),
        (b"90", Some("bad_head")),
        (b"a", Some("short_integer")),
        (b"b0", Some("short_integer")),
        (b"m0007", Some("short_integer")),
        (b"A0000000000000000000000000", Some("short_integer")),
        (b"A00000000000000000000000000", Some("reserved")),
        (b"A000000000000000000000000000", Some("trailing_zero")),
        (b"a10", Some("trailing_zero")),
        (b"a2B0", Some("trailing_zero")),
        (b"a0", None),
        (b"b10", None),
        (b"a0V", None),
        (b"A000000000000000000000000001", None),
        (&long.as_bytes()[..511], None),
    ];
    for (text, due) in cases {
        assert_eq!(refusal(text), due, "`{}`", text.escape_ascii());
        probe::parse(text);
    }
}

// The judge of `between`. First what it must refuse, each as a broken generator would answer.

#[test]
fn keys_cut_at_the_cap_are_refused() {
    refuses(Some("a0"), Some("a001"), 4, Made("a000"), "`a000` is no key: trailing_zero");
    refuses(Some("a04k"), Some("a04l"), 4, Made("a04k"), "`a04k` is not above the lower bound `a04k`");
    refuses(Some("a04k"), Some("a04l"), 3, Made("a04"), "`a04` is not above the lower bound `a04k`");
    refuses(Some("az"), None, 2, Made("b0"), "`b0` is no key: short_integer");
    refuses(Some("a0"), Some("a001"), 4, Made("a000V"), "`a000V` has 5 bytes, the cap is 4");
}

#[test]
fn keys_that_are_no_keys_are_refused() {
    refuses(Some("a0"), Some("a1"), 512, Made("a0V0"), "`a0V0` is no key: trailing_zero");
    refuses(Some("a0"), Some("a1"), 512, Made("a0-"), "`a0-` is no key: bad_byte");
    refuses(Some("a0"), Some("a1"), 512, Made(""), "`` is no key: empty");
    let lowest = "A00000000000000000000000001";
    refuses(None, Some(lowest), 512, Made(FLOOR), &format!("`{FLOOR}` is no key: reserved"));
    refuses(None, Some(&floor_and("1")), 512, Made(FLOOR), &format!("`{FLOOR}` is no key: reserved"));
}

#[test]
fn keys_outside_the_bounds_are_refused() {
    refuses(Some("a0"), Some("a1"), 512, Made("a0"), "`a0` is not above the lower bound `a0`");
    refuses(Some("a0"), Some("a1"), 512, Made("a1"), "`a1` is not below the upper bound `a1`");
    refuses(None, Some("a0"), 512, Made("a0"), "`a0` is not below the upper bound `a0`");
    refuses(Some("a0"), None, 512, Made("Zz"), "`Zz` is not above the lower bound `a0`");
    // A random digit glued on: K13.
    refuses(Some("a3"), Some("a3K"), 512, Made("a3R"), "`a3R` is not below the upper bound `a3K`");
}

#[test]
fn other_integers_than_the_one_due_are_refused() {
    refuses(None, None, 512, Made("a1"), "`a1` where the integer `a0` is due");
    refuses(Some("a0"), None, 512, Made("a2"), "`a2` where the integer `a1` is due");
    refuses(Some("az"), None, 512, Made("azV"), "`azV` where the integer `b00` is due");
    refuses(None, Some("a5V"), 512, Made("a4"), "`a4` where the integer `a5` is due");
    refuses(None, Some("Z0"), 512, Made("Yzy"), "`Yzy` where the integer `Yzz` is due");
    refuses(Some("a0V"), Some("a2"), 512, Made("a0k"), "`a0k` where the integer `a1` is due");
}

#[test]
fn fractions_of_another_stem_are_refused() {
    refuses(Some("a0"), Some("a001"), 512, Made("a0005V"), "`a0005V` where `a000` and one digit are due");
    refuses(Some("a0"), Some("a001"), 512, Made("a0000V"), "`a0000V` where `a000` and one digit are due");
    refuses(Some("a0"), Some("a1"), 512, Made("a0VR"), "`a0VR` where `a0` and one digit are due");
    refuses(
        Some("azzzz"),
        Some("b00"),
        512,
        Made("azzzzzV"),
        "`azzzzzV` where `azzzz` and one digit are due",
    );
    refuses(Some("a0zy1"), Some("a0zz"), 512, Made("a0zy1V"), "`a0zy1V` where `a0zy` and one digit are due");
}

#[test]
fn digits_outside_the_middle_half_are_refused() {
    // lower, upper, stem; then one digit too low, the first and the last right ones, one too high
    let gaps = [
        ("a0", "a1", "a0", ['F', 'G', 'k', 'l']), // 61 digits, 15 trimmed on each side
        ("a0z", "a1", "a0z", ['F', 'G', 'k', 'l']),
        ("a0zy1", "a0zz", "a0zy", ['G', 'H', 'k', 'l']), // 60 digits, 15 trimmed
        ("a03", "a08", "a0", ['4', '5', '6', '7']),      // 4 digits, 1 trimmed
        ("a0", "a05", "a0", ['1', '2', '3', '4']),
    ];
    for (lower, upper, stem, [below, least, most, above]) in gaps {
        let key = |digit| format!("{stem}{digit}");
        for wrong in [below, above].map(key) {
            let breach =
                format!("the last digit of `{wrong}` is outside the middle half, `{least}` to `{most}`");
            refuses(Some(lower), Some(upper), 512, Made(&wrong), &breach);
        }
        for right in [least, most].map(key) {
            accepts(Some(lower), Some(upper), 512, Made(&right));
        }
    }
}

#[test]
fn exhausted_too_early_is_refused() {
    refuses(Some("a01"), Some("a03"), 3, Exhausted, "exhausted, though `a02` fits in 3 bytes");
    refuses(Some("a0zz"), Some("a11"), 4, Exhausted, "exhausted, though `a1` fits in 4 bytes");
    refuses(Some("a01z"), Some("a0211"), 5, Exhausted, "exhausted, though `a01z1` fits in 5 bytes");
    let below = floor_and("02");
    let breach = format!("exhausted, though `{}` fits in 29 bytes", floor_and("01"));
    refuses(None, Some(&below), 29, Exhausted, &breach);
}

#[test]
fn answers_to_the_wrong_order_of_bounds_are_refused() {
    refuses(Some("a0"), Some("a1"), 512, Equal, "a refusal of equal bounds, though the bounds ascend");
    refuses(Some("a0"), Some("a1"), 512, Reversed, "a refusal of reversed bounds, though the bounds ascend");
    refuses(Some("a0"), None, 512, Reversed, "a refusal of reversed bounds, though the bounds ascend");
    // Swapped: K9.
    refuses(Some("a4Q"), Some("Zf"), 512, Made("a0"), "a result between reversed bounds");
    refuses(Some("a4Q"), Some("Zf"), 512, Exhausted, "exhausted between reversed bounds");
    refuses(Some("a4Q"), Some("Zf"), 512, Equal, "a refusal of equal bounds between reversed bounds");
    refuses(Some("a4"), Some("a4"), 512, Made("a4V"), "a result between equal bounds");
    refuses(Some("a4"), Some("a4"), 512, Reversed, "a refusal of reversed bounds between equal bounds");
}

#[test]
fn a_longer_key_than_the_shortest_is_refused_at_the_cap() {
    // `a01zzzzz` and one digit exceed the cap of 8; `a02`, `a02001` and others lie between.
    let (lower, upper) = (Some("a01zzzzz"), Some("a02002"));
    refuses(lower, upper, 8, Made("a02001"), "`a02001` where a key of fewer than 6 bytes fits");
    accepts(lower, upper, 8, Made("a02"));
    accepts(lower, Some("a02"), 8, Exhausted);
}

#[test]
fn right_answers_are_accepted() {
    accepts(None, None, 2, Made("a0"));
    accepts(Some("az"), None, 512, Made("b00"));
    accepts(Some("bzz"), None, 3, Exhausted);
    accepts(Some(&"z".repeat(27)), None, 512, Made(&format!("{}V", "z".repeat(27))));
    accepts(None, Some("a0"), 512, Made("Zz"));
    accepts(None, Some("a0V"), 512, Made("a0"));
    accepts(None, Some("Z0"), 512, Made("Yzz"));
    accepts(None, Some("Z0"), 2, Exhausted);
    accepts(None, Some("A00000000000000000000000001"), 512, Made(&floor_and("V")));
    accepts(None, Some(&floor_and("1")), 512, Made(&floor_and("0V")));
    accepts(Some("a0"), Some("a001"), 512, Made("a000V"));
    accepts(Some("a0V"), Some("a11"), 512, Made("a1"));
    accepts(Some("a5tK"), Some("a6"), 512, Made("a5w"));
    accepts(Some("a7zzz"), Some("a8"), 5, Exhausted);
    accepts(Some("a01"), Some("a03"), 512, Made("a02"));
    accepts(Some("a4Q"), Some("Zf"), 512, Reversed);
    accepts(Some("a4"), Some("a4"), 512, Equal);
}

// The judge of `between_n`.

#[test]
fn wrong_answers_of_many_keys_are_refused_with_the_breach() {
    refuses_n(Some("a1"), Some("a0"), 0, Made(""), "a result between reversed bounds");
    refuses_n(Some("a1"), Some("a1"), 0, Exhausted, "exhausted between equal bounds");
    refuses_n(Some("a0"), Some("a1"), 3, Made("a0G a0V"), "2 keys where 3 are due");
    refuses_n(Some("a0"), Some("a1"), 2, Exhausted, "exhausted, though 2 keys fit in 3 bytes");
    refuses_n(Some("a0"), Some("a1"), 2, Made("a0V a0G"), "`a0G` is not above the lower bound `a0V`");
    refuses_n(Some("a0"), Some("a1"), 2, Made("a0V a0V"), "`a0V` is not above the lower bound `a0V`");
    refuses_n(Some("a0"), Some("a1"), 2, Made("a0K a1"), "`a1` is not below the upper bound `a1`");
    refuses_n(Some("a0"), Some("a1"), 2, Made("a0K a0e0"), "`a0e0` is no key: trailing_zero");
    refuses_n(Some("a0"), Some("a1"), 2, Made("a0K a0eV"), "`a0eV` has 4 bytes where 3 are enough");
    let uneven = "31 places from `a0` to `a0V` where 20 or one more are due";
    refuses_n(Some("a0"), Some("a1"), 2, Made("a0V a0W"), uneven);
    refuses_n(Some("a0"), None, 2, Made("a1 a3"), "`a3` where the integer `a2` is due");
    refuses_n(Some("a0"), None, 2, Made("a0V a1"), "`a0V` where the integer `a1` is due");
    refuses_n(None, Some("a0"), 2, Made("Zx Zy"), "`Zx` where the integer `Zy` is due");
    refuses_n(None, None, 2, Made("Zz a0"), "`Zz` where the integer `a0` is due");
    let too_many = between_n::check(Some("a0"), Some("a1"), 3, 62, Made(&vec!["a01".to_owned(); 62]));
    assert_eq!(too_many.unwrap_err(), "62 keys, though not so many fit in 3 bytes");
}

#[test]
fn right_answers_of_many_keys_are_accepted() {
    accepts_n(Some("a1"), Some("a1"), 0, Equal);
    accepts_n(Some("a0"), Some("a1"), 0, Made(""));
    accepts_n(Some("a0"), Some("a1"), 1, Made("a0V"));
    accepts_n(Some("a0"), Some("a1"), 2, Made("a0K a0f"));
    accepts_n(Some("a0"), Some("a5"), 4, Made("a1 a2 a3 a4"));
    accepts_n(Some("ay"), None, 3, Made("az b00 b01"));
    accepts_n(None, Some("a0V"), 2, Made("Zz a0"));
    accepts_n(None, Some("Z1"), 3, Made("Yzy Yzz Z0"));
}

#[track_caller]
fn refuses(lower: Option<&str>, upper: Option<&str>, cap: usize, outcome: Outcome<&str>, breach: &str) {
    assert_eq!(between::check(lower, upper, cap, outcome).unwrap_err(), breach);
}

#[track_caller]
fn accepts(lower: Option<&str>, upper: Option<&str>, cap: usize, outcome: Outcome<&str>) {
    assert_eq!(between::check(lower, upper, cap, outcome), Ok(()));
}

#[track_caller]
fn refuses_n(lower: Option<&str>, upper: Option<&str>, n: usize, outcome: Outcome<&str>, breach: &str) {
    assert_eq!(check_n(lower, upper, n, outcome).unwrap_err(), breach);
}

#[track_caller]
fn accepts_n(lower: Option<&str>, upper: Option<&str>, n: usize, outcome: Outcome<&str>) {
    assert_eq!(check_n(lower, upper, n, outcome), Ok(()));
}

/// The keys are written in one text, a space between them.
fn check_n(lower: Option<&str>, upper: Option<&str>, n: usize, outcome: Outcome<&str>) -> Result<(), String> {
    let keys: Vec<String>;
    let outcome = match outcome {
        Made(texts) => {
            keys = texts.split_whitespace().map(str::to_owned).collect();
            Made(keys.as_slice())
        }
        Equal => Equal,
        Reversed => Reversed,
        Exhausted => Exhausted,
    };
    between_n::check(lower, upper, 512, n, outcome)
}
