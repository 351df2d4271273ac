//! A page as plain data, before it is Markdown or HTML.
//!
//! Running text carries three marks: `**strong**`, a code span between backticks, and `[text](address)`. What comes
//! from outside goes through [`plain`], which takes their meaning from them.

/// A part of a page.
pub(super) enum Block {
    /// A heading of the second level, and the name by which it is linked.
    Heading(String),
    /// Running text.
    Text(String),
    /// Points, one below the other.
    List(Vec<String>),
    /// A table; columns of numbers are set to the right.
    Table(Table),
    /// The chart of that number.
    Chart(usize),
    /// Lines as they are.
    Lines(Vec<String>),
}

/// Rows under a head.
pub(super) struct Table {
    /// The names of the columns.
    pub(super) head: Vec<String>,
    /// Which columns hold numbers.
    pub(super) numbers: Vec<bool>,
    /// Their rows, in running text.
    pub(super) rows: Vec<Vec<String>>,
}

impl Table {
    /// A table whose columns are named in one text; a `>` before a name marks a column of numbers.
    pub(super) fn of(head: &[&str], rows: Vec<Vec<String>>) -> Self {
        let numbers = head.iter().map(|name| name.starts_with('>')).collect();
        let head = head.iter().map(|name| name.trim_start_matches('>').to_owned()).collect();
        Self { head, numbers, rows }
    }
}

/// A text of unknown origin, without marks.
pub(super) fn plain(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        if "\\*`[]()<>|_#&!~".contains(character) {
            safe.push('\\');
        }
        safe.push(if character.is_control() { ' ' } else { character });
    }
    safe
}

/// A piece of running text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Span {
    /// As it is.
    Plain(String),
    /// Strong.
    Strong(String),
    /// Code.
    Code(String),
    /// A link: its text and its address.
    Link(String, String),
}

/// Running text in pieces. A mark without its counterpart is text.
pub(super) fn spans(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut said = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some(escaped) = rest.strip_prefix('\\').and_then(|rest| rest.chars().next()) {
            said.push(escaped);
            rest = &rest[1 + escaped.len_utf8()..];
        } else if let Some((span, after)) = marked(rest) {
            if !said.is_empty() {
                spans.push(Span::Plain(std::mem::take(&mut said)));
            }
            spans.push(span);
            rest = after;
        } else {
            said.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    if !said.is_empty() {
        spans.push(Span::Plain(said));
    }
    spans
}

/// The marked piece with which a text begins, and what follows it.
fn marked(text: &str) -> Option<(Span, &str)> {
    if let Some(rest) = text.strip_prefix("**") {
        let (strong, after) = rest.split_once("**")?;
        return Some((Span::Strong(strong.to_owned()), after));
    }
    if let Some(rest) = text.strip_prefix('`') {
        let (code, after) = rest.split_once('`')?;
        return Some((Span::Code(code.to_owned()), after));
    }
    let (label, rest) = text.strip_prefix('[')?.split_once("](")?;
    let (address, after) = rest.split_once(')')?;
    Some((Span::Link(label.to_owned(), address.to_owned()), after))
}

#[cfg(test)]
mod tests {
    use super::{Span, plain, spans};

    #[test]
    fn marks_are_read() {
        let expected = [
            Span::Plain("a ".into()),
            Span::Strong("b".into()),
            Span::Plain(" ".into()),
            Span::Code("c*".into()),
            Span::Plain(" ".into()),
            Span::Link("d".into(), "e.csv".into()),
            Span::Plain("* `".into()),
        ];
        assert_eq!(spans("a **b** `c*` [d](e.csv)* `"), expected);
    }

    #[test]
    fn what_comes_from_outside_marks_nothing() {
        let text = "**a** `b` [c](d) \\ <i>\u{1F980}</i> | _e_";
        assert_eq!(spans(&plain(text)), [Span::Plain(text.into())]);
    }
}
