//! Small inputs that broke other servers, each with its right outcome, and SPEC §4 line by line: the real
//! server, repositories and client, driven step by step.

use sim::chance::{Chance, Link, Seeded};
use sim::chunked::Chunked;
use sim::scenario::{Discipline, Edit, Kind};
use sim::world::client::{Answer, Client, Habits, Sending};
use sim::world::generator::OrderKey;
use sim::world::intent::{Intent, Op, Place, Status};
use sim::world::record::{Did, Fields, Name, Names, Node, Record, Rev, Rkey, SortKey};
use sim::world::repository::{AHEAD_US_MAX, Beside, Bounds, By, Commit, RecordOp, Repositories, WriteError};
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

/// S1. Two siblings share `a5`. No key lies between equals, so the one below gets a new key, in the same
/// commit, and the commit says so.
#[test]
fn an_insert_between_equal_keys_rekeys_the_smaller_run() {
    let mut office = office(&[("p", "a5"), ("q", "a5"), ("r", "a6")]);
    let insert = office.insert("x", Between("p", "q"));
    let commit = office.done(insert);
    assert_eq!(commit.cause().unwrap().beside, Beside::Repair);
    assert_eq!((office.order().as_str(), office.written().as_str()), ("p x q r", "p x"));
    assert_eq!(office.keys(&["q", "r"]), ["a5", "a6"]);
}

/// S1. Three share a key and the place is behind the first two: the one above is the smaller run.
#[test]
fn the_smaller_run_may_be_the_one_above() {
    let mut office = office(&[("p", "a5"), ("q", "a5"), ("r", "a5"), ("s", "a6")]);
    let insert = office.insert("x", Between("q", "r"));
    office.done(insert);
    assert_eq!((office.order().as_str(), office.written().as_str()), ("p q x r s", "x r"));
}

/// S1. Where no key fits between the neighbours of the smallest run, the run grows, downwards first.
#[test]
fn a_run_without_room_grows() {
    let small = Rules { key_bytes_max: 2, ..RULES };
    let records = [("o", "a4"), ("p", "a5"), ("q", "a5"), ("r", "a6"), ("s", "a7")];
    let mut office = office_with(small, 1, None, &records);
    let insert = office.insert("x", Between("p", "q"));
    office.done(insert);
    assert_eq!((office.order().as_str(), office.written().as_str()), ("o p x q r s", "o p x"));
    assert_eq!(office.keys(&["q", "r", "s"]), ["a5", "a6", "a7"]);
}

/// S1. Two bytes hold 124 keys, so beside 124 siblings no renumbering helps: Exhausted, and nothing written.
#[test]
fn a_tie_in_a_full_group_is_exhausted() {
    let mut office = office_with(Rules { key_bytes_max: 2, ..RULES }, 1, None, &[]);
    let import = office.import(&numbered(123), Last);
    assert_eq!(office.ask(import), Status::Done);
    office.past_the_server("copy", None, "a5");
    let insert = office.insert("x", Before("copy"));
    office.writes_nothing(insert, Status::Exhausted);
}

/// S1. With repair switched off, a tie is a conflict, after one more try.
#[test]
fn without_repair_a_tie_is_a_conflict() {
    let mut office = office_with(Rules { repairs: false, ..RULES }, 1, None, &[("p", "a5"), ("q", "a5")]);
    let insert = office.insert("x", Between("p", "q"));
    let id = office.resolved(0, insert);
    assert_eq!(office.rest(0, id), (Status::Conflict, vec![Failure::NotAscending]));
    assert_eq!((office.order().as_str(), office.commits()), ("p q", 2));
}

/// S1. Another author's record keeps its key: the run on the other side is taken though it is above.
#[test]
fn a_repair_goes_round_another_author_s_record() {
    let mut office = office(&[]);
    office.node_of(Did(1), "p");
    office.past_the_server("p", None, "a5");
    office.past_the_server("q", None, "a5");
    let insert = office.insert("x", Between("p", "q"));
    office.done(insert);
    assert_eq!((office.order().as_str(), office.written().as_str()), ("p x q", "x q"));
    assert_eq!(office.key("p"), "a5");
}

/// S1. Where only other authors' records could make room, it is a conflict.
#[test]
fn between_others_equal_keys_an_insert_is_a_conflict() {
    let mut office = office(&[]);
    for letter in ["p", "q"] {
        office.node_of(Did(1), letter);
        office.past_the_server(letter, None, "a5");
    }
    let insert = office.insert("x", Between("p", "q"));
    office.writes_nothing(insert, Status::Conflict);
}

/// S2. "Go above the tie" must not land on the next key: it is bounded by the next distinct one.
#[test]
fn above_a_tie_the_next_distinct_key_bounds() {
    let mut office = office(&[("p", "a5"), ("q", "a5"), ("r", "a6")]);
    let insert = office.insert("x", After("q"));
    office.done(insert);
    let key = office.key("x");
    assert!("a5" < key.as_str() && key.as_str() < "a6", "{key}");
    assert_eq!(office.order(), "p q x r");
}

/// S3. Anchors in reverse order say that the client saw another order: a conflict, never swapped.
#[test]
fn reversed_anchors_are_a_conflict() {
    let mut office = office(&[("p", "a2"), ("q", "a3")]);
    let insert = office.insert("x", Between("q", "p"));
    office.writes_nothing(insert, Status::Conflict);
    let insert = office.insert("y", Between("p", "p"));
    office.writes_nothing(insert, Status::Conflict);
}

/// S3. Between `a2` and `a4` stands `a3`, which the client does not see. The node goes directly after the
/// first anchor, and never onto `a3`.
#[test]
fn anchors_that_are_not_adjacent_mean_directly_after_the_first() {
    let mut office = office(&[("p", "a2"), ("hidden", "a3"), ("q", "a4")]);
    let insert = office.insert("x", Between("p", "q"));
    office.done(insert);
    assert_eq!(office.order(), "p x hidden q");
}

/// S4. The first anchor moves behind the second while the request is in work: one more try under the lock,
/// then 409.
#[test]
fn an_anchor_that_moved_meanwhile_is_a_conflict_after_one_retry() {
    let mut office = office(&[("p", "a1"), ("q", "a2")]);
    let insert = office.insert("x", Between("p", "q"));
    let id = office.resolved(0, insert);
    office.past_the_server("p", None, "a3");
    assert_eq!(office.rest(0, id), (Status::Conflict, vec![Failure::Stale]));
    assert_eq!(office.order(), "q p");
}

/// S4. The pair is stale, but the second read finds a place.
#[test]
fn a_stale_pair_is_read_again_and_succeeds() {
    let mut office = office(&[("p", "a1"), ("q", "a2")]);
    let insert = office.insert("x", After("p"));
    let id = office.resolved(0, insert);
    office.past_the_server("between", None, "a1V");
    assert_eq!(office.rest(0, id), (Status::Done, vec![Failure::Stale]));
    assert_eq!(office.order(), "p x between q");
}

/// S4. A second failure is the end, whichever kind it is.
#[test]
fn a_second_failure_is_a_conflict() {
    let mut office = office(&[("p", "a1"), ("q", "a2")]);
    let insert = office.insert("x", After("p"));
    let id = office.resolved(0, insert);
    office.past_the_server("one", None, "a1V");
    assert_eq!(office.made(0, id), Progress::Prepared(Some(Failure::Stale)));
    office.past_the_server("two", None, "a1B");
    let Progress::Over(over) = office.commit(0, id) else { panic!("it was tried a second time") };
    assert_eq!((over.status, over.seqs.len()), (Status::Conflict, 0));
    assert_eq!(office.order(), "p two one q");
}

/// S4. Between making the key and committing it, another author gives the neighbour above another key. The
/// two are neighbours still, but the key no longer lies between them.
#[test]
fn a_neighbour_with_another_key_is_a_stale_read() {
    let mut office = office(&[("p", "a1")]);
    office.node_of(Did(1), "q");
    office.past_the_server("q", None, "a2");
    let insert = office.insert("x", After("p"));
    let id = office.resolved(0, insert);
    assert_eq!(office.made(0, id), Progress::Prepared(None));
    office.past_the_server("q", None, "a11");
    assert_eq!(office.commit(0, id), Progress::Again(Failure::Stale));
    let progress = office.make(0, id);
    assert_eq!(office.finish(0, id, progress).0.status, Status::Done);
    assert_eq!(office.order(), "p x q");
}

/// S5. The anchor was deleted a moment ago: a conflict, never a constant key, first or last.
#[test]
fn a_deleted_anchor_is_a_conflict() {
    for place in [After("p"), Before("p"), Between("p", "q"), Between("q", "p")] {
        let mut office = office(&[("p", "a1"), ("q", "a2")]);
        let insert = office.insert("x", place);
        let id = office.resolved(0, insert);
        let delete = office.intent(Op::Delete, "p", None, Last);
        office.done(delete);
        assert_eq!(office.rest(0, id).0, Status::Conflict);
        assert_eq!(office.order(), "q");
    }
}

/// S5. A missing parent too, and an anchor under another parent.
#[test]
fn a_missing_parent_or_an_anchor_elsewhere_is_a_conflict() {
    let mut office = office(&[("p", "a1"), ("q", "a2")]);
    office.past_the_server("child", Some("p"), "a0");
    let missing = office.intent(Op::Insert, "x", Some("nobody"), Last);
    office.writes_nothing(missing, Status::Conflict);
    let elsewhere = office.insert("x", After("child"));
    office.writes_nothing(elsewhere, Status::Conflict);
}

/// S6. Each append follows the greatest key, not the smallest.
#[test]
fn each_append_follows_the_greatest() {
    let mut office = office(&[("p", "a5")]);
    for letter in ["q", "r", "s"] {
        let insert = office.insert(letter, Last);
        office.done(insert);
    }
    assert_eq!(office.keys(&["q", "r", "s"]), ["a6", "a7", "a8"]);
}

/// S7. A deleted record comes back; its key was taken meanwhile, so it gets a fresh one at its place.
#[test]
fn a_restored_record_whose_key_was_taken_gets_a_fresh_one_at_its_place() {
    let mut office = office(&[("p", "a1"), ("q", "a2"), ("r", "a3")]);
    let delete = office.intent(Op::Delete, "q", None, Last);
    office.done(delete);
    office.past_the_server("thief", None, "a2");
    let restore = office.intent(Op::Restore, "q", None, Last);
    office.done(restore);
    let key = office.key("q");
    assert!("a1" < key.as_str() && key.as_str() < "a3" && key != "a2", "{key}");
}

/// S7. The same, but the key is taken while the restore is in work: seen under the lock.
#[test]
fn a_restore_checks_its_key_again_under_the_lock() {
    let mut office = office(&[("p", "a1"), ("q", "a2"), ("r", "a3")]);
    let delete = office.intent(Op::Delete, "q", None, Last);
    office.done(delete);
    let restore = office.intent(Op::Restore, "q", None, Last);
    let id = office.resolved(0, restore);
    office.past_the_server("thief", None, "a2");
    assert_eq!(office.rest(0, id), (Status::Done, vec![Failure::Stale]));
    assert_ne!(office.key("q"), "a2");
}

/// S8. Two appends read `a9` before either writes.
#[test]
fn two_appends_that_read_the_same_end_do_not_collide() {
    let mut office = office(&[("p", "a9")]);
    let (x, y) = (office.insert("x", Last), office.insert("y", Last));
    let (one, two) = (office.resolved(0, x), office.resolved(0, y));
    let progress = office.made(0, one);
    assert!(!office.servers[0].lock(two), "the second waits");
    let (over, failures) = office.finish(0, one, progress);
    assert_eq!((over.woken, failures), (vec![two], vec![]));
    assert_eq!(office.rest(0, two), (Status::Done, vec![Failure::Stale]));
    assert_eq!(office.keys(&["x", "y"]), ["aA", "aB"]);
}

/// S8. The same at two instances that share the repository: the second meets a moved head and reads again.
#[test]
fn the_head_that_another_instance_moved_is_a_stale_read() {
    let mut office = office_with(RULES, 2, None, &[("p", "a1"), ("q", "a2")]);
    let (x, y) = (office.insert("x", Last), office.insert("y", First));
    let (one, two) = (office.resolved(0, x), office.resolved(1, y));
    assert_eq!(office.made(0, one), Progress::Prepared(None));
    assert_eq!(office.rest(1, two), (Status::Done, vec![]));
    assert_eq!(office.commit(0, one), Progress::Again(Failure::Swapped));
    let progress = office.make(0, one);
    assert_eq!(office.finish(0, one, progress).0.status, Status::Done);
    assert_eq!(office.order(), "y p q x");
}

/// S9. Ten records moved to the head at once get ten keys and one order.
#[test]
fn ten_moves_to_the_head_at_once_get_ten_keys() {
    const LETTERS: [&str; 10] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    let records = LETTERS.map(|letter| (letter, "a5"));
    let mut office = office(&records);
    office.past_the_server("first", None, "a4");
    let ids = LETTERS.map(|letter| {
        let intent = office.moved(letter, First);
        office.resolved(0, intent)
    });
    for id in ids {
        assert_eq!(office.rest(0, id).0, Status::Done);
    }
    assert_eq!(office.order(), "j i h g f e d c b a first");
    let mut keys = office.keys(&LETTERS);
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 10);
}

/// S11. Two moves across the same parents in opposite directions take their locks in one order: no deadlock.
#[test]
fn opposite_moves_take_their_locks_in_one_order() {
    let mut office = office(&[("A", "a0"), ("B", "a1")]);
    office.past_the_server("x", Some("A"), "a0");
    office.past_the_server("y", Some("B"), "a0");
    let there = office.intent(Op::Move, "x", Some("B"), Last);
    let back = office.intent(Op::Move, "y", Some("A"), Last);
    let (one, two) = (office.resolved(0, there), office.resolved(0, back));
    let progress = office.made(0, one);
    assert!(!office.servers[0].lock(two), "the second waits and holds nothing that the first needs");
    let (over, _) = office.finish(0, one, progress);
    assert_eq!(over.woken, [two]);
    assert_eq!(office.rest(0, two).0, Status::Done);
    assert_eq!((office.order_under(Some("A")), office.order_under(Some("B"))), ("y".into(), "x".into()));
}

/// S11. All five operations write under the lock of the group: while one holds it, none of them gets it.
#[test]
fn every_path_takes_the_lock() {
    let mut office = office(&[("p", "a0"), ("q", "a1"), ("gone", "a2")]);
    let delete = office.intent(Op::Delete, "gone", None, Last);
    office.done(delete);
    let holder = office.insert("x", Last);
    let holder = office.resolved(0, holder);
    assert_eq!(office.made(0, holder), Progress::Prepared(None));
    let others = [
        office.insert("y", First),
        office.moved("p", Last),
        office.intent(Op::Delete, "q", None, Last),
        office.intent(Op::Restore, "gone", None, Last),
        office.import(&["u", "v"], First),
    ];
    for intent in others {
        let id = office.resolved(0, intent);
        assert!(!office.servers[0].lock(id), "{}", intent.op.name());
    }
}

/// S12. The same intent again, after its reply was lost and a crash: one effect, the same reply.
#[test]
fn the_same_intent_takes_effect_once_also_across_a_crash() {
    let mut office = office_with(RULES, 2, None, &[("p", "a0")]);
    let insert = office.insert("x", Last);
    office.done(insert);
    assert_eq!(office.receive(0, insert), Received::Known(Status::Done));
    office.servers[0].crash();
    assert_eq!(office.receive(0, insert), Received::Known(Status::Done));
    assert_eq!(office.receive(1, insert), Received::Known(Status::Done));
    assert_eq!(
        office.receive(0, Intent { attempt: 2, place: Place::First, ..insert }),
        Received::Known(Status::Done)
    );
    assert_eq!(office.order(), "p x");
}

/// S12. The same id and attempt with another body is a conflict: also for another author's repository, and
/// while the first is still in work.
#[test]
fn the_same_intent_with_another_body_is_a_conflict() {
    let mut office = office(&[("p", "a0")]);
    office.node_of(Did(1), "theirs");
    let insert = office.insert("x", Last);
    let theirs = Intent { did: Did(1), node: office.node("theirs"), ..insert };
    let other = Intent { place: Place::First, ..insert };
    let id = office.resolved(0, insert);
    assert_eq!(office.receive(0, insert), Received::InWork);
    assert_eq!(office.receive(0, other), Received::OtherBody);
    office.rest(0, id);
    assert_eq!(office.receive(0, other), Received::OtherBody);
    assert_eq!(office.receive(0, theirs), Received::OtherBody);
}

/// S12. A move that changes nothing is a success too, and stays one when it is sent again.
#[test]
fn a_no_op_is_stored_as_a_success() {
    let mut office = office(&[("p", "a0"), ("q", "a1"), ("r", "a2")]);
    let stay = office.moved("q", After("p"));
    office.writes_nothing(stay, Status::Done);
    let away = office.moved("q", Last);
    office.done(away);
    assert_eq!(office.receive(0, stay), Received::Known(Status::Done));
    assert_eq!(office.order(), "p r q");
}

/// S12. A copy of a request arrives after its attempt was answered 409. The anchor is back by then, yet the
/// client was told that nothing happened: so nothing happens. A new attempt may succeed.
#[test]
fn a_late_copy_of_a_failed_attempt_has_no_effect() {
    let mut office = office(&[("p", "a0"), ("anchor", "a1")]);
    let insert = office.insert("x", After("anchor"));
    let delete = office.intent(Op::Delete, "anchor", None, Last);
    let restore = office.intent(Op::Restore, "anchor", None, Last);
    office.done(delete);
    assert_eq!(office.ask(insert), Status::Conflict);
    office.done(restore);
    assert_eq!(office.receive(0, insert), Received::Known(Status::Conflict));
    office.done(Intent { attempt: 2, ..insert });
    assert_eq!(office.order(), "p anchor x");
}

/// S12. Two instances work on copies of one request under the unique index; a move makes another key each
/// time, so no index tells the second that it is one too many.
#[test]
fn two_instances_with_copies_of_one_request_write_once() {
    for discipline in [Discipline::Lock, Discipline::UniqueIndex] {
        let mut office =
            office_with(Rules { discipline, ..RULES }, 2, None, &[("p", "a0"), ("q", "a1"), ("r", "a2")]);
        let moved = office.moved("r", After("p"));
        let (one, two) = (office.resolved(0, moved), office.resolved(1, moved));
        assert_eq!(office.made(0, one), Progress::Prepared(None));
        assert_eq!(office.made(1, two), Progress::Prepared(None));
        let commits = office.commits();
        for server in [0, 1] {
            let Progress::Over(over) = office.commit(server, one) else { panic!("{discipline:?}") };
            assert_eq!(over.status, Status::Done);
        }
        assert_eq!(office.commits(), commits + 1, "{discipline:?}");
    }
}

/// S13. A queue that was made offline: the move conflicts, since its anchor is gone, and the client is told;
/// the insert behind it goes through.
#[test]
fn a_conflict_does_not_block_the_queue() {
    const ATTEMPTS_MAX: u32 = 2;
    let mut office = office(&[("x", "a0"), ("w", "a1")]);
    let edit = Edit { id: 0, at_us: 0, client: 0, kind: Kind::Move, count: 1, picks: [0; 3] };
    let mut client = Client::new(Did(0), Habits::default());
    client.set_offline(true);
    let queue = [office.moved("x", After("w")), office.insert("y", Last)];
    for intent in queue {
        client.ask(intent, Some(edit));
        assert_eq!(client.begin_next(), None);
    }
    let delete = office.intent(Op::Delete, "w", None, Last);
    office.done(delete);
    client.set_offline(false);
    let first = client.begin_next().unwrap().intent;
    let status = office.ask(first);
    assert_eq!(client.answer(&first, status, ATTEMPTS_MAX), Answer::Again(edit));
    let again = client.begin_again(Intent { attempt: 2, ..first }, edit).intent;
    let status = office.ask(again);
    assert_eq!(client.answer(&again, status, ATTEMPTS_MAX), Answer::Over(Status::Conflict));
    let second = client.begin_next().unwrap().intent;
    let status = office.ask(second);
    assert_eq!(client.answer(&second, status, ATTEMPTS_MAX), Answer::Over(Status::Done));
    assert_eq!((office.order().as_str(), client.is_idle(None)), ("x y", true));
}

/// S14. p, q, r, s: moves by one anchor and by two mean the same, a record dropped where it is stays
/// without a write, and one next to itself is refused.
#[test]
fn moves_by_one_anchor_and_by_two_mean_the_same() {
    const ROW: [(&str, &str); 4] = [("p", "a0"), ("q", "a1"), ("r", "a2"), ("s", "a3")];
    for place in [After("r"), Between("r", "s"), Before("s")] {
        let mut office = office(&ROW);
        let moved = office.moved("p", place);
        office.done(moved);
        assert_eq!((office.order().as_str(), office.written().as_str()), ("q r p s", "p"));
    }
    for place in [After("p"), Before("r"), Between("p", "r")] {
        let mut office = office(&ROW);
        let stay = office.moved("q", place);
        office.writes_nothing(stay, Status::Done);
    }
    for place in [After("q"), Before("q"), Between("q", "r"), Between("p", "q")] {
        let mut office = office(&ROW);
        let beside_itself = office.moved("q", place);
        office.writes_nothing(beside_itself, Status::Refused);
    }
}

/// S14. A record cannot go under itself or under what hangs below it.
#[test]
fn a_record_is_not_moved_under_itself() {
    let mut office = office(&[("p", "a0")]);
    office.past_the_server("child", Some("p"), "a0");
    office.past_the_server("grandchild", Some("child"), "a0");
    for parent in ["p", "child", "grandchild"] {
        let moved = office.intent(Op::Move, "p", Some(parent), Last);
        office.writes_nothing(moved, Status::Refused);
    }
}

/// S15. Only one anchor, or none, also in an empty group.
#[test]
fn one_anchor_or_none_is_enough() {
    let mut office = office(&[("p", "a0"), ("s", "a1")]);
    office.past_the_server("under", Some("p"), "a0");
    let before = office.insert("first", Before("p"));
    office.done(before);
    let after = office.insert("last", After("s"));
    office.done(after);
    for (letter, at) in [("x", First), ("y", Last)] {
        let alone = office.intent(Op::Insert, letter, Some("s"), at);
        office.done(alone);
    }
    assert_eq!((office.order(), office.order_under(Some("s"))), ("first p s last".into(), "x y".into()));
}

/// S16. Two of four moved to the end: only those two change, in their visible order.
#[test]
fn two_moves_to_the_end_change_two_records() {
    let mut office = office(&[("p", "a0"), ("q", "a1"), ("r", "a2"), ("s", "a3")]);
    for letter in ["p", "r"] {
        let moved = office.moved(letter, Last);
        office.done(moved);
        assert_eq!(office.written(), letter);
    }
    assert_eq!(
        (office.order().as_str(), office.keys(&["q", "s"])),
        ("q s p r", vec!["a1".into(), "a3".into()])
    );
}

/// S17. Three deleted and brought back, last first or first first: the same keys, the same order.
#[test]
fn three_deleted_and_restored_stand_as_before() {
    for restored in [["r", "q", "p"], ["p", "q", "r"], ["q", "p", "r"]] {
        let row = [("o", "a0"), ("p", "a1"), ("q", "a1V"), ("r", "a2"), ("s", "a3")];
        let mut office = office(&row);
        for letter in ["p", "q", "r"] {
            let delete = office.intent(Op::Delete, letter, None, Last);
            office.done(delete);
        }
        for letter in restored {
            let restore = office.intent(Op::Restore, letter, None, Last);
            office.done(restore);
        }
        assert_eq!(office.order(), "o p q r s", "{restored:?}");
        assert_eq!(office.keys(&["p", "q", "r"]), ["a1", "a1V", "a2"], "{restored:?}");
    }
}

/// S17. The neighbours of a deleted record changed places: it comes back after the one that stood below it,
/// with a fresh key.
#[test]
fn a_restored_record_follows_the_neighbour_below_it() {
    let mut office = office(&[("p", "a1"), ("q", "a2"), ("r", "a3")]);
    let delete = office.intent(Op::Delete, "q", None, Last);
    office.done(delete);
    let moved = office.moved("p", Last);
    office.done(moved);
    let restore = office.intent(Op::Restore, "q", None, Last);
    office.done(restore);
    assert_eq!(office.order(), "r p q");
}

/// S17. Its parent is gone: there is no place to come back to.
#[test]
fn a_record_is_not_restored_under_a_deleted_parent() {
    let mut office = office(&[("p", "a0")]);
    office.past_the_server("child", Some("p"), "a0");
    for letter in ["child", "p"] {
        let delete = office.intent(Op::Delete, letter, None, Last);
        office.done(delete);
    }
    let restore = office.intent(Op::Restore, "child", None, Last);
    office.writes_nothing(restore, Status::Conflict);
}

/// S18. `p under q` and `q under p` at once: the second is refused under the lock, and there is no ring.
#[test]
fn opposite_moves_under_each_other_make_no_ring() {
    for servers in [1, 2] {
        let mut office = office_with(RULES, servers, None, &[("p", "a0"), ("q", "a1")]);
        let there = office.intent(Op::Move, "p", Some("q"), Last);
        let back = office.intent(Op::Move, "q", Some("p"), Last);
        let other = servers as usize - 1;
        let (one, two) = (office.resolved(0, there), office.resolved(other, back));
        let progress = office.made(0, one);
        let waiting = (other == 1).then(|| office.made(1, two));
        assert_eq!(office.finish(0, one, progress).0.status, Status::Done);
        let status = match waiting {
            Some(progress) => office.finish(1, two, progress).0.status,
            None => office.rest(0, two).0,
        };
        assert_eq!(status, Status::Refused);
        assert_eq!((office.order(), office.order_under(Some("q"))), ("q".into(), "p".into()));
    }
}

/// S18. `p under q` while q is deleted: no orphan is made by the server.
#[test]
fn a_move_under_a_record_that_is_deleted_meanwhile_is_a_conflict() {
    let mut office = office_with(RULES, 2, None, &[("p", "a0"), ("q", "a1")]);
    let under = office.intent(Op::Move, "p", Some("q"), Last);
    let delete = office.intent(Op::Delete, "q", None, Last);
    let one = office.resolved(0, under);
    assert_eq!(office.made(0, one), Progress::Prepared(None));
    office.servers.swap(0, 1);
    office.done(delete);
    office.servers.swap(0, 1);
    let progress = office.commit(0, one);
    assert_eq!(office.finish(0, one, progress).0.status, Status::Conflict);
    assert_eq!(office.order(), "p");
}

/// S19. Every path that creates or places a record makes a key for it: none is a default, none is there twice.
#[test]
fn no_path_writes_a_default_key() {
    let mut office = office(&[]);
    let asked = [
        office.insert("p", Last),
        office.insert("q", First),
        office.import(&["u", "v", "w"], After("p")),
        office.moved("u", Last),
        office.intent(Op::Delete, "v", None, Last),
        office.intent(Op::Restore, "v", None, Last),
    ];
    for intent in asked {
        office.done(intent);
    }
    assert_eq!(office.order(), "q p v w u");
    let keys = office.keys(&["q", "p", "v", "w", "u"]);
    assert!(keys.is_sorted_by(|one, next| one < next), "{keys:?}");
}

/// K8. Another writer stored a lone digit as key. It is read, last of its group, and inserts beside it
/// succeed: before it without more ado, after it by giving it a key, which the commit says.
#[test]
fn an_insert_beside_a_malformed_key_succeeds() {
    let mut office = office(&[("p", "a0"), ("bad", "7")]);
    let before = office.insert("x", Before("bad"));
    assert_eq!(office.done(before).cause().unwrap().beside, Beside::Nothing);
    let after = office.insert("y", After("bad"));
    assert_eq!(office.done(after).cause().unwrap().beside, Beside::Repair);
    assert_eq!((office.order().as_str(), office.written().as_str()), ("p x bad y", "bad y"));
}

/// A `sortKey` in a request has no effect.
#[test]
fn a_claimed_key_is_ignored() {
    let mut office = office(&[("p", "a0")]);
    let insert = Intent { claim: Some(7), ..office.insert("x", Last) };
    office.done(insert);
    assert_eq!(office.key("x"), "a1");
}

/// An import comes in commits of at most 200, a renumbering in one, however many records it gives new keys.
#[test]
fn an_import_comes_in_commits_and_a_renumbering_in_one() {
    let numbers = numbered(450);
    let mut office = office_with(Rules { rekey_bytes_max: Some(4), ..RULES }, 1, None, &[]);
    let import = office.import(&numbers, Last);
    office.done(import);
    assert_eq!(office.commits(), 3);
    let (first, second) = (numbers[0], numbers[1]);
    let mut inserts = 0;
    for letter in ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"] {
        let insert = office.insert(letter, Between(first, second));
        inserts += 1;
        let cause = office.done(insert).cause().unwrap();
        if cause.beside == Beside::Rekey {
            assert_eq!(cause.bounds, Bounds::default(), "it is made from no neighbour");
            break;
        }
    }
    assert_eq!(office.commits(), 3 + inserts);
    let longest = office
        .repositories
        .outline()
        .siblings(None)
        .unwrap()
        .iter()
        .map(|sibling| office.repositories.outline().sort_key(sibling.node).unwrap().text().len());
    assert!(longest.max().unwrap() <= 4);
}

/// Over the budget the answer is "try later" and nothing is written; in the next minute it goes on. What no
/// minute has room for is refused, or its client would ask for ever.
#[test]
fn over_the_budget_the_answer_is_try_later() {
    let mut office = office_with(RULES, 1, Some(2), &[("p", "a0")]);
    let (x, y) = (office.insert("x", Last), office.insert("y", Last));
    office.done(x);
    office.writes_nothing(y, Status::TryLater);
    office.now_us += 60_000_000;
    office.done(y);
    assert_eq!(office.order(), "p x y");
    let commits = office.commits();
    let import = office.import(&numbered(401), Last);
    assert_eq!(office.ask(import), Status::Refused);
    assert_eq!(office.commits(), commits);
}

/// Under the unique index a taken key is made anew from a fresh read, three times and no more.
#[test]
fn the_unique_index_is_bounded() {
    let rules = Rules { discipline: Discipline::UniqueIndex, ..RULES };
    let mut office = office_with(rules, 2, None, &[("p", "a0")]);
    let insert = office.insert("x", Last);
    let id = office.resolved(0, insert);
    let mut progress = office.made(0, id);
    for (attempt, letter) in ["q", "r", "s", "t"].into_iter().enumerate() {
        assert_eq!(progress, Progress::Prepared(None), "{letter}");
        let other = office.insert(letter, Last);
        let other = office.resolved(1, other);
        assert_eq!(office.rest(1, other), (Status::Done, vec![]));
        progress = office.commit(0, id);
        if attempt < 3 {
            assert_eq!(progress, Progress::Again(Failure::Taken));
            progress = office.make(0, id);
        }
    }
    let Progress::Over(over) = progress else { panic!("the fourth failure is the last") };
    assert_eq!((over.status, over.seqs), (Status::Conflict, vec![]));
    assert_eq!(office.order(), "p q r s t");
}

/// Anchors that get new keys in the same commit have not moved. The server took them for moved, and under the unique
/// index no tie between anchors was ever repaired and no group ever renumbered.
#[test]
fn the_unique_index_repairs_ties_and_renumbers_groups() {
    let rules = Rules { discipline: Discipline::UniqueIndex, ..RULES };
    let mut office = office_with(rules, 1, None, &[("o", "a4"), ("p", "a5"), ("q", "a5")]);
    let insert = office.insert("x", Between("p", "q"));
    office.done(insert);
    assert_eq!((office.order().as_str(), office.written().as_str()), ("o p x q", "p x"));

    let rules = Rules { rekey_bytes_max: Some(2), ..rules };
    let mut office = office_with(rules, 1, None, &[("p", "a5V"), ("q", "a5W")]);
    let insert = office.insert("x", Between("p", "q"));
    office.done(insert);
    assert_eq!((office.order().as_str(), office.written().as_str()), ("p x q", "p x q"));
    assert!(["p", "x", "q"].iter().all(|letter| office.key(letter).len() == 2));
}

/// A crash loses locks and requests in flight, never a commit.
#[test]
fn a_crash_loses_what_is_in_work_and_no_commit() {
    let mut office = office(&[("p", "a0")]);
    let (x, y) = (office.insert("x", Last), office.insert("y", Last));
    office.done(x);
    let id = office.resolved(0, y);
    assert_eq!(office.made(0, id), Progress::Prepared(None));
    office.servers[0].crash();
    assert!(office.servers[0].is_idle());
    assert_eq!(office.order(), "p x");
    assert_eq!(office.ask(y), Status::Done);
    assert_eq!(office.order(), "p x y");
}

/// A repository refuses a commit whose revision is not above its head, or more than five minutes ahead of
/// its clock, or made from another head.
#[test]
fn a_repository_refuses_bad_revisions() {
    let mut office = office(&[("p", "a0")]);
    let since = office.repositories.head(Did(0));
    let node = office.node("x");
    let mut accept = |rev: Rev, since: Rev| {
        let record = Record { parent: None, sort_key: SortKey::read("a1"), fields: Fields::Usual };
        let ops = vec![RecordOp { node, record: Some(record) }];
        let commit = Commit { did: Did(0), rev, since, ops, by: By::Rogue(1) };
        office.repositories.accept(&office.names, office.now_us, commit).map(|_| ())
    };
    let at = |ahead_us: u64| Rev(0).next(office.now_us + ahead_us);
    assert_eq!(accept(since, since), Err(WriteError::NotAbove));
    assert_eq!(accept(Rev(since.0 - 1), since), Err(WriteError::NotAbove));
    assert_eq!(accept(at(AHEAD_US_MAX + 1), since), Err(WriteError::Ahead));
    assert_eq!(accept(at(1), Rev(since.0 - 1)), Err(WriteError::Swapped));
    assert_eq!(accept(at(AHEAD_US_MAX), since), Ok(()));
}
