//! A deterministic simulator of clients, a server, a lossy firehose and its readers.

pub mod conform;
pub mod model;
