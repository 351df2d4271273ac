//! The trace of a run: one JSON object a line, so that anyone can check a run without this code. (SPEC §7)
//!
//! Times (`t`) are microseconds of virtual time. A record's full name is `did/rkey`; so are parents and anchors
//! written, `null` being the root, or no anchor. A `sortKey` is what was written, whatever its type, `null` where
//! there was nothing. A rev or rkey is a TID, whose bytes sort as its time does.
//!
//! ```text
//! run      what is run: `seed`, `authors`, `clients`, `servers`, how many `views`, `key_bytes_max`, `keys`,
//!          `discipline`
//! intended a client made up its mind: `intent`, `op`, `did`, the `records` it names, where they shall stand
//! sent     a client asked a server for it, with the same fields: a later `attempt` may ask for something else
//! commit   SPEC's; and its `seq`, `position` where there is no anchor, `rekey` where a whole group got new keys.
//!          `since` is `null` in a repository's first. What belongs to intents is `null` where a rogue wrote
//! account  SPEC's
//! reply    SPEC's, as the server sent it; and which `server`. A client that makes its own keys gets none for a success
//! deliver  SPEC's; and `why` for a fate that has several causes
//! apply    a view applied a commit, at once or after it had waited
//! rest     everything has settled: the pages of all `views` follow, all groups in which a row is shown
//! page     SPEC's
//! end      SPEC's; and the `reasons` of a verdict other than `held`
//! ```
//!
//! What else happened has a line too, named as in [`Event`]: whoever reads a trace skips the kinds it does not know.
//! The trace is written as the run goes and changes nothing in it.

mod line;

use crate::event::Event;
use crate::outcome::Outcome;
use crate::scenario::Scenario;
use crate::simulate::Seen;
use crate::world::World;
use crate::world::intent::{Intent, Place};
use crate::world::record::{Did, Fields, Name, Names, Node, Rev, Rkey};
use crate::world::repository::{Beside, By, Cause, Commit, RecordOp};
use crate::world::view::{Fate, View, Way};
use line::{Line, Text, Written, word};
use serde::Serialize;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// Writes the trace of one run.
#[derive(Debug)]
pub struct Trace<W> {
    out: W,
    /// How writing went so far; after an error nothing more is written.
    written: io::Result<()>,
    now_us: u64,
    /// The records that are live by the commits so far, which tell a creation from a change.
    live: BTreeSet<Node>,
}

impl<W: Write> Trace<W> {
    /// Begins the trace of a scenario's run.
    pub fn new(out: W, scenario: &Scenario) -> Self {
        let mut trace = Self { out, written: Ok(()), now_us: 0, live: BTreeSet::new() };
        let run = Line::new("run", 0).with("seed", scenario.seed).with("authors", scenario.authors);
        let run = run.with("clients", scenario.clients).with("servers", scenario.servers);
        let run = run.with("views", scenario.views.len()).with("key_bytes_max", scenario.key_bytes_max);
        trace.put(run.with("keys", scenario.keys).with("discipline", scenario.discipline));
        trace
    }

    /// Writes down what was seen of the world.
    pub fn see(&mut self, seen: Seen<'_>) {
        match seen {
            Seen::Step(world) => self.step(world),
            Seen::Rest(world) => self.rest(world),
        }
    }

    /// Writes the last line.
    ///
    /// # Errors
    /// The first error in writing the trace, this line or an earlier one.
    pub fn end(mut self, outcome: &Outcome) -> io::Result<()> {
        let end = Line::new("end", self.now_us).with("verdict", outcome.verdict.name());
        self.put(end.with("digest", &outcome.digest).with("reasons", outcome.verdict.reasons()));
        self.written.and_then(|()| self.out.flush())
    }

    fn step(&mut self, world: &World) {
        self.now_us = world.now_us;
        for event in world.happened() {
            let line = match event {
                Event::Committed { seq } => self.commit(*seq, world),
                other => told(other, world),
            };
            self.put(line);
        }
    }

    fn commit(&mut self, seq: u64, world: &World) -> Line {
        let commit = world.repositories.commit(seq);
        let ops: Vec<Op<'_>> = commit.ops.iter().map(|op| self.record_op(op, &world.names)).collect();
        let line = Line::new("commit", self.now_us).with("seq", seq);
        let line = line.with("did", Text(commit.did)).with("rev", Text(commit.rev));
        let line = line.with("since", (commit.since != Rev(0)).then_some(Text(commit.since)));
        caused(line.with("by", writer(commit)).with("ops", ops), commit.cause(), &world.names)
    }

    fn record_op<'o>(&mut self, op: &'o RecordOp, names: &Names) -> Op<'o> {
        let rkey = Text(names.name(op.node).rkey);
        let Some(record) = &op.record else {
            self.live.remove(&op.node);
            return Op::Delete { action: "delete", rkey };
        };
        let action = if self.live.insert(op.node) { "create" } else { "update" };
        let parent = full_name(record.parent, names);
        let fields = match record.fields {
            Fields::Usual => None,
            Fields::Untyped => Some("untyped"),
            Fields::Extended => Some("extended"),
        };
        Op::Put { action, rkey, parent, sort_key: Written(&record.sort_key), fields }
    }

    fn rest(&mut self, world: &World) {
        self.put(Line::new("rest", self.now_us).with("views", world.views.len()));
        for (index, view) in world.views.iter().enumerate() {
            for parent in view.store.parents(&world.names) {
                let line = Line::new("page", self.now_us).with("view", index);
                if let Some(line) = page(line, view, parent, &world.names) {
                    self.put(line);
                }
            }
        }
    }

    fn put(&mut self, line: Line) {
        if self.written.is_ok() {
            self.written = self.out.write_all(&line.finish());
        }
    }
}

/// One change of a commit.
#[derive(Serialize)]
#[serde(untagged)]
enum Op<'o> {
    Put {
        action: &'static str,
        rkey: Text<Rkey>,
        parent: Option<String>,
        #[serde(rename = "sortKey")]
        sort_key: Written<'o>,
        /// What is unusual about the record beside its place.
        #[serde(skip_serializing_if = "Option::is_none")]
        fields: Option<&'static str>,
    },
    Delete {
        action: &'static str,
        rkey: Text<Rkey>,
    },
}

/// One row of a page.
#[derive(Serialize)]
struct Row<'r> {
    did: Text<Did>,
    rkey: Text<Rkey>,
    #[serde(rename = "sortKey")]
    sort_key: Written<'r>,
}

const fn writer(commit: &Commit) -> &'static str {
    match commit.by {
        By::Server(_) => "server",
        By::Client(_) => "client",
        By::Rogue(_) => "rogue",
    }
}

/// Adds for which intent a commit was made, and from which keys.
fn caused(line: Line, cause: Option<&Cause>, names: &Names) -> Line {
    let intent = cause.map(|cause| &cause.intent);
    let line = line.with("intent", intent.map(|intent| intent.id));
    let line = line.with("attempt", intent.map(|intent| intent.attempt));
    let line = placed(line.with("op", intent.map(|intent| intent.op.name())), intent, names);
    let bounds = cause.map(|cause| &cause.bounds);
    let lower = bounds.and_then(|bounds| bounds.lower.as_ref());
    let upper = bounds.and_then(|bounds| bounds.upper.as_ref());
    let line = line.with("lower", lower.map(Text)).with("upper", upper.map(Text));
    let is_beside = |beside| cause.is_some_and(|cause| cause.beside == beside);
    line.with("repair", is_beside(Beside::Repair)).with("rekey", is_beside(Beside::Rekey))
}

/// Adds where among its siblings an intent wants its records.
fn placed(line: Line, intent: Option<&Intent>, names: &Names) -> Line {
    let (after, before, position) = match intent.map(|intent| intent.place) {
        None => (None, None, None),
        Some(Place::First) => (None, None, Some("first")),
        Some(Place::Last) => (None, None, Some("last")),
        Some(Place::After(after)) => (Some(after), None, None),
        Some(Place::Before(before)) => (None, Some(before), None),
        Some(Place::Between(after, before)) => (Some(after), Some(before), None),
    };
    let line = line.with("after", full_name(after, names)).with("before", full_name(before, names));
    line.with("position", position)
}

/// Adds a group as a reader gets it, page by page. `None` if no row is shown.
fn page(line: Line, view: &View, parent: Option<Node>, names: &Names) -> Option<Line> {
    const PAGE_ROWS: usize = 100;
    let served = view.walk(names, parent, Way::Forward, PAGE_ROWS);
    let rows = served.iter().map(|row| {
        let Name { did, rkey } = names.name(row.node);
        Row { did: Text(did), rkey: Text(rkey), sort_key: Written(&row.sort_key) }
    });
    let rows: Vec<Row<'_>> = rows.collect();
    (!rows.is_empty()).then(|| line.with("parent", full_name(parent, names)).with("rows", rows))
}

/// The line of an event that is no commit.
fn told(event: &Event, world: &World) -> Line {
    let names = &world.names;
    let line = |kind| Line::new(kind, world.now_us);
    match event {
        Event::Committed { .. } => unreachable!("commits have a line of their own"),
        Event::Account { did, is_active } => line("account").with("did", Text(did)).with("active", is_active),
        Event::Replied { server, client, intent, attempt, status } => {
            let line = line("reply").with("client", client).with("server", server);
            line.with("intent", intent).with("attempt", attempt).with("status", *status as u32)
        }
        Event::Delivered { view, seq, fate } => {
            let commit = world.repositories.commit(*seq);
            let line = line("deliver").with("view", view).with("seq", seq);
            fated(line.with("did", Text(commit.did)).with("rev", Text(commit.rev)), *fate)
        }
        Event::Refused { view, seq, did, rev, refusal } => {
            let line = line("deliver").with("view", view).with("seq", seq);
            let line = line.with("did", Text(did)).with("rev", Text(rev));
            line.with("fate", "refused").with("why", word(refusal))
        }
        Event::Announced { view, seq, did, rev, fate } => {
            let line = line("announced").with("view", view).with("seq", seq);
            fated(line.with("did", Text(did)).with("rev", Text(rev)), *fate)
        }
        Event::Applied { view, seq } => line("apply").with("view", view).with("seq", seq),
        Event::Restored { view, did, rev, changes } => {
            let line = line("restored").with("view", view).with("did", Text(did));
            line.with("rev", Text(rev)).with("changes", changes.len())
        }
        Event::Shown { view, did, seq, is_active, is_news } => {
            let line = line("shown").with("view", view).with("seq", seq).with("did", Text(did));
            line.with("active", is_active).with("news", is_news)
        }
        Event::Intended { client, intent } => asked(line("intended").with("client", client), intent, names),
        Event::Sent { client, intent, resends } => {
            asked(line("sent").with("client", client).with("resends", resends), intent, names)
        }
        Event::Struck { link, message, fault } => {
            line("struck").with("link", word(link)).with("message", message).with("fault", word(fault))
        }
        Event::Resolved { server, intent, pair } => {
            let line = line("resolved").with("server", server).with("intent", intent);
            let line = line.with("found", pair.is_some());
            let line = line.with("lower", full_name(pair.and_then(|pair| pair.lower), names));
            line.with("upper", full_name(pair.and_then(|pair| pair.upper), names))
        }
        Event::Retried { server, intent, failure } => {
            line("retried").with("server", server).with("intent", intent).with("failure", word(failure))
        }
        Event::Exhausted { intent, count, bounds } => {
            let line = line("exhausted").with("intent", intent).with("count", count);
            line.with("lower", bounds.lower.as_ref().map(Text)).with("upper", bounds.upper.as_ref().map(Text))
        }
        Event::Over { client, intent, status } => {
            line("over").with("client", client).with("intent", intent).with("status", *status as u32)
        }
        Event::Offline { client, is_offline } => {
            line("offline").with("client", client).with("offline", is_offline)
        }
        Event::Crashed { server } => line("crashed").with("server", server),
        Event::Recovered { server } => line("recovered").with("server", server),
        Event::Fetching { view, did, cause } => {
            line("fetching").with("view", view).with("did", Text(did)).with("cause", word(cause))
        }
        Event::Unfetched { view, did, is_refused } => {
            line("unfetched").with("view", view).with("did", Text(did)).with("refused", is_refused)
        }
        Event::Connected { view, cursor, head, is_beyond } => {
            let line = line("connected").with("view", view).with("cursor", cursor);
            line.with("head", head).with("beyond", is_beyond)
        }
        Event::Disconnected { view } => line("disconnected").with("view", view),
        Event::Rewound { view, seq } => line("rewound").with("view", view).with("seq", seq),
        Event::ViewCrashed { view } => line("view_crashed").with("view", view),
        Event::ViewRecovered { view } => line("view_recovered").with("view", view),
        Event::Read { client, rows } => line("read").with("client", client).with("rows", rows),
    }
}

/// Adds what a client wants.
fn asked(line: Line, intent: &Intent, names: &Names) -> Line {
    let records: Vec<String> = intent.nodes().filter_map(|node| full_name(Some(node), names)).collect();
    let line = line.with("intent", intent.id).with("attempt", intent.attempt).with("op", intent.op.name());
    let line = line.with("did", Text(intent.did)).with("records", records);
    let line = line.with("parent", full_name(intent.parent, names));
    placed(line, Some(intent), names).with("claim", intent.claimed_key())
}

/// Adds what became of a frame. One of an unknown repository is kept back until that is loaded.
fn fated(line: Line, fate: Fate) -> Line {
    match fate {
        Fate::Applied => line.with("fate", "applied"),
        Fate::Stale => line.with("fate", "stale"),
        Fate::Gap => line.with("fate", "gap"),
        Fate::Buffered => line.with("fate", "buffered").with("why", "gap"),
        Fate::Unknown => line.with("fate", "buffered").with("why", "unknown"),
    }
}

fn full_name(node: Option<Node>, names: &Names) -> Option<String> {
    node.map(|node| {
        let Name { did, rkey } = names.name(node);
        format!("{did}/{rkey}")
    })
}
