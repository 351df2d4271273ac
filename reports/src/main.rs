//! The command `reports`.
fn main() {}
