//! The printer: a program back as Promela, one style for all.
//!
//! What is printed reads as the same program: macros are gone, inlines and their calls stay. Every separator is written
//! out, so no meaning depends on where lines break, with one exception that SPIN makes: a `select` between two numbers
//! is treated differently when it stands on one line, so one that did not keeps a line break.

mod expression;
mod statement;

use crate::ast::{
    ArraySize, Body, ChannelInit, Decl, Declarator, Init, Initialiser, InlineDef, Item, Ltl, MtypeDecl,
    Never, Number, Proctype, Program, Trace, TypeName, Typedef, Visibility,
};

/// A program as text.
pub fn print(program: &Program) -> String {
    let mut printer = Printer { out: String::new(), indent: 0 };
    for (i, item) in program.items.iter().enumerate() {
        let declarations = |item: &Item| matches!(item, Item::Decl(_) | Item::Mtype(_));
        let together = i > 0 && declarations(item) && declarations(&program.items[i - 1]);
        if i > 0 && !together {
            printer.out.push('\n');
        }
        printer.item(item);
        printer.out.push('\n');
    }
    printer.out
}

pub use expression::expression;
pub(crate) use expression::probe_word;
pub(crate) use expression::reference;
pub(crate) use statement::simple;

struct Printer {
    out: String,
    indent: usize,
}

impl Printer {
    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn line(&mut self) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("    ", self.indent));
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Proctype(p) => self.proctype(p),
            Item::Init(i) => self.init(i),
            Item::Never(n) => self.never(n),
            Item::Trace(t) => self.trace(t),
            Item::Ltl(l) => self.ltl(l),
            Item::Decl(d) => {
                self.declaration(d);
                self.text(";");
            }
            Item::Mtype(m) => {
                self.symbols(m);
                self.text(";");
            }
            Item::Typedef(t) => self.typedef(t),
            Item::Inline(i) => self.inline(i),
        }
    }

    fn proctype(&mut self, p: &Proctype) {
        match &p.active {
            None => {}
            Some(None) => self.text("active "),
            Some(Some(count)) => self.text(&format!("active [{}] ", size(count))),
        }
        self.text(if p.deterministic { "D_proctype " } else { "proctype " });
        self.text(&p.name.text);
        self.text("(");
        for (i, decl) in p.params.iter().enumerate() {
            self.text(if i > 0 { "; " } else { "" });
            self.declaration(decl);
        }
        self.text(")");
        self.priority(p.priority);
        if let Some(condition) = &p.provided {
            self.text(&format!(" provided ({})", expression(condition)));
        }
        self.text(" ");
        self.braces(&p.body);
    }

    fn priority(&mut self, priority: Option<Number>) {
        if let Some(priority) = priority {
            self.text(&format!(" priority {}", priority.value));
        }
    }

    fn init(&mut self, init: &Init) {
        self.text("init");
        self.priority(init.priority);
        self.text(" ");
        self.braces(&init.body);
    }

    fn never(&mut self, never: &Never) {
        self.text("never ");
        if let Some(name) = &never.name {
            self.text(&format!("{} ", name.text));
        }
        self.braces(&never.body);
    }

    fn trace(&mut self, trace: &Trace) {
        self.text(if trace.negated { "notrace " } else { "trace " });
        self.braces(&trace.body);
    }

    fn ltl(&mut self, ltl: &Ltl) {
        self.text("ltl ");
        if let Some(name) = &ltl.name {
            self.text(&format!("{} ", name.text));
        }
        self.text(&format!("{{ {} }}", expression(&ltl.formula)));
    }

    fn typedef(&mut self, typedef: &Typedef) {
        self.text(&format!("typedef {} {{", typedef.name.text));
        self.indent += 1;
        for (i, field) in typedef.fields.iter().enumerate() {
            self.text(if i > 0 { ";" } else { "" });
            self.line();
            self.declaration(field);
        }
        self.indent -= 1;
        self.line();
        self.text("}");
    }

    fn symbols(&mut self, symbols: &MtypeDecl) {
        let set = symbols.set.as_ref().map(|s| format!(":{}", s.text)).unwrap_or_default();
        let names: Vec<&str> = symbols.constants.iter().map(|c| c.text.as_str()).collect();
        self.text(&format!("mtype{set} = {{ {} }}", names.join(", ")));
    }

    /// The tokens of the body as they were, indented anew.
    fn inline(&mut self, inline: &InlineDef) {
        let params: Vec<&str> = inline.params.iter().map(|p| p.text.as_str()).collect();
        self.text(&format!("inline {}({}) {{", inline.name.text, params.join(", ")));
        self.indent += 1;
        let depth = self.indent;
        for (i, token) in inline.body.iter().enumerate() {
            if token.text == "}" {
                self.indent = self.indent.saturating_sub(1).max(depth);
            }
            if token.new_line || i == 0 {
                self.line();
            } else if token.space {
                self.text(" ");
            }
            self.text(&token.text);
            if token.text == "{" {
                self.indent += 1;
            }
        }
        self.indent = depth - 1;
        self.line();
        self.text("}");
    }

    fn declaration(&mut self, decl: &Decl) {
        self.text(match decl.visibility {
            None => "",
            Some(Visibility::Hidden) => "hidden ",
            Some(Visibility::Show) => "show ",
            Some(Visibility::Local) => "local ",
        });
        let vars: Vec<String> = decl.vars.iter().map(declarator).collect();
        self.text(&format!("{} {}", type_name(&decl.ty), vars.join(", ")));
    }

    fn braces(&mut self, body: &Body) {
        self.text("{");
        self.indent += 1;
        self.steps(&body.steps);
        self.indent -= 1;
        self.line();
        self.text("}");
    }
}

pub(crate) fn type_name(ty: &TypeName) -> String {
    match ty {
        TypeName::Bit => "bit",
        TypeName::Bool => "bool",
        TypeName::Byte => "byte",
        TypeName::Pid => "pid",
        TypeName::Short => "short",
        TypeName::Int => "int",
        TypeName::Unsigned => "unsigned",
        TypeName::Chan => "chan",
        TypeName::Mtype(None) => "mtype",
        TypeName::Mtype(Some(set)) => return format!("mtype:{}", set.text),
        TypeName::User(name) => return name.text.clone(),
    }
    .to_owned()
}

fn size(size: &ArraySize) -> String {
    match size {
        ArraySize::Const(e) => expression(e),
        ArraySize::Name(name) => name.text.clone(),
    }
}

pub(crate) fn declarator(var: &Declarator) -> String {
    let mut out = var.name.text.clone();
    if let Some(width) = var.width {
        out += &format!(" : {}", width.value);
    }
    if let Some(length) = &var.size {
        out += &format!("[{}]", size(length));
    }
    match &var.init {
        None => {}
        Some(Initialiser::Value(e)) => out += &format!(" = {}", expression(e)),
        Some(Initialiser::List(values)) => {
            let values: Vec<String> = values.iter().map(expression).collect();
            out += &format!(" = {{ {} }}", values.join(", "));
        }
        Some(Initialiser::Channel(channel)) => out += &channel_init(channel),
    }
    out
}

fn channel_init(channel: &ChannelInit) -> String {
    let fields: Vec<String> = channel.fields.iter().map(|(ty, _)| type_name(ty)).collect();
    format!(" = [{}] of {{ {} }}", expression(&channel.capacity), fields.join(", "))
}
