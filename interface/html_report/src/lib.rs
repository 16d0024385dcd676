//! A report as one HTML file: it asks for no other file and no network, and opens years later.
//!
//! What never moves (verdict, properties, symmetry, drawings, source) is written here as HTML and SVG and can be read without
//! JavaScript. What is stepped through (a counterexample) is data that `page/trace.js` shows, one screen of rows at a time.
//! Everything that a model says is escaped by `escape`, and the page forbids itself to load anything.

mod communication;
pub mod escape;
mod growth;
mod sections;
mod source;
mod trace;

use report::{CoursePoint, Link, Outcome};

pub use communication::{Colours, drawing};

/// What a report is made of.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The model, as it was named on the command line.
    pub model: &'a str,
    /// The program that made the report, with its version.
    pub made_by: &'a str,
    /// The result.
    pub outcome: &'a Outcome,
    /// The files of the model: name and text, the model itself first.
    pub sources: &'a [(String, String)],
    /// Who communicates through what.
    pub links: &'a [Link],
    /// The search over time.
    pub course: &'a [CoursePoint],
}

const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/trace.js");

/// The style of all pages of Quotient.
pub fn style() -> &'static str {
    STYLE
}

/// The whole file.
pub fn page(page: &Page<'_>) -> String {
    let traces = trace::traces(page.outcome);
    let mut body = sections::verdict(page);
    body.push_str(&sections::properties(page.outcome));
    let source = source::section(page);
    // Beside each other where there is room.
    match traces.as_array().is_some_and(|traces| !traces.is_empty()) {
        true => {
            body.extend(["<div class=\"beside\">\n", include_str!("page/trace.html"), &source, "</div>\n"])
        }
        false => body.push_str(&source),
    }
    body.push_str(&sections::symmetry(page));
    body.push_str(&communication::section(page.links, &page.outcome.symmetry.orbits));
    body.push_str(&growth::section(page.course, page.outcome));
    body.push_str(&sections::coverage(page.outcome));
    body.push_str(&sections::unreached(page));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <main>\n{body}</main>\n<footer>{made_by}</footer>\n\
         <script type=\"application/json\" id=\"traces\">{traces}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        title = escape::text(&format!("{}: {}", page.model, sections::word(page.outcome.verdict))),
        made_by = escape::text(page.made_by),
        traces = escape::json(&traces),
    )
}
