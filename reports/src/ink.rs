//! The colours: told apart by lightness alone, in grey, and by whoever sees fewer hues; lines differ in their
//! dashes besides, and every line has its name beside it. Each has a shade for light and one for dark pages.

use crate::picture::Dashes;
use crate::schemes::Scheme;

/// A colour by its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// What is read.
    Text,
    /// What is read second.
    Muted,
    /// The lines of a grid.
    Grid,
    /// The page.
    Ground,
    /// The darkest: ours.
    Blue,
    /// Dark and warm.
    Brick,
    /// Red, lighter.
    Plum,
    /// Green.
    Moss,
    /// In the middle.
    Teal,
    /// Without a hue.
    Slate,
    /// Warm, above the middle.
    Amber,
    /// Red and light.
    Rose,
    /// Cold and light.
    Sky,
    /// The lightest.
    Sand,
}

/// Red, green and blue.
pub type Rgb = [u8; 3];

impl Ink {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Text,
        Self::Muted,
        Self::Grid,
        Self::Ground,
        Self::Blue,
        Self::Brick,
        Self::Plum,
        Self::Moss,
        Self::Teal,
        Self::Slate,
        Self::Amber,
        Self::Rose,
        Self::Sky,
        Self::Sand,
    ];

    /// Those of what is measured, from the darkest on a light page to the lightest.
    pub const SERIES: [Self; 10] = [
        Self::Blue,
        Self::Brick,
        Self::Plum,
        Self::Moss,
        Self::Teal,
        Self::Slate,
        Self::Amber,
        Self::Rose,
        Self::Sky,
        Self::Sand,
    ];

    /// Its name in style sheets.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Muted => "muted",
            Self::Grid => "grid",
            Self::Ground => "ground",
            Self::Blue => "blue",
            Self::Brick => "brick",
            Self::Plum => "plum",
            Self::Moss => "moss",
            Self::Teal => "teal",
            Self::Slate => "slate",
            Self::Amber => "amber",
            Self::Rose => "rose",
            Self::Sky => "sky",
            Self::Sand => "sand",
        }
    }

    /// On a light page, for lines.
    pub const fn light(self) -> Rgb {
        match self {
            Self::Text => [0x1f, 0x23, 0x28],
            Self::Muted => [0x59, 0x63, 0x6e],
            Self::Grid => [0xe3, 0xe6, 0xea],
            Self::Ground => [0xff, 0xff, 0xff],
            Self::Blue => [0x03, 0x27, 0x61],
            Self::Brick => [0x6c, 0x1d, 0x0f],
            Self::Plum => [0x89, 0x24, 0x63],
            Self::Moss => [0x3d, 0x69, 0x21],
            Self::Teal => [0x0c, 0x7d, 0x73],
            Self::Slate => [0x76, 0x7f, 0x8c],
            Self::Amber => [0xd1, 0x7c, 0x0a],
            Self::Rose => [0xf4, 0x7a, 0x93],
            Self::Sky => [0x59, 0xb5, 0xf9],
            Self::Sand => [0xd6, 0xb9, 0x67],
        }
    }

    /// The same for letters, which need more contrast than lines.
    pub const fn light_letters(self) -> Rgb {
        match self {
            Self::Teal => [0x04, 0x75, 0x6b],
            Self::Slate => [0x60, 0x69, 0x75],
            Self::Amber => [0x99, 0x59, 0x02],
            Self::Rose => [0xb3, 0x3f, 0x5c],
            Self::Sky => [0x05, 0x6e, 0xa3],
            Self::Sand => [0x7c, 0x66, 0x16],
            _ => self.light(),
        }
    }

    /// On a dark page, for lines and letters.
    pub const fn dark(self) -> Rgb {
        match self {
            Self::Text => [0xe6, 0xea, 0xef],
            Self::Muted => [0xa3, 0xad, 0xb8],
            Self::Grid => [0x32, 0x38, 0x40],
            Self::Ground => [0x14, 0x17, 0x1b],
            Self::Blue => [0xe2, 0xe3, 0xfe],
            Self::Brick => [0xfe, 0xd0, 0xc3],
            Self::Plum => [0xff, 0xbb, 0xdf],
            Self::Moss => [0xa3, 0xd0, 0x81],
            Self::Teal => [0x56, 0xca, 0xbc],
            Self::Slate => [0xa3, 0xad, 0xba],
            Self::Amber => [0xe5, 0x8c, 0x22],
            Self::Rose => [0xe9, 0x70, 0x89],
            Self::Sky => [0x27, 0x93, 0xd4],
            Self::Sand => [0x98, 0x80, 0x30],
        }
    }
}

/// How a line looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pen {
    /// Its colour.
    pub ink: Ink,
    /// Its breaks.
    pub dashes: Dashes,
    /// Its width.
    pub width: f64,
}

impl Pen {
    /// An unbroken line.
    pub const fn solid(ink: Ink) -> Self {
        Self { ink, dashes: &[], width: 2.0 }
    }

    /// A line of long dashes.
    pub const fn dashed(ink: Ink) -> Self {
        Self { ink, dashes: &[9.0, 4.0], width: 2.0 }
    }

    /// A line of points.
    pub const fn dotted(ink: Ink) -> Self {
        Self { ink, dashes: &[2.0, 4.0], width: 2.0 }
    }

    /// A line that stands for a bound and not for a scheme: the least that is possible at all.
    pub const fn bound() -> Self {
        Self { ink: Ink::Text, dashes: &[5.0, 4.0], width: 1.25 }
    }

    /// The same for what somebody can force.
    pub const fn forced() -> Self {
        Self { ink: Ink::Muted, dashes: &[1.5, 3.0], width: 1.5 }
    }
}

/// How the lines of a scheme look, in every picture. No two share an ink.
pub const fn pen(scheme: Scheme) -> Pen {
    match scheme {
        Scheme::MiddleHalf => Pen { width: 3.0, ..Pen::solid(Ink::Blue) },
        Scheme::ExactMidpoint => Pen::solid(Ink::Teal),
        Scheme::FullWidth => Pen::solid(Ink::Amber),
        Scheme::Greenspan => Pen::dashed(Ink::Plum),
        Scheme::PlainFraction => Pen::solid(Ink::Slate),
        Scheme::Base95Fraction => Pen::dashed(Ink::Sky),
        Scheme::JitteredFraction => Pen::dotted(Ink::Moss),
        Scheme::ReplicaSuffix => Pen::dotted(Ink::Brick),
        Scheme::RandomSuffix => Pen::dotted(Ink::Rose),
        Scheme::FloatMidpoint => Pen::dashed(Ink::Sand),
    }
}

#[cfg(test)]
mod tests {
    use super::{Ink, Rgb, pen};
    use crate::schemes::Scheme;

    /// How light a colour is, from 0 to 100: what is left of it in grey.
    fn lightness(colour: Rgb) -> f64 {
        let linear = colour.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        let luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
        116.0 * luminance.cbrt() - 16.0
    }

    #[test]
    fn in_grey_each_ink_is_another_step() {
        for shades in [Ink::light as fn(Ink) -> Rgb, Ink::dark] {
            for pair in Ink::SERIES.windows(2) {
                let step = (lightness(shades(pair[0])) - lightness(shades(pair[1]))).abs();
                assert!(step >= 3.5, "{pair:?} are {step} apart");
            }
            let lightness = Ink::SERIES.map(|ink| lightness(shades(ink)));
            assert!(lightness.is_sorted() || lightness.iter().rev().is_sorted(), "{lightness:?}");
        }
    }

    #[test]
    fn letters_can_be_read() {
        let contrast = |letters: Rgb, ground: Rgb| {
            let of = |colour| ((lightness(colour) + 16.0) / 116.0).powi(3) + 0.05;
            of(letters).max(of(ground)) / of(letters).min(of(ground))
        };
        for ink in Ink::SERIES.into_iter().chain([Ink::Text, Ink::Muted]) {
            let light = contrast(ink.light_letters(), Ink::Ground.light());
            let dark = contrast(ink.dark(), Ink::Ground.dark());
            assert!(light >= 4.5 && dark >= 4.5, "{ink:?}: {light} and {dark}");
        }
    }

    #[test]
    fn no_two_schemes_share_an_ink() {
        let mut inks = Scheme::ALL.map(|scheme| pen(scheme).ink.class());
        inks.sort_unstable();
        assert!(inks.windows(2).all(|pair| pair[0] != pair[1]), "{inks:?}");
    }
}
