//! The command `sim`.
fn main() {}
