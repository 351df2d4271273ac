//! What all pictures share: the frame of title and identity, sizes for two widths, and labels that keep apart.

use crate::draw::text_width;
use crate::ink::Ink;
use crate::picture::{Anchor, Picture};

/// A reader's own font may be wider than the one that is measured, by this much.
pub(super) const WIDER: f64 = 1.2;

/// How wide a picture is, and so how its letters and margins are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// On a page as wide as a book's.
    Wide,
    /// On a phone.
    Narrow,
}

impl Width {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Wide, Self::Narrow];

    /// In units.
    pub const fn units(self) -> u32 {
        match self {
            Self::Wide => 900,
            Self::Narrow => 366,
        }
    }

    /// The size of labels.
    pub(super) const fn label(self) -> f64 {
        match self {
            Self::Wide => 14.0,
            Self::Narrow => 12.0,
        }
    }

    /// The size of numbers at axes.
    pub(super) const fn tick(self) -> f64 {
        match self {
            Self::Wide => 13.0,
            Self::Narrow => 11.5,
        }
    }

    const fn title(self) -> f64 {
        match self {
            Self::Wide => 19.0,
            Self::Narrow => 15.0,
        }
    }

    /// The margin on both sides.
    pub(super) const fn margin(self) -> f64 {
        match self {
            Self::Wide => 18.0,
            Self::Narrow => 6.0,
        }
    }

    /// Where the plot may begin and end.
    pub(super) fn across(self) -> (f64, f64) {
        (self.margin(), f64::from(self.units()) - self.margin())
    }
}

/// How wide a text may come out at most.
pub(super) fn room(text: &str, size: f64) -> f64 {
    (text_width(text, size) * WIDER).ceil()
}

/// Starts a picture with its title, if it has one; tells where what follows begins.
pub(super) fn begin(title: &str, width: Width) -> (Picture, f64) {
    let mut picture = Picture::new(width.units(), 0);
    if title.is_empty() {
        return (picture, 4.0);
    }
    let bottom = paragraph(&mut picture, title, 18.0, width.title(), Ink::Text, width);
    (picture, bottom + 8.0)
}

/// Ends it with what identifies the run.
pub(super) fn end(mut picture: Picture, bottom: f64, identity: &str, width: Width) -> Picture {
    let size = width.tick() - 1.0;
    let bottom = paragraph(&mut picture, identity, bottom + 14.0, size, Ink::Muted, width);
    picture.height = whole(bottom + 4.0);
    picture
}

#[expect(clippy::cast_sign_loss, reason = "a height")]
fn whole(units: f64) -> u32 {
    units.ceil() as u32
}

/// A few things, as a number to measure with.
pub(super) fn count(things: usize) -> f64 {
    u32::try_from(things).map_or(f64::INFINITY, f64::from)
}

/// Text over the whole width, broken where it must; tells where what follows begins.
pub(super) fn paragraph(
    picture: &mut Picture,
    text: &str,
    top: f64,
    size: f64,
    ink: Ink,
    width: Width,
) -> f64 {
    let (left, right) = width.across();
    let mut at = top;
    for line in broken(text, size, right - left) {
        picture.text(line, (left, at), Anchor::Start, size, ink);
        at += size * 1.3;
    }
    at
}

/// A text in lines that are no wider than they may be.
pub(super) fn broken(text: &str, size: f64, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if room(&format!("{line} {word}"), size) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Moves places apart that would lie over each other, each no more than it must, between a top and a bottom. They
/// come back in their order.
pub(super) fn apart(places: &[f64], step: f64, (top, bottom): (f64, f64)) -> Vec<f64> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by(|&a, &b| places[a].total_cmp(&places[b]));
    let mut moved = places.to_vec();
    let mut free = top;
    for &at in &order {
        moved[at] = moved[at].max(free);
        free = moved[at] + step;
    }
    let mut free = bottom;
    for &at in order.iter().rev() {
        moved[at] = moved[at].min(free);
        free = moved[at] - step;
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::apart;

    #[test]
    fn places_keep_apart_and_inside() {
        assert_eq!(apart(&[10.0, 50.0], 5.0, (0.0, 100.0)), [10.0, 50.0]);
        assert_eq!(apart(&[10.0, 10.0, 11.0], 5.0, (0.0, 100.0)), [10.0, 15.0, 20.0]);
        assert_eq!(apart(&[99.0, 98.0], 5.0, (0.0, 100.0)), [100.0, 95.0]);
    }
}
