//! The outline of a document.

use diagnostics::{NameKind, OutlineItem, Span};
use serde_json::{Value, json};

use crate::analysis::Analysis;
use crate::core::{Client, Core};
use crate::message::Refusal;

/// Everything that is declared in the document itself.
pub(crate) fn answer(core: &mut Core, params: &Value) -> Result<Value, Refusal> {
    let uri = core.document_of(params)?;
    let client = core.client;
    let Some(analysis) = core.analysis(uri) else { return Ok(Value::Null) };
    let file = analysis.examined.file;
    let own = analysis.examined.outline.iter().filter(|item| item.place.file == file);
    if client.nested_symbols {
        return Ok(own.map(|item| nested(&analysis, item, client)).collect::<Vec<_>>().into());
    }
    let mut all = Vec::new();
    for item in own {
        flat(&analysis, (uri, item), "", client, &mut all);
    }
    Ok(all.into())
}

fn nested(analysis: &Analysis, item: &OutlineItem, client: Client) -> Value {
    let inside = item.inside.iter().filter(|own| own.place.file == item.place.file);
    let children: Vec<Value> = inside.map(|own| nested(analysis, own, client)).collect();
    json!({
        "name": shown(&item.name),
        "detail": item.detail,
        "kind": number(item.kind),
        "range": analysis.range(whole(item), client.encoding),
        "selectionRange": analysis.range(item.place, client.encoding),
        "children": children,
    })
}

fn flat(
    analysis: &Analysis,
    (uri, item): (&str, &OutlineItem),
    container: &str,
    client: Client,
    all: &mut Vec<Value>,
) {
    all.push(json!({
        "name": shown(&item.name),
        "kind": number(item.kind),
        "location": analysis.location(uri, whole(item), client.encoding),
        "containerName": container,
    }));
    for own in &item.inside {
        flat(analysis, (uri, own), &item.name, client, all);
    }
}

/// Clients refuse symbols without a name.
fn shown(name: &str) -> &str {
    if name.trim().is_empty() { "?" } else { name }
}

/// Clients refuse symbols whose name is outside of them, as may happen where macros are.
fn whole(item: &OutlineItem) -> Span {
    let (whole, place) = (item.whole, item.place);
    let covers = whole.file == place.file && whole.start <= place.start && place.end <= whole.end;
    if covers { whole } else { place }
}

/// The kinds of the protocol.
fn number(kind: NameKind) -> u8 {
    match kind {
        NameKind::Machine => 2,
        NameKind::Process => 5,
        NameKind::Operation => 6,
        NameKind::Field => 8,
        NameKind::Set => 10,
        NameKind::Inline | NameKind::Definition => 12,
        NameKind::Variable | NameKind::Parameter => 13,
        NameKind::Constant | NameKind::Macro | NameKind::Setting => 14,
        NameKind::Label | NameKind::EndLabel | NameKind::AcceptLabel | NameKind::ProgressLabel => 20,
        NameKind::Element => 22,
        NameKind::Structure => 23,
        NameKind::Property => 24,
    }
}
