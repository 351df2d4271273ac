//! Answers for other programs: one JSON object per line in, one per line out, made by the generator of
//! `order-key`, so that a port in any language can be compared with it.
//!
//! | request | answer |
//! | --- | --- |
//! | `{"id":0,"op":"hello","version":1}` | `{"id":0,"name":"order-key","max_len":512,"jitter":true,"ops":[…]}` |
//! | `{"id":1,"op":"parse","key":"a0"}` | `{"id":1,"ok":true}` or `{"id":1,"ok":false,"error":"trailing_zero"}` |
//! | `{"id":2,"op":"between","lower":null,"upper":"a0"}` | `{"id":2,"key":"Zz"}` or an error: `malformed`, `not_ascending`, `exhausted` |
//! | `{"id":3,"op":"between_n","lower":"a7","upper":"a8","n":5}` | `{"id":3,"keys":[…]}` or an error, as above |
//! | `{"id":4,"op":"increment","int":"az"}` | `{"id":4,"int":"b00"}`, `{"id":4,"int":null}` or the error `malformed` |
//! | `{"id":5,"op":"decrement","int":"b00"}` | as above |
//! | `{"id":6,"op":"seed","seed":42}` | `{"id":6,"ok":true}` |
//! | anything else | `{"id":…,"error":"bad_request","message":…}` |
//!
//! What the table leaves open:
//!
//! * Answers come in the order of the requests, each flushed at once. No line ends the session; the end of
//!   the input does. A last line need not end in a newline.
//! * An `id` may be any JSON value and comes back byte for byte; without one it is `null`. Unknown fields
//!   are a bad request. All others are due: an open end is `null`, not a missing field.
//! * Every line is a request. An empty one is no JSON object and is answered so.
//! * A line of more than [`LINE_BYTES_MAX`] bytes is a bad request, and is not kept in memory.
//! * More than [`KEYS_MAX`] keys that do fit are a bad request; more than fit are `exhausted` as ever.
//! * Digits are drawn from `ChaCha8` seeded by `seed_from_u64`, at first with [`SEED`]. One stream serves the
//!   session; a `between` that needs no digit takes nothing from it.

mod answer;
mod request;

use self::answer::{Answer, Body};
use self::request::{Fields, Line, LineError};
use order_key::{BetweenError, Integer, KEY_BYTES_MAX, Key, between, between_n};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::io::{self, BufRead, Write};

/// The version of the protocol.
pub const VERSION: u64 = 1;

/// The longest line that is read, the newline not counted.
pub const LINE_BYTES_MAX: usize = 1 << 20;

/// The most keys that one `between_n` answers.
pub const KEYS_MAX: usize = 100_000;

/// The seed of the digits drawn before the first `seed`.
pub const SEED: u64 = 0;

/// Answers every line of `input`, until it ends.
///
/// # Errors
/// Where reading or writing fails. What the lines say is never an error here.
pub fn serve(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut session = Session::new();
    while let Some(line) = request::read_line(&mut input)? {
        let mut answer = session.answer(&line);
        answer.push('\n');
        output.write_all(answer.as_bytes())?;
        output.flush()?;
    }
    Ok(())
}

/// What one line leaves behind for the next: the stream of draws.
struct Session {
    draws: ChaCha8Rng,
}

/// Why a request got no answer of its kind, in a sentence for whoever wrote it.
type BadRequest = String;

impl Session {
    fn new() -> Self {
        Self { draws: ChaCha8Rng::seed_from_u64(SEED) }
    }

    fn answer(&mut self, line: &Line) -> String {
        let fields = match line.as_ref().map_err(LineError::to_string).and_then(|line| Fields::parse(line)) {
            Ok(fields) => fields,
            Err(message) => return Answer::bad_request(None, message).to_json(),
        };
        match self.body(&fields) {
            Ok(body) => Answer { id: fields.id(), body }.to_json(),
            Err(message) => Answer::bad_request(fields.id(), message).to_json(),
        }
    }

    fn body(&mut self, fields: &Fields<'_>) -> Result<Body, BadRequest> {
        match fields.string("op")?.as_str() {
            "hello" => hello(fields),
            "parse" => parse(fields),
            "between" => self.between(fields),
            "between_n" => between_many(fields),
            "increment" => step(fields, Integer::increment),
            "decrement" => step(fields, Integer::decrement),
            "seed" => self.seed(fields),
            op => Err(format!("unknown op {op:?}")),
        }
    }

    fn between(&mut self, fields: &Fields<'_>) -> Result<Body, BadRequest> {
        fields.only(&["lower", "upper"])?;
        let (Some(lower), Some(upper)) = bounds(fields)? else {
            return Ok(Body::MALFORMED);
        };
        Ok(match between(lower.as_ref(), upper.as_ref(), &mut self.draws) {
            Ok(key) => Body::Key { key: key.to_string() },
            Err(error) => refused(&error),
        })
    }

    fn seed(&mut self, fields: &Fields<'_>) -> Result<Body, BadRequest> {
        fields.only(&["seed"])?;
        self.draws = ChaCha8Rng::seed_from_u64(fields.whole("seed")?);
        Ok(Body::Ok { ok: true })
    }
}

fn hello(fields: &Fields<'_>) -> Result<Body, BadRequest> {
    fields.only(&["version"])?;
    let version = fields.whole("version")?;
    if version != VERSION {
        return Err(format!("version {version} is not spoken here, {VERSION} is"));
    }
    Ok(Body::Hello {
        name: "order-key",
        max_len: KEY_BYTES_MAX,
        jitter: true,
        ops: ["parse", "between", "between_n", "increment", "decrement", "seed"],
    })
}

fn parse(fields: &Fields<'_>) -> Result<Body, BadRequest> {
    fields.only(&["key"])?;
    Ok(match Key::parse(fields.string("key")?) {
        Ok(_) => Body::Ok { ok: true },
        Err(refused) => Body::NotOk { ok: false, error: refused.reason() },
    })
}

fn between_many(fields: &Fields<'_>) -> Result<Body, BadRequest> {
    fields.only(&["lower", "upper", "n"])?;
    let bounds = bounds(fields)?;
    let n = fields.whole("n")?;
    let (Some(lower), Some(upper)) = bounds else {
        return Ok(Body::MALFORMED);
    };
    let n = usize::try_from(n).map_err(|_| format!("n must be at most {}, found {n}", usize::MAX))?;
    match between_n(lower.as_ref(), upper.as_ref(), n) {
        Ok(keys) if keys.len() <= KEYS_MAX => {
            Ok(Body::Keys { keys: keys.map(|key| key.to_string()).collect() })
        }
        Ok(keys) => Err(format!("n must be at most {KEYS_MAX} where so many keys fit, found {}", keys.len())),
        Err(error) => Ok(refused(&error)),
    }
}

fn step(fields: &Fields<'_>, step: fn(Integer) -> Option<Integer>) -> Result<Body, BadRequest> {
    fields.only(&["int"])?;
    Ok(match Integer::parse(fields.string("int")?) {
        Ok(integer) => Body::Int { int: step(integer).map(|integer| integer.to_string()) },
        Err(_) => Body::MALFORMED,
    })
}

/// A bound: `Some(None)` is an open end, `None` a text that is no key.
type Bound = Option<Option<Key>>;

fn bounds(fields: &Fields<'_>) -> Result<(Bound, Bound), BadRequest> {
    let bound = |name| -> Result<Bound, BadRequest> {
        let text = fields.string_or_null(name)?;
        Ok(text.map(Key::parse).transpose().ok())
    };
    Ok((bound("lower")?, bound("upper")?))
}

fn refused(error: &BetweenError) -> Body {
    Body::Error { error: error.reason() }
}
