//! The files of a report: made from rows, written, and compared.

use crate::charts::charts;
use crate::draw;
use crate::error::Error;
use crate::figures;
use crate::page;
use crate::rows::Rows;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// Every file of a report by its name.
pub struct Results(BTreeMap<String, Vec<u8>>);

impl Results {
    /// Makes every file from rows alone.
    pub fn of(rows: &Rows) -> Self {
        let figures = figures::figures(rows);
        let charts = charts(rows, &figures);

        let mut files = BTreeMap::from(rows.files());
        files.insert("figures.csv".into(), figures::csv(&figures));
        for chart in &charts {
            files.insert(format!("{}.svg", chart.name), draw::svg(&chart.picture));
            files.insert(format!("{}.png", chart.name), draw::png(&chart.picture));
        }
        files.insert("README.md".into(), page::page(rows, &figures, &charts).into_bytes());
        Self(files)
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
        fs::create_dir_all(directory).map_err(at(directory))?;
        for (name, content) in &self.0 {
            let path = directory.join(name);
            fs::write(&path, content).map_err(at(&path))?;
        }
        Ok(())
    }

    /// Compares them with the files of a directory.
    ///
    /// # Errors
    /// [`Error::Differs`] names each file that differs, is missing or does not belong there.
    pub fn compare(&self, directory: &Path) -> Result<(), Error> {
        let mut differences = Vec::new();
        for (name, content) in &self.0 {
            let path = directory.join(name);
            match fs::read(&path) {
                Ok(committed) if committed == *content => {}
                Ok(_) => differences.push(format!("{name}: differs")),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    differences.push(format!("{name}: missing"));
                }
                Err(error) => return Err(at(&path)(error)),
            }
        }
        differences.extend(self.left_over(directory)?);
        if differences.is_empty() {
            return Ok(());
        }
        Err(Error::Differs { directory: directory.to_owned(), differences })
    }

    /// What lies in the directory and belongs to no report.
    fn left_over(&self, directory: &Path) -> Result<Vec<String>, Error> {
        if !directory.exists() {
            return Ok(Vec::new());
        }
        let mut names = Vec::new();
        for entry in fs::read_dir(directory).map_err(at(directory))? {
            let name = entry.map_err(at(directory))?.file_name().to_string_lossy().into_owned();
            if !self.0.contains_key(&name) {
                names.push(format!("{name}: left over"));
            }
        }
        names.sort();
        Ok(names)
    }
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.to_owned();
    move |source| Error::File { path, source }
}
