//! Sequences and statements as text.

use super::Printer;
use super::expression::{expression, list, receive_args, reference};
use crate::ast::{Body, Step, Stmt, StmtKind};

impl Printer {
    /// One step per line, separators between them.
    pub(super) fn steps(&mut self, steps: &[Step]) {
        for (i, step) in steps.iter().enumerate() {
            self.text(if i > 0 { ";" } else { "" });
            self.line();
            self.step(step);
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Decl(decl) => self.declaration(decl),
            Step::Mtype(symbols) => self.symbols(symbols),
            Step::Exclusive { send, channels, .. } => {
                let channels: Vec<String> = channels.iter().map(reference).collect();
                self.text(&format!("{} {}", if *send { "xs" } else { "xr" }, channels.join(", ")));
            }
            Step::Stmt(stmt) => self.statement(stmt),
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Labelled(label, inner) => {
                self.text(&format!("{}:", label.text));
                if let Some(inner) = inner {
                    self.text(" ");
                    self.statement(inner);
                }
            }
            StmtKind::If(options) => self.options("if", options, "fi"),
            StmtKind::Do(options) => self.options("do", options, "od"),
            StmtKind::ForRange { var, from, to, body, .. } => {
                self.text(&format!("for ({} : {} .. {}) ", reference(var), expression(from), expression(to)));
                self.braces(body);
            }
            StmtKind::ForIn { var, of, body, .. } => {
                self.text(&format!("for ({} in {}) ", reference(var), reference(of)));
                self.braces(body);
            }
            StmtKind::Atomic(body) => {
                self.text("atomic ");
                self.braces(body);
            }
            StmtKind::DStep(body) => {
                self.text("d_step ");
                self.braces(body);
            }
            StmtKind::Block(body) => self.braces(body),
            StmtKind::Unless(main, escape) => {
                self.statement(main);
                self.text(" unless ");
                self.statement(escape);
            }
            other => self.text(&simple(other)),
        }
    }

    fn options(&mut self, open: &str, options: &[Body], close: &str) {
        self.text(open);
        for option in options {
            self.line();
            self.option(option);
        }
        self.line();
        self.text(close);
    }

    /// The guard on the line of the `::`, a single statement after it too.
    fn option(&mut self, option: &Body) {
        let Some((guard, rest)) = option.steps.split_first() else { return self.text(":: skip") };
        self.text(":: ");
        self.indent += 1;
        self.step(guard);
        if let [only @ Step::Stmt(stmt)] = rest
            && is_short(&stmt.kind)
            && option.arrow
        {
            self.text(" -> ");
            self.step(only);
        } else if !rest.is_empty() {
            self.text(if option.arrow { " ->" } else { ";" });
            self.steps(rest);
        }
        self.indent -= 1;
    }
}

fn is_short(kind: &StmtKind) -> bool {
    !matches!(
        kind,
        StmtKind::If(_)
            | StmtKind::Do(_)
            | StmtKind::ForRange { .. }
            | StmtKind::ForIn { .. }
            | StmtKind::Atomic(_)
            | StmtKind::DStep(_)
            | StmtKind::Block(_)
            | StmtKind::Unless(..)
            | StmtKind::Labelled(..)
    )
}

/// A statement that fits on a line.
pub(crate) fn simple(kind: &StmtKind) -> String {
    match kind {
        StmtKind::Assign(target, value) => format!("{} = {}", reference(target), expression(value)),
        StmtKind::Increment(target) => format!("{}++", reference(target)),
        StmtKind::Decrement(target) => format!("{}--", reference(target)),
        StmtKind::Condition(e) => expression(e),
        StmtKind::Send { channel, args, sorted } => {
            let args = list(args);
            // `q!!x` would be a sorted send, not the send of a negation.
            let gap = if args.starts_with('!') { " " } else { "" };
            format!("{}{}{gap}{args}", reference(channel), if *sorted { "!!" } else { "!" })
        }
        StmtKind::Receive { channel, args, random, keep } => {
            let mark = if *random { "??" } else { "?" };
            let (open, close) = if *keep { ("<", ">") } else { ("", "") };
            format!("{}{mark}{open}{}{close}", reference(channel), receive_args(args))
        }
        StmtKind::Assert(e) => format!("assert({})", expression(e)),
        StmtKind::Printf(format, args) if args.is_empty() => format!("printf({format})"),
        StmtKind::Printf(format, args) => format!("printf({format}, {})", list(args)),
        StmtKind::Printm(e) => format!("printm({})", expression(e)),
        StmtKind::SetPriority(p, n) => format!("set_priority({}, {})", expression(p), expression(n)),
        StmtKind::Goto(label) => format!("goto {}", label.text),
        StmtKind::Break => "break".to_owned(),
        StmtKind::Else => "else".to_owned(),
        StmtKind::Select { var, from, to, literal, .. } => {
            let gap = if *literal { " " } else { "\n        " };
            format!("select ({} :{gap}{} .. {})", reference(var), expression(from), expression(to))
        }
        StmtKind::Inline { target, name, args, .. } => {
            let target = target.as_ref().map(|t| format!("{} = ", reference(t))).unwrap_or_default();
            let args: Vec<&str> = args.iter().map(|a| a.text.as_str()).collect();
            format!("{target}{}({})", name.text, args.join(", "))
        }
        StmtKind::Return(_, value) => format!("return {}", expression(value)),
        _ => String::new(),
    }
}
