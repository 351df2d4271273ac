//! What `sim conform --serve` answers, line by line.

use sim::conform::{KEYS_MAX, LINE_BYTES_MAX, SEED, serve};
use std::io::{self, BufReader, Read, Write};

// Lines that are no requests.

#[test]
fn lines_that_are_no_objects_are_bad_requests_and_it_goes_on() {
    let expected = "a line is a JSON object, found";
    let cases = [
        ("", format!("{expected} EOF while parsing a value at line 1 column 0")),
        ("  \t\r", format!("{expected} EOF while parsing a value at line 1 column 4")),
        ("nonsense", format!("{expected} expected ident at line 1 column 2")),
        ("{\"id\":1", format!("{expected} EOF while parsing an object at line 1 column 7")),
        ("{\"id\":1} {}", format!("{expected} trailing characters at line 1 column 10")),
        ("{\"id\":1,2}", format!("{expected} key must be a string at line 1 column 9")),
        ("[{\"id\":1}]", format!("{expected} [{{\"id\":1}}]")),
        ("null", format!("{expected} null")),
        ("\"hello\"", format!("{expected} \"hello\"")),
        ("17", format!("{expected} 17")),
    ];
    for (line, message) in cases {
        let then = r#"{"id":2,"op":"parse","key":"a0"}"#;
        let bad = bad_request("null", &message);
        assert_eq!(answers(&format!("{line}\n{then}\n")), [bad.as_str(), r#"{"id":2,"ok":true}"#]);
    }
}

#[test]
fn bytes_that_are_no_text_are_a_bad_request_and_it_goes_on() {
    let lines =
        b"{\"id\":1,\"op\":\"parse\",\"key\":\"a\xff\"}\n{\"id\":2,\"op\":\"parse\",\"key\":\"a0\"}\n";
    let bad = bad_request("null", "a line is UTF-8, found byte 0xff at offset 29");
    assert_eq!(answers_to_bytes(lines), [bad.as_str(), r#"{"id":2,"ok":true}"#]);
}

#[test]
fn lines_beyond_the_limit_are_a_bad_request_and_it_goes_on() {
    let key = |bytes: usize| {
        let (start, end) = (r#"{"id":1,"op":"parse","key":""#, r#""}"#);
        format!("{start}{}{end}", "a".repeat(bytes - start.len() - end.len()))
    };
    let then = "{\"id\":2,\"op\":\"parse\",\"key\":\"a0\"}\n";
    let longest = format!("{}\n{then}", key(LINE_BYTES_MAX));
    assert_eq!(answers(&longest), [r#"{"id":1,"ok":false,"error":"too_long"}"#, r#"{"id":2,"ok":true}"#]);
    let bad = bad_request("null", "a line has at most 1048576 bytes, found more");
    for bytes in [LINE_BYTES_MAX + 1, LINE_BYTES_MAX + 2, 5 * LINE_BYTES_MAX] {
        assert_eq!(answers(&format!("{}\n{then}", key(bytes))), [bad.as_str(), r#"{"id":2,"ok":true}"#]);
    }
    assert_eq!(answers(&key(LINE_BYTES_MAX + 1)), [bad]);
}

/// Deep nesting must not reach the end of the stack.
#[test]
fn nested_values_are_a_bad_request() {
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let message = "field `key` cannot be read: recursion limit exceeded at line 1 column 128";
    let line = format!(r#"{{"id":1,"op":"parse","key":{deep}}}"#);
    assert_eq!(answers(&line), [bad_request("1", message)]);
}

#[test]
fn a_last_line_needs_no_newline_and_no_input_has_no_answer() {
    assert_eq!(answers(r#"{"id":1,"op":"parse","key":"a0"}"#), [r#"{"id":1,"ok":true}"#]);
    assert_eq!(answers(""), [""; 0]);
}

#[test]
fn a_line_may_end_as_on_windows() {
    assert_eq!(answers("{\"id\":1,\"op\":\"parse\",\"key\":\"a0\"}\r\n"), [r#"{"id":1,"ok":true}"#]);
}

// Requests that are wrong.

#[test]
fn missing_and_mistyped_fields_are_named_with_what_was_read() {
    let whole = "a whole number from 0 to 18446744073709551615";
    let long = "x".repeat(1000);
    let cases = [
        (r#"{"id":1}"#, "field `op` is missing".to_owned()),
        (r#"{"id":1,"op":7}"#, "field `op` must be a string, found 7".to_owned()),
        (r#"{"id":1,"op":"Parse"}"#, r#"unknown op "Parse""#.to_owned()),
        (r#"{"id":1,"op":"hello"}"#, "field `version` is missing".to_owned()),
        (r#"{"id":1,"op":"hello","version":2}"#, "version 2 is not spoken here, 1 is".to_owned()),
        (r#"{"id":1,"op":"parse"}"#, "field `key` is missing".to_owned()),
        (r#"{"id":1,"op":"parse","key":null}"#, "field `key` must be a string, found null".to_owned()),
        (r#"{"id":1,"op":"parse","key":["a0"]}"#, "field `key` must be a string, found [\"a0\"]".to_owned()),
        (r#"{"id":1,"op":"between","upper":"a0"}"#, "field `lower` is missing".to_owned()),
        (r#"{"id":1,"op":"between","lower":"a0"}"#, "field `upper` is missing".to_owned()),
        (
            r#"{"id":1,"op":"between","lower":0,"upper":"a0"}"#,
            "field `lower` must be a string or null, found 0".to_owned(),
        ),
        (r#"{"id":1,"op":"between_n","lower":null,"upper":null}"#, "field `n` is missing".to_owned()),
        (&many("-1"), format!("field `n` must be {whole}, found -1")),
        (&many("1.5"), format!("field `n` must be {whole}, found 1.5")),
        (&many("2.0"), format!("field `n` must be {whole}, found 2.0")),
        (&many("1e3"), format!("field `n` must be {whole}, found 1e3")),
        (&many("18446744073709551616"), format!("field `n` must be {whole}, found 18446744073709551616")),
        (&many("1e999"), "field `n` cannot be read: number out of range at line 1 column 5".to_owned()),
        (&many("\"5\""), format!("field `n` must be {whole}, found \"5\"")),
        (&many("null"), format!("field `n` must be {whole}, found null")),
        (&many(&format!("\"{long}\"")), format!("field `n` must be {whole}, found \"{}…", &long[..59])),
        (r#"{"id":1,"op":"increment"}"#, "field `int` is missing".to_owned()),
        (r#"{"id":1,"op":"decrement","int":5}"#, "field `int` must be a string, found 5".to_owned()),
        (r#"{"id":1,"op":"seed"}"#, "field `seed` is missing".to_owned()),
        (r#"{"id":1,"op":"seed","seed":-42}"#, format!("field `seed` must be {whole}, found -42")),
    ];
    for (line, message) in cases {
        assert_eq!(answers(line), [bad_request("1", &message)], "{line}");
    }
}

#[test]
fn a_malformed_bound_does_not_hide_a_bad_request() {
    let line = r#"{"id":1,"op":"between_n","lower":"a10","upper":null}"#;
    assert_eq!(answers(line), [bad_request("1", "field `n` is missing")]);
}

#[test]
fn more_keys_than_the_limit_are_a_bad_request_unless_they_do_not_fit() {
    let too_many = "n must be at most 100000 where so many keys fit, found 100001";
    assert_eq!(answers(&many("100001")), [bad_request("1", too_many)]);
    let huge = "n must be at most 100000 where so many keys fit, found 18446744073709551615";
    assert_eq!(answers(&many("18446744073709551615")), [bad_request("1", huge)]);
    let full = "a7".to_owned() + &"z".repeat(509);
    let line = |n: u64| format!(r#"{{"id":1,"op":"between_n","lower":"{full}","upper":"a8","n":{n}}}"#);
    assert_eq!(answers(&line(62)), [r#"{"id":1,"error":"exhausted"}"#]);
    assert_eq!(answers(&line(u64::MAX)), [r#"{"id":1,"error":"exhausted"}"#]);
    assert_eq!(answers(&line(61))[0].matches(&full).count(), 61);
    assert_eq!(answers(&many(&KEYS_MAX.to_string()))[0].matches('"').count(), 2 * (KEYS_MAX + 2));
}

// Right requests.

#[test]
fn answers_that_draw_nothing_are_the_stored_ones() {
    let stored = |name: &str| {
        let path = format!("{}/../corpus/conformance/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    let answered = answers(&stored("fixed.requests.jsonl"));
    let expected = stored("fixed.answers.jsonl");
    for (answer, expected) in answered.iter().zip(expected.lines()) {
        assert_eq!(answer, expected);
    }
    assert_eq!(answered.len(), expected.lines().count());
}

#[test]
fn ids_come_back_byte_for_byte() {
    let ids = [
        "0",
        "-0.0",
        "1e400",
        "123456789012345678901234567890.10",
        "\"\\u0061 \\ud800\"",
        "null",
        "true",
        "[1, {\"b\":2, \"a\":1}]",
        "{\"z\":1,\"a\":2}",
    ];
    for id in ids {
        let ok = format!(r#"{{"id":{id},"ok":true}}"#);
        assert_eq!(answers(&format!(r#"{{"op":"parse","id": {id} ,"key":"a0"}}"#)), [ok]);
        let bad = bad_request(id, "field `op` is missing");
        assert_eq!(answers(&format!(r#"{{"id":{id}}}"#)), [bad]);
    }
    assert_eq!(answers(r#"{"op":"parse","key":"a0"}"#), [r#"{"id":null,"ok":true}"#]);
}

/// Who misspells a field must not be answered as if it were not there.
#[test]
fn unknown_fields_are_refused() {
    for (request, unknown, known) in [
        (r#"{"id":1,"op":"parse","key":"a0","sortKey":"a1"}"#, "sortKey", "`key`"),
        (r#"{"id":1,"op":"seed","seed":7,"sed":7}"#, "sed", "`seed`"),
        (r#"{"id":1,"op":"hello","version":1,"name":""}"#, "name", "`version`"),
        (r#"{"id":1,"op":"increment","int":"a0","n":2}"#, "n", "`int`"),
        (r#"{"id":1,"op":"between","lower":null,"upper":null,"n":2}"#, "n", "`lower`, `upper`"),
        (r#"{"id":1,"op":"between_n","lower":null,"upper":null,"n":2,"N":2}"#, "N", "`lower`, `upper`, `n`"),
    ] {
        let message = format!("unknown field \"{unknown}\", known are `id`, `op`, {known}");
        assert_eq!(answers(request), [bad_request("1", &message)]);
    }
}

#[test]
fn the_longest_key_and_one_byte_more() {
    let parse = |bytes: usize| format!(r#"{{"id":1,"op":"parse","key":"a{}"}}"#, "1".repeat(bytes - 1));
    assert_eq!(answers(&parse(512)), [r#"{"id":1,"ok":true}"#]);
    assert_eq!(answers(&parse(513)), [r#"{"id":1,"ok":false,"error":"too_long"}"#]);
    let full = "a7".to_owned() + &"z".repeat(510);
    let line = format!(r#"{{"id":1,"op":"between","lower":"{full}","upper":"a8"}}"#);
    assert_eq!(answers(&line), [r#"{"id":1,"error":"exhausted"}"#]);
}

#[test]
fn a_seed_fixes_the_digits_that_follow() {
    let draw = r#"{"id":0,"op":"between","lower":"a0","upper":"a1"}"#;
    let draws = [draw; 20].join("\n");
    let seeded = |seed: u64| format!("{{\"id\":1,\"op\":\"seed\",\"seed\":{seed}}}\n{draws}");
    let (unseeded, first) = (answers(&draws), answers(&seeded(42)));
    assert_eq!(first, answers(&seeded(42)), "the same seed");
    assert_eq!(first, answers(&format!("{draws}\n{}", seeded(42)))[20..], "the same seed in mid-stream");
    assert_ne!(first, answers(&seeded(43)), "another seed");
    assert_eq!(unseeded, answers(&seeded(SEED))[1..], "no seed");
    for answer in &unseeded {
        let digit = answer.strip_prefix(r#"{"id":0,"key":"a0"#).and_then(|rest| rest.strip_suffix(r#""}"#));
        assert!(digit.is_some_and(|digit| ("G"..="k").contains(&digit)), "{answer}");
    }
}

#[test]
fn each_answer_is_flushed_before_the_next_line_is_read() {
    let mut talk = Talk::default();
    let lines = "{\"id\":1,\"op\":\"parse\",\"key\":\"a0\"}\n{}\n{\"id\":3,\"op\":\"parse\",\"key\":\"0\"}\n";
    serve(BufReader::with_capacity(1, lines.as_bytes()), &mut talk).expect("memory does not fail");
    assert_eq!(talk.flushed_at, newlines(&talk.written));
    assert_eq!(talk.flushed_at.len(), 3);
}

#[test]
fn a_reader_or_writer_that_fails_ends_it() {
    let broken = serve(BufReader::new(Broken), io::sink()).unwrap_err();
    assert_eq!(broken.kind(), io::ErrorKind::TimedOut);
    let broken = serve("{}\n".as_bytes(), Broken).unwrap_err();
    assert_eq!(broken.kind(), io::ErrorKind::BrokenPipe);
}

// Helpers.

fn many(n: &str) -> String {
    format!(r#"{{"id":1,"op":"between_n","lower":null,"upper":null,"n":{n}}}"#)
}

fn bad_request(id: &str, message: &str) -> String {
    let message = serde_json::to_string(message).expect("a string");
    format!(r#"{{"id":{id},"error":"bad_request","message":{message}}}"#)
}

fn answers(lines: &str) -> Vec<String> {
    answers_to_bytes(lines.as_bytes())
}

fn answers_to_bytes(lines: &[u8]) -> Vec<String> {
    let mut output = Vec::new();
    serve(lines, &mut output).expect("memory does not fail");
    let output = String::from_utf8(output).expect("answers are UTF-8");
    output.lines().map(str::to_owned).collect()
}

fn newlines(bytes: &[u8]) -> Vec<usize> {
    bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').map(|(at, _)| at + 1).collect()
}

/// Remembers where it was flushed.
#[derive(Default)]
struct Talk {
    written: Vec<u8>,
    flushed_at: Vec<usize>,
}

impl Write for Talk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed_at.push(self.written.len());
        Ok(())
    }
}

struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::TimedOut.into())
    }
}

impl Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
