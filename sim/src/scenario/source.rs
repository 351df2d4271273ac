//! Where scenarios come from: drawn whole, a preset by its name, a file, or a recording that is typed.

use super::{Limits, PRESETS, Preset, Scenario, draw, draw_recording};
use crate::recording::Recording;
use std::path::Path;

/// Gives a scenario for each seed.
#[derive(Clone, Debug)]
pub enum Source {
    /// Each is drawn swarm-style.
    Drawn,
    /// Each follows a plan that has a name.
    Preset(&'static Preset),
    /// Each is the same but for its seed.
    Stored(Box<Scenario>),
    /// Each types the same recording, in weather of its own.
    Recording(Recording),
}

impl Source {
    /// The preset of this name, or the scenario in this file.
    ///
    /// # Errors
    /// What is wrong with the file; or, where there is none, which names are known.
    pub fn named(name: &str) -> Result<Self, String> {
        if let Some(preset) = PRESETS.iter().find(|preset| preset.name == name) {
            return Ok(Self::Preset(preset));
        }
        let path = Path::new(name);
        if !path.exists() {
            let known: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
            let known = known.join(", ");
            return Err(format!("no scenario and no file is called `{name}`; the known ones are {known}"));
        }
        Scenario::read(path).map(Box::new).map(Self::Stored)
    }

    /// The recording in this file.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn recording(path: &Path) -> Result<Self, String> {
        let recording = Recording::read(path).map_err(|error| format!("{} {error}", path.display()))?;
        Ok(Self::Recording(recording))
    }

    /// The seed that the scenario brings along, if it does.
    pub fn seed(&self) -> Option<u64> {
        match self {
            Self::Stored(scenario) => Some(scenario.seed),
            Self::Drawn | Self::Preset(_) | Self::Recording(_) => None,
        }
    }

    /// The scenario of a seed, within limits.
    ///
    /// # Errors
    /// As [`Limits::impose`].
    pub fn scenario(&self, seed: u64, limits: Limits) -> Result<Scenario, String> {
        let limits = if matches!(self, Self::Drawn) { limits.for_drawn() } else { limits };
        let mut scenario = match self {
            Self::Drawn => draw(seed, limits),
            Self::Preset(preset) => preset.scenario(seed, limits),
            Self::Stored(scenario) => Scenario { seed, ..(**scenario).clone() },
            Self::Recording(recording) => draw_recording(seed, recording.clone(), limits),
        };
        limits.impose(&mut scenario)?;
        Ok(scenario)
    }
}
