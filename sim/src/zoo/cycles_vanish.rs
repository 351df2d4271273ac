//! A page that draws a tree from its root.

use super::Variant;
use crate::world::Parts;
use crate::world::record::Names;
use crate::world::view::{Entry, Group, OutlinePage};

/// The variant.
pub const VARIANT: Variant = Variant {
    name: "cycles vanish",
    story: "the page is drawn from the root and from records whose parent is missing; a cycle has neither",
    laws: &["renders all"],
    parts: || Parts { render, ..Parts::default() },
};

fn render(groups: &[Group], names: &Names) -> OutlinePage {
    let mut in_cycle = false;
    let mut page = OutlinePage::render(groups, names);
    page.lines.retain(|line| {
        if line.depth == 0 {
            in_cycle = line.entry == Entry::Cycle;
        }
        !in_cycle
    });
    page
}
