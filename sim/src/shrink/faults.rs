//! The faults of a scenario, each of which can be switched off alone.

use crate::scenario::{Discipline, Keys, Scenario, Weather};

/// What can be switched off; a new fault of the world is a new line here or in [`WEATHER`].
const OF_THE_WORLD: &[fn(&mut Scenario) -> bool] = &[
    |scenario| set(&mut scenario.crashes, Vec::new()),
    |scenario| set(&mut scenario.offline, Vec::new()),
    |scenario| set(&mut scenario.writes_per_minute, None),
    |scenario| set(&mut scenario.rekey_bytes_max, None),
    |scenario| set(&mut scenario.authors, 1),
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

fn set<T: PartialEq>(field: &mut T, value: T) -> bool {
    let changes = *field != value;
    *field = value;
    changes
}
