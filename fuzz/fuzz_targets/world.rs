//! A small scenario and the fate of each of its messages: whatever happens, every law holds and all comes to rest.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sim::fuzz::world(data));
