//! The state of a world, written out: two worlds of one scenario that write the same have the same futures.
//!
//! Every field is named, so that a new one cannot be left out unseen. Parts are written by their `Debug`, which
//! shows all of them, but for stores, of which it is written what they can tell.

use super::{Instance, World};
use std::fmt::{Result, Write};

impl World {
    /// Writes all that the future depends on. What the scenario and the parts say is left out, which is the same in
    /// all worlds that are compared, and so is the source of chance, whose choices are the future, and what numbers its
    /// draws.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_state(&self, out: &mut dyn Write) -> Result {
        let Self {
            key_bytes_max: _,
            now_us,
            names,
            repositories,
            views,
            clients,
            script,
            edits: _,
            servers,
            scenario: _,
            chance: _,
            consumer: _,
            admit: _,
            queue,
            is_calm,
            ticks,
            announcements: _,
            fetches: _,
            last_mint_us,
            last_keystroke_us: _,
            happened: _,
            ready: _,
        } = self;
        write!(
            out,
            "{now_us} {is_calm} {ticks} {last_mint_us} {names:?} {repositories:?} {clients:?} {script:?}"
        )?;
        for Instance { server, is_down, epoch } in servers {
            write!(out, " {server:?} {is_down} {epoch}")?;
        }
        let mut planned: Vec<_> = queue.planned().collect();
        planned.sort_unstable();
        write!(out, " {planned:?}")?;
        views.iter().try_for_each(|view| view.write_state(names, out))
    }
}
