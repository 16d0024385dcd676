//! Commands that are shown in the text: on the first line for the whole model, and above each formula that has a name.

use diagnostics::NameKind;
use quotient::Language;
use serde_json::{Value, json};

use crate::core::Core;
use crate::features::commands::{CHECK, STEP};
use crate::message::Refusal;

/// The commands with their places.
pub(crate) fn answer(core: &mut Core, params: &Value) -> Result<Value, Refusal> {
    let uri = core.document_of(params)?;
    let encoding = core.client.encoding;
    let Some(analysis) = core.analysis(uri) else { return Ok(Value::Null) };
    let lens = |range: Value, title: &str, command: &str, arguments: Value| json!({ "range": range, "command": { "title": title, "command": command, "arguments": arguments } });
    let top = analysis.line(0, encoding);
    let mut all =
        vec![lens(top.clone(), "check", CHECK, json!([uri])), lens(top, "step", STEP, json!([uri]))];
    let outline = analysis.examined.outline.iter();
    let is_formula = analysis.examined.language == Language::Promela;
    for item in outline.filter(|own| is_formula && own.kind == NameKind::Property && own.detail == "ltl") {
        if item.place.file == analysis.examined.file && item.name != "ltl" {
            let title = format!("check {}", item.name);
            all.push(lens(analysis.range(item.place, encoding), &title, CHECK, json!([uri, item.name])));
        }
    }
    Ok(all.into())
}
