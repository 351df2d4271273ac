//! Whether our figure agrees with the published one.

use super::Kind;
use crate::band::Band;
use std::fmt;

/// Whether ours agrees with what was published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every seed gives the published figure.
    Equal,
    /// Some seed gives something else than the one right count.
    Differs,
    /// The published run lies among our seeds.
    InsideOurs,
    /// The published run is below all our seeds.
    BelowOurs,
    /// The published run is above all our seeds.
    AboveOurs,
    /// Our median lies in the published span, or near what was published as approximate.
    MedianInside,
    /// Our median is below the published span.
    MedianBelow,
    /// Our median is above the published span.
    MedianAbove,
    /// It happens with every seed.
    Happens,
    /// With some seed it does not happen.
    HappensNot,
    /// Not comparable across machines.
    OtherMachine,
}

impl Verdict {
    /// Compares a published number, or span, with ours.
    pub(super) const fn of(kind: Kind, least: u32, most: u32, ours: &Band) -> Self {
        match kind {
            Kind::Exact | Kind::OneRun if ours.min == least && ours.max == least => Self::Equal,
            Kind::Exact | Kind::Text => Self::Differs,
            Kind::OneRun if least < ours.min => Self::BelowOurs,
            Kind::OneRun if least > ours.max => Self::AboveOurs,
            Kind::OneRun => Self::InsideOurs,
            Kind::About => {
                let slack = least.div_ceil(20);
                Self::of(Kind::Span, least - slack, most + slack, ours)
            }
            Kind::Span if ours.p50 < least => Self::MedianBelow,
            Kind::Span if ours.p50 > most => Self::MedianAbove,
            Kind::Span => Self::MedianInside,
            Kind::Some if ours.min > 0 => Self::Happens,
            Kind::Some => Self::HappensNot,
            Kind::Timing => Self::OtherMachine,
        }
    }

    /// Whether the figure is reproduced.
    pub const fn reproduced(self) -> bool {
        matches!(self, Self::Equal | Self::InsideOurs | Self::MedianInside | Self::Happens)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Equal => "equal",
            Self::Differs => "differs",
            Self::InsideOurs => "inside our range",
            Self::BelowOurs => "below our range",
            Self::AboveOurs => "above our range",
            Self::MedianInside => "our median agrees",
            Self::MedianBelow => "our median is below",
            Self::MedianAbove => "our median is above",
            Self::Happens => "with every seed",
            Self::HappensNot => "not with every seed",
            Self::OtherMachine => "another machine",
        })
    }
}
