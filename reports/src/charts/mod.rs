//! From rows to pictures: one file each, and the sentence that says what to see in it.

mod axes;
mod cap;
mod ends;
mod gap;
mod published;

use crate::figures::Figure;
use crate::picture::{Anchor, Ink, Picture};
use crate::rows::Rows;
use crate::schemes::Scheme;

/// A picture with what it needs on a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The name of its files.
    pub name: &'static str,
    /// Its heading.
    pub title: String,
    /// What to see, every number from the rows.
    pub says: String,
    /// The picture.
    pub picture: Picture,
}

/// All charts, in the order of the page.
pub fn charts(rows: &Rows, figures: &[Figure]) -> Vec<Chart> {
    let mut charts = vec![ends::chart(rows), gap::chart(rows), cap::chart(rows), published::chart(figures)];
    for chart in &mut charts {
        frame(chart, &rows.identity());
    }
    charts
}

const INK: Ink = Ink(0x1f, 0x23, 0x28);
const MUTED: Ink = Ink(0x59, 0x63, 0x6e);
const GRID: Ink = Ink(0xe3, 0xe6, 0xea);

const LEFT: f64 = 24.0;
const TITLE_SIZE: f64 = 21.0;
const LABEL_SIZE: f64 = 15.0;
const TICK_SIZE: f64 = 14.0;
const SMALL_SIZE: f64 = 13.0;

/// Dark blue, green and amber: told apart by lightness alone, in grey, and by whoever sees fewer hues.
const fn ink(scheme: Scheme) -> Ink {
    match scheme {
        Scheme::MiddleHalf => Ink(0x1b, 0x2a, 0x66),
        Scheme::ExactMidpoint => Ink(0x16, 0x87, 0x76),
        _ => Ink(0xd9, 0x8a, 0x00),
    }
}

/// The same for letters, which need more contrast than lines.
const fn letters(scheme: Scheme) -> Ink {
    match scheme {
        Scheme::MiddleHalf => ink(scheme),
        Scheme::ExactMidpoint => Ink(0x10, 0x6e, 0x60),
        _ => Ink(0x9a, 0x5e, 0x00),
    }
}

/// Title above, identity below.
fn frame(chart: &mut Chart, identity: &str) {
    let bottom = f64::from(chart.picture.height) - 16.0;
    let picture = &mut chart.picture;
    picture.text(chart.title.clone(), (LEFT, 26.0), Anchor::Start, TITLE_SIZE, INK);
    picture.text(identity, (LEFT, bottom), Anchor::Start, SMALL_SIZE, MUTED);
}

#[cfg(test)]
mod tests {
    use super::{Chart, charts};
    use crate::draw::text_width;
    use crate::figures::figures;
    use crate::measure::measure;
    use crate::picture::{Anchor, Text};

    /// A reader's own font may be wider than ours by this much.
    const WIDER: f64 = 1.1;

    /// Left, top, right and bottom.
    fn extent(text: &Text) -> [f64; 4] {
        let (x, y) = text.at;
        let width = text_width(text) * WIDER;
        let left = match text.anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        [left, y - text.size * 0.4, left + width, y + text.size * 0.4]
    }

    fn all_charts() -> Vec<Chart> {
        let rows = measure(8, || {});
        charts(&rows, &figures(&rows))
    }

    #[test]
    fn no_label_is_cut() {
        for chart in all_charts() {
            let (width, height) = (f64::from(chart.picture.width), f64::from(chart.picture.height));
            for text in chart.picture.texts() {
                let [left, top, right, bottom] = extent(text);
                let whole = left >= 0.0 && top >= 0.0 && right <= width && bottom <= height;
                assert!(whole, "{}: `{}` reaches from {left} to {right}", chart.name, text.text);
            }
        }
    }

    #[test]
    fn no_label_lies_over_another() {
        for chart in all_charts() {
            let texts: Vec<_> = chart.picture.texts().collect();
            for (at, a) in texts.iter().enumerate() {
                for b in &texts[at + 1..] {
                    let ([al, at, ar, ab], [bl, bt, br, bb]) = (extent(a), extent(b));
                    let apart = ar <= bl || br <= al || ab <= bt || bb <= at;
                    assert!(apart, "{}: `{}` over `{}`", chart.name, a.text, b.text);
                }
            }
        }
    }
}
