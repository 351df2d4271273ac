//! From a picture to its files: the only part that knows how files of pictures are made.

mod png;
mod svg;

pub use png::{png, text_width};
pub use svg::{escaped, style, svg, svg_inline};
