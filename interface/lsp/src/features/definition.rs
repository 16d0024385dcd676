//! Where a name is declared, in this file or another one. In an inline a name may mean something else at each call.

use serde_json::Value;

use crate::core::Core;
use crate::message::Refusal;

/// The places of the declarations.
pub(crate) fn answer(core: &mut Core, params: &Value) -> Result<Value, Refusal> {
    let (uri, position) = core.place_of(params)?;
    let encoding = core.client.encoding;
    let Some(analysis) = core.analysis(uri) else { return Ok(Value::Null) };
    let found = analysis.names_at(position, encoding);
    let spans = found.iter().map(|own| analysis.examined.names.get(own.name).span);
    let files = spans.filter(|span| analysis.is_file(span.file));
    let places: Vec<Value> = files.map(|span| analysis.location(uri, span, encoding)).collect();
    Ok(if places.is_empty() { Value::Null } else { places.into() })
}
