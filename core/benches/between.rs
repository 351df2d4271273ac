//! How long one key takes, beside the schemes that others use: `cargo bench -p order-key`.
//!
//! Each workload is run by every scheme in turn, and that again and again, so that a busy machine slows
//! all of them; the median counts. Read the ratios, not the single figures. Chains (append, prepend,
//! gap) hold only two bounds, each key is made and dropped; for random places the neighbours are planned
//! beforehand and only the generator is timed. Our keys are drawn from a `ChaCha8Rng`, as in earnest.
//!
//! First the peers are checked: each must reach the lengths that are published for its scheme.

#![allow(unsafe_code, reason = "an allocator that counts is an unsafe trait")]
#![allow(clippy::cast_precision_loss, reason = "figures to be read, not to be counted with")]
#![allow(clippy::disallowed_methods, reason = "a benchmark measures real time")]

mod peers;

use fractional_index::FractionalIndex;
use order_key::{Key, between, bounded};
use peers::{fraction, greenspan};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

/// How often each workload is run by each scheme.
const REPETITIONS: usize = 15;

fn main() {
    check_peers();
    println!(
        "median ns per key of {REPETITIONS} interleaved runs / longest key in bytes / allocations per key\n"
    );
    println!(
        "| workload | order-key | plain | Greenspan | fractional_index | ours ÷ plain | ÷ Greenspan | ÷ fractional_index | goal |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for workload in workloads() {
        println!("{}", compare(&workload));
    }
}

/// A way to make keys.
trait Scheme {
    type Key;
    fn between(&mut self, lower: Option<&Self::Key>, upper: Option<&Self::Key>) -> Self::Key;
    fn len(key: &Self::Key) -> usize;
}

struct Ours(ChaCha8Rng);
struct Plain;
struct Greenspan;
struct Bytes;

impl Scheme for Ours {
    type Key = Key;
    fn between(&mut self, lower: Option<&Key>, upper: Option<&Key>) -> Key {
        between(lower, upper, &mut self.0).expect("room between the bounds")
    }
    fn len(key: &Key) -> usize {
        key.len()
    }
}

impl Scheme for Plain {
    type Key = String;
    fn between(&mut self, lower: Option<&String>, upper: Option<&String>) -> String {
        fraction::between(lower.map(String::as_str), upper.map(String::as_str))
    }
    fn len(key: &String) -> usize {
        key.len()
    }
}

impl Scheme for Greenspan {
    type Key = String;
    fn between(&mut self, lower: Option<&String>, upper: Option<&String>) -> String {
        greenspan::between(lower.map(String::as_str), upper.map(String::as_str))
    }
    fn len(key: &String) -> usize {
        key.len()
    }
}

impl Scheme for Bytes {
    type Key = FractionalIndex;
    fn between(&mut self, lower: Option<&Self::Key>, upper: Option<&Self::Key>) -> Self::Key {
        FractionalIndex::new(lower, upper).expect("ascending bounds")
    }
    fn len(key: &Self::Key) -> usize {
        key.as_bytes().len()
    }
}

struct Workload {
    name: &'static str,
    /// Our ratio to each peer that is to be reached, for the reader.
    goal: &'static str,
    work: Work,
}

enum Work {
    Append(usize),
    Prepend(usize),
    GapToLower(usize),
    GapToUpper(usize),
    Alternating(usize),
    Random(Vec<Place>),
    /// Calls on a list that is there already.
    List {
        list: Vec<Place>,
        calls: Vec<usize>,
    },
}

/// The neighbours of a new key, by the order in which they were made.
#[derive(Clone, Copy)]
struct Place {
    lower: Option<usize>,
    upper: Option<usize>,
}

fn workloads() -> Vec<Workload> {
    let gap_goal = "0.6 Greenspan, linear";
    let random_list = random_places(1_000);
    let appended_list = appended_places(1_000);
    let calls: Vec<usize> = {
        let mut rng = rng();
        (0..200_000).map(|_| bounded(&mut rng, 999) as usize).collect()
    };
    let workload = |name, goal, work| Workload { name, goal, work };
    vec![
        workload("append 100,000", "0.6 Greenspan", Work::Append(100_000)),
        workload("prepend 100,000", "0.6 Greenspan", Work::Prepend(100_000)),
        workload("gap→lower 600", gap_goal, Work::GapToLower(600)),
        workload("gap→lower 2,400", gap_goal, Work::GapToLower(2_400)),
        workload("gap→upper 600", gap_goal, Work::GapToUpper(600)),
        workload("gap→upper 2,400", gap_goal, Work::GapToUpper(2_400)),
        workload("alternating 600", gap_goal, Work::Alternating(600)),
        workload("alternating 2,400", gap_goal, Work::Alternating(2_400)),
        workload("random 10,000", "", Work::Random(random_places(10_000))),
        workload("random 100,000", "", Work::Random(random_places(100_000))),
        workload(
            "between, 1,000-key random list",
            "0.7 Greenspan, 0.6 fractional_index",
            Work::List { list: random_list, calls: calls.clone() },
        ),
        workload(
            "between, 1,000-key appended list",
            "0.8 Greenspan",
            Work::List { list: appended_list, calls },
        ),
    ]
}

fn rng() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(1)
}

/// Inserts at uniform places of a growing list.
fn random_places(count: usize) -> Vec<Place> {
    let (mut rng, mut order) = (rng(), Vec::with_capacity(count));
    let mut place = |made: usize| {
        let at = bounded(&mut rng, made as u32 + 1) as usize;
        let place = Place { lower: at.checked_sub(1).map(|at| order[at]), upper: order.get(at).copied() };
        order.insert(at, made);
        place
    };
    (0..count).map(&mut place).collect()
}

fn appended_places(count: usize) -> Vec<Place> {
    (0..count).map(|made| Place { lower: made.checked_sub(1), upper: None }).collect()
}

/// What one run of a workload showed.
#[derive(Clone, Copy)]
struct Run {
    ns_per_key: f64,
    longest: usize,
}

fn run<S: Scheme>(work: &Work, scheme: &mut S) -> Run {
    match work {
        Work::Append(keys) => run_chain(*keys, None, scheme, |_, made, ends| ends.0 = Some(made)),
        Work::Prepend(keys) => run_chain(*keys, None, scheme, |_, made, ends| ends.1 = Some(made)),
        Work::GapToLower(keys) => run_gap(*keys, scheme, |_, made, ends| ends.1 = Some(made)),
        Work::GapToUpper(keys) => run_gap(*keys, scheme, |_, made, ends| ends.0 = Some(made)),
        Work::Alternating(keys) => {
            run_gap(
                *keys,
                scheme,
                |at, made, ends| {
                    if at % 2 == 0 { ends.1 = Some(made) } else { ends.0 = Some(made) }
                },
            )
        }
        Work::Random(places) => run_places(places, scheme),
        Work::List { list, calls } => run_list(list, calls, scheme),
    }
}

type Ends<K> = (Option<K>, Option<K>);

/// Keys one after the other between two ends; `keep` puts each in the place of one of them.
fn run_chain<S: Scheme>(
    keys: usize,
    ends: Option<Ends<S::Key>>,
    scheme: &mut S,
    keep: impl Fn(usize, S::Key, &mut Ends<S::Key>),
) -> Run {
    let mut ends = ends.unwrap_or_else(|| {
        let mut ends = (None, None);
        keep(0, scheme.between(None, None), &mut ends);
        ends
    });
    let mut longest = 0;
    let start = Instant::now();
    for at in 0..keys {
        let made = scheme.between(ends.0.as_ref(), ends.1.as_ref());
        longest = longest.max(S::len(&made));
        keep(at, made, &mut ends);
    }
    let ns_per_key = start.elapsed().as_nanos() as f64 / keys as f64;
    black_box(&ends);
    Run { ns_per_key, longest }
}

fn run_gap<S: Scheme>(keys: usize, scheme: &mut S, keep: impl Fn(usize, S::Key, &mut Ends<S::Key>)) -> Run {
    let lower = scheme.between(None, None);
    let upper = scheme.between(Some(&lower), None);
    run_chain(keys, Some((Some(lower), Some(upper))), scheme, keep)
}

fn run_places<S: Scheme>(places: &[Place], scheme: &mut S) -> Run {
    let mut keys = Vec::with_capacity(places.len());
    let start = Instant::now();
    for place in places {
        let made = scheme.between(place.lower.map(|at| &keys[at]), place.upper.map(|at| &keys[at]));
        keys.push(made);
    }
    let ns_per_key = start.elapsed().as_nanos() as f64 / places.len() as f64;
    Run { ns_per_key, longest: keys.iter().map(S::len).max().unwrap_or(0) }
}

fn run_list<S: Scheme>(places: &[Place], calls: &[usize], scheme: &mut S) -> Run {
    let list = list(places, scheme);
    let mut longest = 0;
    let start = Instant::now();
    for &at in calls {
        let made = scheme.between(Some(&list[at]), Some(&list[at + 1]));
        longest = longest.max(S::len(&made));
        black_box(&made);
    }
    Run { ns_per_key: start.elapsed().as_nanos() as f64 / calls.len() as f64, longest }
}

/// The keys made at these places, in their order.
fn list<S: Scheme>(places: &[Place], scheme: &mut S) -> Vec<S::Key> {
    let mut order: Vec<usize> = Vec::new();
    let mut keys: Vec<Option<S::Key>> = Vec::new();
    for (made, place) in places.iter().enumerate() {
        let bound = |at: Option<usize>| at.and_then(|at| keys[at].as_ref());
        keys.push(Some(scheme.between(bound(place.lower), bound(place.upper))));
        let after = place.lower.map_or(0, |lower| order.iter().position(|&at| at == lower).unwrap() + 1);
        order.insert(after, made);
    }
    order.iter().map(|&at| keys[at].take().unwrap()).collect()
}

/// A line of the table.
fn compare(workload: &Workload) -> String {
    let work = &workload.work;
    let (mut ours, mut plain, mut greenspan, mut bytes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..REPETITIONS {
        ours.push(run(work, &mut Ours(rng())));
        plain.push(run(work, &mut Plain));
        greenspan.push(run(work, &mut Greenspan));
        bytes.push(run(work, &mut Bytes));
    }
    let [ours, plain, greenspan, bytes] = [ours, plain, greenspan, bytes].map(median);
    let keys = workload.keys();
    let cell = |run: Run, allocations: usize| {
        format!("{:.1} / {} / {:.2}", run.ns_per_key, run.longest, allocations as f64 / keys as f64)
    };
    format!(
        "| {} | {} | {} | {} | {} | {:.2} | {:.2} | {:.2} | {} |",
        workload.name,
        cell(ours, allocations(work, &mut Ours(rng()))),
        cell(plain, allocations(work, &mut Plain)),
        cell(greenspan, allocations(work, &mut Greenspan)),
        cell(bytes, allocations(work, &mut Bytes)),
        ours.ns_per_key / plain.ns_per_key,
        ours.ns_per_key / greenspan.ns_per_key,
        ours.ns_per_key / bytes.ns_per_key,
        workload.goal,
    )
}

impl Workload {
    fn keys(&self) -> usize {
        match &self.work {
            Work::Append(keys)
            | Work::Prepend(keys)
            | Work::GapToLower(keys)
            | Work::GapToUpper(keys)
            | Work::Alternating(keys) => *keys,
            Work::Random(places) => places.len(),
            Work::List { calls, .. } => calls.len(),
        }
    }
}

fn median(mut runs: Vec<Run>) -> Run {
    runs.sort_by(|a, b| a.ns_per_key.total_cmp(&b.ns_per_key));
    runs[runs.len() / 2]
}

/// How often a run allocated, its few preparations included.
fn allocations<S: Scheme>(work: &Work, scheme: &mut S) -> usize {
    ALLOCATIONS.store(0, Relaxed);
    COUNTING.store(true, Relaxed);
    run(work, scheme);
    COUNTING.store(false, Relaxed);
    ALLOCATIONS.load(Relaxed)
}

/// Counts only when asked to, so that the timed runs pay no more than a branch.
struct Counting;

static COUNTING: AtomicBool = AtomicBool::new(false);
static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if COUNTING.load(Relaxed) {
            ALLOCATIONS.fetch_add(1, Relaxed);
        }
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if COUNTING.load(Relaxed) {
            ALLOCATIONS.fetch_add(1, Relaxed);
        }
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The published lengths of the two schemes, so that what is compared with is what they describe.
fn check_peers() {
    let longest = |work: Work| {
        (run(&work, &mut Plain).longest, run(&work, &mut Greenspan).longest, run(&work, &mut Bytes).longest)
    };
    for (name, work, expected) in [
        ("append", Work::Append(100_000), (3_226, 4, 789)),
        ("prepend", Work::Prepend(100_000), (3_226, 4, 783)),
        ("gap→lower", Work::GapToLower(10_000), (1_668, 1_669, 81)),
        ("gap→upper", Work::GapToUpper(10_000), (2_001, 2_002, 82)),
        ("alternating", Work::Alternating(10_000), (1_668, 1_669, 10_001)),
    ] {
        assert_eq!(longest(work), expected, "{name}");
    }
    let last =
        (0..9_999).fold(greenspan::between(None, None), |last, _| greenspan::between(Some(&last), None));
    assert_eq!(last, "c1aH", "10,000 appends, `a0` counted");
    let mut first = String::from("a0");
    for _ in 0..10_000 {
        first = greenspan::between(None, Some(&first));
    }
    assert_eq!(first, "XyPi", "10,000 prepends");
}
