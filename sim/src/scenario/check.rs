//! Checks a scenario that was not drawn: what the world takes for granted is refused by name here.

use super::{Edit, Lie, Scenario, Span, Troubles, Weather, Workload};
use order_key::KEY_BYTES_MAX;
use std::collections::BTreeSet;

/// The shortest cap that holds an integer part.
const KEY_BYTES_MIN: usize = 2;
const CLIENTS_MAX: u32 = 1_000_000;
/// Some thirty years: far from where a sum of times would overflow.
const TIME_US_MAX: u64 = 1_000_000_000_000_000;

impl Scenario {
    /// Checks what the world takes for granted.
    ///
    /// # Errors
    /// The first field whose value cannot be simulated, the value and what it may be.
    pub fn check(&self) -> Result<(), String> {
        within("key_bytes_max", self.key_bytes_max as u64, KEY_BYTES_MIN as u64, KEY_BYTES_MAX as u64)?;
        within("authors", self.authors.into(), 1, CLIENTS_MAX.into())?;
        within("clients", self.clients.into(), 1, CLIENTS_MAX.into())?;
        within("servers", self.servers.into(), 1, 1_000)?;
        if self.servers > 1 && self.authors > 1 {
            let (servers, authors) = (self.servers, self.authors);
            return Err(format!("servers: {servers} instances and {authors} authors never go together"));
        }
        within("views: their number", self.views.len() as u64, 1, 1_000)?;
        check_weather("network", &self.network)?;
        check_span("server_step_us", self.server_step_us)?;
        for (index, view) in self.views.iter().enumerate() {
            check_weather(&format!("views[{index}].weather"), &view.weather)?;
            within(&format!("views[{index}].grace_us"), view.grace_us, 0, TIME_US_MAX)?;
            within(&format!("views[{index}].relist_every_us"), view.relist_every_us, 1, TIME_US_MAX)?;
            check_troubles(&format!("views[{index}].troubles"), &view.troubles, self.authors)?;
        }
        for (index, change) in self.account_changes.iter().enumerate() {
            let field = |name: &str| format!("account_changes[{index}].{name}");
            within(&field("at_us"), change.at_us, 0, TIME_US_MAX)?;
            within(&field("author"), change.author.into(), 0, u64::from(self.authors) - 1)?;
        }
        if let Workload::Edits(edits) = &self.workload {
            check_edits(edits, self.clients)?;
        }
        for (index, write) in self.rogue_writes.iter().enumerate() {
            within(&format!("rogue_writes[{index}].at_us"), write.at_us, 0, TIME_US_MAX)?;
            within(&format!("rogue_writes[{index}].clock_us"), write.clock_us, 0, TIME_US_MAX)?;
        }
        for (index, crash) in self.crashes.iter().enumerate() {
            let field = |name: &str| format!("crashes[{index}].{name}");
            within(&field("server"), crash.server.into(), 0, u64::from(self.servers) - 1)?;
            within(&field("at_us"), crash.at_us, 0, TIME_US_MAX)?;
            within(&field("down_us"), crash.down_us, 0, TIME_US_MAX)?;
        }
        for (index, offline) in self.offline.iter().enumerate() {
            let field = |name: &str| format!("offline[{index}].{name}");
            within(&field("client"), offline.client.into(), 0, u64::from(self.clients) - 1)?;
            within(&field("from_us"), offline.from_us, 0, TIME_US_MAX)?;
            within(&field("to_us"), offline.to_us, offline.from_us, TIME_US_MAX)?;
        }
        self.check_patience()
    }

    fn check_patience(&self) -> Result<(), String> {
        let patience = &self.patience;
        within("patience.resend_after_us", patience.resend_after_us, 1, TIME_US_MAX)?;
        within("patience.try_later_us", patience.try_later_us, 1, TIME_US_MAX)?;
        within("patience.attempts_max", patience.attempts_max.into(), 1, 255)?;
        within("patience.sync_every_us", patience.sync_every_us, 1, TIME_US_MAX)?;
        within("patience.calm_us_max", patience.calm_us_max, 0, TIME_US_MAX)?;
        within("patience.checkpoint_every", patience.checkpoint_every, 1, u64::MAX)
    }
}

fn check_edits(edits: &[Edit], clients: u32) -> Result<(), String> {
    let mut ids = BTreeSet::new();
    for (index, edit) in edits.iter().enumerate() {
        let field = |name: &str| format!("workload.edits[{index}].{name}");
        within(&field("at_us"), edit.at_us, 0, TIME_US_MAX)?;
        within(&field("client"), edit.client.into(), 0, u64::from(clients) - 1)?;
        within(&field("count"), edit.count.into(), 1, 100_000)?;
        if !ids.insert(edit.id) {
            return Err(format!("{}: another edit has the number {} too", field("id"), edit.id));
        }
    }
    Ok(())
}

fn check_troubles(field: &str, troubles: &Troubles, authors: u32) -> Result<(), String> {
    for (name, outages) in [("outages", &troubles.outages), ("crashes", &troubles.crashes)] {
        for (index, outage) in outages.iter().enumerate() {
            within(&format!("{field}.{name}[{index}].at_us"), outage.at_us, 0, TIME_US_MAX)?;
            within(&format!("{field}.{name}[{index}].for_us"), outage.for_us, 0, TIME_US_MAX)?;
        }
    }
    for (index, rewind) in troubles.rewinds.iter().enumerate() {
        within(&format!("{field}.rewinds[{index}].at_us"), rewind.at_us, 0, TIME_US_MAX)?;
    }
    for (index, forgery) in troubles.forgeries.iter().enumerate() {
        let field = |name: &str| format!("{field}.forgeries[{index}].{name}");
        within(&field("at_us"), forgery.at_us, 0, TIME_US_MAX)?;
        within(&field("author"), forgery.author.into(), 0, u64::from(authors) - 1)?;
        let (Lie::FutureRev(ahead) | Lie::FarSeq(ahead)) = forgery.lie;
        within(&field("lie"), ahead, 0, 5 * TIME_US_MAX)?;
    }
    within(&format!("{field}.switch_loss_ppm"), troubles.switch_loss_ppm.into(), 0, 1_000_000)?;
    within(&format!("{field}.refuse_ppm"), troubles.refuse_ppm.into(), 0, 1_000_000)?;
    within(&format!("{field}.cut_ppm"), troubles.cut_ppm.into(), 0, 1_000_000)
}

fn check_weather(field: &str, weather: &Weather) -> Result<(), String> {
    within(&format!("{field}.loss_ppm"), weather.loss_ppm.into(), 0, 1_000_000)?;
    within(&format!("{field}.repeat_ppm"), weather.repeat_ppm.into(), 0, 1_000_000)?;
    check_span(&format!("{field}.delay_us"), weather.delay_us)
}

fn check_span(field: &str, span: Span) -> Result<(), String> {
    within(&format!("{field}.min_us"), span.min_us, 0, TIME_US_MAX)?;
    let longest = span.min_us + u64::from(u32::MAX) - 1;
    within(&format!("{field}.max_us"), span.max_us, span.min_us, longest)
}

fn within(field: &str, met: u64, min: u64, max: u64) -> Result<(), String> {
    if (min..=max).contains(&met) { Ok(()) } else { Err(format!("{field}: {met} is not in {min}..={max}")) }
}
