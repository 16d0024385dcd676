//! The text of the model with its lines, and what is known of each.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::Page;
use crate::escape::text;

/// More text than this is cut: the page must open at once.
const MOST_BYTES: usize = 800_000;

/// A file for each source, with notes at the lines where symmetry is lost and where something is wrong.
pub fn section(page: &Page<'_>) -> String {
    let mut left = MOST_BYTES;
    let mut out = String::from(
        "<section id=\"source\" aria-labelledby=\"h-source\">\n<h2 id=\"h-source\">Source</h2>\n<p id=\"standing\" hidden></p>\n",
    );
    for (number, (name, content)) in page.sources.iter().enumerate() {
        let notes = notes(page, name);
        let open = if number == 0 { " open" } else { "" };
        let _ = writeln!(
            out,
            "<details class=\"file\"{open}><summary>{}</summary>\n<div class=\"listing\" data-file=\"{}\" tabindex=\"0\" \
             role=\"region\" aria-label=\"{}\">",
            text(name),
            text(name),
            text(name)
        );
        for (line, written) in (1u32..).zip(content.lines()) {
            let Some(rest) = left.checked_sub(written.len() + 1) else {
                let _ = writeln!(out, "<p>The rest of the text is left out here.</p>");
                break;
            };
            left = rest;
            let _ = writeln!(
                out,
                "<div class=\"line\" id=\"f{number}l{line}\"><i>{line}</i><code>{}</code></div>",
                text(written)
            );
            for (class, note) in notes.get(&line).into_iter().flatten() {
                let _ = writeln!(out, "<p class=\"note {class}\">{}</p>", text(note));
            }
        }
        out.push_str("</div></details>\n");
    }
    out + "</section>\n"
}

fn notes(page: &Page<'_>, file: &str) -> BTreeMap<u32, Vec<(&'static str, String)>> {
    let mut notes: BTreeMap<u32, Vec<(&'static str, String)>> = BTreeMap::new();
    let outcome = page.outcome;
    for lost in outcome.symmetry.lost.iter().filter(|lost| lost.file == file) {
        let times = lost.factor.filter(|factor| factor.is_finite() && *factor < 1e9);
        let factor = times.map_or(String::new(), |factor| format!(" (up to {factor:.0}×)"));
        let note = format!("symmetry lost here{factor}: {}", lost.why);
        notes.entry(lost.line).or_default().push(("lost", note));
    }
    if let Some(violation) = outcome.violation.as_ref().filter(|violation| violation.file == file) {
        notes.entry(violation.line).or_default().push(("wrong", violation.message.clone()));
    }
    notes
}
