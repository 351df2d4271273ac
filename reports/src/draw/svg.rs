//! A picture as SVG. Places are written in quarters of a unit, so no file holds a decimal that could come out
//! otherwise elsewhere. Colours are classes: a file of its own carries their shades for light and dark pages, and
//! a picture inside the page takes them from the page.

use crate::ink::{Ink, Rgb};
use crate::picture::{Anchor, Picture, Point, Shape, Text};
use std::fmt::Write;

/// A file of its own.
pub fn svg(picture: &Picture, title: &str) -> Vec<u8> {
    let style = format!("<style>{}</style>", style());
    element(picture, title, &style).into_bytes()
}

/// A picture inside a page that has the [`style`].
pub fn svg_inline(picture: &Picture, title: &str) -> String {
    element(picture, title, "")
}

/// The colours and letters of pictures, as a style sheet.
pub fn style() -> String {
    let mut css = String::from("svg text{font-family:'Helvetica Neue',Arial,'Liberation Sans',sans-serif}");
    css.push_str(".l{fill:none;stroke-linejoin:round}.a{opacity:.2}");
    let mut shades = |lines: fn(Ink) -> Rgb, letters: fn(Ink) -> Rgb| {
        for ink in Ink::ALL {
            let (class, line, letter) = (ink.class(), hex(lines(ink)), hex(letters(ink)));
            write!(css, ".s-{class}{{stroke:{line}}}.f-{class}{{fill:{line}}}.t-{class}{{fill:{letter}}}")
                .expect("a text in memory");
        }
        std::mem::take(&mut css)
    };
    let light = shades(Ink::light, Ink::light_letters);
    let dark = shades(Ink::dark, Ink::dark);
    format!("{light}@media (prefers-color-scheme:dark){{{dark}}}")
}

/// Text as it may stand in XML, also between quotes.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' | '\r' => safe.push(' '),
            character if character.is_control() => safe.push('\u{fffd}'),
            character => safe.push(character),
        }
    }
    safe
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn element(picture: &Picture, title: &str, style: &str) -> String {
    let (width, height) = (picture.width, picture.height);
    let title = escaped(title);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-label=\"{title}\">{style}\n\
         <rect class=\"f-ground\" width=\"{width}\" height=\"{height}\"/>\n",
    );
    for shape in &picture.shapes {
        write_shape(&mut svg, shape).expect("a text in memory");
    }
    svg.push_str("</svg>\n");
    svg
}

fn write_shape(svg: &mut String, shape: &Shape) -> std::fmt::Result {
    match shape {
        Shape::Area { points, ink } => {
            writeln!(svg, "<polygon class=\"a f-{}\" points=\"{}\"/>", ink.class(), path(points))
        }
        Shape::Line { points, ink, width } => {
            let (class, width, path) = (ink.class(), quarters(*width), path(points));
            writeln!(svg, "<polyline class=\"l s-{class}\" stroke-width=\"{width}\" points=\"{path}\"/>")
        }
        Shape::Dot { at, radius, ink } => {
            let (x, y, r) = (quarters(at.0), quarters(at.1), quarters(*radius));
            writeln!(svg, "<circle class=\"f-{}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>", ink.class())
        }
        Shape::Text(text) => write_text(svg, text),
    }
}

fn write_text(svg: &mut String, text: &Text) -> std::fmt::Result {
    /// From the middle of the capitals down to the line they stand on, as a part of the size.
    const TO_BASE: f64 = 0.36;
    let anchor = match text.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let (x, y) = (quarters(text.at.0), quarters(text.at.1 + text.size * TO_BASE));
    let (class, size, content) = (text.ink.class(), quarters(text.size), escaped(&text.text));
    writeln!(
        svg,
        "<text class=\"t-{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}>{content}</text>"
    )
}

fn path(points: &[Point]) -> String {
    points.iter().map(|&(x, y)| format!("{},{}", quarters(x), quarters(y))).collect::<Vec<_>>().join(" ")
}

/// A number rounded to quarters, as short as it goes.
fn quarters(value: f64) -> String {
    let quarters = (value * 4.0).round() as i64;
    let sign = if quarters < 0 { "-" } else { "" };
    let (whole, rest) = (quarters.abs() / 4, quarters.abs() % 4);
    match rest {
        0 => format!("{sign}{whole}"),
        1 => format!("{sign}{whole}.25"),
        2 => format!("{sign}{whole}.5"),
        _ => format!("{sign}{whole}.75"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_quarters() {
        for (value, text) in [(0.0, "0"), (1.3, "1.25"), (-0.5, "-0.5"), (10.76, "10.75"), (10.9, "11")] {
            assert_eq!(quarters(value), text);
        }
    }

    #[test]
    fn what_comes_from_outside_is_escaped() {
        let text = "<script>\"a\" & 'b'</script>\u{7}\n";
        let safe = "&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/script&gt;\u{fffd} ";
        assert_eq!(escaped(text), safe);
        let mut picture = Picture::new(10, 10);
        picture.text(text, (0.0, 0.0), Anchor::Start, 10.0, Ink::Text);
        assert!(svg_inline(&picture, text).matches(safe).count() == 2);
    }
}
