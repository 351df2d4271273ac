//! What the caller of a run wants otherwise than drawn, planned or stored.

use super::check::check_authors;
use super::{
    ConsumerKind, Discipline, Keys, Scenario, StoreKind, ViewPlan, Weather, Workload, draw::budget_us,
};
use std::fmt::Write;

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
    pub stores: Option<Each<StoreKind>>,
    /// How the views decide what to apply.
    pub consumers: Option<Each<ConsumerKind>>,
    /// How many server instances there are, at least 1.
    pub servers: Option<u32>,
    /// How many repositories there are, at least 1.
    pub authors: Option<u32>,
    /// What keeps two writes into one group apart.
    pub discipline: Option<Discipline>,
    /// Whether a run of siblings is given new keys where no key lies between them.
    pub repairs: Option<bool>,
    /// When groups are renumbered.
    pub rekey: Option<Rekey>,
    /// How much a repository takes.
    pub budget: Option<Budget>,
}

/// Which kind the views are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Each<Kind> {
    /// All of one kind.
    All(Kind),
    /// Of both kinds by turns, in at least two views.
    Both,
}

/// When groups are renumbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rekey {
    /// Never.
    Never,
    /// When one of the group's keys passes so many bytes.
    Past(usize),
}

/// How much a repository takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Whatever comes.
    Unlimited,
    /// So many writes in a virtual minute, at least 1.
    PerMinute(u32),
}

impl Limits {
    /// Nothing is wanted otherwise.
    pub const NONE: Self = Self {
        operations: None,
        clients: None,
        key_bytes_max: None,
        keys: None,
        loss_ppm: None,
        repeat_ppm: None,
        stores: None,
        consumers: None,
        servers: None,
        authors: None,
        discipline: None,
        repairs: None,
        rekey: None,
        budget: None,
    };

    /// Only the number of edits is given.
    pub const fn of_operations(operations: u32) -> Self {
        Self { operations: Some(operations), ..Self::NONE }
    }

    /// The same for a scenario that is drawn whole: what needs a server wins over a seed that draws none.
    #[must_use]
    pub(super) fn for_drawn(self) -> Self {
        let keys = if self.of_servers().is_empty() { None } else { Some(Keys::Server) };
        Self { keys: self.keys.or(keys), ..self }
    }

    /// The flags of what is wanted that has no meaning where each client makes keys.
    fn of_servers(&self) -> String {
        let wanted = [
            (self.servers.is_some(), "--servers"),
            (self.authors.is_some(), "--authors"),
            (self.discipline.is_some(), "--discipline"),
            (self.repairs.is_some(), "--repairs"),
            (matches!(self.rekey, Some(Rekey::Past(_))), "--rekey"),
            (matches!(self.budget, Some(Budget::PerMinute(_))), "--budget"),
        ];
        let mut flags = String::new();
        for (_, flag) in wanted.iter().filter(|(is_wanted, _)| *is_wanted) {
            let comma = if flags.is_empty() { "" } else { ", " };
            write!(flags, "{comma}`{flag}`").expect("a string takes any text");
        }
        flags
    }

    /// Changes a scenario to what is wanted. One that was drawn within these limits changes in weather and
    /// stores only.
    ///
    /// # Errors
    /// What is wanted and cannot be had of this scenario: more edits than are stored, other clients
    /// than a recording has; or two things that are wanted and never go together.
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
        self.check(scenario)?;
        self.impose_writing(scenario);
        self.impose_weather(&mut scenario.network);
        scenario.views.iter_mut().for_each(|view| self.impose_weather(&mut view.weather));
        if let Some(stores) = self.stores {
            let kinds = [StoreKind::Memory, StoreKind::Sqlite];
            limit_views(&mut scenario.views, stores, kinds, |view, kind| view.store = kind);
        }
        if let Some(consumers) = self.consumers {
            let kinds = [ConsumerKind::Chain, ConsumerKind::PerRecord];
            limit_views(&mut scenario.views, consumers, kinds, |view, kind| view.consumer = kind);
        }
        Ok(())
    }

    /// Checks that what is wanted of servers and repositories goes together.
    fn check(&self, scenario: &Scenario) -> Result<(), String> {
        let flags = self.of_servers();
        if scenario.keys == Keys::Local && !flags.is_empty() {
            return Err(format!(
                "where each client makes keys, in a repository of its own, {flags} has no meaning; \
                 `--keys server` lets a server make them"
            ));
        }
        let (servers, authors) = (self.servers.unwrap_or(1), self.authors.unwrap_or(1));
        if servers > 1 && authors > 1 {
            return Err(format!(
                "several server instances and several authors never go together, and {servers} and {authors} \
                 are wanted"
            ));
        }
        if authors > 1 && scenario.workload.recording().is_some() {
            return Err(format!("a recording is typed into one repository, and {authors} are wanted"));
        }
        check_authors(authors, scenario.clients)?;
        match self.rekey {
            Some(Rekey::Past(bytes)) if bytes >= scenario.key_bytes_max => Err(format!(
                "keys have at most {} bytes, so no group is ever renumbered past {bytes}",
                scenario.key_bytes_max
            )),
            _ => Ok(()),
        }
    }

    /// Changes how is written. What is wanted wins over what goes not with it and was only drawn.
    fn impose_writing(&self, scenario: &mut Scenario) {
        if let Some(servers) = self.servers {
            limit_servers(scenario, servers);
            let authors = if servers > 1 { 1 } else { scenario.authors };
            limit_authors(scenario, authors);
        }
        if let Some(authors) = self.authors {
            limit_authors(scenario, authors);
            let servers = if authors > 1 { 1 } else { scenario.servers };
            limit_servers(scenario, servers);
        }
        scenario.discipline = self.discipline.unwrap_or(scenario.discipline);
        scenario.repairs = self.repairs.unwrap_or(scenario.repairs);
        match self.rekey {
            None => {}
            Some(Rekey::Never) => scenario.rekey_bytes_max = None,
            Some(Rekey::Past(bytes)) => scenario.rekey_bytes_max = Some(bytes),
        }
        match self.budget {
            None => {}
            Some(Budget::Unlimited) => scenario.writes_per_minute = None,
            Some(Budget::PerMinute(writes)) => {
                scenario.writes_per_minute = Some(writes);
                scenario.patience.calm_us_max += budget_us(scenario.workload.operations(), Some(writes));
            }
        }
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
        let recorded = scenario.clients;
        return Err(format!("the clients of the recording are {recorded}, and {clients} are wanted"));
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

fn limit_servers(scenario: &mut Scenario, servers: u32) {
    scenario.servers = servers;
    scenario.crashes.iter_mut().for_each(|crash| crash.server %= servers);
}

/// Makes all views of one kind, or of both by turns.
fn limit_views<Kind: Copy>(
    views: &mut Vec<ViewPlan>,
    each: Each<Kind>,
    both: [Kind; 2],
    set: impl Fn(&mut ViewPlan, Kind),
) {
    match each {
        Each::All(kind) => views.iter_mut().for_each(|view| set(view, kind)),
        Each::Both => {
            views.extend((views.len() == 1).then(|| views[0].clone()));
            views.iter_mut().zip(both.into_iter().cycle()).for_each(|(view, kind)| set(view, kind));
        }
    }
}
