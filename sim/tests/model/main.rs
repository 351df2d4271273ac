//! The model against itself, against broken generators, and the generator of `order-key` against the model.

mod answers;
mod numbers;
mod probes;

use arbitrary::{Arbitrary, Unstructured};
use order_key::Key;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use sim::model::input::BetweenInput;
use sim::model::number::FLOOR;

/// Inputs made of random bytes that each probe is tried on.
const RANDOM_INPUTS: u64 = 20_000;

fn text(key: Option<&Key>) -> Option<&str> {
    key.map(Key::as_str)
}

fn floor_and(fraction: &str) -> String {
    format!("{FLOOR}{fraction}")
}

fn between_input(bytes: &[u8]) -> BetweenInput {
    BetweenInput::arbitrary_take_rest(Unstructured::new(bytes)).expect("any bytes are an input")
}

fn for_random_inputs(mut visit: impl FnMut(BetweenInput)) {
    for seed in 0..RANDOM_INPUTS {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut bytes = vec![0; 16 + below(&mut rng, 100)];
        rng.fill_bytes(&mut bytes);
        visit(between_input(&bytes));
    }
}

fn below(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    rng.next_u32() as usize % bound
}
