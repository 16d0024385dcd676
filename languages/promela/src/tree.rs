//! The syntax tree as indented text, for `show tree` and for comparing programs.
//!
//! Unlike the printer this shows what was understood, not what to write: expressions are fully parenthesised and calls
//! of inlines are shown with their expansion. Places are left out, so two texts of the same program give the same tree.

use crate::ast::{Body, Decl, Expr, ExprKind, Item, Program, Step, Stmt, StmtKind};
use crate::printer::{self, declarator, type_name};

/// A program as a tree.
pub fn tree(program: &Program) -> String {
    let mut tree = Tree { out: String::new(), depth: 0 };
    program.items.iter().for_each(|item| tree.item(item));
    tree.out
}

struct Tree {
    out: String,
    depth: usize,
}

impl Tree {
    fn line(&mut self, text: &str) {
        self.out.extend(std::iter::repeat_n("  ", self.depth));
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn inside(&mut self, text: &str, body: impl FnOnce(&mut Tree)) {
        self.line(text);
        self.depth += 1;
        body(self);
        self.depth -= 1;
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Proctype(p) => self.inside(&heading(p), |t| {
                p.params.iter().for_each(|d| t.decl("parameter", d));
                t.body(&p.body);
            }),
            Item::Init(i) => self.inside("init", |t| t.body(&i.body)),
            Item::Never(n) => {
                let name = n.name.as_ref().map_or("", |n| &n.text);
                self.inside(&format!("never {name}"), |t| t.body(&n.body));
            }
            Item::Trace(t) => {
                let word = if t.negated { "notrace" } else { "trace" };
                self.inside(word, |tree| tree.body(&t.body));
            }
            Item::Ltl(l) => {
                let name = l.name.as_ref().map_or("", |n| &n.text);
                self.line(&format!("ltl {name} {}", bracketed(&l.formula)));
            }
            Item::Decl(d) => self.decl("variable", d),
            Item::Mtype(m) => {
                let set = m.set.as_ref().map_or("", |s| &s.text);
                let names: Vec<&str> = m.constants.iter().map(|c| c.text.as_str()).collect();
                self.line(&format!("mtype {set} {{ {} }}", names.join(" ")));
            }
            Item::Typedef(t) => self.inside(&format!("typedef {}", t.name.text), |tree| {
                t.fields.iter().for_each(|d| tree.decl("field", d));
            }),
            Item::Inline(i) => {
                let params: Vec<&str> = i.params.iter().map(|p| p.text.as_str()).collect();
                let body: Vec<&str> = i.body.iter().map(|t| t.text.as_str()).collect();
                self.line(&format!("inline {}({}) {{ {} }}", i.name.text, params.join(", "), body.join(" ")));
            }
        }
    }

    fn decl(&mut self, role: &str, decl: &Decl) {
        let visibility = decl.visibility.map(|v| format!("{v:?} ").to_lowercase()).unwrap_or_default();
        for var in &decl.vars {
            self.line(&format!("{role} {visibility}{} {}", type_name(&decl.ty), declarator(var)));
        }
    }

    fn body(&mut self, body: &Body) {
        for step in &body.steps {
            match step {
                Step::Decl(decl) => self.decl("variable", decl),
                Step::Mtype(_) => self.line("mtype"),
                Step::Exclusive { send, channels, .. } => {
                    let word = if *send { "xs" } else { "xr" };
                    self.line(&format!("{word} of {} channels", channels.len()));
                }
                Step::Stmt(stmt) => self.stmt(stmt),
            }
        }
    }

    fn options(&mut self, word: &str, options: &[Body]) {
        self.inside(word, |t| {
            for option in options {
                t.inside(if option.arrow { "option ->" } else { "option" }, |t| t.body(option));
            }
        });
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Labelled(name, inner) => {
                self.inside(&format!("label {}", name.text), |t| match inner {
                    Some(inner) => t.stmt(inner),
                    None => t.line("nothing"),
                })
            }
            StmtKind::If(options) => self.options("if", options),
            StmtKind::Do(options) => self.options("do", options),
            StmtKind::ForRange { var, from, to, body, .. } => {
                let var = printer::expression(&variable(var));
                let head = format!("for {var} : {} .. {}", bracketed(from), bracketed(to));
                self.inside(&head, |t| t.body(body));
            }
            StmtKind::ForIn { var, of, body, .. } => {
                let (var, of) = (printer::expression(&variable(var)), printer::expression(&variable(of)));
                self.inside(&format!("for {var} in {of}"), |t| t.body(body));
            }
            StmtKind::Atomic(body) => self.inside("atomic", |t| t.body(body)),
            StmtKind::DStep(body) => self.inside("d_step", |t| t.body(body)),
            StmtKind::Block(body) => self.inside("block", |t| t.body(body)),
            StmtKind::Unless(main, escape) => self.inside("unless", |t| {
                t.stmt(main);
                t.stmt(escape);
            }),
            StmtKind::Inline { body, .. } => {
                self.inside(&format!("call {}", printer::simple(&stmt.kind)), |t| {
                    body.iter().for_each(|b| t.stmt(b));
                });
            }
            StmtKind::Assign(target, value) => {
                let target = printer::expression(&variable(target));
                self.line(&format!("assign {target} = {}", bracketed(value)));
            }
            StmtKind::Condition(e) => self.line(&format!("condition {}", bracketed(e))),
            StmtKind::Assert(e) => self.line(&format!("assert {}", bracketed(e))),
            StmtKind::Select { literal: false, .. } => {
                let text = printer::simple(&stmt.kind);
                let words: Vec<&str> = text.split_whitespace().collect();
                self.line(&format!("{} (loop)", words.join(" ")));
            }
            other => self.line(&printer::simple(other)),
        }
    }
}

fn heading(p: &crate::ast::Proctype) -> String {
    let active = match &p.active {
        None => "",
        Some(_) => "active ",
    };
    let kind = if p.deterministic { "D_proctype" } else { "proctype" };
    let priority = p.priority.map(|n| format!(" priority {}", n.value)).unwrap_or_default();
    let provided = p.provided.as_ref().map(|e| format!(" provided {}", bracketed(e))).unwrap_or_default();
    format!("{active}{kind} {}{priority}{provided}", p.name.text)
}

fn variable(var: &crate::ast::VarRef) -> Expr {
    Expr { span: var.span, kind: ExprKind::Var(var.clone()) }
}

/// An expression with every operator in parentheses.
fn bracketed(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Unary(op, e) => format!("({}{})", op.symbol(), bracketed(e)),
        ExprKind::Binary(op, a, b) => format!("({} {} {})", bracketed(a), op.symbol(), bracketed(b)),
        ExprKind::Temporal1(op, e) => format!("({op:?} {})", bracketed(e)),
        ExprKind::Temporal2(op, a, b) => format!("({} {op:?} {})", bracketed(a), bracketed(b)),
        _ => printer::expression(expr),
    }
}
