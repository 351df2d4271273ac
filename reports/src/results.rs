//! The files of a report: made from rows, written, and compared.

use crate::charts::charts;
use crate::draw;
use crate::error::Error;
use crate::json::json;
use crate::page::Pages;
use crate::rows::Rows;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// Where the rows of a quick run lie inside a report.
pub const QUICK: &str = "quick";

/// Files of a report by name. What lies in a folder of it has the folder in its name.
pub struct Results(BTreeMap<String, Vec<u8>>);

impl Results {
    /// Makes every file of a report from its rows alone.
    pub fn of(rows: &Rows) -> Self {
        let charts = charts(rows);
        let tables = rows.files();
        let pages = Pages::of(rows, &charts);
        let mut files = BTreeMap::from([
            ("results.json".to_owned(), json(&rows.identity(), &tables)),
            ("README.md".to_owned(), pages.markdown.into_bytes()),
            ("index.html".to_owned(), pages.html.into_bytes()),
        ]);
        files.extend(tables);
        for chart in &charts {
            files.insert(format!("{}.svg", chart.name), draw::svg(&chart.alone, &chart.title));
            files.insert(format!("{}.png", chart.name), draw::png(&chart.alone));
        }
        Self(files)
    }

    /// Adds the rows of a quick run, which a quick check computes again.
    #[must_use]
    pub fn with_quick(mut self, quick: &Rows) -> Self {
        self.0.extend(quick.files().into_iter().map(|(name, content)| (format!("{QUICK}/{name}"), content)));
        self
    }

    /// How many files there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Writes them into a directory, which is made where it is missing.
    ///
    /// # Errors
    /// A directory or file that cannot be written.
    pub fn write(&self, directory: &Path) -> Result<(), Error> {
        for (name, content) in &self.0 {
            let path = directory.join(name);
            let folder = path.parent().unwrap_or(directory);
            fs::create_dir_all(folder).map_err(at(folder))?;
            fs::write(&path, content).map_err(at(&path))?;
        }
        Ok(())
    }

    /// Compares them with the files of a directory.
    ///
    /// # Errors
    /// [`Error::Differs`] names each file that differs, with its first such line, is missing or does not belong there.
    pub fn compare(&self, directory: &Path) -> Result<(), Error> {
        let mut differences = Vec::new();
        for (name, content) in &self.0 {
            let path = directory.join(name);
            match fs::read(&path) {
                Ok(committed) if committed == *content => {}
                Ok(committed) => differences.push(format!("{name}: {}", difference(&committed, content))),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    differences.push(format!("{name}: missing"));
                }
                Err(error) => return Err(at(&path)(error)),
            }
        }
        differences.extend(self.left_over(directory, "")?);
        if differences.is_empty() {
            return Ok(());
        }
        Err(Error::Differs { directory: directory.to_owned(), differences })
    }

    /// What lies in the directory, or in its folder of quick rows, and belongs to no report.
    fn left_over(&self, directory: &Path, folder: &str) -> Result<Vec<String>, Error> {
        let inside = directory.join(folder);
        if !inside.exists() {
            return Ok(Vec::new());
        }
        let mut names = Vec::new();
        for entry in fs::read_dir(&inside).map_err(at(&inside))? {
            let name = entry.map_err(at(&inside))?.file_name().to_string_lossy().into_owned();
            if folder.is_empty() && name == QUICK {
                names.extend(self.left_over(directory, QUICK)?);
                continue;
            }
            let name = if folder.is_empty() { name } else { format!("{folder}/{name}") };
            if !self.0.contains_key(&name) {
                names.push(format!("{name}: left over"));
            }
        }
        names.sort();
        Ok(names)
    }
}

/// The first line in which two files differ.
fn difference(committed: &[u8], computed: &[u8]) -> String {
    const SHOWN: usize = 160;
    let (Ok(committed), Ok(computed)) = (std::str::from_utf8(committed), std::str::from_utf8(computed))
    else {
        return "differs".into();
    };
    let (mut committed, mut computed) = (committed.lines(), computed.lines());
    for number in 1.. {
        let (there, here) = (committed.next(), computed.next());
        if there.is_none() && here.is_none() {
            break;
        }
        if there != here {
            let shown = |line: Option<&str>| {
                line.map_or("no line".into(), |line| {
                    format!("`{}`", line.chars().take(SHOWN).collect::<String>())
                })
            };
            return format!("line {number} is {}, computed {}", shown(there), shown(here));
        }
    }
    "differs in the ends of its lines".into()
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.to_owned();
    move |source| Error::File { path, source }
}
