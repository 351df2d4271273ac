//! Tables about recordings, their credit, and the one place where two people met.

use super::block::{Block, Table, plain};
use crate::band::{Band, median};
use crate::measure::recordings::{Item, Recorded, SCHEMES};
use crate::rows::Rows;
use crate::schemes::Scheme;
use crate::text::{hundredths, ranged, thousands};

const CREDIT: &str = "The recordings are from the public collection [josephg/editing-traces](https://github.com/josephg/\
                      editing-traces), under CC BY 4.0: rustcode, sveltecomponent, friendsforever and clownschool by Joseph \
                      Gentle and co-authors, json-crdt-blog-post by Vadim Dalecky, JSON Joy. The files are not part of this \
                      project; what is shown is made from them.";

pub(super) fn blocks(rows: &Rows) -> Vec<Block> {
    if rows.recorded.is_empty() {
        return vec![Block::Text("No recordings were at hand for this run.".into())];
    }
    vec![
        Block::Text(
            "By recording and item, with the middle half: medians of the seeds, and their range where they differ. The cap \
             is met at that keystroke, or not at all; averages are of the keys that are left at the end, or where the cap \
             was met."
                .into(),
        ),
        Block::Table(Table::of(
            &["recording", "item", ">keystrokes", ">cap met at", ">longest", ">average", ">stored"],
            rows.recordings().into_iter().flat_map(|name| Item::ALL.map(|item| line(rows, name, item))).collect(),
        )),
        Block::Text("The same by scheme, each character a record: the keystroke at which the cap is met, or the longest key.".into()),
        Block::Table(by_scheme(rows)),
        Block::Text(CREDIT.into()),
    ]
}

fn line(rows: &Rows, name: &str, item: Item) -> Vec<String> {
    let of = |what: fn(&Recorded) -> u64| {
        median(rows.recorded_of(name, Scheme::MiddleHalf, item).map(what)) as u32
    };
    let keystrokes = of(|row| row.keystrokes.into());
    let longest = Band::of(rows.recorded_of(name, Scheme::MiddleHalf, item).map(|row| row.longest));
    vec![
        plain(name),
        item.name().into(),
        thousands(keystrokes),
        cap(rows, name, Scheme::MiddleHalf, item).unwrap_or_else(|| "not met".into()),
        ranged(longest.p50, longest.min, longest.max),
        hundredths(of(|row| row.bytes * 100 / u64::from(row.keys.max(1)))),
        hundredths(of(|row| row.packed * 100 / u64::from(row.keys.max(1)))),
    ]
}

/// Where the cap was met, if it was; with how many seeds, if not with all.
fn cap(rows: &Rows, name: &str, scheme: Scheme, item: Item) -> Option<String> {
    let seeds = rows.recorded_of(name, scheme, item).count();
    let met: Vec<u32> = rows.recorded_of(name, scheme, item).filter_map(|row| row.cap_met_at).collect();
    let (least, most) = (met.iter().copied().min()?, met.iter().copied().max()?);
    let middle = median(met.iter().map(|&at| at.into())) as u32;
    let share = if met.len() == seeds { String::new() } else { format!(", {} of {seeds} seeds", met.len()) };
    Some(ranged(middle, least, most) + &share)
}

fn by_scheme(rows: &Rows) -> Table {
    let names = rows.recordings();
    let head: Vec<String> = std::iter::once("scheme".to_owned())
        .chain(names.iter().map(|name| format!(">{}", plain(name))))
        .collect();
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let longest = |name: &str, scheme| {
        let longest = rows.recorded_of(name, scheme, Item::Character).map(|row| row.longest);
        format!("{} bytes", Band::of(longest).p50)
    };
    let cell = |name: &str, scheme| {
        let met = cap(rows, name, scheme, Item::Character);
        met.map_or_else(|| longest(name, scheme), |met| format!("**{met}**"))
    };
    let line = |scheme: Scheme| {
        std::iter::once(scheme.name().to_owned()).chain(names.iter().map(|name| cell(name, scheme))).collect()
    };
    Table::of(&head, SCHEMES.map(line).into())
}

/// Where the words of two people came out interleaved.
pub(super) fn people(rows: &Rows) -> Vec<Block> {
    let mut blocks = Vec::new();
    let met: Vec<_> = rows.met.iter().filter(|met| met.at.is_some()).collect();
    let names: Vec<String> = rows.met.iter().map(|met| plain(&met.recording)).collect();
    if names.is_empty() {
        return blocks;
    }
    blocks.push(Block::Text(format!(
        "It happens to real people too. In the recordings of several people ({}), typed again in the simulator by clients \
         that each make their own keys, there is {} where two typed into one gap at the same moment:",
        names.join(", "),
        match met.len() {
            0 => "no place".to_owned(),
            1 => "one place".to_owned(),
            count => format!("{count} places"),
        },
    )));
    let whole = !met.is_empty() && met.iter().all(|met| met.whole_by_server);
    for place in met {
        let at = place.at.unwrap_or_default();
        let before: String = tail(&place.before, AROUND);
        let after: String = place.after.chars().take(AROUND).collect();
        blocks.push(Block::Lines(vec![
            format!("{}, from character {} on", place.recording, thousands(at)),
            format!("recorded {before}[{}]{after}", place.recorded),
            format!("by keys  {before}[{}]{after}", place.met),
        ]));
    }
    if whole {
        let text = "Through the server, which places one insert after the other, the same recording comes out whole.";
        blocks.push(Block::Text(text.into()));
    }
    blocks
}

/// Characters shown on each side of the place, so that it is seen on a phone.
const AROUND: usize = 12;

/// The last characters of a text.
fn tail(text: &str, count: usize) -> String {
    text.chars().skip(text.chars().count().saturating_sub(count)).collect()
}
