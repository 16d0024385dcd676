//! What every method of symmetry reduction makes of one model, side by side: a table for people, CSV, a JSON object, and a bar chart.

use std::fmt::Write;

use serde::Serialize;

use crate::VerdictWord;

/// One model under several methods.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The number of this format.
    pub format: u32,
    /// The model, as it was named.
    pub model: String,
    /// A run for each method, in the order of the README.
    pub methods: Vec<MethodRun>,
    /// What the runs say of one another that cannot be true; empty unless one of them is wrong.
    pub contradictions: Vec<String>,
}

/// The run of one method.
#[derive(Clone, Debug, Serialize)]
pub struct MethodRun {
    /// Its name on the command line.
    pub method: String,
    /// What it took, where that is another one: what `auto` chose.
    pub used: String,
    /// Its verdict; none if it refused the model.
    pub verdict: Option<VerdictWord>,
    /// States stored.
    pub states: u64,
    /// Steps generated.
    pub transitions: u64,
    /// From the command to the verdict.
    pub seconds: f64,
    /// The search alone.
    pub search_seconds: f64,
    /// Memory of the search.
    pub memory_bytes: u64,
    /// One state was stored for each orbit.
    pub exact: bool,
    /// No orbit can have been missed.
    pub sound: bool,
    /// The order of the group that it used.
    pub group_order: String,
    /// Why it refused, or did not finish.
    pub why: Option<String>,
}

impl MethodRun {
    /// It explored everything there is.
    fn is_complete(&self) -> bool {
        matches!(self.verdict, Some(VerdictWord::Holds | VerdictWord::Violated))
    }
}

impl Comparison {
    /// The number of the format of its JSON.
    pub const FORMAT: u32 = 1;

    /// Puts runs side by side and looks for contradictions.
    pub fn new(model: String, methods: Vec<MethodRun>) -> Comparison {
        let contradictions = contradictions(&methods);
        Comparison { format: Comparison::FORMAT, model, methods, contradictions }
    }
}

/// Sound methods that finished have one verdict, and exact ones with a group have one number of states.
fn contradictions(methods: &[MethodRun]) -> Vec<String> {
    let finished: Vec<&MethodRun> = methods.iter().filter(|run| run.sound && run.is_complete()).collect();
    let mut found = Vec::new();
    if let Some(first) = finished.first() {
        for other in finished.iter().filter(|run| run.verdict != first.verdict) {
            found.push(format!("{} and {} have different verdicts", first.method, other.method));
        }
    }
    let exact: Vec<&&MethodRun> =
        finished.iter().filter(|run| run.exact && run.method != "none" && run.group_order != "1").collect();
    if let Some(first) = exact.first() {
        for other in exact.iter().filter(|r| r.states != first.states && r.group_order == first.group_order) {
            let (a, b) = (first.states, other.states);
            found.push(format!(
                "{} and {} are exact and store {a} and {b} states",
                first.method, other.method
            ));
        }
    }
    found
}

/// A table for people.
pub fn comparison_text(comparison: &Comparison) -> String {
    let mut out = String::new();
    let heads = ["method", "states", "steps", "seconds", "search", "memory", "exact", "verdict"];
    let rows: Vec<[String; 8]> = comparison.methods.iter().map(row).collect();
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([heads[column].len()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let mut line = |cells: &[&str]| {
        let mut text = String::new();
        for (n, (cell, width)) in cells.iter().zip(&widths).enumerate() {
            let aligned = match n {
                0 | 6 | 7 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            };
            text.push_str(if n == 0 { "" } else { "  " });
            text.push_str(&aligned);
        }
        let _ = writeln!(out, "{}", text.trim_end());
    };
    line(&heads);
    for row in &rows {
        line(&row.iter().map(String::as_str).collect::<Vec<_>>());
    }
    for contradiction in &comparison.contradictions {
        let _ = writeln!(out, "contradiction: {contradiction}");
    }
    out
}

fn row(run: &MethodRun) -> [String; 8] {
    let name = match run.used == run.method || run.used.is_empty() {
        true => run.method.clone(),
        false => format!("{} ({})", run.method, run.used),
    };
    let Some(verdict) = run.verdict else {
        let why = run.why.as_deref().unwrap_or("refused");
        let nothing = || "-".to_owned();
        return [name, nothing(), nothing(), nothing(), nothing(), nothing(), nothing(), shortened(why)];
    };
    let exact = match (run.sound, run.exact) {
        (false, _) => "not sound",
        (true, true) => "yes",
        (true, false) => "no",
    };
    let answer = match (verdict, run.why.as_deref()) {
        (VerdictWord::Undecided, Some(why)) => format!("undecided: {}", shortened(why)),
        (verdict, _) => word(verdict).to_owned(),
    };
    [
        name,
        run.states.to_string(),
        run.transitions.to_string(),
        format!("{:.3}", run.seconds),
        format!("{:.3}", run.search_seconds),
        format!("{:.1} MB", run.memory_bytes as f64 / 1e6),
        exact.to_owned(),
        answer,
    ]
}

/// The first words of a long reason.
fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn word(verdict: VerdictWord) -> &'static str {
    match verdict {
        VerdictWord::Holds => "holds",
        VerdictWord::Violated => "violated",
        VerdictWord::Undecided => "undecided",
    }
}

/// Comma-separated values with a line of names, as RFC 4180 has them.
pub fn comparison_csv(comparison: &Comparison) -> String {
    let mut out =
        "method,used,verdict,states,transitions,seconds,search_seconds,memory_bytes,exact,sound,group_order,why\r\n"
            .to_owned();
    for run in &comparison.methods {
        let verdict = run.verdict.map_or("refused", word);
        let _ = write!(
            out,
            "{},{},{verdict},{},{},{},{},{},{},{},{},{}\r\n",
            run.method,
            quoted(&run.used),
            run.states,
            run.transitions,
            run.seconds,
            run.search_seconds,
            run.memory_bytes,
            run.exact,
            run.sound,
            run.group_order,
            quoted(run.why.as_deref().unwrap_or_default()),
        );
    }
    out
}

fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// One JSON object.
pub fn comparison_json(comparison: &Comparison) -> serde_json::Value {
    serde_json::to_value(comparison).unwrap_or_default()
}

/// Measures of the bar chart: the names of the methods stand to the left of three panels.
const LABELS: usize = 190;
const PANEL: f64 = 230.0;
const GAP: f64 = 70.0;
const ROW: usize = 22;
const HEAD: usize = 48;

/// States, seconds and memory of the methods that finished, as bars on logarithmic scales.
pub fn comparison_svg(comparison: &Comparison) -> String {
    let runs: Vec<&MethodRun> = comparison.methods.iter().filter(|run| run.is_complete()).collect();
    let height = HEAD + ROW * runs.len() + 32;
    let width = LABELS as f64 + 3.0 * (PANEL + GAP);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" font-family=\"sans-serif\" font-size=\"12\">\n<title>Methods of symmetry reduction on {}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        escaped(&comparison.model)
    );
    for (n, run) in runs.iter().enumerate() {
        let y = HEAD + ROW * n + 15;
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{y}\" text-anchor=\"end\">{}</text>",
            LABELS - 8,
            escaped(&run.method)
        );
    }
    panel(&mut out, 0, "states", &runs, |run| run.states as f64, |run| run.states.to_string());
    panel(&mut out, 1, "seconds", &runs, |run| run.seconds, |run| format!("{:.3} s", run.seconds));
    let megabytes = |run: &MethodRun| run.memory_bytes as f64 / 1e6;
    panel(&mut out, 2, "memory", &runs, megabytes, |run| format!("{:.1} MB", megabytes(run)));
    let _ = writeln!(
        out,
        "<text x=\"{LABELS}\" y=\"{}\" fill=\"#333\">{}. Blue: one state for each orbit. Grey: some orbits may have several.</text>",
        height - 12,
        escaped(&comparison.model)
    );
    out.push_str("</svg>\n");
    out
}

fn panel(
    out: &mut String,
    place: usize,
    title: &str,
    runs: &[&MethodRun],
    value: impl Fn(&MethodRun) -> f64,
    label: impl Fn(&MethodRun) -> String,
) {
    let left = LABELS as f64 + place as f64 * (PANEL + GAP);
    let positive = || runs.iter().map(|run| value(run)).filter(|v| *v > 0.0);
    let (least, most) = (positive().fold(f64::INFINITY, f64::min), positive().fold(0.0, f64::max));
    // The smallest bar is a tenth of a decade long, so that it can be seen.
    let decades = (most / least).log10().max(0.0) + 0.1;
    let _ = writeln!(out, "<text x=\"{left}\" y=\"28\" font-weight=\"bold\">{title} (logarithmic)</text>");
    for (n, run) in runs.iter().enumerate() {
        let length = match value(run) > 0.0 {
            true => PANEL * ((value(run) / least).log10() + 0.1) / decades,
            false => 0.0,
        };
        let y = HEAD + ROW * n;
        let colour = if run.exact { "#2b6cb0" } else { "#a0aec0" };
        let _ = writeln!(
            out,
            "<rect x=\"{left}\" y=\"{y}\" width=\"{length:.1}\" height=\"{}\" fill=\"{colour}\"/>\
             <text x=\"{:.1}\" y=\"{}\" fill=\"#333\">{}</text>",
            ROW - 4,
            left + length + 4.0,
            y + 14,
            escaped(&label(run))
        );
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(method: &str, states: u64, exact: bool) -> MethodRun {
        MethodRun {
            method: method.into(),
            used: method.into(),
            verdict: Some(VerdictWord::Holds),
            states,
            transitions: 3 * states,
            seconds: 0.5,
            search_seconds: 0.25,
            memory_bytes: 1_000_000,
            exact,
            sound: true,
            group_order: "6".into(),
            why: None,
        }
    }

    #[test]
    fn exact_methods_that_differ_contradict_each_other() {
        let agreeing = vec![run("none", 60, false), run("auto", 10, true), run("fast", 12, false)];
        assert_eq!(Comparison::new("m".into(), agreeing).contradictions, Vec::<String>::new());
        let differing = vec![run("auto", 10, true), run("label", 11, true)];
        let told = Comparison::new("m".into(), differing).contradictions;
        assert_eq!(told, ["auto and label are exact and store 10 and 11 states"]);
        let mut violated = run("label", 10, true);
        violated.verdict = Some(VerdictWord::Violated);
        let told = Comparison::new("m".into(), vec![run("auto", 10, true), violated]).contradictions;
        assert_eq!(told, ["auto and label have different verdicts"]);
    }

    #[test]
    fn every_form_has_every_method_and_survives_odd_names() {
        let mut refused = run("nauty", 0, false);
        (refused.verdict, refused.why) = (None, Some("it is \"not\", built in".into()));
        let comparison = Comparison::new("a<b>.pml".into(), vec![run("auto", 10, true), refused]);
        let csv = comparison_csv(&comparison);
        assert_eq!(csv.lines().count(), 3);
        assert!(csv.contains("\"it is \"\"not\"\", built in\""), "{csv}");
        let text = comparison_text(&comparison);
        assert!(text.contains("auto") && text.contains("nauty"), "{text}");
        let svg = comparison_svg(&comparison);
        assert!(svg.contains("a&lt;b&gt;.pml") && !svg.contains("nauty"), "{svg}");
        let json = comparison_json(&comparison);
        assert_eq!(json["methods"].as_array().expect("a list").len(), 2);
        assert!(json["methods"][1]["verdict"].is_null());
    }
}
