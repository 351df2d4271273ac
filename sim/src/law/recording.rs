//! Recording: what the views serve at rest spells the text that the recording ends with; where the cap was
//! met, the text as it stood then.

use super::Law;
use crate::recording::Recording;
use crate::world::World;
use crate::world::typist::Typist;
use crate::world::view::Way;

/// Knows how the recording ends.
#[derive(Debug)]
pub struct Recorded {
    compared: u64,
    end: Vec<char>,
}

impl Recorded {
    pub fn new(recording: &Recording) -> Self {
        Self { compared: 0, end: recording.end.clone() }
    }
}

impl Law for Recorded {
    fn name(&self) -> &'static str {
        "recording"
    }

    fn compared(&self) -> u64 {
        self.compared
    }

    fn rest(&mut self, world: &World) -> Result<(), String> {
        let Some(typist) = world.clients.iter().find_map(|client| client.typist.as_ref()) else {
            return Ok(());
        };
        let typed: Vec<_> = typist.text().collect();
        if typist.cap_met_at.is_none() && !typed.iter().map(|(_, character)| character).eq(&self.end) {
            return Err("what was typed is not the text that the recording ends with".to_owned());
        }
        for (index, view) in world.views.iter().enumerate() {
            let rows = view.walk(&world.names, None, Way::Forward, 100);
            self.compared += rows.len() as u64 + 1;
            if !rows.iter().map(|row| row.node).eq(typed.iter().map(|(node, _)| *node)) {
                return Err(describe(index, &rows, typist));
            }
        }
        Ok(())
    }
}

fn describe(view: usize, rows: &[crate::world::view::Row], typist: &Typist) -> String {
    let differs = rows.iter().zip(typist.text()).position(|(row, (node, _))| row.node != *node);
    let at = differs.unwrap_or(rows.len().min(typist.len()));
    format!("view {view} spells another text from character {at} on ({} of {})", rows.len(), typist.len())
}
