//! The lane picture of a small run: actors across, time down, an arrow for each delivery, and the final order with
//! its first wrong row.
//!
//! It shows what the [log](crate::log) tells, without what changed nothing: pages read, heads that were no news.
//! A frame that is lost is dashed, one that comes twice is doubled, one that was overtaken crosses the others.

mod arrow;
mod draw;
mod order;
mod scene;
mod svg;

use crate::outcome::Outcome;
use crate::scenario::Scenario;
use crate::simulate::Seen;
use crate::tell::Lanes;
use order::Orders;
use scene::Scene;

/// Draws the picture of one run.
#[derive(Debug)]
pub struct Picture {
    title: String,
    scene: Scene,
    /// What was served when the world was seen last.
    orders: Orders,
    is_at_rest: bool,
}

/// So many rows can be taken in, each of what happened at one moment.
pub const ROWS_MAX: usize = 48;

/// So many lanes fit beside each other.
pub const LANES_MAX: usize = 9;

impl Picture {
    /// Begins the picture of a scenario's run, in which a fault may be planted.
    pub fn new(scenario: &Scenario, variant: Option<&str>) -> Self {
        let planted =
            variant.map_or(String::new(), |variant| format!(" with \u{201c}{variant}\u{201d} planted"));
        let scene = Scene::new(Lanes::of(scenario), scenario.keys);
        Self {
            title: format!("seed {}{planted}", scenario.seed),
            scene,
            orders: Orders::default(),
            is_at_rest: false,
        }
    }

    /// Takes in what was seen of the world. What no picture can hold any more is not looked at.
    pub fn see(&mut self, seen: Seen<'_>) {
        if self.scene.rows.len() > ROWS_MAX {
            return;
        }
        let world = match seen {
            Seen::Step(world) => {
                self.scene.step(world);
                world
            }
            Seen::Rest(world) => {
                self.is_at_rest = true;
                world
            }
        };
        self.orders = Orders::of(world, self.is_at_rest);
    }

    /// The picture as SVG.
    ///
    /// # Errors
    /// What there is too much of, and what to do.
    pub fn end(&self, outcome: &Outcome) -> Result<String, String> {
        match self.too_much() {
            Some(much) if outcome.verdict.exit_status() == 0 => {
                Err(format!("{much}; `--operations` and `--clients` make a run smaller"))
            }
            Some(much) => Err(format!("{much}; `sim shrink` makes a run that fails smaller")),
            None => Ok(draw::draw(&self.title, &self.scene, &self.orders, outcome, self.is_at_rest)),
        }
    }

    /// What there is too much of, if there is.
    fn too_much(&self) -> Option<String> {
        if self.scene.rows.len() > ROWS_MAX {
            return Some(format!("a picture holds {ROWS_MAX} moments, and in this run more happens"));
        }
        let lanes = self.scene.used_lanes().into_iter().filter(|is_used| *is_used).count();
        (lanes > LANES_MAX)
            .then(|| format!("a picture holds {LANES_MAX} actors, and {lanes} act in this run"))
    }
}
