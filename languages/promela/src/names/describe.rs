//! What is told of a name: its declaration, and the values it can have.

use diagnostics::NameKind;

use crate::resolved::{
    Expr, Field, Initialiser, Label, Model, MtypeId, Proctype, Scope, Struct, Type, Variable,
};

/// The longest list of names that is told.
const MOST_NAMES: usize = 24;

/// A variable as declared, and its range.
pub(super) fn variable(model: &Model, variable: &Variable) -> (String, String) {
    let code = declaration(model, (&variable.name, variable.ty, variable.array, &variable.init));
    let place = match variable.scope {
        Scope::Global => "global variable".to_owned(),
        Scope::Local(process) => {
            let what = if variable.is_param { "parameter" } else { "local variable" };
            format!("{what} of {}", title(model.proctype(process)))
        }
    };
    (code, format!("{place}; {}", range(model, variable.ty, variable.array)))
}

/// A field of a structure, and its range.
pub(super) fn field(model: &Model, structure: &Struct, field: &Field) -> (String, String) {
    let code = declaration(model, (&field.name, field.ty, field.array, &field.init));
    (code, format!("field of `{}`; {}", structure.name, range(model, field.ty, field.array)))
}

/// A structure with its fields.
pub(super) fn structure(model: &Model, structure: &Struct) -> (String, String) {
    let fields = structure.fields.iter().map(|own| {
        let text = declaration(model, (&own.name, own.ty, own.array, &own.init));
        format!("  {text};\n")
    });
    let fields: String = fields.take(MOST_NAMES).collect();
    (format!("typedef {} {{\n{fields}}}", structure.name), String::new())
}

/// The head of a process type.
pub(super) fn proctype(model: &Model, proctype: &Proctype) -> (String, String) {
    let params = proctype.params.iter().map(|id| {
        let own = model.var(*id);
        declaration(model, (&own.name, own.ty, own.array, &Initialiser::Zero))
    });
    let params = params.collect::<Vec<_>>().join("; ");
    let active = match proctype.active {
        0 => String::new(),
        1 => "active ".to_owned(),
        count => format!("active [{count}] "),
    };
    (format!("{active}proctype {}({params})", proctype.name), String::new())
}

/// A label and whose it is.
pub(super) fn label(model: &Model, label: &Label) -> (String, String) {
    let meaning = match label_kind(&label.name) {
        NameKind::EndLabel => "; the process may end here",
        NameKind::AcceptLabel => "; to pass here for ever violates a property",
        NameKind::ProgressLabel => "; to pass here counts as progress",
        _ => "",
    };
    let process = model.proctypes.get(label.proctype.index()).map(title).unwrap_or_default();
    (format!("{}:", label.name), format!("label of {process}{meaning}"))
}

/// What a label means, which its first letters say.
pub(super) fn label_kind(name: &str) -> NameKind {
    match name {
        _ if name.starts_with("end") => NameKind::EndLabel,
        _ if name.starts_with("accept") => NameKind::AcceptLabel,
        _ if name.starts_with("progress") => NameKind::ProgressLabel,
        _ => NameKind::Label,
    }
}

/// A symbolic constant, its set and its number.
pub(super) fn symbol(model: &Model, name: &str) -> (String, String) {
    let found = model.mtypes.iter().find_map(|set| {
        let (_, value) = set.constants.iter().find(|(own, _)| own == name)?;
        Some((set.name.clone(), *value))
    });
    let (set, value) = found.unwrap_or_default();
    let set = set.map_or_else(String::new, |set| format!(":{set}"));
    (format!("mtype{set} = {{ {name} }}"), format!("symbolic constant; its number is {value}"))
}

/// A set of symbolic constants.
pub(super) fn set(model: &Model, set: MtypeId) -> (String, String) {
    let name = model.mtypes.get(set.index()).and_then(|own| own.name.clone()).unwrap_or_default();
    (format!("mtype:{name}"), format!("set of symbolic constants: {}", constants(model, set)))
}

fn title(process: &Proctype) -> String {
    match process.name.as_str() {
        ":init:" => "`init`".into(),
        ":trace:" | ":notrace:" => "the event trace".into(),
        name => format!("`{name}`"),
    }
}

fn declaration(model: &Model, (name, ty, array, init): (&str, Type, Option<u32>, &Initialiser)) -> String {
    let width = match ty {
        Type::Unsigned(bits) => format!(" : {bits}"),
        _ => String::new(),
    };
    let size = array.map_or_else(String::new, |length| format!("[{length}]"));
    let texts = |values: &[Expr]| values.iter().map(|e| model.expr_text(e)).collect::<Vec<_>>().join(", ");
    let init = match init {
        Initialiser::Zero => String::new(),
        Initialiser::Value(value) => format!(" = {}", model.expr_text(value)),
        Initialiser::List(values) => format!(" = {{ {} }}", texts(&values[..values.len().min(MOST_NAMES)])),
        Initialiser::Channel(channel) => {
            let fields: Vec<String> = channel.declared.iter().map(|ty| type_name(model, *ty)).collect();
            format!(" = [{}] of {{ {} }}", channel.capacity, fields.join(", "))
        }
    };
    format!("{} {name}{width}{size}{init}", type_name(model, ty))
}

/// A type as it is written, without the width of an `unsigned`.
pub(super) fn type_name(model: &Model, ty: Type) -> String {
    match ty {
        Type::Bit => "bit".into(),
        Type::Bool => "bool".into(),
        Type::Byte => "byte".into(),
        Type::Pid => "pid".into(),
        Type::Short => "short".into(),
        Type::Int => "int".into(),
        Type::Unsigned(_) => "unsigned".into(),
        Type::Chan => "chan".into(),
        Type::Struct(id) => model.structs.get(id.index()).map_or_else(String::new, |own| own.name.clone()),
        Type::Mtype(id) => match model.mtypes.get(id.index()).and_then(|set| set.name.as_deref()) {
            Some(name) => format!("mtype:{name}"),
            None => "mtype".into(),
        },
    }
}

fn range(model: &Model, ty: Type, array: Option<u32>) -> String {
    let values = match ty {
        Type::Bit => "0 … 1".to_owned(),
        Type::Bool => "false, true".into(),
        Type::Byte => "0 … 255".into(),
        Type::Pid => "a process number, 0 … 255".into(),
        Type::Short => "-32768 … 32767".into(),
        Type::Int => "-2147483648 … 2147483647".into(),
        Type::Unsigned(bits) => format!("0 … {}", (1u64 << bits.min(32)) - 1),
        Type::Chan => "a channel".into(),
        Type::Struct(_) => "a structure".into(),
        Type::Mtype(id) => constants(model, id),
    };
    match array {
        Some(length) => format!("{length} elements, index 0 … {}; each {values}", length.saturating_sub(1)),
        None => values,
    }
}

fn constants(model: &Model, set: MtypeId) -> String {
    let constants = model.mtypes.get(set.index()).map_or(&[][..], |own| &own.constants);
    if constants.is_empty() {
        return "a symbolic constant".into();
    }
    let mut names: Vec<&str> = constants.iter().rev().map(|(name, _)| name.as_str()).collect();
    let more = names.len() > MOST_NAMES;
    names.truncate(MOST_NAMES);
    format!("{}{}", names.join(", "), if more { ", …" } else { "" })
}
