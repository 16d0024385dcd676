//! Prints a generated program as Promela. Compound expressions are in parentheses, but for those marked bare.
use super::tree::{Block, Expression, Initial, Place, Process, Program, Statement, Type, Variable};
use std::fmt::Write;

/// The text of a program.
pub fn print(program: &Program) -> String {
    let mut printer = Printer { text: String::new(), indent: 0 };
    printer.program(program);
    printer.text
}

/// The text of a block alone.
pub fn block_text(block: &Block) -> String {
    let mut printer = Printer { text: String::new(), indent: 0 };
    printer.block(block);
    printer.text
}

struct Printer {
    text: String,
    indent: usize,
}

impl Printer {
    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.text.push('\t');
        }
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn program(&mut self, program: &Program) {
        if !program.mtype.is_empty() {
            self.line(&format!("mtype = {{ {} }};", program.mtype.join(", ")));
        }
        for typedef in &program.typedefs {
            let fields: Vec<_> = typedef.fields.iter().map(declaration).collect();
            self.line(&format!("typedef {} {{ {} }};", typedef.name, fields.join("; ")));
        }
        for variable in &program.globals {
            self.line(&format!("{};", declaration(variable)));
        }
        for variable in &program.hidden {
            self.line(&format!("hidden {};", declaration(variable)));
        }
        if !program.traced.is_empty() {
            let events = |name: &String| format!(":: {name}!0 :: {name}!1 :: {name}!2 :: {name}?_");
            let events: Vec<_> = program.traced.iter().map(events).collect();
            self.line(&format!("trace {{ do {} od }}", events.join(" ")));
        }
        for inline in &program.inlines {
            self.line(&format!("inline {}({}) {{", inline.name, inline.parameters.join(", ")));
            self.body(&[], &inline.body);
            self.line("}");
        }
        for process in &program.processes {
            self.process(process);
        }
        if let Some(init) = &program.init {
            let priority =
                program.init_priority.map_or(String::new(), |priority| format!("priority {priority} "));
            self.line(&format!("init {priority}{{"));
            self.exclusive(&program.init_exclusive);
            self.body(&program.init_locals, init);
            self.line("}");
        }
    }

    fn process(&mut self, process: &Process) {
        let mut head = match process.active {
            Some(1) => "active ".to_owned(),
            Some(count) => format!("active [{count}] "),
            None => String::new(),
        };
        let parameters: Vec<_> = process.parameters.iter().map(declaration).collect();
        // Writing to a String cannot fail.
        let word = if process.deterministic { "D_proctype" } else { "proctype" };
        let _ = write!(head, "{word} {}({})", process.name, parameters.join("; "));
        if let Some(priority) = process.priority {
            let _ = write!(head, " priority {priority}");
        }
        if let Some(condition) = &process.provided {
            let _ = write!(head, " provided ({})", expression(condition));
        }
        self.line(&format!("{head} {{"));
        self.exclusive(&process.exclusive);
        self.body(&process.locals, &process.body);
        self.line("}");
    }

    fn exclusive(&mut self, channels: &[String]) {
        for channel in channels {
            self.line(&format!("\txr {channel}; xs {channel};"));
        }
    }

    fn body(&mut self, locals: &[Variable], block: &Block) {
        self.indent += 1;
        for variable in locals {
            self.line(&format!("{};", declaration(variable)));
        }
        self.block(block);
        self.indent -= 1;
    }

    fn block(&mut self, block: &Block) {
        if block.is_empty() {
            self.line("skip");
        }
        for (index, statement) in block.iter().enumerate() {
            let arrow = index == 0 && matches!(statement, Statement::Guard(_));
            self.statement(
                statement,
                if index + 1 == block.len() {
                    ""
                } else if arrow {
                    " ->"
                } else {
                    ";"
                },
            );
        }
    }

    fn braced(&mut self, head: &str, locals: &[Variable], block: &Block, tail: &str) {
        self.line(&format!("{head}{{"));
        self.body(locals, block);
        self.line(&format!("}}{tail}"));
    }

    fn options(&mut self, word: &str, options: &[Block], end: &str) {
        self.line(word);
        for option in options {
            self.line("::");
            self.indent += 1;
            self.block(option);
            self.indent -= 1;
        }
        self.line(end);
    }

    fn statement(&mut self, statement: &Statement, end: &str) {
        match statement {
            Statement::If(options) => self.options("if", options, &format!("fi{end}")),
            Statement::Do(options) => self.options("do", options, &format!("od{end}")),
            Statement::Atomic(body) => self.braced("atomic ", &[], body, end),
            Statement::DStep(body) => self.braced("d_step ", &[], body, end),
            Statement::Scope(locals, body) => self.braced("", locals, body, end),
            Statement::Unless(main, escape) => {
                self.braced("", &[], main, " unless {");
                self.body(&[], escape);
                self.line(&format!("}}{end}"));
            }
            Statement::For(name, low, high, body) => {
                let head = format!("for ({name} : {} .. {}) ", expression(low), expression(high));
                self.braced(&head, &[], body, end);
            }
            Statement::ForIn(name, array, body) => {
                self.braced(&format!("for ({name} in {array}) "), &[], body, end);
            }
            Statement::Label(name, inner) => {
                self.line(&format!("{name}:"));
                self.statement(inner, end);
            }
            simple => self.line(&format!("{}{end}", simple_statement(simple))),
        }
    }
}

fn simple_statement(statement: &Statement) -> String {
    match statement {
        Statement::Assign(target, value) => format!("{} = {}", place(target), expression(value)),
        Statement::Step(target, operator) => format!("{}{operator}", place(target)),
        Statement::Guard(condition) => expression(condition),
        Statement::Else => "else".to_owned(),
        Statement::Send(channel, operator, arguments) => {
            format!("{}{operator}{}", place(channel), message(arguments))
        }
        Statement::Receive { channel, operator, copy: false, pattern } => {
            format!("{}{operator}{}", place(channel), list(pattern))
        }
        Statement::Receive { channel, operator, copy: true, pattern } => {
            format!("{}{operator}<{}>", place(channel), list(pattern))
        }
        Statement::Select(name, low, high) => {
            format!("select ({name} : {} .. {})", expression(low), expression(high))
        }
        Statement::Goto(label) => format!("goto {label}"),
        Statement::Break => "break".to_owned(),
        Statement::Assert(condition) => format!("assert({})", expression(condition)),
        Statement::Print(value) => format!("printf(\"%d\\n\", {})", expression(value)),
        Statement::Call(name, arguments) => format!("{name}({})", list(arguments)),
        _ => "skip".to_owned(),
    }
}

/// `red(1, 2)` for a message that starts with a name, which means the same as `red, 1, 2`.
fn message(fields: &[Expression]) -> String {
    match fields {
        [Expression::Word(name), rest @ ..] if !rest.is_empty() && !name.starts_with('_') => {
            format!("{name}({})", list(rest))
        }
        fields => list(fields),
    }
}

fn list(items: &[Expression]) -> String {
    items.iter().map(expression).collect::<Vec<_>>().join(", ")
}

/// The text of an expression.
pub fn expression(tree: &Expression) -> String {
    match tree {
        Expression::Number(number) => number.to_string(),
        Expression::Word(word) => word.clone(),
        Expression::Read(target) => place(target),
        Expression::Unary(operator, inner) => format!("{operator}({})", expression(inner)),
        Expression::Binary(operator, left, right) => {
            format!("({} {operator} {})", expression(left), expression(right))
        }
        Expression::Choice(condition, yes, no) => {
            format!("({} -> {} : {})", expression(condition), expression(yes), expression(no))
        }
        Expression::Function(name, argument) => format!("{name}({})", expression(argument)),
        Expression::Poll(channel, operator, pattern) => {
            format!("{}{operator}[{}]", place(channel), list(pattern))
        }
        Expression::AtLabel(process, index, label) => format!("{process}[{}]@{label}", expression(index)),
        Expression::Remote(process, index, name) => format!("{process}[{}]:{name}", expression(index)),
        Expression::Bare(inner) => bare(inner),
        Expression::Run(process, arguments) => format!("run {process}({})", list(arguments)),
    }
}

/// A binary expression without the parentheses around it and its parts.
fn bare(tree: &Expression) -> String {
    match tree {
        Expression::Binary(operator, left, right) => format!("{} {operator} {}", bare(left), bare(right)),
        Expression::Unary(operator, inner) if matches!(**inner, Expression::Read(_)) => {
            format!("{operator}{}", expression(inner))
        }
        other => expression(other),
    }
}

fn place(target: &Place) -> String {
    let index = |index: &Option<Box<Expression>>| match index {
        Some(inner) => format!("[{}]", expression(inner)),
        None => String::new(),
    };
    let field = target.field.as_ref().map_or(String::new(), |field| format!(".{field}"));
    format!("{}{}{field}{}", target.name, index(&target.index), index(&target.field_index))
}

fn declaration(variable: &Variable) -> String {
    let size = variable.size.map_or(String::new(), |size| format!("[{size}]"));
    let (kind, width) = match &variable.kind {
        Type::Unsigned(bits) => ("unsigned", format!(" : {bits}")),
        other => (type_name(other), String::new()),
    };
    let initial = match &variable.initial {
        None => String::new(),
        Some(Initial::Value(value)) => format!(" = {}", expression(value)),
        Some(Initial::Channel(capacity, fields)) => {
            let fields: Vec<_> = fields.iter().map(type_name).collect();
            format!(" = [{capacity}] of {{ {} }}", fields.join(", "))
        }
    };
    format!("{kind} {}{width}{size}{initial}", variable.name)
}

fn type_name(kind: &Type) -> &str {
    match kind {
        Type::Basic(name) => name,
        // Not reached for declarations; an unsigned field of a channel would need its width.
        Type::Unsigned(_) => "byte",
        Type::Structure(name) => name,
    }
}
