//! The parts of a report that are text and tables.

use std::fmt::Write;

use report::{Outcome, Property, Symmetry, VerdictWord};

use crate::Page;
use crate::escape::{clipped, text};

/// The verdict as a word.
pub fn word(verdict: VerdictWord) -> &'static str {
    match verdict {
        VerdictWord::Holds => "holds",
        VerdictWord::Violated => "violated",
        VerdictWord::Undecided => "undecided",
    }
}

fn badge(verdict: VerdictWord) -> String {
    // A sign beside the colour, for those who do not see the colour.
    let sign = match verdict {
        VerdictWord::Holds => "✓",
        VerdictWord::Violated => "✗",
        VerdictWord::Undecided => "?",
    };
    let word = word(verdict);
    format!("<span class=\"badge {word}\"><span aria-hidden=\"true\">{sign}</span> {word}</span>")
}

/// The head of the report: model, verdict, figures.
pub fn verdict(page: &Page<'_>) -> String {
    let outcome = page.outcome;
    let mut out = format!(
        "<header>\n<p class=\"model\">{}</p>\n<h1>{}</h1>\n",
        text(page.model),
        badge(outcome.verdict)
    );
    if let Some(reason) = &outcome.reason {
        let _ = writeln!(out, "<p class=\"reason\">{}</p>", text(reason));
    }
    if let Some(violation) = outcome.violation.as_ref().filter(|violation| violation.line > 0) {
        let place = format!("{}:{}", violation.file, violation.line);
        let target = page.sources.iter().position(|(name, _)| *name == violation.file);
        let _ = match target {
            Some(file) => writeln!(
                out,
                "<p class=\"place\"><a href=\"#f{file}l{}\">{}</a></p>",
                violation.line,
                text(&place)
            ),
            None => writeln!(out, "<p class=\"place\">{}</p>", text(&place)),
        };
    }
    let megabytes = outcome.memory_bytes as f64 / 1e6;
    let figures = [
        ("states", grouped(outcome.states)),
        ("transitions", grouped(outcome.transitions)),
        ("depth", grouped(u64::from(outcome.depth))),
        ("seconds", format!("{:.3}", outcome.seconds)),
        ("megabytes", format!("{megabytes:.1}")),
        ("symmetries", outcome.symmetry.group_order.clone()),
    ];
    out.push_str("<dl class=\"figures\">\n");
    for (name, value) in figures {
        let _ = writeln!(out, "<div><dt>{name}</dt><dd>{}</dd></div>", text(&value));
    }
    out.push_str("</dl>\n</header>\n");
    for notice in &outcome.notices {
        let _ = writeln!(out, "<p class=\"notice\">{}</p>", text(notice));
    }
    out
}

/// A number with thin spaces between thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

/// A table with every property and its verdict.
pub fn properties(outcome: &Outcome) -> String {
    if outcome.properties.is_empty() {
        return String::new();
    }
    let mut out = String::from(
        "<section aria-labelledby=\"h-properties\">\n<h2 id=\"h-properties\">Properties</h2>\n<div class=\"wide\">\
         <table class=\"properties\">\n<thead><tr><th scope=\"col\">property</th><th scope=\"col\">verdict</th><th scope=\"col\">states</th>\
         <th scope=\"col\">why</th></tr></thead>\n<tbody>\n",
    );
    for property in &outcome.properties {
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"number\">{}</td><td>{}</td></tr>",
            text(&property.title()),
            badge(property.verdict),
            grouped(property.states),
            text(&remarks(property))
        );
    }
    out.push_str("</tbody>\n</table></div>\n</section>\n");
    out
}

fn remarks(property: &Property) -> String {
    let mut parts: Vec<String> = property.reason.clone().into_iter().collect();
    if property.vacuous == Some(true) {
        parts.push("holds vacuously".into());
    }
    if property.certified {
        parts.push("certified".into());
    }
    parts.join("; ")
}

/// More generators than this are counted and not shown.
const MOST_GENERATORS: usize = 200;

/// The account of symmetry: what was found, how it was used, what was lost where.
pub fn symmetry(page: &Page<'_>) -> String {
    let symmetry = &page.outcome.symmetry;
    let mut out =
        String::from("<section aria-labelledby=\"h-symmetry\">\n<h2 id=\"h-symmetry\">Symmetry</h2>\n");
    if symmetry.method == Symmetry::NOT_KNOWN {
        return out + "<p>The run ended before symmetry was looked for.</p>\n</section>\n";
    }
    let precision = match (symmetry.sound, symmetry.exact) {
        (false, _) => "not sound: orbits may have been missed",
        (true, true) => "exact: one state for each orbit",
        (true, false) => "sound, but some orbits have several states",
    };
    let rows = [
        ("method", symmetry.method.as_str()),
        ("precision", precision),
        ("group", symmetry.structure.as_str()),
        ("order", symmetry.group_order.as_str()),
        ("why this method", symmetry.reason.as_str()),
    ];
    out.push_str("<dl class=\"rows\">\n");
    for (name, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = writeln!(out, "<div><dt>{name}</dt><dd>{}</dd></div>", text(value));
    }
    out.push_str("</dl>\n");
    if !symmetry.generators.is_empty() {
        let _ = writeln!(out, "<h3>Generators</h3>\n<ol class=\"code\">");
        for generator in symmetry.generators.iter().take(MOST_GENERATORS) {
            let _ = writeln!(out, "<li>{}</li>", text(&clipped(&generator.join(", "))));
        }
        out.push_str("</ol>\n");
        if let Some(more) = symmetry.generators.len().checked_sub(MOST_GENERATORS).filter(|&more| more > 0) {
            let _ = writeln!(out, "<p>{more} more generators are not shown.</p>");
        }
    }
    if !symmetry.lost.is_empty() {
        out.push_str("<h3>Where symmetry is lost</h3>\n<ul>\n");
        for lost in &symmetry.lost {
            let mut place = text(&format!("{}:{}", lost.file, lost.line));
            if let Some(file) = page.sources.iter().position(|(name, _)| *name == lost.file) {
                place = format!("<a href=\"#f{file}l{}\">{place}</a>", lost.line);
            }
            let hint =
                lost.hint.as_ref().map(|hint| format!("<br><span class=\"hint\">{}</span>", text(hint)));
            let _ = writeln!(
                out,
                "<li><code>{place}</code> {}{}</li>",
                text(&lost.why),
                hint.unwrap_or_default()
            );
        }
        out.push_str("</ul>\n");
    }
    out + "</section>\n"
}

/// How often operations were executed, where they have names.
pub fn coverage(outcome: &Outcome) -> String {
    if outcome.coverage.is_empty() {
        return String::new();
    }
    let mut out = String::from(
        "<section aria-labelledby=\"h-coverage\">\n<h2 id=\"h-coverage\">Operations</h2>\n<table>\n<thead><tr>\
         <th scope=\"col\">operation</th><th scope=\"col\">executed</th></tr></thead>\n<tbody>\n",
    );
    for (operation, count) in &outcome.coverage {
        let count = if *count == 0 { "never".to_owned() } else { grouped(*count) };
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td class=\"number\">{count}</td></tr>",
            text(operation)
        );
    }
    out + "</tbody>\n</table>\n</section>\n"
}

/// Statements that are never executed which are listed; the rest is counted.
const MOST_UNREACHED: usize = 400;

/// What a complete search has never executed, with the way to its lines.
pub fn unreached(page: &Page<'_>) -> String {
    let Some(all) = &page.outcome.unreached else { return String::new() };
    let mut out = String::from(
        "<section aria-labelledby=\"h-unreached\">\n<h2 id=\"h-unreached\">Never executed</h2>\n",
    );
    if all.is_empty() {
        return out + "<p>As far as is known, everything is executed by some run.</p>\n</section>\n";
    }
    out.push_str("<ul class=\"unreached\">\n");
    for one in all.iter().take(MOST_UNREACHED) {
        let is_model = page.sources.first().is_some_and(|(name, _)| *name == one.file);
        let place = match is_model {
            true => format!("line {}", one.line),
            false => text(&format!("{}:{}", one.file, one.line)),
        };
        let file = page.sources.iter().position(|(name, _)| *name == one.file);
        let place = match file {
            Some(file) => format!("<a href=\"#f{file}l{}\">{place}</a>", one.line),
            None => place,
        };
        let elsewhere = if one.executed_in_other_uses { " in one of several uses" } else { "" };
        let _ = writeln!(
            out,
            "<li><code>{place}</code> <strong>{}</strong> <code>{}</code>{elsewhere}</li>",
            text(&one.process),
            text(&one.statement)
        );
    }
    out.push_str("</ul>\n");
    if let Some(more) = all.len().checked_sub(MOST_UNREACHED).filter(|&more| more > 0) {
        let _ = writeln!(out, "<p>… and {more} more.</p>");
    }
    out + "</section>\n"
}

#[cfg(test)]
mod tests {
    #[test]
    fn thousands_stand_apart() {
        assert_eq!(super::grouped(7), "7");
        assert_eq!(super::grouped(1234567), "1\u{202f}234\u{202f}567");
        assert_eq!(super::grouped(123456), "123\u{202f}456");
    }
}
