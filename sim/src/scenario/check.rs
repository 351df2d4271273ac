//! Checks a scenario that was not drawn: what the world takes for granted is refused by name here.

use super::{Edit, Lie, Scenario, Span, Troubles, Weather, Workload};
use order_key::KEY_BYTES_MAX;
use std::collections::BTreeSet;

/// The shortest cap that holds an integer part.
const KEY_BYTES_MIN: usize = 2;
const CLIENTS_MAX: u32 = 1_000_000;
/// Some thirty years: far from where a sum of times would overflow.
const TIME_US_MAX: u64 = 1_000_000_000_000_000;

/// What may be asked of the bytes past which a group is renumbered.
pub const REKEY: &str = "a group is renumbered past 2 to 511 bytes";
/// What may be asked of a budget.
pub const BUDGET: &str = "a budget is a number of writes a minute, at least 1";
/// What recurs until everything is at rest, recurs so often at most before the last edit. A run of so many
/// takes seconds.
const TIMES_MAX: u64 = 1_000_000;

/// Whether a group can be renumbered past so many bytes.
pub fn is_rekey(bytes: usize) -> bool {
    (KEY_BYTES_MIN..KEY_BYTES_MAX).contains(&bytes)
}

/// Refuses more repositories than there are clients that write to them.
pub(super) fn check_authors(authors: u32, clients: u32) -> Result<(), String> {
    if authors <= clients {
        return Ok(());
    }
    Err(format!("{clients} clients write to as many repositories at most, and {authors} are wanted"))
}

impl Scenario {
    /// Checks what the world takes for granted.
    ///
    /// # Errors
    /// The first field whose value cannot be simulated, the value and what it may be.
    pub fn check(&self) -> Result<(), String> {
        within("key_bytes_max", self.key_bytes_max as u64, KEY_BYTES_MIN as u64, KEY_BYTES_MAX as u64)?;
        within("authors", self.authors.into(), 1, CLIENTS_MAX.into())?;
        within("clients", self.clients.into(), 1, CLIENTS_MAX.into())?;
        check_authors(self.authors, self.clients).map_err(|why| format!("authors: {why}"))?;
        if let Some(bytes) = self.rekey_bytes_max.filter(|&bytes| !is_rekey(bytes)) {
            return Err(format!("rekey_bytes_max: {REKEY}, or `null`, and {bytes} are wanted"));
        }
        if self.writes_per_minute == Some(0) {
            return Err(format!("writes_per_minute: {BUDGET}, or `null`, and 0 are wanted"));
        }
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
        self.check_patience()?;
        self.check_recurring()
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

    /// What recurs in short steps over a long time would run for hours in silence.
    fn check_recurring(&self) -> Result<(), String> {
        let last_us = self.last_sent_us();
        let views = self.views.iter().enumerate();
        let relists =
            views.map(|(index, view)| (format!("views[{index}].relist_every_us"), view.relist_every_us));
        let syncs = [("patience.sync_every_us".to_owned(), self.patience.sync_every_us)];
        for (field, every_us) in syncs.into_iter().chain(relists) {
            if last_us / every_us > TIMES_MAX {
                return Err(format!(
                    "{field}: every {every_us} us is more than {TIMES_MAX} times until the last edit, at \
                     {last_us} us"
                ));
            }
        }
        Ok(())
    }

    /// When the last edit begins, and is sent by a client that is offline. What else is planned for later does not
    /// happen: the run ends once all clients have done.
    fn last_sent_us(&self) -> u64 {
        let offline = self.offline.iter().map(|offline| offline.to_us);
        offline.chain([self.last_edit_us()]).max().unwrap_or(0)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Limits, Offline, draw};

    /// Why a scenario is refused that was changed by hand.
    fn refusal(change: impl FnOnce(&mut Scenario)) -> String {
        let mut scenario = draw(1, Limits::of_operations(3));
        assert_eq!(scenario.check(), Ok(()));
        change(&mut scenario);
        scenario.check().unwrap_err()
    }

    #[test]
    fn what_no_flag_takes_no_file_has() {
        for bytes in [0, 1, 512, usize::MAX] {
            assert_eq!(
                refusal(|scenario| scenario.rekey_bytes_max = Some(bytes)),
                format!(
                    "rekey_bytes_max: a group is renumbered past 2 to 511 bytes, or `null`, and {bytes} are wanted"
                )
            );
        }
        assert_eq!(
            refusal(|scenario| scenario.writes_per_minute = Some(0)),
            "writes_per_minute: a budget is a number of writes a minute, at least 1, or `null`, and 0 are wanted"
        );
        assert_eq!(
            refusal(|scenario| (scenario.clients, scenario.authors) = (2, 3)),
            "authors: 2 clients write to as many repositories at most, and 3 are wanted"
        );
    }

    #[test]
    fn what_recurs_does_not_recur_for_ever() {
        let late = |scenario: &mut Scenario| {
            let Workload::Edits(edits) = &mut scenario.workload else { panic!("edits were drawn") };
            edits[0].at_us = 1_000_000_000_000;
        };
        let refused = refusal(|scenario| {
            late(scenario);
            scenario.patience.sync_every_us = 1;
        });
        let why = "patience.sync_every_us: every 1 us is more than 1000000 times until the last edit, at \
                   1000000000000 us";
        assert_eq!(refused, why);
        let refused = refusal(|scenario| {
            late(scenario);
            scenario.patience.sync_every_us = 1_000_000;
            scenario.views[0].relist_every_us = 999_998;
        });
        assert!(refused.starts_with("views[0].relist_every_us: every 999998 us is more than "), "{refused}");
        let forever = Offline { client: 0, from_us: 0, to_us: TIME_US_MAX };
        let refused = refusal(|scenario| scenario.offline.push(forever));
        assert!(refused.ends_with(" the last edit, at 1000000000000000 us"), "{refused}");
    }
}
