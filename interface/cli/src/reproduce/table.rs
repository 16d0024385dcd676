//! Published figures beside ours: a table for people, CSV, a JSON object.

use std::fmt::Write;

use serde_json::{Value, json};

use super::published::Paper;

/// A published figure and ours.
pub struct Compared {
    /// What `--paper` calls the paper.
    pub paper: String,
    /// Which table or figure of it.
    pub table: String,
    /// The system.
    pub system: String,
    /// Its size.
    pub size: String,
    /// What is counted.
    pub what: String,
    /// The method that counts it here.
    pub method: String,
    /// The figure as it is printed.
    pub published: String,
    /// The published time.
    pub published_seconds: Option<f64>,
    /// Our figure, if there is one.
    pub ours: Option<String>,
    /// Our time, from the command to the verdict.
    pub seconds: Option<f64>,
    /// How the two compare.
    pub relation: Relation,
    /// Why they differ, as far as that is known, or why there is none of ours.
    pub why: String,
}

/// How our figure compares with a published one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// It is the same, as far as the published one is printed.
    Agrees,
    /// It is another one.
    Differs,
    /// There is none of ours.
    LeftOut,
}

impl Relation {
    fn word(self) -> &'static str {
        match self {
            Relation::Agrees => "agrees",
            Relation::Differs => "differs",
            Relation::LeftOut => "left out",
        }
    }
}

const HEADS: [&str; 8] = ["table", "system", "counted", "published", "seconds", "here", "seconds", "result"];

/// A table for each paper. Reasons that are long stand below it, by number.
pub fn text(papers: &[Paper], rows: &[Compared]) -> String {
    let mut out = String::new();
    for paper in papers {
        let _ = writeln!(out, "{}: {}", paper.name, paper.citation);
        let _ = writeln!(out, "  times of the paper: {}", paper.machine);
        if let Some(note) = &paper.note {
            let _ = writeln!(out, "  {note}");
        }
        let own: Vec<&Compared> = rows.iter().filter(|row| row.paper == paper.name).collect();
        if !own.is_empty() {
            out.push('\n');
            lines(&mut out, &own);
        }
        out.push('\n');
    }
    let count = |relation| rows.iter().filter(|row| row.relation == relation).count();
    let explained =
        rows.iter().filter(|row| row.relation == Relation::Differs && !row.why.is_empty()).count();
    let (differing, left_out) = (count(Relation::Differs), count(Relation::LeftOut));
    let _ = writeln!(
        out,
        "{} of {} figures agree; {differing} differ, {explained} of them for a known reason; {left_out} were left out",
        count(Relation::Agrees),
        rows.len()
    );
    out
}

fn lines(out: &mut String, rows: &[&Compared]) {
    let mut reasons: Vec<&str> = Vec::new();
    let mut cells: Vec<[String; 8]> = vec![HEADS.map(str::to_owned)];
    for row in rows {
        let mut word = row.relation.word().to_owned();
        if !row.why.is_empty() {
            let known = reasons.iter().position(|why| *why == row.why);
            let number = known.unwrap_or_else(|| {
                reasons.push(&row.why);
                reasons.len() - 1
            });
            let _ = write!(word, " [{}]", number + 1);
        }
        cells.push([
            row.table.clone(),
            format!("{} {}", row.system, row.size),
            row.what.clone(),
            row.published.clone(),
            row.published_seconds.map_or_else(String::new, |seconds| seconds.to_string()),
            row.ours.clone().unwrap_or_default(),
            row.seconds.map_or_else(String::new, |seconds| format!("{seconds:.2}")),
            word,
        ]);
    }
    let width = |column: usize| cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..HEADS.len()).map(width).collect();
    for row in &cells {
        let mut line = String::new();
        for (n, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let padded =
                if (3..7).contains(&n) { format!("{cell:>width$}") } else { format!("{cell:<width$}") };
            line.push_str(if n == 0 { "" } else { "  " });
            line.push_str(&padded);
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    for (n, why) in reasons.iter().enumerate() {
        let _ = writeln!(out, "[{}] {why}", n + 1);
    }
}

/// Comma-separated values with a line of names, as RFC 4180 has them.
pub fn csv(rows: &[Compared]) -> String {
    let mut out =
        "paper,table,system,size,counted,method,published,published_seconds,here,seconds,relation,why\r\n"
            .to_owned();
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    for row in rows {
        let cells = [
            row.paper.clone(),
            row.table.clone(),
            row.system.clone(),
            row.size.clone(),
            row.what.clone(),
            row.method.clone(),
            row.published.clone(),
            number(row.published_seconds),
            row.ours.clone().unwrap_or_default(),
            number(row.seconds),
            row.relation.word().to_owned(),
            row.why.clone(),
        ];
        let quoted: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
        let _ = write!(out, "{}\r\n", quoted.join(","));
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
pub fn json(papers: &[Paper], rows: &[Compared]) -> Value {
    let told = |paper: &Paper| json!({ "name": paper.name, "citation": paper.citation, "machine": paper.machine, "note": paper.note });
    let compared = |row: &Compared| {
        json!({
            "paper": row.paper, "table": row.table, "system": row.system, "size": row.size, "counted": row.what,
            "method": row.method, "published": row.published, "published_seconds": row.published_seconds,
            "here": row.ours, "seconds": row.seconds, "relation": row.relation.word(),
            "why": (!row.why.is_empty()).then_some(&row.why),
        })
    };
    let papers: Vec<Value> = papers.iter().map(told).collect();
    let rows: Vec<Value> = rows.iter().map(compared).collect();
    json!({ "format": 1, "papers": papers, "rows": rows })
}
