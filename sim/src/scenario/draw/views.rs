//! Draws the readers and their troubles, each from a stream of its own.
//!
//! A trouble is planned at a time before the storm ends, so that what is enabled is certain to strike. What
//! strikes by chance, message by message, is enabled only where enough messages pass; what strikes fetches
//! is enabled only together with something that makes a fetch certain.

use super::{draw_fault, draw_weather};
use crate::chance::{Chance, Draws, Link};
use crate::scenario::{
    AccountChange, ConsumerKind, Forgery, Lie, Outage, Rewind, StoreKind, Troubles, ViewPlan,
};

/// What the plans of readers are fitted to.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// About how many messages pass.
    pub messages: u64,
    /// When the clients' rush ends, in which what troubles readers strikes.
    pub storm_us: u64,
    /// When the last edit is made, some time after it.
    pub end_us: u64,
    /// How often heads are announced.
    pub sync_every_us: u64,
    /// How many repositories there are.
    pub authors: u32,
    /// The longest delay that is drawn.
    pub delay_us_max: u64,
    /// In how long a view has certainly loaded a repository: what strikes fetches is enabled in longer storms.
    pub fetching_us: u64,
    /// Whether every trouble is enabled, where enough messages pass.
    pub is_hostile: bool,
}

/// A storm of fewer messages has weather only: nothing else would be certain to meet anything.
const MESSAGES_MIN: u64 = 100;

/// So has one that is shorter: troubles could not take turns in it.
const STORM_US_MIN: u64 = 1_000;

/// One reader on each store, and in a third of the seeds one more.
pub fn draw_views(chance: &mut dyn Chance, fit: Fit) -> Vec<ViewPlan> {
    let third = chance.draws(Link::ViewPlan(u32::MAX), 0).below(3) == 0;
    let stores = [StoreKind::Memory, StoreKind::Sqlite, StoreKind::Memory];
    let stores = &stores[..if third { 3 } else { 2 }];
    (0..)
        .zip(stores)
        .map(|(view, &store)| draw_view(&mut chance.draws(Link::ViewPlan(view), 0), store, fit))
        .collect()
}

fn draw_view(draws: &mut Draws<'_>, store: StoreKind, fit: Fit) -> ViewPlan {
    let consumer = if draws.below(2) == 0 { ConsumerKind::Chain } else { ConsumerKind::PerRecord };
    let weather = draw_weather(draws, fit.messages, fit.delay_us_max);
    let grace_us = draws.within(50_000, 500_000);
    let relist_every_us = fit.sync_every_us * draws.within(1, 3);
    let is_calm = fit.messages < MESSAGES_MIN || fit.storm_us < STORM_US_MIN;
    let troubles = if is_calm { Troubles::NONE } else { draw_troubles(draws, fit) };
    ViewPlan { consumer, store, weather, grace_us, relist_every_us, troubles }
}

fn draw_troubles(draws: &mut Draws<'_>, fit: Fit) -> Troubles {
    // Heads are announced at least eight times in a storm.
    let announced_us = fit.sync_every_us.min(fit.storm_us / 8);
    let is_enabled = |draws: &mut Draws<'_>| draws.below(3) > 0 || fit.is_hostile;
    let some = |draws: &mut Draws<'_>| if is_enabled(draws) { 1 + draws.below(2) } else { 0 };
    let (outages, crashes, rewinds, forgeries) = (is_enabled(draws), some(draws), some(draws), some(draws));
    // Then each kind of lie is told.
    let forgeries = if fit.is_hostile { LIES } else { forgeries };
    // Announcements alone are more frames than are retained.
    let retention = (outages && (draws.below(2) == 0 || fit.is_hostile)).then(|| 1 + draws.below(2));
    let outage_us = if retention.is_some() { 13 * announced_us / 4 } else { 9 * announced_us / 4 };
    let crash_us = 1 + draws.within(0, (announced_us / 4).min(MICROS_MAX));
    let mut lengths = vec![(Trouble::Rewind, 0); rewinds as usize];
    lengths.extend((0..forgeries).map(|_| (Trouble::Forgery, 0)));
    lengths.extend((0..crashes).map(|_| (Trouble::Crash, crash_us)));
    lengths.extend(outages.then_some((Trouble::Outage, outage_us)));
    let mut troubles = Troubles { retention, ..Troubles::NONE };
    for (trouble, at_us, for_us) in draw_times(draws, lengths, fit.storm_us) {
        match trouble {
            Trouble::Outage => troubles.outages.push(Outage { at_us, for_us }),
            Trouble::Crash => troubles.crashes.push(Outage { at_us, for_us }),
            Trouble::Rewind => troubles.rewinds.push(Rewind { at_us, frames: 1 + draws.below(100) }),
            Trouble::Forgery => {
                let number = troubles.forgeries.len() as u32;
                let forgery = draw_forgery(draws, at_us, fit, number);
                troubles.forgeries.push(forgery);
            }
        }
    }
    troubles.switch_loss_ppm = draw_fault(draws, if outages { fit.messages } else { 0 });
    if fit.is_hostile {
        troubles.switch_loss_ppm = troubles.switch_loss_ppm.max(100_000);
    }
    if fit.storm_us >= fit.fetching_us {
        troubles.refuse_ppm = if is_enabled(draws) { draws.within(100_000, 600_000) as u32 } else { 0 };
        troubles.cut_ppm = if is_enabled(draws) { draws.within(100_000, 400_000) as u32 } else { 0 };
    }
    troubles
}

#[derive(Clone, Copy)]
enum Trouble {
    Outage,
    Crash,
    Rewind,
    Forgery,
}

/// The longest span that is drawn.
const MICROS_MAX: u64 = u32::MAX as u64 - 1;

/// When each trouble begins, one after the other: they take turns, so that each finds the view up and
/// connected. The first begins when two heads were announced, the last is over before the storm is.
fn draw_times(
    draws: &mut Draws<'_>,
    mut lengths: Vec<(Trouble, u64)>,
    storm_us: u64,
) -> Vec<(Trouble, u64, u64)> {
    for at in (1..lengths.len()).rev() {
        lengths.swap(at, draws.below(at as u32 + 1) as usize);
    }
    let (begin_us, end_us) = (storm_us * 9 / 32, storm_us * 7 / 8);
    let spare_us = end_us - begin_us - lengths.iter().map(|(_, length)| length).sum::<u64>();
    let mut at_us = begin_us;
    let gap_us_max = (spare_us / (lengths.len() as u64 + 1)).min(MICROS_MAX);
    let begin = |(trouble, for_us): (Trouble, u64)| {
        let begin_us = at_us + draws.within(0, gap_us_max);
        at_us = begin_us + for_us + 1;
        (trouble, begin_us, for_us)
    };
    lengths.into_iter().map(begin).collect()
}

/// How many kinds of lie there are.
const LIES: u32 = 3;

fn draw_forgery(draws: &mut Draws<'_>, at_us: u64, fit: Fit, number: u32) -> Forgery {
    const FIVE_MINUTES_US: u64 = 300_000_000;
    let any = draws.below(LIES);
    let lie = match if fit.is_hostile { number % LIES } else { any } {
        0 => Lie::FutureRev(FIVE_MINUTES_US + 1 + draws.within(0, FIVE_MINUTES_US)),
        1 => Lie::FutureRev(2_000_000_000_000_000),
        _ => Lie::FarSeq(9_000_000 + draws.within(0, 1_000_000_000)),
    };
    Forgery { at_us, author: draws.below(fit.authors), lie }
}

/// In a third of the seeds a repository is hidden and shown again, now and then twice. Where there are
/// several, half of those seeds leave one hidden.
pub fn draw_account_changes(chance: &mut dyn Chance, fit: Fit) -> Vec<AccountChange> {
    let mut draws = chance.draws(Link::AccountPlan, 0);
    if fit.messages < MESSAGES_MIN || (draws.below(3) > 0 && !fit.is_hostile) {
        return Vec::new();
    }
    let mut changes = Vec::new();
    for _ in 0..=draws.below(2) {
        let author = draws.below(fit.authors);
        let hidden = fit.time(&mut draws);
        let shown = hidden + 1 + draws.within(0, fit.sync_every_us);
        changes.push(AccountChange { at_us: hidden, author, is_active: false });
        changes.push(AccountChange { at_us: shown, author, is_active: true });
    }
    if fit.authors > 1 && draws.below(2) == 0 {
        let author = draws.below(fit.authors);
        changes.push(AccountChange { at_us: fit.end_us, author, is_active: false });
    }
    changes
}

impl Fit {
    /// A time in the first half of the storm, a little after its beginning.
    fn time(self, draws: &mut Draws<'_>) -> u64 {
        let eighth = (self.storm_us / 8).min(u64::from(u32::MAX) / 8);
        eighth + draws.within(0, 3 * eighth)
    }
}
