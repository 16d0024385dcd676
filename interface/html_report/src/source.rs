//! The text of the model with its lines, and what is known of each.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::Page;
use crate::escape::text;

/// More than this, with its markup, is cut: the page must open at once.
const MOST_BYTES: usize = 1_200_000;
/// Characters of what is said behind a line.
const WIDEST: usize = 120;

/// A file for each source, with notes at the lines where symmetry is lost, where something is wrong, and where nothing
/// is ever executed.
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
        let never = never_executed(page, name);
        let begin = out.len();
        for (line, written) in (1u32..).zip(content.lines()) {
            if out.len() - begin + written.len() > left {
                let _ = writeln!(out, "<p>The rest of the text is left out here.</p>");
                break;
            }
            let (class, badge) = match never.get(&line) {
                Some(statements) => (" never", badge(statements, written)),
                None => ("", String::new()),
            };
            let _ = writeln!(
                out,
                "<div class=\"line{class}\" id=\"f{number}l{line}\"><i>{line}</i><code>{}</code>{badge}</div>",
                text(written)
            );
            for (class, note) in notes.get(&line).into_iter().flatten() {
                let _ = writeln!(out, "<p class=\"note {class}\">{}</p>", text(note));
            }
        }
        left = left.saturating_sub(out.len() - begin);
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
    let others = outcome.violations.iter().map(|found| &found.violation);
    for violation in outcome.violation.iter().chain(others).filter(|violation| violation.file == file) {
        let own = notes.entry(violation.line).or_default();
        let note = ("wrong", violation.message.clone());
        if !own.contains(&note) {
            own.push(note);
        }
    }
    notes
}

/// Statements that are never executed, by line; a process or an operation as a whole is named.
fn never_executed(page: &Page<'_>, file: &str) -> BTreeMap<u32, Vec<String>> {
    let mut lines: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for one in page.outcome.unreached.iter().flatten().filter(|one| one.file == file) {
        let what = match (one.statement.as_str(), one.executed_in_other_uses) {
            ("", _) => one.process.clone(),
            (statement, false) => statement.to_owned(),
            // A line that some use executes must not look dead.
            (statement, true) => format!("{statement} in one of several uses"),
        };
        let statements = lines.entry(one.line).or_default();
        if !statements.contains(&what) {
            statements.push(what);
        }
    }
    lines
}

/// What is said behind a line: which of its statements, unless it is all there is.
fn badge(statements: &[String], line: &str) -> String {
    let bare = line.trim().trim_start_matches("::").trim_end_matches("->").trim_end_matches(';').trim();
    let told = match statements {
        [only] if only == bare => "never executed".to_owned(),
        _ => format!("never executed: {}", statements.join("; ")),
    };
    let told: String = match told.char_indices().nth(WIDEST) {
        Some((end, _)) => format!("{}…", &told[..end]),
        None => told,
    };
    format!("<span class=\"dead\">{}</span>", text(&told))
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::{Outcome, Unreached};

    fn with_unreached(content: &str, unreached: &[(u32, &str)]) -> String {
        let one = |&(line, statement): &(u32, &str)| Unreached {
            process: "P".into(),
            file: "m.pml".into(),
            line,
            statement: statement.into(),
            executed_in_other_uses: statement == "skip",
        };
        let unreached = Some(unreached.iter().map(one).collect());
        let outcome = Outcome { unreached, ..Outcome::default() };
        let sources = [("m.pml".to_owned(), content.to_owned())];
        section(&Page {
            model: "m.pml",
            made_by: "",
            outcome: &outcome,
            sources: &sources,
            links: &[],
            course: &[],
        })
    }

    #[test]
    fn lines_that_are_never_executed_say_so() {
        let page = with_unreached(
            ":: x > 9 ->\nx = 1; x = 2\nskip\nproctype P() {",
            &[(1, "x > 9"), (2, "x = 2"), (2, "x = 2"), (3, "skip"), (4, "")],
        );
        let told: Vec<&str> =
            page.split("<span class=\"dead\">").skip(1).filter_map(|rest| rest.split('<').next()).collect();
        assert_eq!(
            told,
            [
                "never executed",
                "never executed: x = 2",
                "never executed: skip in one of several uses",
                "never executed: P"
            ]
        );
        assert_eq!(page.matches("class=\"line never\"").count(), 4);
    }

    #[test]
    fn many_short_lines_are_cut_as_few_long_ones_are() {
        for content in ["x\n".repeat(400_000), "x".repeat(70).repeat(100) + "\n"] {
            let page = with_unreached(&content.repeat(1 + 800_000 / content.len()), &[]);
            assert!(page.len() < MOST_BYTES + 10_000, "{}", page.len());
        }
    }
}
