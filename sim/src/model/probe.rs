//! What the fuzz targets call: one input tried against the model, a panic where they part.

use super::input::BetweenInput;
use super::number::{integer_above, integer_below, integer_part, key_of, number};
use super::outcome::Outcome;
use super::parse::refusal;
use super::{between, between_n};
use order_key::{BetweenError, Integer, Key, MiddleHalf, ParseError, between_n_within, between_within};

/// So many keys of a longer answer of `between_n` are looked at.
const KEYS_LISTED_MAX: usize = 128;

/// Parses any bytes: the model agrees, down to the reason, and a key reads back as itself, in its parts
/// and as a number; its integer part steps up and down as the model's does, and back again.
pub fn parse(data: &[u8]) {
    match (Key::parse(data), refusal(data)) {
        (Ok(key), None) => probe_key(data, &key),
        (Ok(key), Some(reason)) => panic!("`{key}` was read as a key, but it is refused: {reason}"),
        (Err(refused), Some(reason)) if refused.reason() == reason => probe_refusal(data, &refused),
        (Err(refused), due) => panic!("{refused} ({}), but the model says {due:?}", refused.reason()),
    }
    probe_integer(data);
}

fn probe_key(data: &[u8], key: &Key) {
    assert_eq!(key.as_bytes(), data, "a key does not read back as itself");
    assert_eq!(key.to_string().parse().as_ref(), Ok(key), "a printed key does not parse");
    assert_eq!(key.len(), data.len(), "the length of `{key}`");
    let (integer, fraction) = (key.integer(), key.fraction());
    assert_eq!(integer.as_str(), integer_part(key.as_str()), "the integer part of `{key}`");
    assert_eq!(format!("{integer}{fraction}"), key.as_str(), "the parts of `{key}`");
    assert_eq!(key_of(&number(key.as_str(), data.len()), data.len()), key.as_str(), "`{key}` as a number");
    let too_short = Key::parse_within(data.len() - 1, data);
    let due = ParseError::TooLong { found: data.len(), allowed: data.len() - 1 };
    assert_eq!(too_short, Err(due), "`{key}` at a cap of one byte less");
    assert_eq!(Key::parse_within(data.len(), data).as_ref(), Ok(key), "`{key}` at a cap of its own length");
    probe_steps(integer);
}

/// The integer part above and below: the model's, and the way back leads home.
fn probe_steps(integer: Integer) {
    let (above, below) = (integer.increment(), integer.decrement());
    let text = |integer: Integer| integer.to_string();
    assert_eq!(above.map(text), integer_above(integer.as_str()), "the integer above `{integer}`");
    assert_eq!(below.map(text), integer_below(integer.as_str()), "the integer below `{integer}`");
    if let Some(above) = above {
        assert!(above > integer, "`{above}` above `{integer}`");
        assert_eq!(above.decrement(), Some(integer), "up from `{integer}` and down again");
    }
    if let Some(below) = below {
        assert!(below < integer, "`{below}` below `{integer}`");
        assert_eq!(below.increment(), Some(integer), "down from `{integer}` and up again");
    }
}

/// What a refusal tells beside its reason.
fn probe_refusal(data: &[u8], refused: &ParseError) {
    assert!(!refused.to_string().is_empty(), "a refusal has a message");
    match *refused {
        ParseError::TooLong { found, allowed } => assert_eq!((found, allowed), (data.len(), 512)),
        ParseError::BadByte { offset, byte } => {
            assert_eq!(data.get(offset), Some(&byte), "the byte at offset {offset}");
            let before = &data[..offset];
            assert!(before.iter().all(u8::is_ascii_alphanumeric), "offset {offset} is not the first");
        }
        ParseError::BadHead { byte } => assert_eq!(byte, data[0], "the head"),
        ParseError::ShortInteger { promised, found } => {
            assert_eq!(Some(promised), super::number::promised(data[0]), "the digits promised");
            assert_eq!(found, data.len() - 1, "the digits found");
        }
        _ => (),
    }
}

/// An integer alone is accepted exactly where it is the whole of a key, or the floor.
fn probe_integer(data: &[u8]) {
    let alone = matches!(refusal(data), None | Some("reserved"))
        && std::str::from_utf8(data).is_ok_and(|text| integer_part(text) == text);
    match Integer::parse(data) {
        Ok(integer) => {
            assert!(alone, "`{integer}` was read as an integer part");
            assert_eq!(integer.as_bytes(), data, "an integer part does not read back as itself");
            probe_steps(integer);
        }
        Err(refused) => assert!(!alone, "an integer part was refused: {refused}"),
    }
}

/// Makes a chain of keys between two bounds, each next one on the side that the input says, and many at
/// once; each answer is judged by the model.
pub fn between(input: BetweenInput) {
    let _ = between_answers(input);
}

/// [`between()`], telling what was answered: for the test that its inputs reach depth.
pub fn between_answers(input: BetweenInput) -> Answers {
    let many = probe_many(&input);
    let chain = probe_chain(input);
    Answers { chain, many }
}

/// What a probe's input led to.
#[derive(Debug)]
pub struct Answers {
    /// The keys made one after the other, and the refusal that ended them, if one did.
    pub chain: Vec<Result<Key, BetweenError>>,
    /// How many keys `between_n` made.
    pub many: Result<usize, BetweenError>,
}

fn probe_chain(input: BetweenInput) -> Vec<Result<Key, BetweenError>> {
    let BetweenInput { key_bytes_max, mut lower, mut upper, inserts, turns, mut draws, .. } = input;
    let mut chain = Vec::new();
    for insert in 0..inserts {
        let made = between_within(key_bytes_max, lower.as_ref(), upper.as_ref(), &mut MiddleHalf(&mut draws));
        let (from, to) = (text(lower.as_ref()), text(upper.as_ref()));
        let outcome = Outcome::of(made.as_ref().map(Key::as_str));
        if let Err(breach) = between::check(from, to, key_bytes_max, outcome) {
            panic!("{}, insert {insert}: {breach}", described(from, to, key_bytes_max));
        }
        chain.push(made.clone());
        let Ok(key) = made else {
            break;
        };
        if turns >> (insert % 8) & 1 == 1 { lower = Some(key) } else { upper = Some(key) }
    }
    chain
}

fn probe_many(input: &BetweenInput) -> Result<usize, BetweenError> {
    let (lower, upper, n) = (input.lower.as_ref(), input.upper.as_ref(), input.n);
    let made = between_n_within(input.key_bytes_max, lower, upper, n);
    let length = made.as_ref().map(ExactSizeIterator::len).map_err(Clone::clone);
    let (from, to) = (text(lower), text(upper));
    let checked = match made {
        Ok(keys) if n > KEYS_LISTED_MAX => probe_first_of_many(from, to, input, keys.take(KEYS_LISTED_MAX)),
        made => {
            let keys = made.map(|keys| keys.map(|key| key.to_string()).collect::<Vec<_>>());
            let outcome = Outcome::of(keys.as_ref().map(Vec::as_slice));
            between_n::check(from, to, input.key_bytes_max, n, outcome)
        }
    };
    if let Err(breach) = checked {
        panic!("{}, {n} keys at once: {breach}", described(from, to, input.key_bytes_max));
    }
    length
}

/// Too many keys to look at each: they fit, and the first ones ascend within the bounds.
fn probe_first_of_many(
    lower: Option<&str>,
    upper: Option<&str>,
    input: &BetweenInput,
    keys: impl Iterator<Item = Key>,
) -> Result<(), String> {
    let Some(least_len) = between_n::least_len(lower, upper, input.key_bytes_max, input.n) else {
        return Err(format!("made, though not so many fit in {} bytes", input.key_bytes_max));
    };
    let len_max = (least_len + 1).min(input.key_bytes_max);
    let mut from = lower.map(str::to_owned);
    for key in keys {
        let key = key.to_string();
        between::check_key(from.as_deref(), upper, len_max, &key)?;
        from = Some(key);
    }
    Ok(())
}

fn text(key: Option<&Key>) -> Option<&str> {
    key.map(Key::as_str)
}

fn described(lower: Option<&str>, upper: Option<&str>, key_bytes_max: usize) -> String {
    let bound =
        |bound: Option<&str>| bound.map_or_else(|| "an open end".to_owned(), |key| format!("`{key}`"));
    format!("between {} and {} at {key_bytes_max} bytes", bound(lower), bound(upper))
}
