//! Renaming: every place that the resolver has found gets the new name, and the text is read again before anything is
//! answered.
//!
//! The new text must say the same: no new message, and each name must lead to the declaration that it led to before.
//! So a name that is taken, or that would hide another one, is refused whatever the scoping of the language is. What
//! nobody can see in the names, text that macros and definitions bring in, is refused beforehand.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use diagnostics::{Diagnostic, NameId, NameKind, Occurrence, Span};
use quotient::{Examined, ReadOptions, Unsaved, examine, refused_name};
use serde_json::{Value, json};

use crate::analysis::Analysis;
use crate::core::Core;
use crate::message::Refusal;
use crate::position::Position;

/// The bytes that are replaced in each file, in order and each once; all have the length of the old name.
type Edits = BTreeMap<PathBuf, Vec<(u32, u32)>>;

/// Whether what stands there can be renamed, and its range.
pub(crate) fn prepare(core: &mut Core, params: &Value) -> Result<Value, Refusal> {
    let (uri, position) = core.place_of(params)?;
    let encoding = core.client.encoding;
    let (analysis, found) = renamed(core, uri, position)?;
    edits(&analysis, found.name)?;
    let name = &analysis.examined.names.get(found.name).name;
    Ok(json!({ "range": analysis.range(found.span, encoding), "placeholder": name }))
}

/// The changes in all files.
pub(crate) fn answer(core: &mut Core, params: &Value) -> Result<Value, Refusal> {
    let (uri, position) = core.place_of(params)?;
    let new = params["newName"].as_str();
    let new = new.ok_or_else(|| Refusal::parameters("the parameters have no new name"))?;
    let encoding = core.client.encoding;
    let (analysis, found) = renamed(core, uri, position)?;
    if let Some(why) = refused_name(analysis.examined.language, new) {
        return Err(Refusal::failed(why));
    }
    let edits = edits(&analysis, found.name)?;
    free_of_macros(&analysis, new)?;
    verify(core, uri, &analysis, (&edits, new))?;
    let mut changes = serde_json::Map::new();
    for (id, _) in analysis.examined.sources.files() {
        let Some(places) = edits.get(&analysis.path(id)) else { continue };
        let edit = |&(start, end): &(u32, u32)| json!({ "range": analysis.range(Span { file: id, start, end }, encoding), "newText": new });
        // A file that is included twice has the same changes twice.
        changes.insert(analysis.address(uri, id), places.iter().map(edit).collect::<Vec<_>>().into());
    }
    Ok(json!({ "changes": changes }))
}

/// The one name at a position, if it can be renamed.
fn renamed(core: &mut Core, uri: &str, position: Position) -> Result<(Arc<Analysis>, Occurrence), Refusal> {
    let encoding = core.client.encoding;
    let analysis = core.analysis(uri).ok_or_else(|| Refusal::failed("the text is still being read"))?;
    let found = analysis.names_at(position, encoding);
    let [found] = found[..] else {
        return Err(Refusal::failed(match found.first() {
            None => "there is no name here that was declared".to_owned(),
            Some(first) => {
                let name = &analysis.examined.names.get(first.name).name;
                format!("`{name}` means something else at each call of the inline")
            }
        }));
    };
    let declared = analysis.examined.names.get(found.name);
    let name = &declared.name;
    let why = match declared.kind {
        NameKind::Macro => Some(format!("`{name}` is a macro; macros are not renamed")),
        NameKind::Setting => Some(format!("`{name}` has its meaning from its name")),
        NameKind::Machine => Some(format!("`{name}` is a machine and named like its file")),
        _ if !analysis.is_file(declared.span.file) => Some(format!("`{name}` is declared in no file")),
        _ => None,
    };
    match why {
        Some(why) => Err(Refusal::failed(why)),
        None => Ok((analysis, found)),
    }
}

/// The places of a name, if all of them are written as the name and mean nothing else.
fn edits(analysis: &Analysis, name: NameId) -> Result<Edits, Refusal> {
    let Examined { names, sources, messages, .. } = &analysis.examined;
    let own = &names.get(name).name;
    if let Some(error) = messages.iter().find(|message| message.is_error()) {
        let line = sources.line(error.span());
        return Err(Refusal::failed(format!("mend the error in line {line} first: {}", error.message)));
    }
    free_of_macros(analysis, own)?;
    let mut edits = Edits::new();
    for span in names.places(name) {
        if sources.slice(span) != own {
            let line = sources.line(span);
            return Err(Refusal::failed(format!("a macro brings `{own}` into line {line}")));
        }
        edits.entry(analysis.path(span.file)).or_default().push((span.start, span.end));
    }
    for places in edits.values_mut() {
        places.sort_unstable();
        places.dedup();
    }
    let shared = names.occurrences().iter().find(|other| {
        let there = edits.get(&analysis.path(other.span.file));
        other.name != name
            && there.is_some_and(|there| there.binary_search(&(other.span.start, other.span.end)).is_ok())
    });
    // A file that is included twice declares twice.
    match shared.filter(|other| !same_declaration(analysis, name, other.name)) {
        Some(other) => {
            let line = sources.line(other.span);
            Err(Refusal::failed(format!(
                "`{own}` in line {line} means something else at each call of the inline"
            )))
        }
        None => Ok(edits),
    }
}

fn same_declaration(analysis: &Analysis, one: NameId, other: NameId) -> bool {
    let place = |name: NameId| {
        let span = analysis.examined.names.get(name).span;
        (analysis.path(span.file), span.start, span.end)
    };
    place(one) == place(other)
}

/// Refuses a name that stands in the body of a macro or a definition that nobody has resolved.
fn free_of_macros(analysis: &Analysis, name: &str) -> Result<(), Refusal> {
    let unresolved = &analysis.examined.names.unresolved;
    match unresolved.iter().find(|(_, word)| word == name) {
        Some((of, _)) => {
            Err(Refusal::failed(format!("`{name}` also stands in the macro or definition `{of}`")))
        }
        None => Ok(()),
    }
}

/// Reads the new text, which must say the same.
fn verify(core: &Core, uri: &str, before: &Analysis, (edits, new): (&Edits, &str)) -> Result<(), Refusal> {
    let Some(document) = core.documents.get(uri) else { return Err(Refusal::internal()) };
    let mut unsaved: Unsaved = core.unsaved.clone();
    let mut own = document.text.to_string();
    for (id, file) in before.examined.sources.files() {
        let path = before.path(id);
        if let Some(places) = edits.get(&path) {
            let text = replaced(file.text(), places, new);
            if id == before.examined.file {
                own.clone_from(&text);
            }
            unsaved.insert(&path, text.into());
        }
    }
    let options = ReadOptions { unsaved, ..core.config.reading.clone() };
    let after = examine(&document.path, &own, &options);
    let count = |messages: &[Diagnostic]| messages.len();
    if count(&after.messages) > count(&before.examined.messages) {
        let known: BTreeSet<&str> = before.examined.messages.iter().map(|own| own.message.as_str()).collect();
        let first = after.messages.iter().find(|own| !known.contains(own.message.as_str()));
        let why = first.map_or_else(String::new, |own| format!(": {}", own.message));
        return Err(Refusal::failed(format!("`{new}` cannot be used here{why}")));
    }
    let moved = |span: Span| shifted(span, edits.get(&before.path(span.file)), new);
    if links(&before.examined, moved) != links(&after, |span| span) {
        return Err(Refusal::failed(format!(
            "`{new}` cannot be used here: some names would mean something else"
        )));
    }
    Ok(())
}

fn replaced(text: &str, places: &[(u32, u32)], new: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for &(start, end) in places {
        out.push_str(text.get(at..start as usize).unwrap_or(""));
        out.push_str(new);
        at = end as usize;
    }
    out.push_str(text.get(at..).unwrap_or(""));
    out
}

/// Where a span lies when places before it, or within it, have another length.
fn shifted(span: Span, places: Option<&Vec<(u32, u32)>>, new: &str) -> Span {
    let (Some(places), Ok(length)) = (places, i64::try_from(new.len())) else { return span };
    let longer = places.first().map_or(0, |(start, end)| length - i64::from(end - start));
    let move_by = |offset: u32| {
        let before = places.partition_point(|(_, end)| *end <= offset);
        let by = i64::try_from(before).unwrap_or(0) * longer;
        u32::try_from(i64::from(offset) + by).unwrap_or(u32::MAX)
    };
    Span { start: move_by(span.start), end: move_by(span.end), ..span }
}

/// Which place leads to which declaration, and what that is.
fn links(examined: &Examined, moved: impl Fn(Span) -> Span) -> BTreeSet<(Span, Span, NameKind)> {
    let names = &examined.names;
    let all = names.occurrences().iter();
    let link = |own: &Occurrence| {
        let declared = names.get(own.name);
        (moved(own.span), moved(declared.span), declared.kind)
    };
    all.map(link).collect()
}
