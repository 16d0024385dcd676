//! `--html FILE`: what the report needs beside the outcome, and writing it.

use std::path::Path;

use html_report::Page;
use quotient::{Link, Model, Outcome};

use crate::progress;

/// What a report needs of a model.
pub struct Material {
    sources: Vec<(String, String)>,
    links: Vec<Link>,
}

impl Material {
    /// Texts and communication of a model.
    pub fn of(model: &Model) -> Material {
        let files = model.sources().files();
        // Formulas of the command line are files to the front end, without a name that anybody could open.
        let sources = files.map(|(_, file)| (file.name().to_owned(), file.text().to_owned())).collect();
        Material { sources, links: model.communication() }
    }

    /// Writes the report; an error says why it could not be written.
    pub fn write(&self, file: &Path, model: &Path, outcome: &Outcome) -> Result<(), String> {
        let course = progress::course();
        let page = html_report::page(&Page {
            model: &model.display().to_string(),
            made_by: concat!("quotient ", env!("CARGO_PKG_VERSION")),
            outcome,
            sources: &self.sources,
            links: &self.links,
            course: course.points(),
        });
        std::fs::write(file, page).map_err(|why| format!("cannot write {}: {why}", file.display()))
    }
}
