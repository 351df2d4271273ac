//! A scenario as a file: JSON, one edit a line, read back without the code that draws.

use super::Scenario;
use crate::laid_out::laid_out;
use serde::de::DeserializeOwned;
use std::path::Path;

impl Scenario {
    /// Reads a scenario from a file.
    ///
    /// # Errors
    /// The file, the line and the field of what cannot be read, is not known or cannot be simulated.
    pub fn read(path: &Path) -> Result<Self, String> {
        let scenario: Self = read_json(path)?;
        scenario.check().map_err(|why| format!("{}: {why}", path.display()))?;
        Ok(scenario)
    }

    /// The text of the file that [`read`](Self::read) reads.
    pub fn print(&self) -> String {
        laid_out(&serde_json::to_string(self).expect("a scenario is plain data"))
    }
}

/// Reads what a file of JSON holds.
///
/// # Errors
/// The file, and the line and field of what is wrong.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, String> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{shown} cannot be read: {error}"))?;
    parse_json(&text).map_err(|why| format!("{shown}: {why}"))
}

fn parse_json<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let mut parser = serde_json::Deserializer::from_str(text);
    let value =
        serde_path_to_error::deserialize(&mut parser).map_err(|error| match error.path().to_string() {
            field if field == "." => error.inner().to_string(),
            field => format!("{field}: {}", error.inner()),
        })?;
    parser.end().map_err(|error| error.to_string())?;
    Ok(value)
}
