//! What happened, in a few words.

use super::{short_did, short_key, short_node, short_rev};
use crate::chance::Link;
use crate::event::{Cause, Event};
use crate::world::intent::{Intent, Op, Place, Status};
use crate::world::network::Fault;
use crate::world::record::{Node, Rev, SortKey};
use crate::world::repository::{Beside, By, RecordOp};
use crate::world::server::Failure;
use crate::world::view::{Fate, Refusal};
use crate::world::{About, World};
use order_key::Key;

/// What happened, in a few words that leave out whose deed it is.
pub fn say(event: &Event, world: &World) -> String {
    match event {
        Event::Read { rows, .. } => format!("reads a page of {rows} rows"),
        Event::Intended { intent, .. } => format!("wants #{}: {}", intent.id, wish(intent, world)),
        Event::Sent { intent, resends, .. } => sent(intent, *resends, world),
        Event::Struck { link, message, fault } => struck(*link, *message, *fault),
        Event::Offline { is_offline: true, .. } => "is cut off".to_owned(),
        Event::Over { intent, status, .. } => format!("#{intent} is over: {}", status_in_words(*status)),
        Event::Resolved { intent, pair: None, .. } => format!("#{intent} has no place"),
        Event::Resolved { intent, pair: Some(pair), .. } => {
            let lower = pair.lower.map_or("the start".to_owned(), |node| short_node(node, world));
            let upper = pair.upper.map_or("the end".to_owned(), |node| short_node(node, world));
            format!("#{intent} between {lower} and {upper}")
        }
        Event::Retried { intent, failure, .. } => {
            let why = match failure {
                Failure::Stale => "the pair is stale",
                Failure::NotAscending => "no key lies between",
                Failure::Swapped => "the head has moved",
                Failure::Taken => "the key is taken",
            };
            format!("#{intent} once more: {why}")
        }
        Event::Exhausted { intent, bounds, .. } => {
            let key = |key: &Option<Key>, end: &str| {
                key.clone().map_or(end.to_owned(), |key| short_key(&SortKey::Key(key)))
            };
            let (lower, upper) = (key(&bounds.lower, "the start"), key(&bounds.upper, "the end"));
            format!("#{intent} is full: {lower} to {upper}")
        }
        Event::Replied { client, intent, status, .. } => {
            format!("tells c{client}: #{intent} {}", status_in_words(*status))
        }
        Event::Crashed { .. } | Event::ViewCrashed { .. } => "crashes".to_owned(),
        Event::Offline { .. } | Event::Recovered { .. } | Event::ViewRecovered { .. } => "is back".to_owned(),
        Event::Committed { seq } => committed(*seq, world),
        Event::Account { did, is_active } => shown(*is_active, &short_did(*did)),
        Event::Delivered { seq, fate, .. } => {
            let commit = world.repositories.commit(*seq);
            format!("hears {}: {}", short_rev(commit.did, commit.rev, world), fate_in_words(*fate))
        }
        Event::Announced { rev: Rev(0), .. } => "hears: no commit yet".to_owned(),
        Event::Announced { did, rev, fate, .. } => {
            let news = match fate {
                Fate::Applied | Fate::Stale => "no news",
                Fate::Buffered | Fate::Gap | Fate::Unknown => fate_in_words(*fate),
            };
            format!("hears of head {}: {news}", short_rev(*did, *rev, world))
        }
        Event::Shown { did, is_active, is_news, .. } => {
            let news = if *is_news { "" } else { ", no news" };
            format!("hears: {}{news}", shown(*is_active, &short_did(*did)))
        }
        Event::Refused { did, rev, refusal, .. } => {
            let why = match refusal {
                Refusal::FutureRev => "from the future",
                Refusal::FarSeq => "far above the head",
            };
            format!("refuses {}: {why}", short_rev(*did, *rev, world))
        }
        Event::Applied { seq, .. } => {
            let commit = world.repositories.commit(*seq);
            let rev = short_rev(commit.did, commit.rev, world);
            format!("applies {rev}: {}", changes(&commit.ops, world))
        }
        Event::Fetching { did, cause, .. } => {
            let why = match cause {
                Cause::Gap => "something is missing",
                Cause::Unknown => "it is unknown",
                Cause::Retention => "the stream is too short",
                Cause::Behind => "it was behind",
                Cause::Listing => "it is time",
            };
            format!("fetches {}: {why}", short_did(*did))
        }
        Event::Unfetched { did, is_refused, .. } => {
            let how = if *is_refused { "is refused" } else { "breaks off" };
            format!("the fetch of {} {how}", short_did(*did))
        }
        Event::Restored { did, rev, changes, .. } => {
            format!("loads {}: {} records", short_rev(*did, *rev, world), changes.len())
        }
        Event::Connected { cursor, head, is_beyond, .. } => {
            let beyond = if *is_beyond { ", no longer kept" } else { "" };
            format!("connects at {cursor} of {head}{beyond}")
        }
        Event::Disconnected { .. } => "loses its connection".to_owned(),
        Event::Rewound { seq, .. } => format!("is thrown back to frame {seq}"),
    }
}

/// What a client wants.
fn wish(intent: &Intent, world: &World) -> String {
    let node = short_node(intent.node, world);
    let under = intent.parent.map_or(String::new(), |parent| format!(" under {}", short_node(parent, world)));
    let place = place(intent.place, world);
    match intent.op {
        Op::Delete => format!("delete {node}"),
        Op::Import => format!("import {} from {node} on{under} {place}", intent.count),
        Op::Restore => format!("restore {node}"),
        Op::Insert | Op::Move => format!("{} {node}{under} {place}", intent.op.name()),
    }
}

fn place(place: Place, world: &World) -> String {
    let node = |node: Node| short_node(node, world);
    match place {
        Place::First => "first".to_owned(),
        Place::Last => "last".to_owned(),
        Place::After(after) => format!("after {}", node(after)),
        Place::Before(before) => format!("before {}", node(before)),
        Place::Between(after, before) => format!("between {} and {}", node(after), node(before)),
    }
}

fn sent(intent: &Intent, resends: u32, world: &World) -> String {
    let id = intent.id;
    match (resends, intent.attempt) {
        (0, 1) => format!("sends #{id}"),
        (0, attempt) => format!("sends #{id}, attempt {attempt}: {}", wish(intent, world)),
        (_, 1) => format!("sends #{id} again"),
        (_, attempt) => format!("sends #{id}, attempt {attempt}, again"),
    }
}

fn struck(link: Link, message: u64, fault: Fault) -> String {
    let what = match link {
        Link::Request(_) => "the request of ",
        Link::Reply(_) => "the reply to ",
        Link::Replay(..) => "the replayed frame of ",
        _ => "the frame of ",
    };
    let about = match World::about(message) {
        About::Intent(intent) => format!("#{intent}"),
        About::Rogue(number) => format!("rogue write {number}"),
        About::Frame => "a head".to_owned(),
        About::Account => "an account".to_owned(),
    };
    let how = match fault {
        Fault::Lost => "is lost",
        Fault::Repeated => "comes twice",
    };
    format!("{what}{about} {how}")
}

fn committed(seq: u64, world: &World) -> String {
    let commit = world.repositories.commit(seq);
    let by = match &commit.by {
        By::Server(cause) | By::Client(cause) => format!("#{}", cause.intent.id),
        By::Rogue(number) => format!("rogue write {number}"),
    };
    let beside = match commit.cause().map(|cause| cause.beside) {
        Some(Beside::Repair) => ", a repair",
        Some(Beside::Rekey) => ", all re-keyed",
        Some(Beside::Nothing) | None => "",
    };
    let rev = short_rev(commit.did, commit.rev, world);
    format!("{rev} by {by}{beside}: {}", changes(&commit.ops, world))
}

/// The first changes of a commit, each a record and its key.
pub fn changes(ops: &[RecordOp], world: &World) -> String {
    const SHOWN: usize = 2;
    let change = |op: &RecordOp| {
        let node = short_node(op.node, world);
        match &op.record {
            Some(record) => format!("{node} = {}", short_key(&record.sort_key)),
            None => format!("{node} deleted"),
        }
    };
    let mut words: Vec<String> = ops.iter().take(SHOWN).map(change).collect();
    words.extend((ops.len() > SHOWN).then(|| format!("{} more", ops.len() - SHOWN)));
    words.join(", ")
}

fn shown(is_active: bool, who: &str) -> String {
    format!("{who} is {}", if is_active { "shown" } else { "hidden" })
}

const fn fate_in_words(fate: Fate) -> &'static str {
    match fate {
        Fate::Applied => "in order",
        Fate::Stale => "stale",
        Fate::Buffered => "kept back",
        Fate::Gap => "a gap, kept back",
        Fate::Unknown => "unknown, kept back",
    }
}

const fn status_in_words(status: Status) -> &'static str {
    match status {
        Status::Done => "200 done",
        Status::Refused => "400 refused",
        Status::Conflict => "409 conflict",
        Status::TryLater => "429 try later",
        Status::Exhausted => "507 exhausted",
    }
}
