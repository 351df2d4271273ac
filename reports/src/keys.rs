//! Any stream of keys from a file: one a line, in the order of their making.

use crate::band::median;
use crate::error::Error;
use crate::tally::packed;
use crate::text::{hundredths, thousands};
use order_key::Key;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// A longer line is no key of anybody's.
const LINE_BYTES_MAX: usize = 65_535;

/// What the keys of a file amount to, in lines of text.
///
/// # Errors
/// A file that cannot be read, and the first line that is no key, by its number.
pub fn tell(path: &Path) -> Result<String, Error> {
    let wrong = |reason: String| Error::Input { path: path.to_owned(), reason };
    let bytes = fs::read(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    let keys = lines(&bytes).map_err(wrong)?;
    Ok(told(&keys))
}

fn lines(bytes: &[u8]) -> Result<Vec<&str>, String> {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    if bytes.is_empty() {
        return Err("holds no key: write one a line".into());
    }
    let numbered = (1..).zip(bytes.split(|&byte| byte == b'\n'));
    numbered.map(|(number, line)| key(line).map_err(|why| format!("line {number} {why}"))).collect()
}

fn key(line: &[u8]) -> Result<&str, String> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    match line.len() {
        0 => Err("is empty, and a key has a byte at least".into()),
        len if len > LINE_BYTES_MAX => Err(format!("has {len} bytes, and at most {LINE_BYTES_MAX} are read")),
        _ => std::str::from_utf8(line)
            .map_err(|error| format!("is no UTF-8 from byte {} on", error.valid_up_to())),
    }
}

fn told(keys: &[&str]) -> String {
    let mut sorted = keys.to_vec();
    sorted.sort_unstable();
    let bytes: usize = keys.iter().map(|key| key.len()).sum();
    let mut before = None;
    let stored: u64 = sorted.iter().map(|key| packed(before.replace(key.as_bytes()), key.as_bytes())).sum();
    let ascending = keys.windows(2).filter(|pair| pair[0] < pair[1]).count();
    let equal = sorted.windows(2).filter(|pair| pair[0] == pair[1]).count();
    let count = keys.len();
    let mean = |sum: u64| hundredths((sum * 100 / count as u64) as u32);
    let longest = keys.iter().map(|key| key.len()).max().unwrap_or_default();
    let middle = median(keys.iter().map(|key| key.len() as u64));
    let shown = |number: usize| thousands(number as u32);
    let mut text = String::new();
    let mut line =
        |name: &str, value: String| writeln!(text, "{name:<22} {value}").expect("a text in memory");
    line("keys", shown(count));
    line("equal to another", shown(equal));
    line("above the one before", format!("{} of {}", shown(ascending), shown(count - 1)));
    line("bytes", format!("median {middle}, average {}, longest {}", mean(bytes as u64), shown(longest)));
    line("bytes in all", shown(bytes));
    line(
        "stored",
        format!("{} with common prefixes left out, {} each", shown(stored as usize), mean(stored)),
    );
    line("keys of this scheme", canonical(keys));
    for tenth in 1..=10 {
        let first = (count * tenth).div_ceil(10);
        let longest = keys[..first].iter().map(|key| key.len()).max().unwrap_or_default();
        line(&format!("longest of the first {}", shown(first)), shown(longest));
    }
    text
}

/// How many are keys of ours, and why the first that is not is none.
fn canonical(keys: &[&str]) -> String {
    let count = keys.iter().filter(|key| Key::parse(key).is_ok()).count();
    let other = (1..).zip(keys).find_map(|(number, key)| Some((number, Key::parse(key).err()?)));
    let why = other.map_or(String::new(), |(number, why)| format!("; line {number}: {why}"));
    format!("{} of {}{why}", thousands(count as u32), thousands(keys.len() as u32))
}

#[cfg(test)]
mod tests {
    use super::{lines, told};

    #[test]
    fn a_bad_line_is_named_by_its_number() {
        let cases: [(&[u8], &str); 5] = [
            (b"", "holds no key: write one a line"),
            (b"\n", "holds no key: write one a line"),
            (b"a0\n\na1\n", "line 2 is empty, and a key has a byte at least"),
            (b"a0\na\xff\n", "line 2 is no UTF-8 from byte 1 on"),
            (&b"a".repeat(65_536), "line 1 has 65536 bytes, and at most 65535 are read"),
        ];
        for (bytes, message) in cases {
            assert_eq!(lines(bytes).unwrap_err(), message);
        }
    }

    #[test]
    fn lines_may_end_as_on_other_systems() {
        assert_eq!(lines(b"a0\r\na1\r\n").unwrap(), ["a0", "a1"]);
        assert_eq!(lines(b"a0\na1").unwrap(), ["a0", "a1"]);
    }

    #[test]
    fn keys_are_summed_up() {
        let told = told(&["a0", "a1", "a0V", "a0", "0"]);
        for line in [
            "keys                   5",
            "equal to another       1",
            "above the one before   1 of 4",
            "bytes                  median 2, average 2, longest 3",
            "bytes in all           10",
            "keys of this scheme    4 of 5; line 5: ",
            "longest of the first 3 3",
        ] {
            assert!(told.contains(line), "{line:?} is missing in\n{told}");
        }
    }
}
