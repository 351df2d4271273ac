//! The faults of a scenario, each of which can be switched off alone.

use crate::scenario::{Discipline, Keys, Scenario, Troubles, Weather, limit_authors};

/// What can be switched off; a new fault of the world is a new line here or in [`WEATHER`].
const OF_THE_WORLD: &[fn(&mut Scenario) -> bool] = &[
    |scenario| set(&mut scenario.crashes, Vec::new()),
    |scenario| set(&mut scenario.offline, Vec::new()),
    |scenario| set(&mut scenario.writes_per_minute, None),
    |scenario| set(&mut scenario.rekey_bytes_max, None),
    |scenario| set(&mut scenario.account_changes, Vec::new()),
    |scenario| each_view(scenario, |troubles| set(&mut troubles.outages, Vec::new())),
    |scenario| each_view(scenario, |troubles| set(&mut troubles.crashes, Vec::new())),
    |scenario| each_view(scenario, |troubles| set(&mut troubles.rewinds, Vec::new())),
    |scenario| each_view(scenario, |troubles| set(&mut troubles.forgeries, Vec::new())),
    |scenario| each_view(scenario, |troubles| set(&mut troubles.switch_loss_ppm, 0)),
    |scenario| each_view(scenario, |troubles| set(&mut troubles.retention, None)),
    |scenario| each_view(scenario, |troubles| set(&mut troubles.refuse_ppm, 0)),
    |scenario| each_view(scenario, |troubles| set(&mut troubles.cut_ppm, 0)),
    |scenario| {
        let changes = scenario.authors != 1;
        limit_authors(scenario, 1);
        changes
    },
    |scenario| set(&mut scenario.servers, 1) | set(&mut scenario.crashes, Vec::new()),
    |scenario| set(&mut scenario.discipline, Discipline::Lock),
    |scenario| set(&mut scenario.keys, Keys::Server),
    |scenario| set(&mut scenario.repairs, true),
    |scenario| set(&mut scenario.server_step_us.max_us, scenario.server_step_us.min_us),
    |scenario| set(&mut scenario.patience.attempts_max, 1),
];

/// What can be switched off on each link.
const WEATHER: &[fn(&mut Weather) -> bool] = &[
    |weather| set(&mut weather.loss_ppm, 0),
    |weather| set(&mut weather.repeat_ppm, 0),
    |weather| set(&mut weather.delay_us.max_us, weather.delay_us.min_us),
];

/// Switches the fault of this number off. True if that changed the scenario, none if there is no such fault.
///
/// The views come first, the last of them foremost, since the other faults are fewer without them.
pub fn switch_off(scenario: &mut Scenario, number: usize) -> Option<bool> {
    const VIEWS: usize = 8;
    if let Some(view) = VIEWS.checked_sub(number + 1) {
        let is_removable = view < scenario.views.len() && scenario.views.len() > 1;
        if is_removable {
            scenario.views.remove(view);
        }
        return Some(is_removable);
    }
    let number = number - VIEWS;
    if let Some(fault) = OF_THE_WORLD.get(number) {
        return Some(fault(scenario));
    }
    let number = number - OF_THE_WORLD.len();
    let fault = WEATHER[number % WEATHER.len()];
    let mut links =
        std::iter::once(&mut scenario.network).chain(scenario.views.iter_mut().map(|view| &mut view.weather));
    links.nth(number / WEATHER.len()).map(fault)
}

fn each_view(scenario: &mut Scenario, switch_off: impl Fn(&mut Troubles) -> bool) -> bool {
    scenario.views.iter_mut().fold(false, |changes, view| switch_off(&mut view.troubles) | changes)
}

fn set<T: PartialEq>(field: &mut T, value: T) -> bool {
    let changes = *field != value;
    *field = value;
    changes
}
