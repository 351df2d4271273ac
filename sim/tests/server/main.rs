//! Small inputs that broke other servers, each with its right outcome, and SPEC §4 line by line: the real
//! server, repositories and client, driven step by step.

mod intents;
mod limits;
mod moves;
mod places;
mod ties;

use sim::chance::{Chance, Link, Seeded};
use sim::chunked::Chunked;
use sim::scenario::Discipline;
use sim::world::client::Sending;
use sim::world::generator::OrderKey;
use sim::world::intent::{Intent, Op, Place, Status};
use sim::world::record::{Did, Fields, Name, Names, Node, Record, Rkey, SortKey};
use sim::world::repository::{By, Commit, RecordOp, Repositories};
use sim::world::server::{Failure, Over, Progress, Proper, Received, Rules, Server};

/// A server or several before repositories, and records that are known by a letter.
struct Office {
    names: Names,
    repositories: Repositories,
    servers: Vec<Server>,
    chance: Seeded,
    now_us: u64,
    letters: Vec<&'static str>,
    authors: Vec<Did>,
    ids: u32,
}

/// A place, its anchors by their letters.
#[derive(Clone, Copy)]
enum At {
    First,
    Last,
    After(&'static str),
    Before(&'static str),
    Between(&'static str, &'static str),
}
use At::{After, Before, Between, First, Last};

const RULES: Rules =
    Rules { key_bytes_max: 512, discipline: Discipline::Lock, repairs: true, rekey_bytes_max: None };

/// One author, one server, and these records under the root, each a letter and a key.
fn office(records: &[(&'static str, &str)]) -> Office {
    office_with(RULES, 1, None, records)
}

fn office_with(
    rules: Rules,
    servers: u32,
    writes_per_minute: Option<u32>,
    records: &[(&'static str, &str)],
) -> Office {
    let server = |_| Server::new(rules, Box::new(Proper), Box::new(OrderKey));
    let mut office = Office {
        names: Names::default(),
        repositories: Repositories::new(2, writes_per_minute),
        servers: (0..servers).map(server).collect(),
        chance: Seeded::new(1),
        now_us: 1_000,
        letters: Vec::new(),
        authors: Vec::new(),
        ids: 0,
    };
    for &(letter, key) in records {
        office.past_the_server(letter, None, key);
    }
    office
}

/// So many names, for more records than there are letters.
fn numbered(count: usize) -> Vec<&'static str> {
    (0..count).map(|number| &*number.to_string().leak()).collect()
}

impl Office {
    /// The record of a letter, minted at its first use.
    fn node(&mut self, letter: &'static str) -> Node {
        self.node_of(Did(0), letter)
    }

    fn node_of(&mut self, did: Did, letter: &'static str) -> Node {
        if let Some(at) = self.letters.iter().position(|other| *other == letter) {
            return Node(at as u32);
        }
        self.letters.push(letter);
        self.authors.push(did);
        let node = self.names.node(Name { did, rkey: Rkey::mint(self.letters.len() as u64, 0) });
        assert_eq!(node.0 as usize, self.letters.len() - 1);
        node
    }

    /// A record that is written without asking the server.
    fn past_the_server(&mut self, letter: &'static str, parent: Option<&'static str>, key: &str) {
        let node = self.node(letter);
        let did = self.authors[node.0 as usize];
        let parent = parent.map(|parent| self.node(parent));
        let record = Record { parent, sort_key: SortKey::read(key), fields: Fields::Usual };
        let ops = vec![RecordOp { node, record: Some(record) }];
        self.repositories.write(&self.names, self.now_us, did, None, ops, By::Rogue(0)).unwrap();
    }

    fn intent(&mut self, op: Op, letter: &'static str, parent: Option<&'static str>, at: At) -> Intent {
        self.ids += 1;
        let place = match at {
            First => Place::First,
            Last => Place::Last,
            After(after) => Place::After(self.node(after)),
            Before(before) => Place::Before(self.node(before)),
            Between(after, before) => Place::Between(self.node(after), self.node(before)),
        };
        let (node, parent) = (self.node(letter), parent.map(|parent| self.node(parent)));
        let did = self.authors[node.0 as usize];
        Intent { id: self.ids, attempt: 1, did, op, node, count: 1, parent, place, claim: None }
    }

    fn insert(&mut self, letter: &'static str, at: At) -> Intent {
        self.intent(Op::Insert, letter, None, at)
    }

    fn moved(&mut self, letter: &'static str, at: At) -> Intent {
        self.intent(Op::Move, letter, None, at)
    }

    fn import(&mut self, letters: &[&'static str], at: At) -> Intent {
        for letter in letters {
            self.node(letter);
        }
        let count = letters.len() as u32;
        Intent { count, ..self.intent(Op::Import, letters[0], None, at) }
    }

    #[track_caller]
    fn receive(&mut self, server: usize, intent: Intent) -> Received {
        self.servers[server].receive(0, Sending { intent, resends: 0 }, &self.repositories)
    }

    /// A request is accepted and its neighbours are read.
    #[track_caller]
    fn resolved(&mut self, server: usize, intent: Intent) -> u32 {
        assert_eq!(self.receive(server, intent), Received::Accepted);
        self.servers[server].resolve(intent.id, &self.names, &self.repositories);
        intent.id
    }

    /// The lock is taken and the keys are made.
    #[track_caller]
    fn made(&mut self, server: usize, id: u32) -> Progress {
        assert!(self.servers[server].lock(id), "the lock is free");
        self.make(server, id)
    }

    fn make(&mut self, server: usize, id: u32) -> Progress {
        let mut jitter = self.chance.draws(Link::Jitter, id.into());
        self.servers[server].make(id, &self.names, &mut self.repositories, &mut jitter)
    }

    fn commit(&mut self, server: usize, id: u32) -> Progress {
        self.servers[server].commit(id, self.now_us, &self.names, &mut self.repositories)
    }

    /// What is left to do once the keys are made, and why it was tried again.
    fn finish(&mut self, server: usize, id: u32, mut progress: Progress) -> (Over, Vec<Failure>) {
        let mut failures = Vec::new();
        loop {
            progress = match progress {
                Progress::Over(over) => {
                    failures.extend(over.retried);
                    return (over, failures);
                }
                Progress::Again(failure) => {
                    failures.push(failure);
                    self.make(server, id)
                }
                Progress::Prepared(failure) => {
                    failures.extend(failure);
                    self.commit(server, id)
                }
            };
        }
    }

    /// From the lock to the answer, with no one between.
    #[track_caller]
    fn rest(&mut self, server: usize, id: u32) -> (Status, Vec<Failure>) {
        let progress = self.made(server, id);
        let (over, failures) = self.finish(server, id, progress);
        (over.status, failures)
    }

    /// All of it, with no one between.
    #[track_caller]
    fn ask(&mut self, intent: Intent) -> Status {
        let id = self.resolved(0, intent);
        self.rest(0, id).0
    }

    #[track_caller]
    fn done(&mut self, intent: Intent) -> &Commit {
        assert_eq!(self.ask(intent), Status::Done);
        self.repositories.commits().last().unwrap().1
    }

    /// The letters under a parent, in order.
    fn order_under(&self, parent: Option<&'static str>) -> String {
        let at = |letter| self.letters.iter().position(|other| *other == letter).unwrap();
        let siblings = self.repositories.outline().siblings(parent.map(|parent| Node(at(parent) as u32)));
        let letters = siblings.into_iter().flat_map(Chunked::iter);
        letters.map(|sibling| self.letters[sibling.node.0 as usize]).collect::<Vec<_>>().join(" ")
    }

    fn order(&self) -> String {
        self.order_under(None)
    }

    fn key(&mut self, letter: &'static str) -> String {
        let node = self.node(letter);
        self.repositories.outline().sort_key(node).map_or("deleted".to_owned(), |key| key.text().to_owned())
    }

    fn keys(&mut self, letters: &[&'static str]) -> Vec<String> {
        letters.iter().map(|letter| self.key(letter)).collect()
    }

    fn commits(&self) -> usize {
        self.repositories.commits().count()
    }

    /// The letters of the records that the last commit wrote.
    fn written(&self) -> String {
        let (_, commit) = self.repositories.commits().last().unwrap();
        let letters: Vec<_> = commit.ops.iter().map(|op| self.letters[op.node.0 as usize]).collect();
        letters.join(" ")
    }

    #[track_caller]
    fn writes_nothing(&mut self, intent: Intent, status: Status) {
        let before = (self.commits(), self.order());
        assert_eq!(self.ask(intent), status);
        assert_eq!((self.commits(), self.order()), before);
    }
}
