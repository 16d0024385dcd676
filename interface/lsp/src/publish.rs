//! Diagnostics: what each document says about each file, and which clients are told.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Diagnostic, Severity};
use quotient::{Outcome, Verdict};
use report::{Lost, Page, Property};
use serde_json::{Value, json};

use crate::analysis::Analysis;
use crate::core::Core;
use crate::job::word;
use crate::message::Refusal;
use crate::position::Encoding;

/// Where messages come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Source {
    Text,
    Symmetry,
    Check,
}

/// Diagnostics by the file they are about, and by the document and the source they come from.
#[derive(Debug, Default)]
pub(crate) struct Board {
    posted: BTreeMap<String, BTreeMap<(String, Source), Vec<Value>>>,
}

/// Steps of a counterexample that a diagnostic leads to.
const MOST_STEPS: usize = 100;

impl Board {
    /// Replaces what a document says from one source; the files whose diagnostics are others now.
    fn post(
        &mut self,
        document: &str,
        source: Source,
        about: BTreeMap<String, Vec<Value>>,
    ) -> BTreeSet<String> {
        let key = (document.to_owned(), source);
        let mut changed = BTreeSet::new();
        for (file, posted) in &mut self.posted {
            if posted.remove(&key).is_some() {
                changed.insert(file.clone());
            }
        }
        for (file, diagnostics) in about {
            self.posted.entry(file.clone()).or_default().insert(key.clone(), diagnostics);
            changed.insert(file);
        }
        changed
    }

    fn about(&self, file: &str) -> Vec<&Value> {
        self.posted.get(file).into_iter().flat_map(BTreeMap::values).flatten().collect()
    }
}

impl Core {
    /// Tells what is wrong with a document.
    pub(crate) fn tell_messages(&mut self, uri: &str) {
        let Some(analysis) = self.analysis(uri) else { return };
        let encoding = self.client.encoding;
        let mut about = BTreeMap::from([(uri.to_owned(), Vec::new())]);
        for message in &analysis.examined.messages {
            let file = message.span().file;
            // A message about `-D` has no place in a file; it is told at the beginning.
            let target = if analysis.is_file(file) { analysis.address(uri, file) } else { uri.to_owned() };
            about.entry(target).or_insert_with(Vec::new).push(diagnostic(&analysis, uri, message, encoding));
        }
        self.post(uri, Source::Text, about);
    }

    /// Tells where symmetry is lost in a document.
    pub(crate) fn tell_lost(&mut self, uri: &str, lost: &[Lost]) {
        let Some(analysis) = self.analysis(uri) else { return };
        let encoding = self.client.encoding;
        let name = analysis.examined.sources.name(analysis.examined.file).to_owned();
        let own = lost.iter().filter(|place| place.file == name || place.file.is_empty());
        let hints = own.map(|place| {
            let hint = place.hint.as_ref().map_or_else(String::new, |hint| format!("\nhint: {hint}"));
            json!({
                "range": analysis.line(place.line, encoding),
                "severity": 4,
                "code": "symmetry-lost",
                "source": "quotient symmetry",
                "message": format!("symmetry is lost here: {}{hint}", place.why),
            })
        });
        let about = BTreeMap::from([(uri.to_owned(), hints.collect())]);
        self.post(uri, Source::Symmetry, about);
    }

    /// Takes the outcome of a check; the answer to whoever asked for it.
    pub(crate) fn checked(
        &mut self,
        uri: &str,
        is_new: bool,
        checked: Result<Box<Outcome>, String>,
    ) -> Result<Value, Refusal> {
        let outcome = checked.map_err(Refusal::failed)?;
        let text = report::outcome_text(&outcome, Page { width: None, is_full: false });
        let verdict = word(outcome.verdict);
        let headline = match &outcome.reason {
            Some(reason) => format!("{verdict}: {reason}"),
            None => verdict.to_owned(),
        };
        if is_new && let Some(analysis) = self.analysis(uri) {
            let found = violations(&analysis, uri, &outcome, self.client.encoding);
            self.post(uri, Source::Check, BTreeMap::from([(uri.to_owned(), found)]));
        }
        let kind = match outcome.verdict {
            Verdict::Violated => 1,
            Verdict::Undecided => 2,
            Verdict::Holds => 3,
        };
        self.notify("window/showMessage", json!({ "type": kind, "message": headline }));
        self.notify("window/logMessage", json!({ "type": 3, "message": text }));
        Ok(json!({
            "verdict": verdict,
            "reason": outcome.reason,
            "states": outcome.states,
            "seconds": outcome.seconds,
            "text": text,
            "current": is_new,
        }))
    }

    /// Takes back what was found out about a text that is another now.
    pub(crate) fn retract(&mut self, uri: &str, sources: &[Source]) {
        for source in sources {
            self.post(uri, *source, BTreeMap::new());
        }
    }

    fn post(&mut self, uri: &str, source: Source, about: BTreeMap<String, Vec<Value>>) {
        for file in self.board.post(uri, source, about) {
            let version = self.documents.get(&file).and_then(|own| own.version);
            let mut params = json!({ "uri": file, "diagnostics": self.board.about(&file) });
            if let Some(version) = version {
                params["version"] = json!(version);
            }
            self.notify("textDocument/publishDiagnostics", params);
        }
    }
}

/// A message of a front end as the protocol has it.
fn diagnostic(analysis: &Analysis, uri: &str, message: &Diagnostic, encoding: Encoding) -> Value {
    let severity = match message.severity {
        Severity::Error => 1,
        Severity::Warning => 2,
        Severity::Note => 3,
    };
    let (first, others) = message.labels.split_at(1);
    let label = first.iter().filter(|label| !label.message.is_empty());
    let label: String = label.map(|label| format!(": {}", label.message)).collect();
    let hint = message.hint.as_ref().map_or_else(String::new, |hint| format!("\nhint: {hint}"));
    let place = message.span();
    let range = match analysis.is_file(place.file) {
        true => analysis.range(place, encoding),
        false => analysis.line(0, encoding),
    };
    let mut out = json!({
        "range": range,
        "severity": severity,
        "code": message.code,
        "source": "quotient",
        "message": format!("{}{label}{hint}", message.message),
    });
    let related = others.iter().filter(|label| analysis.is_file(label.span.file));
    let related: Vec<Value> = related
        .map(|label| {
            json!({ "location": analysis.location(uri, label.span, encoding), "message": label.message })
        })
        .collect();
    if !related.is_empty() {
        out["relatedInformation"] = related.into();
    }
    if message.code == "unreachable" {
        // Shown faded.
        out["tags"] = json!([1]);
    }
    out
}

/// Each violated property at its line, with the steps that lead there.
fn violations(analysis: &Analysis, uri: &str, outcome: &Outcome, encoding: Encoding) -> Vec<Value> {
    let name = analysis.examined.sources.name(analysis.examined.file);
    let violated = outcome.properties.iter().filter(|own| own.verdict == Verdict::Violated);
    let shown = violated.enumerate().map(|(number, property)| {
        let place = outcome.violation.as_ref().filter(|_| number == 0);
        let place = place.map(|own| (own.file.as_str(), own.line)).filter(|(_, line)| *line > 0);
        let own = Some((property.file.as_str(), property.line)).filter(|(_, line)| *line > 0);
        let line = own.or(place).filter(|(file, _)| *file == name).map_or(0, |(_, line)| line);
        let reason = property.reason.as_deref().unwrap_or("violated");
        json!({
            "range": analysis.line(line, encoding),
            "severity": 1,
            "code": property.name,
            "source": "quotient check",
            "message": format!("{} is violated: {reason}", property.title()),
            "relatedInformation": steps(analysis, uri, property, encoding),
        })
    });
    shown.collect()
}

/// The steps of a counterexample that stand in the document.
fn steps(analysis: &Analysis, uri: &str, property: &Property, encoding: Encoding) -> Vec<Value> {
    let name = analysis.examined.sources.name(analysis.examined.file);
    let steps = property.counterexample.iter().enumerate();
    let own = steps.filter(|(_, step)| step.file == name && step.line > 0).take(MOST_STEPS);
    let told = own.map(|(number, step)| {
        let changes = step.changes.iter().map(|change| {
            let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "–".into());
            format!("; {} = {}", change.variable, value(&change.to))
        });
        let changes: String = changes.take(6).collect();
        json!({
            "location": { "uri": uri, "range": analysis.line(step.line, encoding) },
            "message": format!("step {}: {} {}{changes}", number + 1, step.process, step.statement),
        })
    });
    told.collect()
}
