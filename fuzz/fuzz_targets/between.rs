//! Bounds, a cap and draws: every key made, one after the other or many at once, is one the model allows.
#![no_main]

use sim::model::input::BetweenInput;

libfuzzer_sys::fuzz_target!(|input: BetweenInput| sim::model::probe::between(input));
