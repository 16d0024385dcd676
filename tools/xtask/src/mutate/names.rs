//! The names that a program's own declarations give to a mutation: scalar variables, arrays with their lengths, labels.
use super::walk::{Visitor, walk};
use promela::ast::{
    ArraySize, Decl, Expr, ExprKind, Initialiser, Name, Program, Stmt, StmtKind, TypeName, VarPart, VarRef,
};

/// What can be mentioned by name.
#[derive(Default)]
pub struct Names {
    /// Variables that hold one number.
    pub scalars: Vec<String>,
    /// Arrays of numbers with the lengths that are written as numbers.
    pub arrays: Vec<(String, i32)>,
    /// Labels.
    pub labels: Vec<String>,
}

impl Names {
    /// The names of a program. A name that is not in scope where it is used makes a mutant that the parser refuses.
    pub fn of(program: &Program) -> Names {
        let mut names = Names::default();
        walk(&mut program.clone(), &mut names);
        names
    }
}

impl Visitor for Names {
    fn declaration(&mut self, decl: &mut Decl) {
        if matches!(decl.ty, TypeName::Chan | TypeName::User(_) | TypeName::Mtype(_)) {
            return;
        }
        for var in &decl.vars {
            match (&var.size, &var.init) {
                (_, Some(Initialiser::Channel(_))) => {}
                (None, _) => self.scalars.push(var.name.text.clone()),
                (Some(ArraySize::Const(Expr { kind: ExprKind::Number(length), .. })), _) => {
                    self.arrays.push((var.name.text.clone(), *length));
                }
                _ => {}
            }
        }
    }

    fn statement(&mut self, stmt: &mut Stmt) {
        if let StmtKind::Labelled(name, _) = &stmt.kind {
            self.labels.push(name.text.clone());
        }
    }
}

/// A name without a place.
pub fn name(text: &str) -> Name {
    Name { text: text.to_owned(), span: diagnostics::Span::default() }
}

/// An expression without a place.
pub fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: diagnostics::Span::default() }
}

/// A number.
pub fn number(value: i32) -> Expr {
    expr(ExprKind::Number(value))
}

/// A statement without a place.
pub fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, span: diagnostics::Span::default(), call: None, text: "".into() }
}

/// `name` or `name[index]`.
pub fn variable(text: &str, index: Option<Expr>) -> VarRef {
    let part = VarPart { name: name(text), index: index.map(Box::new) };
    VarRef { parts: vec![part], span: diagnostics::Span::default() }
}

/// The statement `skip`.
pub fn skip() -> Stmt {
    stmt(StmtKind::Condition(expr(ExprKind::Word("skip", 1))))
}
