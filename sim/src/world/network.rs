//! The network: how often a message arrives, and when.

use crate::chance::Draws;
use crate::scenario::{Span, Weather};

/// The times after which the copies of a message arrive: none if it is lost, two if it is repeated.
pub fn arrivals(weather: Weather, draws: &mut Draws<'_>) -> impl Iterator<Item = u64> {
    let copies = match (draws.happens(weather.loss_ppm), draws.happens(weather.repeat_ppm)) {
        (true, _) => 0,
        (false, false) => 1,
        (false, true) => 2,
    };
    let delays = [delay(weather.delay_us, draws), delay(weather.delay_us, draws)];
    delays.into_iter().take(copies)
}

/// How long a message or a step takes.
pub fn delay(span: Span, draws: &mut Draws<'_>) -> u64 {
    draws.within(span.min_us, span.max_us)
}
