//! The network: how often a message arrives, and when.

use crate::chance::Draws;
use crate::scenario::{Span, Weather};

/// What can happen to a message besides being late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It never arrives.
    Lost,
    /// It arrives twice.
    Repeated,
}

/// What becomes of one message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The fault that struck it, if any.
    pub fault: Option<Fault>,
    delays_us: [u64; 2],
}

impl Passage {
    /// The passage of a message through this weather.
    pub fn draw(weather: Weather, draws: &mut Draws<'_>) -> Self {
        let fault = match (draws.happens(weather.loss_ppm), draws.happens(weather.repeat_ppm)) {
            (true, _) => Some(Fault::Lost),
            (false, true) => Some(Fault::Repeated),
            (false, false) => None,
        };
        Self { fault, delays_us: [delay(weather.delay_us, draws), delay(weather.delay_us, draws)] }
    }

    /// The same passage, but struck by this fault whatever was drawn.
    #[must_use]
    pub const fn struck(self, fault: Option<Fault>) -> Self {
        match fault {
            Some(_) => Self { fault, ..self },
            None => self,
        }
    }

    /// After how long its copies arrive.
    pub fn delays_us(&self) -> &[u64] {
        match self.fault {
            Some(Fault::Lost) => &[],
            None => &self.delays_us[..1],
            Some(Fault::Repeated) => &self.delays_us,
        }
    }
}

/// How long a message or a step takes.
pub fn delay(span: Span, draws: &mut Draws<'_>) -> u64 {
    draws.within(span.min_us, span.max_us)
}
