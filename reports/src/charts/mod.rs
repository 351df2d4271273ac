//! From rows to pictures: one file for each subject, and the sentence that says what to see in it.

mod layout;
mod plot;
mod rows;

mod collisions;
mod crowd;
mod editing;
mod ends;
mod gap;
mod imports;
mod interleaving;
mod published;
mod random;
mod writes;

pub use crowd::equal_ppm;
pub use editing::{met as cap_met, met_ranged as cap_met_ranged};
pub use layout::Width;

use crate::picture::Picture;
use crate::rows::Rows;
use plot::Plot;
use rows::Bands;

/// A picture with what it needs on a page.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The name of its files.
    pub name: &'static str,
    /// Its heading.
    pub title: String,
    /// What to see, every number from the rows.
    pub says: String,
    /// Whether it is the one before once more over other axes, and so folded away where a page can fold.
    pub is_twin: bool,
    /// The picture that stands alone, with its title.
    pub alone: Picture,
    /// The same below a heading, for a page as wide as a book's.
    pub wide: Picture,
    /// The same for a phone.
    pub narrow: Picture,
}

/// What is drawn.
enum Body {
    Plot(Plot),
    Bands(Bands),
}

/// A chart before it is laid out.
struct Draft {
    name: &'static str,
    title: String,
    says: String,
    is_twin: bool,
    body: Body,
}

/// All charts, in the order of the page. One about recordings is left out where there are none.
pub fn charts(rows: &Rows) -> Vec<Chart> {
    let identity = rows.identity();
    drafts(rows).into_iter().map(|draft| draft.laid_out(&identity)).collect()
}

fn drafts(rows: &Rows) -> Vec<Draft> {
    let drafts = [
        Some(ends::chart(rows)),
        Some(ends::linear(rows)),
        Some(random::chart(rows)),
        Some(random::linear(rows)),
        Some(gap::growth(rows)),
        Some(gap::logarithmic(rows)),
        Some(gap::cap(rows)),
        editing::chart(rows),
        editing::linear(rows),
        Some(imports::chart(rows)),
        Some(collisions::chart(rows)),
        Some(collisions::cost(rows)),
        Some(crowd::chart(rows)),
        Some(interleaving::chart(rows)),
        Some(writes::chart(rows)),
        Some(writes::halfway(rows)),
        Some(writes::meetings(rows)),
        Some(published::chart(rows)),
    ];
    drafts.into_iter().flatten().collect()
}

impl Draft {
    fn laid_out(self, identity: &str) -> Chart {
        let Self { name, title, says, is_twin, body } = self;
        let picture = |title: &str, width| match &body {
            Body::Plot(plot) => plot.picture(title, identity, width),
            Body::Bands(bands) => bands.picture(title, identity, width),
        };
        let alone = picture(&title, Width::Wide);
        let (wide, narrow) = (picture("", Width::Wide), picture("", Width::Narrow));
        Chart { name, title, says, is_twin, alone, wide, narrow }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn no_two_lines_of_a_panel_share_an_ink() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
        for draft in drafts(&Rows::read(&directory).expect("committed rows")) {
            let Body::Plot(plot) = draft.body else { continue };
            for panel in plot.panels {
                let mut inks: Vec<&str> = panel.lines.iter().map(|line| line.pen.ink.class()).collect();
                inks.sort_unstable();
                assert!(inks.windows(2).all(|pair| pair[0] != pair[1]), "{}: {inks:?}", draft.name);
            }
        }
    }
}
