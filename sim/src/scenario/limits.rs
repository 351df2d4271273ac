//! What the caller of a run wants otherwise than drawn, planned or stored.

use super::{Keys, Scenario, StoreKind, ViewPlan, Weather, Workload};

/// What the caller wants otherwise; all else stays as the scenario has it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// How many edits the clients make; of a recording, how many keystrokes are typed at most.
    pub operations: Option<u32>,
    /// How many clients there are, at least 1.
    pub clients: Option<u32>,
    /// The cap on keys in bytes, 2 to 512.
    pub key_bytes_max: Option<usize>,
    /// Who makes keys.
    pub keys: Option<Keys>,
    /// How many of a million messages each link loses.
    pub loss_ppm: Option<u32>,
    /// How many of a million messages each link repeats.
    pub repeat_ppm: Option<u32>,
    /// Where the views keep what they applied.
    pub stores: Option<Stores>,
}

/// Where the views keep what they applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stores {
    /// All in one kind of store.
    All(StoreKind),
    /// In memory and in SQLite by turns, in at least two views.
    Both,
}

impl Limits {
    /// Only the number of edits is given.
    pub const fn of_operations(operations: u32) -> Self {
        Self {
            operations: Some(operations),
            clients: None,
            key_bytes_max: None,
            keys: None,
            loss_ppm: None,
            repeat_ppm: None,
            stores: None,
        }
    }

    /// Changes a scenario to what is wanted. One that was drawn within these limits changes in weather and
    /// stores only.
    ///
    /// # Errors
    /// What is wanted and cannot be had of this scenario: more edits than are stored, or more than one client
    /// for a recording.
    pub fn impose(&self, scenario: &mut Scenario) -> Result<(), String> {
        if let Some(operations) = self.operations {
            limit_operations(&mut scenario.workload, operations as usize)?;
        }
        if let Some(clients) = self.clients.filter(|&clients| clients != scenario.clients) {
            limit_clients(scenario, clients)?;
        }
        if let Some(key_bytes_max) = self.key_bytes_max {
            scenario.key_bytes_max = key_bytes_max;
        }
        if let Some(keys) = self.keys {
            limit_keys(scenario, keys);
        }
        self.impose_weather(&mut scenario.network);
        scenario.views.iter_mut().for_each(|view| self.impose_weather(&mut view.weather));
        if let Some(stores) = self.stores {
            limit_stores(&mut scenario.views, stores);
        }
        Ok(())
    }

    fn impose_weather(&self, weather: &mut Weather) {
        weather.loss_ppm = self.loss_ppm.unwrap_or(weather.loss_ppm);
        weather.repeat_ppm = self.repeat_ppm.unwrap_or(weather.repeat_ppm);
    }
}

fn limit_operations(workload: &mut Workload, operations: usize) -> Result<(), String> {
    match workload {
        Workload::Edits(edits) if edits.len() < operations => {
            Err(format!("the scenario has {} edits, and {operations} are wanted", edits.len()))
        }
        Workload::Edits(edits) => {
            edits.truncate(operations);
            Ok(())
        }
        Workload::Recording(recording) => {
            recording.cut(operations);
            Ok(())
        }
    }
}

/// Deals the edits out anew: each client's to one of fewer, or to several by turns.
fn limit_clients(scenario: &mut Scenario, clients: u32) -> Result<(), String> {
    let Workload::Edits(edits) = &mut scenario.workload else {
        return Err(format!("a recording is typed by one client, and {clients} are wanted"));
    };
    let shares = clients.div_ceil(scenario.clients);
    for edit in edits {
        edit.client = (edit.client + scenario.clients * (edit.id % shares)) % clients;
    }
    for offline in &mut scenario.offline {
        offline.client %= clients;
    }
    scenario.clients = clients;
    limit_authors(scenario, scenario.authors.min(clients));
    Ok(())
}

/// Where clients make keys, each writes to a repository of its own, and no server or network stands between.
/// A recording stays in one repository, since people delete each other's characters.
pub(super) fn limit_keys(scenario: &mut Scenario, keys: Keys) {
    scenario.keys = keys;
    if keys == Keys::Local {
        let is_recording = scenario.workload.recording().is_some();
        limit_authors(scenario, if is_recording { 1 } else { scenario.clients });
        scenario.servers = 1;
        scenario.crashes.clear();
        scenario.network = scenario.network.calm();
    }
}

/// What told of a repository that is no longer there tells of another.
pub(crate) fn limit_authors(scenario: &mut Scenario, authors: u32) {
    scenario.authors = authors;
    scenario.account_changes.iter_mut().for_each(|change| change.author %= authors);
    for view in &mut scenario.views {
        view.troubles.forgeries.iter_mut().for_each(|forgery| forgery.author %= authors);
    }
}

fn limit_stores(views: &mut Vec<ViewPlan>, stores: Stores) {
    match stores {
        Stores::All(kind) => views.iter_mut().for_each(|view| view.store = kind),
        Stores::Both => {
            views.extend((views.len() == 1).then(|| views[0].clone()));
            let kinds = [StoreKind::Memory, StoreKind::Sqlite];
            views.iter_mut().zip(kinds.into_iter().cycle()).for_each(|(view, kind)| view.store = kind);
        }
    }
}
