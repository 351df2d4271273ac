//! What to choose, before anything else.

use super::block::{Block, Table};
use crate::band::{Band, median};
use crate::charts::{cap_met, cap_met_ranged};
use crate::measure::collisions::Draw;
use crate::measure::recordings::Item;
use crate::measure::writes::{Design, SIBLINGS_MAX, Where};
use crate::rows::Rows;
use crate::schemes::Scheme;
use crate::text::{hundredths, listed, percent, span, tenths, thousands};
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
        Block::Text(
            "What the names stand for is told under [The schemes](#the-schemes); a cap is the length at which a key is refused."
                .into(),
        ),
        Block::Table(Table::of(&["for", "choose", "because"], vec![outline(rows), board(rows), text(rows)])),
        Block::Text(format!("What to leave alone, if keys are to stay within {KEY_BYTES_MAX} bytes and in order:")),
        Block::List(avoid(rows)),
    ]
}

/// The longest keys of the recordings, over them: medians of the seeds.
fn longest(rows: &Rows, item: Item) -> Option<Band> {
    over_recordings(rows, |name| Band::of(rows.recorded_of(name, OURS, item).map(|row| row.longest)).p50)
}

fn over_recordings(rows: &Rows, of: impl Fn(&str) -> u32) -> Option<Band> {
    let names = rows.recordings();
    (!names.is_empty()).then(|| Band::of(names.into_iter().map(of)))
}

/// Keys until the cap from the worst side of a gap, median of the seeds.
fn worst_gap(rows: &Rows, scheme: Scheme) -> String {
    thousands(Band::of(Workload::GAPS.map(|gap| rows.keys(scheme, gap).p50)).min)
}

fn outline(rows: &Rows) -> Vec<String> {
    let inserts = Workload::Append.operations_max();
    let appended = rows.growth_at(OURS, Workload::Append, inserts).map_or(0, |row| row.max);
    let lines = longest(rows, Item::PastedLine).zip(longest(rows, Item::Line));
    let lines = lines.map_or(String::new(), |(at_once, by_row)| {
        format!(
            "; {} recordings of real editing, held line by line, end with longest keys of {} bytes where pasted lines are keyed \
             at once, and of {} where they are keyed row by row",
            rows.recordings().len(),
            at_once.reach(),
            by_row.reach(),
        )
    });
    let rekeyed = rows.writes.iter().rev().find(|row| {
        (row.design, row.place, row.siblings) == (Design::RekeyedKeys, Where::OneGap, SIBLINGS_MAX)
    });
    let rekeyed = rekeyed.map_or(String::new(), |row| hundredths(row.centirecords));
    vec![
        "an **outline**".into(),
        "**integer part and middle half** (ours), keys made by the server, `between_n` for pastes and imports, re-keying \
         at 64 bytes as a net"
            .into(),
        format!(
            "{} appends end at {appended} bytes{lines}; somebody who inserts at one spot for ever gets {} keys before the \
             cap. With the net they never get there, and pay: among {} siblings, all at that spot, {rekeyed} records are \
             written for each insert instead of 1",
            thousands(inserts),
            worst_gap(rows, OURS),
            thousands(SIBLINGS_MAX),
        ),
    ]
}

fn board(rows: &Rows) -> Vec<String> {
    let moved = rows.growth_at(OURS, Workload::Moves, 10_000);
    let mean = moved.map_or(String::new(), |row| tenths(row.bytes, MOVED_ITEMS.into()));
    let ten = rows.meetings.iter().find(|row| row.writers == 10).map_or(0, |row| row.index_ppm);
    let equal = |draw| {
        let two = rows.collisions_of(draw).find(|row| row.writers == 2);
        two.map_or(String::new(), |row| percent(row.share_ppm))
    };
    vec![
        "a **board**".into(),
        "**the same**; Greenspan's or the exact midpoint do nearly as well if one server makes all keys"
            .into(),
        format!(
            "10,000 moves of random cards among {} leave keys of {mean} bytes on average, and two people never write the \
             same record unless they move the same card; on an index record ten people already meet in {} of edits. The \
             others give fewer keys to somebody who stays at one spot, judged by the worst side ({} with ours, {} with the \
             exact midpoint and {} with Greenspan's), and where two people make keys for one place themselves, theirs are \
             always equal ({} of cases in a fresh gap, {} with ours)",
            thousands(MOVED_ITEMS),
            percent(ten),
            worst_gap(rows, OURS),
            worst_gap(rows, Scheme::ExactMidpoint),
            worst_gap(rows, Scheme::Greenspan),
            equal(Draw::Nothing),
            equal(Draw::MiddleHalf),
        ),
    ]
}

fn text(rows: &Rows) -> Vec<String> {
    vec![
        "**text**, a character each".into(),
        "**none of these**: a record for each paragraph, ordered by key, and a text CRDT inside it".into(),
        format!(
            "{}; two people who type into one gap find their letters mixed under every scheme here, unless a server places them",
            typed(rows),
        ),
    ]
}

/// What typing character by character comes to.
fn typed(rows: &Rows) -> String {
    let names = rows.recordings();
    let met: Vec<_> = names.iter().filter_map(|name| cap_met_ranged(rows, name, Item::Character)).collect();
    let (Some(least), Some(most)) =
        (met.iter().map(|(_, seeds)| *seeds.start()).min(), met.iter().map(|(_, seeds)| *seeds.end()).max())
    else {
        let gap = rows.keys(OURS, Workload::GapUpper).p50;
        return format!("typing in the middle is one gap, which is full after {} characters", thousands(gap));
    };
    let at_once = names.iter().filter(|name| cap_met(rows, name, Item::Paste).is_some()).count();
    let longest = longest(rows, Item::Paste).map_or(String::new(), |band| band.reach());
    let average = |name: &str| {
        let rows = rows.recorded_of(name, OURS, Item::Paste);
        median(rows.map(|row| row.bytes * 100 / u64::from(row.keys.max(1)))) as u32
    };
    let average = over_recordings(rows, average)
        .map_or(String::new(), |band| format!("{} to {}", hundredths(band.min), hundredths(band.max)));
    format!(
        "with every character keyed one by one, pasted ones too, {} of {} recordings meet the cap, after {} keystrokes by \
         seed and recording; with pastes keyed at once by `between_n` {} and the longest keys are {longest} bytes, but a \
         character still carries a key of {average} bytes on average",
        met.len(),
        names.len(),
        span(least, most),
        match at_once {
            0 => "none does,".to_owned(),
            count => format!("{count} do,"),
        },
    )
}

fn avoid(rows: &Rows) -> Vec<String> {
    let keys = |scheme: Scheme, workload: Workload| thousands(rows.keys(scheme, workload).p50);
    let no_integer = [Scheme::JitteredFraction, Scheme::PlainFraction, Scheme::Base95Fraction]
        .map(|scheme| format!("{} ({})", scheme.name(), keys(scheme, Workload::Append)));
    let worst = rows.trials_of(Scheme::RandomSuffix, Workload::Random).max_by_key(|trial| trial.wrong);
    let (wrong, results) = worst.map_or((0, 0), |trial| (trial.wrong, trial.wrong + trial.keys));
    vec![
        format!("**Fractions without an integer part**: appends alone meet the cap, {}.", listed(&no_integer)),
        format!(
            "**Floats**: {} inserts into one gap, then an endpoint is returned as if it were a key.",
            keys(Scheme::FloatMidpoint, Workload::GapLower),
        ),
        format!(
            "**Random digits glued on unchecked**: at random places {} of the {} results of the worst seed lay beyond \
             their upper neighbour, each asked for again. A replica's suffix that is checked never does, but is paid for at every level.",
            thousands(wrong),
            thousands(results),
        ),
        "**Integer positions**: an insert rewrites others, and a renumbering that stops on the way leaves a list that is \
         wrong for every reader."
            .into(),
        "**An index record**: every insert rewrites all references, and all writers meet on it.".into(),
    ]
}
