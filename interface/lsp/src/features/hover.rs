//! What is to be known of a name: its declaration with the type, and the range of its values.

use diagnostics::NameKind;
use quotient::Language;
use serde_json::{Value, json};

use crate::core::Core;
use crate::message::Refusal;

/// The declaration and the range, for people.
pub(crate) fn answer(core: &mut Core, params: &Value) -> Result<Value, Refusal> {
    let (uri, position) = core.place_of(params)?;
    let client = core.client;
    let Some(analysis) = core.analysis(uri) else { return Ok(Value::Null) };
    let found = analysis.names_at(position, client.encoding);
    let Some(first) = found.first() else { return Ok(Value::Null) };
    let language = match analysis.examined.language {
        Language::B => "b",
        _ => "promela",
    };
    let told = found.iter().map(|own| {
        let declared = analysis.examined.names.get(own.name);
        let about = match declared.kind {
            NameKind::Macro => "macro",
            _ => declared.about.as_str(),
        };
        let code = match client.markdown {
            // A macro may hold anything, the end of a block too.
            true if !declared.code.contains("```") => format!("```{language}\n{}\n```", declared.code),
            _ => declared.code.clone(),
        };
        if about.is_empty() { code } else { format!("{code}\n{about}") }
    });
    let text = told.collect::<Vec<_>>().join("\n\n");
    let kind = if client.markdown { "markdown" } else { "plaintext" };
    let range = analysis.range(first.span, client.encoding);
    Ok(json!({ "contents": { "kind": kind, "value": text }, "range": range }))
}
