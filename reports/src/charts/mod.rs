//! From rows to pictures: one file for each subject, and the sentence that says what to see in it.

mod layout;
mod plot;
mod rows;

mod collisions;
mod editing;
mod ends;
mod gap;
mod imports;
mod interleaving;
mod published;
mod random;
mod writes;

pub use editing::met as cap_met;
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
    body: Body,
}

/// All charts, in the order of the page. One about recordings is left out where there are none.
pub fn charts(rows: &Rows) -> Vec<Chart> {
    let identity = rows.identity();
    let drafts = [
        Some(ends::chart(rows)),
        Some(random::chart(rows)),
        Some(gap::growth(rows)),
        Some(gap::cap(rows)),
        editing::chart(rows),
        Some(imports::chart(rows)),
        Some(collisions::chart(rows)),
        Some(collisions::cost(rows)),
        Some(interleaving::chart(rows)),
        Some(writes::chart(rows)),
        Some(writes::halfway(rows)),
        Some(writes::meetings(rows)),
        Some(published::chart(rows)),
    ];
    drafts.into_iter().flatten().map(|draft| draft.laid_out(&identity)).collect()
}

impl Draft {
    fn laid_out(self, identity: &str) -> Chart {
        let Self { name, title, says, body } = self;
        let picture = |title: &str, width| match &body {
            Body::Plot(plot) => plot.picture(title, identity, width),
            Body::Bands(bands) => bands.picture(title, identity, width),
        };
        let alone = picture(&title, Width::Wide);
        let (wide, narrow) = (picture("", Width::Wide), picture("", Width::Narrow));
        Chart { name, title, says, alone, wide, narrow }
    }
}
