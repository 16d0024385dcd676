//! Every place where a name stands.

use serde_json::{Value, json};

use crate::core::Core;
use crate::message::Refusal;

/// The places in all files that the document reads.
pub(crate) fn answer(core: &mut Core, params: &Value) -> Result<Value, Refusal> {
    let (uri, position) = core.place_of(params)?;
    let encoding = core.client.encoding;
    let with_declaration = params["context"]["includeDeclaration"] != Value::Bool(false);
    let Some(analysis) = core.analysis(uri) else { return Ok(Value::Null) };
    let names = &analysis.examined.names;
    let mut places = Vec::new();
    for own in analysis.names_at(position, encoding) {
        let declared = names.get(own.name).span;
        let spans = names.places(own.name).filter(|span| with_declaration || *span != declared);
        for span in spans.filter(|span| analysis.is_file(span.file)) {
            let place = analysis.location(uri, span, encoding);
            // A file that is included twice is read twice.
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }
    Ok(places.into())
}

/// The places in the document itself.
pub(crate) fn highlight(core: &mut Core, params: &Value) -> Result<Value, Refusal> {
    let (uri, position) = core.place_of(params)?;
    let encoding = core.client.encoding;
    let Some(analysis) = core.analysis(uri) else { return Ok(Value::Null) };
    let found = analysis.names_at(position, encoding);
    let spans = found.iter().flat_map(|own| analysis.examined.names.places(own.name));
    let here = spans.filter(|span| span.file == analysis.examined.file);
    let places: Vec<Value> =
        here.map(|span| json!({ "range": analysis.range(span, encoding), "kind": 1 })).collect();
    Ok(places.into())
}
