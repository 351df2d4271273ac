//! How the cost of an event grows with clients and with nodes.

use super::{Cost, Figure, Judged, Target, figure, in_memory, median, run};
use sim::scenario::{Edit, Kind, Scenario, Source, Workload};
use sim::simulate::Seen;
use std::time::Instant;

const REPETITIONS: usize = 3;

/// The same number of edits by few clients and by many.
pub fn clients() -> Vec<Figure> {
    const EDITS: u32 = 20_000;
    let crowd = Source::named("crowd").expect("a preset");
    let [few, many] = [100, 10_000].map(|clients| in_memory(&crowd, 1, Some(EDITS), Some(clients)));
    let (mut costs, mut ratios) = (Vec::new(), Vec::new());
    for _ in 0..REPETITIONS {
        let [few, many] = [&few, &many].map(|scenario| run(scenario, Judged::ByAllLaws, |_| ()).1);
        costs.push(many.per_event());
        ratios.push(many.per_event() / few.per_event());
    }
    vec![
        figure("an event among 10,000 clients", median(costs), " ns", None),
        figure("10,000 ÷ 100 clients", median(ratios), " ×", Some(Target::AtMost(1.5))),
    ]
}

/// Edits in an outline that was imported before. The last look at everything is measured by itself: during a
/// run such a look is due once in four events a row.
pub fn nodes() -> Vec<Figure> {
    let small: Vec<Scenario> = (1..=30).map(|seed| edited(seed, 1_000, 500)).collect();
    let large = edited(1, 1_000_000, 10_000);
    let (mut costs, mut ratios, mut rests, mut rest_ratios) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..REPETITIONS {
        let mut sums = [Cost::default(); 2];
        for scenario in &small {
            for (sum, cost) in sums.iter_mut().zip(edits_and_rest(scenario)) {
                sum.add(cost);
            }
        }
        let [edit, rest] = edits_and_rest(&large);
        costs.push(edit.per_event());
        ratios.push(edit.per_event() / sums[0].per_event());
        rests.push(rest.per_event());
        rest_ratios.push(rest.per_event() / sums[1].per_event());
    }
    let at_most = Some(Target::AtMost(4.0));
    vec![
        figure("an event among 1,000,000 nodes", median(costs), " ns", None),
        figure("1,000,000 ÷ 1,000 nodes", median(ratios), " ×", at_most),
        figure("a row at rest among 1,000,000 nodes", median(rests), " ns", None),
        figure("1,000,000 ÷ 1,000 nodes, a row at rest", median(rest_ratios), " ×", at_most),
    ]
}

/// What the edits cost by event, and the laws at rest by row of a view.
fn edits_and_rest(scenario: &Scenario) -> [Cost; 2] {
    let (begin_us, end_us) = (begin_us(scenario), scenario.last_edit_us());
    let mut passed = [None; 2];
    let (mut events, mut rows, mut rest) = (0_u64, 0, None);
    run(scenario, Judged::ByAllLaws, |seen| match seen {
        Seen::Step(world) => {
            events += 1;
            for (at_us, passed) in [begin_us, end_us].into_iter().zip(&mut passed) {
                if world.now_us >= at_us && passed.is_none() {
                    *passed = Some((Instant::now(), events));
                }
            }
        }
        Seen::Rest(world) => {
            rows = (world.repositories.outline().len() * world.views.len()) as u64;
            rest = Some(Instant::now());
        }
    });
    let rest = Cost { events: rows, ns: rest.expect("all came to rest").elapsed().as_nanos() };
    let [(from, before), (to, after)] = passed.map(|passed| passed.expect("all edits were made"));
    [Cost { events: after - before, ns: (to - from).as_nanos() }, rest]
}

/// When the imports of [`edited`] are over.
fn begin_us(scenario: &Scenario) -> u64 {
    let Workload::Edits(edits) = &scenario.workload else { unreachable!("edits were planned") };
    let imports = edits.iter().filter(|edit| edit.kind == Kind::Import);
    imports.map(|edit| edit.at_us).max().unwrap_or(0) + IMPORT_US
}

/// An import is on every view's page after so long.
const IMPORT_US: u64 = 10_000_000;

/// A crowd that edits an outline of so many nodes, a quarter of them at the root, the others in groups below.
fn edited(seed: u64, nodes: u32, edits: u32) -> Scenario {
    let crowd = Source::named("crowd").expect("a preset");
    let mut scenario = in_memory(&crowd, seed, Some(edits), Some(100));
    let Workload::Edits(edits) = &mut scenario.workload else { unreachable!("edits were planned") };
    let imports = (nodes / 200).min(400);
    for edit in edits.iter_mut() {
        edit.id += imports;
        edit.at_us += u64::from(imports + 1) * IMPORT_US;
    }
    edits.extend((0..imports).map(|id| import(id, nodes / imports)));
    edits.sort_by_key(|edit| edit.id);
    scenario.patience.checkpoint_every = u64::MAX;
    scenario.patience.calm_us_max = 100 * IMPORT_US;
    scenario
}

/// Every fourth import goes to the root, the others under a record of the page that was open.
fn import(id: u32, count: u32) -> Edit {
    const HOME: u32 = 6 << 29;
    const BELOW: u32 = 7 << 29;
    let opens = if id.is_multiple_of(4) { HOME } else { BELOW };
    // Words that are 1 modulo 3 ask for the end of the group.
    let opens = opens + (4 - opens % 3) % 3;
    let pick = id.wrapping_mul(0x9e37_79b9);
    Edit {
        id,
        at_us: u64::from(id) * IMPORT_US,
        client: 0,
        kind: Kind::Import,
        count,
        picks: [opens, pick, pick],
    }
}
