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
    /// In the middle.
    Teal,
    /// The lightest warm one.
    Amber,
    /// Dark and warm.
    Plum,
    /// The lightest cold one.
    Sky,
    /// Without a hue.
    Slate,
}

/// Red, green and blue.
pub type Rgb = [u8; 3];

impl Ink {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Text,
        Self::Muted,
        Self::Grid,
        Self::Ground,
        Self::Blue,
        Self::Teal,
        Self::Amber,
        Self::Plum,
        Self::Sky,
        Self::Slate,
    ];

    /// Its name in style sheets.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Muted => "muted",
            Self::Grid => "grid",
            Self::Ground => "ground",
            Self::Blue => "blue",
            Self::Teal => "teal",
            Self::Amber => "amber",
            Self::Plum => "plum",
            Self::Sky => "sky",
            Self::Slate => "slate",
        }
    }

    /// On a light page, for lines.
    pub const fn light(self) -> Rgb {
        match self {
            Self::Text => [0x1f, 0x23, 0x28],
            Self::Muted => [0x59, 0x63, 0x6e],
            Self::Grid => [0xe3, 0xe6, 0xea],
            Self::Ground => [0xff, 0xff, 0xff],
            Self::Blue => [0x1b, 0x2a, 0x66],
            Self::Teal => [0x16, 0x87, 0x76],
            Self::Amber => [0xd9, 0x8a, 0x00],
            Self::Plum => [0x8c, 0x2d, 0x6e],
            Self::Sky => [0x5a, 0xa9, 0xe6],
            Self::Slate => [0x7a, 0x82, 0x8c],
        }
    }

    /// The same for letters, which need more contrast than lines.
    pub const fn light_letters(self) -> Rgb {
        match self {
            Self::Teal => [0x10, 0x6e, 0x60],
            Self::Amber => [0x8f, 0x57, 0x00],
            Self::Sky => [0x1d, 0x67, 0xa5],
            Self::Slate => [0x5b, 0x63, 0x6d],
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
            Self::Blue => [0xc2, 0xd0, 0xff],
            Self::Teal => [0x3f, 0xc7, 0xb0],
            Self::Amber => [0xe0, 0x96, 0x1e],
            Self::Plum => [0xe5, 0x8b, 0xd0],
            Self::Sky => [0x5f, 0xa6, 0xdc],
            Self::Slate => [0x9a, 0xa3, 0xad],
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

    /// A line that stands for a bound and not for a scheme.
    pub const fn bound() -> Self {
        Self { ink: Ink::Text, dashes: &[5.0, 4.0], width: 1.25 }
    }
}

/// How the lines of a scheme look, in every picture.
pub const fn pen(scheme: Scheme) -> Pen {
    match scheme {
        Scheme::MiddleHalf => Pen { width: 3.0, ..Pen::solid(Ink::Blue) },
        Scheme::ExactMidpoint => Pen::solid(Ink::Teal),
        Scheme::FullWidth => Pen::solid(Ink::Amber),
        Scheme::Greenspan => Pen::dashed(Ink::Plum),
        Scheme::PlainFraction => Pen::solid(Ink::Slate),
        Scheme::Base95Fraction => Pen::dashed(Ink::Sky),
        Scheme::JitteredFraction => Pen::dotted(Ink::Blue),
        Scheme::ReplicaSuffix => Pen::dotted(Ink::Plum),
        Scheme::RandomSuffix => Pen::dotted(Ink::Amber),
        Scheme::FloatMidpoint => Pen::dashed(Ink::Slate),
    }
}
