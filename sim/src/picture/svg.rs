//! The few shapes of SVG that the picture is made of, with every text escaped.

use std::fmt::{Arguments, Write};

/// A picture in the making. Lengths are in pixels.
#[derive(Debug, Default)]
pub struct Svg {
    body: String,
}

/// Which end of a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its begin.
    Start,
    /// Its end.
    End,
}

impl Svg {
    /// A line of text; `y` is that of its foot.
    pub fn text(&mut self, x: usize, y: usize, size: usize, anchor: Anchor, class: &str, text: &str) {
        let anchor = if anchor == Anchor::End { r#" text-anchor="end""# } else { "" };
        let text = escaped(text);
        self.put(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}"{anchor} class="{class}">{text}</text>"#
        ));
    }

    /// A straight line, with an arrowhead of the same class if it ends in one.
    pub fn line(&mut self, from: (usize, usize), to: (usize, usize), class: &str, head: Option<&str>) {
        let ((x1, y1), (x2, y2)) = (from, to);
        let head = head.map_or(String::new(), |head| format!(r#" marker-end="url(#{head})""#));
        self.put(format_args!(r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" class="{class}"{head}/>"#));
    }

    /// A rectangle.
    pub fn rect(&mut self, x: usize, y: usize, width: usize, height: usize, class: &str) {
        self.put(format_args!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="3" class="{class}"/>"#
        ));
    }

    /// A dot.
    pub fn dot(&mut self, x: usize, y: usize, class: &str) {
        self.put(format_args!(r#"<circle cx="{x}" cy="{y}" r="3" class="{class}"/>"#));
    }

    /// The whole file.
    pub fn finish(self, width: usize, height: usize, title: &str, head: &str) -> String {
        let (title, body) = (escaped(title), self.body);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\">\n<title>{title}</title>\n{head}{body}</svg>\n"
        )
    }

    fn put(&mut self, shape: Arguments<'_>) {
        writeln!(self.body, "{shape}").expect("a string takes any text");
    }
}

/// A text as XML takes it.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for char in text.chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no place for control characters.
            char if char.is_control() => escaped.push('\u{fffd}'),
            char => escaped.push(char),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        let mut svg = Svg::default();
        svg.text(1, 2, 12, Anchor::End, "deed", "\"a<b\" & \u{7}");
        let text = svg.finish(10, 10, "<&>", "");
        assert!(text.contains("<title>&lt;&amp;&gt;</title>"), "{text}");
        assert!(text.contains("class=\"deed\">&quot;a&lt;b&quot; &amp; \u{fffd}</text>"), "{text}");
    }
}
