//! What is refused, in what order and with what words; then what is accepted.

use crate::{key, on_ceiling, on_floor};
use order_key::{Integer, Key, ParseError};

#[track_caller]
fn refused(text: impl AsRef<[u8]>, error: &ParseError, reason: &str, message: &str) {
    let found = Key::parse(&text).unwrap_err();
    assert_eq!(found, *error);
    assert_eq!(found.reason(), reason);
    assert_eq!(found.to_string(), message);
}

#[track_caller]
fn reason(text: impl AsRef<[u8]>) -> &'static str {
    Key::parse(text).unwrap_err().reason()
}

#[test]
fn every_reason_has_its_values_and_its_words() {
    refused("", &ParseError::Empty, "empty", "a key has at least two bytes, found none");
    refused(
        format!("a0{}", "V".repeat(511)),
        &ParseError::TooLong { found: 513, allowed: 512 },
        "too_long",
        "513 bytes where at most 512 are allowed",
    );
    refused(
        "a0\n",
        &ParseError::BadByte { offset: 2, byte: b'\n' },
        "bad_byte",
        r"byte `\n` (0x0a) at offset 2 is not one of 0-9A-Za-z",
    );
    refused(
        "70",
        &ParseError::BadHead { byte: b'7' },
        "bad_head",
        "head `7` is a digit; a key starts with a letter A-Z or a-z",
    );
    refused(
        "c0V",
        &ParseError::ShortInteger { promised: 3, found: 2 },
        "short_integer",
        "the head promises 3 digits of integer, found 2",
    );
    refused(
        on_floor(""),
        &ParseError::Reserved,
        "reserved",
        "`A` and 26 zeros is the floor, which is never a key",
    );
    refused(
        "a0V0",
        &ParseError::TrailingZero { fraction: "V0".into() },
        "trailing_zero",
        "fraction `V0` ends in the digit 0",
    );
}

#[test]
fn every_byte_outside_the_alphabet_is_refused_wherever_it_stands() {
    for byte in (0..=u8::MAX).filter(|byte| !byte.is_ascii_alphanumeric()) {
        for (text, offset) in [
            (vec![byte], 0),
            (vec![byte, b'0'], 0),
            (vec![b'a', byte], 1),
            (vec![b'a', b'0', b'V', byte], 3),
            (vec![b'a', byte, byte], 1),
        ] {
            assert_eq!(Key::parse(text), Err(ParseError::BadByte { offset, byte }));
        }
    }
    for (text, offset, byte) in [
        (" a0", 0, b' '),
        ("a0 ", 2, b' '),
        ("a-V", 1, b'-'),
        ("a0_V", 2, b'_'),
        ("a0é", 2, 0xc3),
        ("\u{feff}a0", 0, 0xef),
        ("a٣", 1, 0xd9),
        ("a0\0", 2, 0),
    ] {
        assert_eq!(Key::parse(text), Err(ParseError::BadByte { offset, byte }), "{text:?}");
    }
}

#[test]
fn the_first_reason_that_holds_is_given() {
    let over_long = |text: &str| format!("{text}{}", "0".repeat(513 - text.len()));
    for (text, expected) in [
        (over_long("_"), "too_long"),     // and a bad byte
        (over_long("7"), "too_long"),     // and a bad head
        (over_long("a"), "too_long"),     // and a trailing zero
        ("7_".into(), "bad_byte"),        // and a bad head
        ("c_".into(), "bad_byte"),        // and a short integer
        ("a0_0".into(), "bad_byte"),      // and a trailing zero
        ("0".into(), "bad_head"),         // and too short for any integer
        ("90000".into(), "bad_head"),     // and a zero at the end
        ("c00".into(), "short_integer"),  // and a zero at the end
        (on_floor("0"), "trailing_zero"), // longer than the floor, so not the floor
    ] {
        assert_eq!(reason(&text), expected, "{text}");
    }
}

#[test]
fn a_digit_promises_nothing() {
    for head in b'0'..=b'9' {
        assert_eq!(Key::parse([head, b'0', b'V']), Err(ParseError::BadHead { byte: head }));
    }
}

#[test]
fn every_head_promises_its_width() {
    let heads = (b'a'..=b'z').zip(1..).chain((b'A'..=b'Z').rev().zip(1..));
    for (head, promised) in heads {
        for found in 0..promised {
            let text = [vec![head], vec![b'1'; found]].concat();
            assert_eq!(Key::parse(text), Err(ParseError::ShortInteger { promised, found }));
        }
        let text = [vec![head], vec![b'1'; promised]].concat();
        let read = key(&text);
        assert_eq!((read.as_bytes(), read.integer().as_bytes(), read.fraction()), (&text[..], &text[..], ""));
        let longer = [text.clone(), b"0V".to_vec()].concat();
        let read = key(&longer);
        assert_eq!(
            (read.as_bytes(), read.integer().as_bytes(), read.fraction()),
            (&longer[..], &text[..], "0V")
        );
    }
}

#[test]
fn a_key_has_at_most_512_bytes() {
    let of_len = |len: usize| format!("a0{}V", "0".repeat(len - 3));
    assert_eq!(key(of_len(511)).len(), 511);
    assert_eq!(key(of_len(512)).len(), 512);
    assert_eq!(Key::parse(of_len(513)), Err(ParseError::TooLong { found: 513, allowed: 512 }));
}

#[test]
fn a_small_world_has_a_smaller_cap_and_never_a_larger_one() {
    assert_eq!(Key::parse_within(3, "a0VV"), Err(ParseError::TooLong { found: 4, allowed: 3 }));
    assert_eq!(Key::parse_within(3, "a0V"), Ok(key("a0V")));
    assert_eq!(Key::parse_within(0, ""), Err(ParseError::Empty));
    assert_eq!(Key::parse_within(0, "a0"), Err(ParseError::TooLong { found: 2, allowed: 0 }));
    let of_513 = "V".repeat(513);
    assert_eq!(Key::parse_within(usize::MAX, of_513), Err(ParseError::TooLong { found: 513, allowed: 512 }));
}

#[test]
fn the_floor_is_no_key_but_its_neighbours_are() {
    assert_eq!(Key::parse(on_floor("")), Err(ParseError::Reserved));
    assert_eq!(Key::try_from(Integer::FLOOR), Err(ParseError::Reserved));
    assert_eq!(Key::parse(&on_floor("")[..26]), Err(ParseError::ShortInteger { promised: 26, found: 25 }));
    for text in [on_floor("1"), on_floor("0000z"), on_ceiling(""), on_ceiling("zz")] {
        assert_eq!(key(&text).as_str(), text);
    }
    assert_eq!(Key::try_from(Integer::CEILING), Ok(key(on_ceiling(""))));
}

#[test]
fn what_is_accepted_is_kept_byte_for_byte() {
    for text in ["a0", "Zz", "az", "b10", "b00", "a0V", "a00V", "Z0z", "c000", "Yzz0001", "a01"] {
        let read = key(text);
        assert_eq!((read.as_str(), read.to_string().as_str()), (text, text));
        assert_eq!(text.parse(), Ok(read.clone()));
        assert_eq!(AsRef::<str>::as_ref(&read), text);
        assert_eq!(format!("{read:?}"), format!("Key({text})"));
    }
    assert_eq!(format!("{:>5}|{:<4}|", key("a0V"), key("a1")), "  a0V|a1  |");
}

#[test]
fn an_integer_part_stands_alone() {
    for (text, message) in [
        ("", "a key has at least two bytes, found none"),
        ("a", "the head promises 1 digits of integer, found 0"),
        ("a*", "byte `*` (0x2a) at offset 1 is not one of 0-9A-Za-z"),
        ("a0*", "byte `*` (0x2a) at offset 2 is not one of 0-9A-Za-z"),
        ("70", "head `7` is a digit; a key starts with a letter A-Z or a-z"),
        ("a0V", "3 bytes where at most 2 are allowed"),
        ("b000", "4 bytes where at most 3 are allowed"),
        (&"a".repeat(513), "513 bytes where at most 27 are allowed"),
    ] {
        assert_eq!(Integer::parse(text).unwrap_err().to_string(), message);
    }
    for text in ["a0", "b10", "Zz", "Y00", &on_floor(""), &on_ceiling("")] {
        let integer = Integer::parse(text).unwrap();
        assert_eq!((integer.as_str(), integer.to_string()), (text, text.to_owned()));
        assert_eq!(format!("{integer:?}"), format!("Integer({text})"));
    }
}

/// The message spoke of keys: `a0V` was told that "a key has at most 2" bytes.
#[test]
fn an_integer_part_that_goes_on_is_not_told_what_a_key_has() {
    let error = Integer::parse("a0V").unwrap_err();
    assert_eq!(error, ParseError::TooLong { found: 3, allowed: 2 });
    assert_eq!(error.to_string(), "3 bytes where at most 2 are allowed");
}

/// A text of the cap's length is read up to its head's promise; only a longer one is not looked at.
#[test]
fn an_integer_part_that_goes_on_is_told_how_long_it_may_be() {
    for (len, allowed) in [(3, 2), (512, 2), (513, 27)] {
        let text = format!("a{}", "1".repeat(len - 1));
        assert_eq!(Integer::parse(text), Err(ParseError::TooLong { found: len, allowed }));
    }
}

mod serde {
    use super::key;
    use order_key::Key;

    #[test]
    fn json_that_is_no_key_is_refused_with_the_reason() {
        for (json, message) in [
            (r#""a0V0""#, "fraction `V0` ends in the digit 0 at line 1 column 6"),
            (r#""""#, "a key has at least two bytes, found none at line 1 column 2"),
            (r#""a\n""#, r"byte `\n` (0x0a) at offset 1 is not one of 0-9A-Za-z at line 1 column 5"),
            ("7", "invalid type: integer `7`, expected an order key such as `a0` at line 1 column 1"),
            ("null", "invalid type: null, expected an order key such as `a0` at line 1 column 4"),
        ] {
            assert_eq!(serde_json::from_str::<Key>(json).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_key_is_a_json_string_and_comes_back() {
        for text in ["a0", "Zz", "b10", "a0V", &format!("a0{}", "V".repeat(510))] {
            let json = serde_json::to_string(&key(text)).unwrap();
            assert_eq!(json, format!("\"{text}\""));
            assert_eq!(serde_json::from_str::<Key>(&json).unwrap(), key(text));
            assert_eq!(serde_json::from_reader::<_, Key>(json.as_bytes()).unwrap(), key(text));
        }
    }
}
