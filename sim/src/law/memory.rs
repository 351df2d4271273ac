//! What laws remember, without what they only count: two worlds may have come to the same state by other ways.

use std::fmt::{Result, Write};

/// Passes on what is written, but the values of fields called `compared`.
pub struct Uncounted<'w> {
    out: &'w mut dyn Write,
    is_count: bool,
}

impl<'w> Uncounted<'w> {
    /// Passes on to `out`.
    pub fn new(out: &'w mut dyn Write) -> Self {
        Self { out, is_count: false }
    }
}

/// A derived `Debug` writes the name of a field, a colon and the value, each by itself.
impl Write for Uncounted<'_> {
    fn write_str(&mut self, text: &str) -> Result {
        if text == "compared" {
            self.is_count = true;
        } else if self.is_count {
            self.is_count = text == ": " || text.bytes().all(|byte| byte.is_ascii_digit());
        }
        if self.is_count { Ok(()) } else { self.out.write_str(text) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    #[expect(dead_code, reason = "they are read by `Debug`")]
    struct Remembers {
        compared: u64,
        told: Vec<u32>,
        inner: Option<Box<Remembers>>,
    }

    fn remembers(compared: u64, told: u32, inner: Option<Remembers>) -> Remembers {
        Remembers { compared, told: vec![told], inner: inner.map(Box::new) }
    }

    fn written(memory: &Remembers) -> String {
        let mut text = String::new();
        write!(Uncounted::new(&mut text), "{memory:?}").unwrap();
        text
    }

    #[test]
    fn counts_are_left_out_and_nothing_else() {
        let memory = remembers(5, 7, Some(remembers(6, 8, None)));
        let inner = "inner: Some(Remembers { , told: [8], inner: None })";
        assert_eq!(written(&memory), format!("Remembers {{ , told: [7], {inner} }}"));
        assert_eq!(written(&memory), written(&remembers(0, 7, Some(remembers(123, 8, None)))));
        assert_ne!(written(&memory), written(&remembers(5, 9, None)));
    }
}
