//! What to choose, before anything else.

use super::block::{Block, Table};
use crate::band::Band;
use crate::charts::cap_met;
use crate::measure::recordings::Item;
use crate::rows::Rows;
use crate::schemes::Scheme;
use crate::text::{listed, percent, span, tenths, thousands};
use crate::workload::{MOVED_ITEMS, Workload};
use order_key::KEY_BYTES_MAX;

const OURS: Scheme = Scheme::MiddleHalf;

pub(super) fn blocks(rows: &Rows) -> Vec<Block> {
    vec![
        Block::Text(
            "When every bullet, card or block is a record of its own, siblings are kept in order by a short text, the \
             order key, that is compared as bytes. A new key is made from its two neighbours alone, so an insert writes \
             one record and renumbers nothing. The price is length: this page says how much, under which scheme, and when \
             it is too much."
                .into(),
        ),
        Block::Heading("Which scheme to choose".into()),
        Block::Table(Table::of(&["for", "choose", "because"], vec![outline(rows), board(rows), text(rows)])),
        Block::Text(format!("What to leave alone, if keys are to stay within {KEY_BYTES_MAX} bytes and in order:")),
        Block::List(avoid(rows)),
    ]
}

/// The longest keys of the recordings, over them.
fn longest(rows: &Rows, item: Item) -> Option<Band> {
    let names = rows.recordings();
    let of = |name: &&str| Band::of(rows.recorded_of(name, OURS, item).map(|row| row.longest)).p50;
    (!names.is_empty()).then(|| Band::of(names.iter().map(of)))
}

fn outline(rows: &Rows) -> Vec<String> {
    let inserts = Workload::Append.operations_max();
    let appended = rows.growth_at(OURS, Workload::Append, inserts).map_or(0, |row| row.max);
    let lines = longest(rows, Item::PastedLine).map_or(String::new(), |band| {
        let (count, span) = (rows.recordings().len(), span(band.min, band.max));
        format!(
            "; {count} recordings of real editing, held line by line, end with longest keys of {span} bytes"
        )
    });
    let full = Band::of(Workload::GAPS.map(|gap| rows.keys(OURS, gap).p50)).min;
    vec![
        "an **outline**".into(),
        "**integer part and middle half** (ours), keys made by the server, `between_n` for pastes and imports, re-keying \
         at 64 bytes as a net"
            .into(),
        format!(
            "{} appends end at {appended} bytes{lines}; somebody who inserts at one spot for ever gets {} keys before the \
             cap",
            thousands(inserts),
            thousands(full),
        ),
    ]
}

fn board(rows: &Rows) -> Vec<String> {
    let moved = rows.growth_at(OURS, Workload::Moves, 10_000);
    let mean = moved.map_or(String::new(), |row| tenths(row.bytes, MOVED_ITEMS.into()));
    let ten = rows.meetings.iter().find(|row| row.writers == 10).map_or(0, |row| row.index_ppm);
    vec![
        "a **board**".into(),
        "**the same**; Greenspan's or the exact midpoint do as well if one server makes all keys".into(),
        format!(
            "10,000 moves of random cards among {} leave keys of {mean} bytes on average, and two people never write the \
             same record unless they move the same card; on an index record ten people already meet in {} of edits",
            thousands(MOVED_ITEMS),
            percent(ten),
        ),
    ]
}

fn text(rows: &Rows) -> Vec<String> {
    let names = rows.recordings();
    let met: Vec<u32> = names.iter().filter_map(|name| cap_met(rows, name, Item::Character)).collect();
    let capped = if met.is_empty() {
        let gap = rows.keys(OURS, Workload::GapUpper).p50;
        format!("typing in the middle is one gap, which is full after {} characters; ", thousands(gap))
    } else {
        let (count, all, span) = (met.len(), names.len(), spanning(&met));
        format!("{count} of {all} recordings meet the cap, after {span} keystrokes; ")
    };
    vec![
        "**text**, a character each".into(),
        "**none of these**: a record for each paragraph, ordered by key, and a text CRDT inside it".into(),
        format!(
            "{capped}two people who type into one gap find their letters mixed under every scheme here, unless a server places them"
        ),
    ]
}

fn spanning(values: &[u32]) -> String {
    span(values.iter().copied().min().unwrap_or_default(), values.iter().copied().max().unwrap_or_default())
}

fn avoid(rows: &Rows) -> Vec<String> {
    let keys = |scheme: Scheme, workload: Workload| thousands(rows.keys(scheme, workload).p50);
    let no_integer = [Scheme::JitteredFraction, Scheme::PlainFraction, Scheme::Base95Fraction]
        .map(|scheme| format!("{} ({})", scheme.name(), keys(scheme, Workload::Append)));
    let wrong: u32 =
        rows.trials_of(Scheme::RandomSuffix, Workload::Random).map(|trial| trial.wrong).max().unwrap_or(0);
    vec![
        format!("**Fractions without an integer part**: appends alone meet the cap, {}.", listed(&no_integer)),
        format!(
            "**Floats**: {} inserts into one gap, then an endpoint is returned as if it were a key.",
            keys(Scheme::FloatMidpoint, Workload::GapLower),
        ),
        format!(
            "**Random digits glued on unchecked**: at random places up to {} results of a seed lay beyond their upper \
             neighbour. A replica's suffix that is checked never does, but is paid for at every level.",
            thousands(wrong),
        ),
        "**Integer positions**: an insert rewrites others, and a renumbering that stops on the way leaves a list that is \
         wrong for every reader."
            .into(),
        "**An index record**: every insert rewrites all references, and all writers meet on it.".into(),
    ]
}
