//! Tells people what happens: whose deed an event is, and what things are called in a line of text.
//!
//! The log and the picture both tell by it, so that one can be read beside the other.

mod actor;
mod heard;
mod name;
mod say;

pub use actor::{Actor, Lanes};
pub use heard::{Course, Heard};
pub use name::{Group, logged, served, short_did, short_key, short_node, short_rev};
pub use say::{changes, say};
