//! Any bytes as a key: parsing agrees with the model, and a key reads back as itself.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sim::model::probe::parse(data));
