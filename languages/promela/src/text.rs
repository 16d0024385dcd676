//! Resolved expressions and statements in SPIN's own short notation, for traces and control-flow graphs.
//!
//! This is the form of SPIN's `comment()`: operators in parentheses, no blanks around them, one statement on one line.

use crate::printer::probe_word;
use crate::resolved::{
    Expr, ExprKind, Formula, FormulaKind, LValue, Model, ProctypeId, ReceiveArg, Stmt, StmtKind, Type, VarRef,
};

impl Model {
    /// A statement on one line; compound ones by their keyword.
    pub fn stmt_text(&self, stmt: &Stmt) -> String {
        match &stmt.kind {
            StmtKind::Assign { target, value } => {
                format!("{} = {}", self.lvalue_text(target), self.expr_text(value))
            }
            StmtKind::Condition(e) => match e.kind {
                ExprKind::Run { .. } | ExprKind::Binary(..) => self.expr_text(e),
                _ => format!("({})", self.expr_text(e)),
            },
            StmtKind::Send { channel, args, sorted } => {
                let mark = if *sorted { "!!" } else { "!" };
                format!("{}{mark}{}", self.reference_text(channel), self.list_text(args))
            }
            StmtKind::Receive { channel, args, random, keep } => {
                let mark = if *random { "??" } else { "?" };
                let (open, close) = if *keep { ("<", ">") } else { ("", "") };
                format!("{}{mark}{open}{}{close}", self.reference_text(channel), self.pattern_text(args))
            }
            StmtKind::Assert(e) => format!("assert({})", self.expr_text(e)),
            StmtKind::Printf { format, .. } => format!("printf('{format}')"),
            StmtKind::Printm(e) => format!("printm({})", self.expr_text(e)),
            StmtKind::SetPriority(p, n) => {
                format!("set_priority({}, {})", self.expr_text(p), self.expr_text(n))
            }
            StmtKind::Goto(label) => format!("goto {}", self.label(*label).name),
            StmtKind::Break => "break".to_owned(),
            StmtKind::Else => "else".to_owned(),
            StmtKind::If(_) => "if".to_owned(),
            StmtKind::Do(_) => "do".to_owned(),
            StmtKind::Atomic(_) => "atomic".to_owned(),
            StmtKind::DStep(_) => "d_step".to_owned(),
            StmtKind::Block(_) => "{ … }".to_owned(),
            StmtKind::Unless { .. } => "unless".to_owned(),
        }
    }

    /// An expression, every operator in parentheses.
    pub fn expr_text(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Const(n) => n.to_string(),
            ExprKind::Symbol(set, value) => {
                self.symbol(*set, *value).map_or_else(|| value.to_string(), str::to_owned)
            }
            ExprKind::Var(r) => self.reference_text(r),
            ExprKind::Pid => "_pid".to_owned(),
            ExprKind::ProcessCount => "_nr_pr".to_owned(),
            ExprKind::Last => "_last".to_owned(),
            ExprKind::Priority => "_priority".to_owned(),
            ExprKind::ControlState => "_p".to_owned(),
            ExprKind::Anything => "_".to_owned(),
            ExprKind::NonProgress => "np_".to_owned(),
            ExprKind::Timeout => "timeout".to_owned(),
            ExprKind::Unary(op, e) => format!("{}({})", op.symbol(), self.expr_text(e)),
            ExprKind::Binary(op, a, b) => {
                format!("({}{}{})", self.expr_text(a), op.symbol(), self.expr_text(b))
            }
            ExprKind::Conditional(c, a, b) => {
                format!("({} -> {} : {})", self.expr_text(c), self.expr_text(a), self.expr_text(b))
            }
            ExprKind::Run { proctype, args, .. } => {
                format!("(run {}({}))", self.proctype(*proctype).name, self.list_text(args))
            }
            ExprKind::Len(r) => format!("len({})", self.reference_text(r)),
            ExprKind::Probe(probe, r) => format!("{}({})", probe_word(*probe), self.reference_text(r)),
            ExprKind::Poll { channel, args, random } => {
                let mark = if *random { "??" } else { "?" };
                format!("{}{mark}[{}]", self.reference_text(channel), self.pattern_text(args))
            }
            ExprKind::Enabled(e) => format!("enabled({})", self.expr_text(e)),
            ExprKind::PcValue(e) => format!("pc_value({})", self.expr_text(e)),
            ExprKind::GetPriority(e) => format!("get_priority({})", self.expr_text(e)),
            ExprKind::RemoteLabel { proctype, pid, label } => {
                format!("{}@{}", self.remote_text(*proctype, pid.as_deref()), self.label(*label).name)
            }
            ExprKind::RemoteVar { proctype, pid, var } => {
                format!("{}:{}", self.remote_text(*proctype, pid.as_deref()), self.reference_text(var))
            }
        }
    }

    fn remote_text(&self, proctype: ProctypeId, pid: Option<&Expr>) -> String {
        let index = pid.map(|e| format!("[{}]", self.expr_text(e))).unwrap_or_default();
        format!("{}{index}", self.proctype(proctype).name)
    }

    fn list_text(&self, exprs: &[Expr]) -> String {
        exprs.iter().map(|e| self.expr_text(e)).collect::<Vec<_>>().join(",")
    }

    fn pattern_text(&self, args: &[ReceiveArg]) -> String {
        let text = |arg: &ReceiveArg| match arg {
            ReceiveArg::Store(target) => self.lvalue_text(target),
            ReceiveArg::Match(e) => self.expr_text(e),
            ReceiveArg::Eval(e) => format!("eval({})", self.expr_text(e)),
        };
        args.iter().map(text).collect::<Vec<_>>().join(",")
    }

    fn lvalue_text(&self, target: &LValue) -> String {
        match target {
            LValue::Var(r) => self.reference_text(r),
            LValue::Discard(_) => "_".to_owned(),
            LValue::Priority(_) => "_priority".to_owned(),
        }
    }

    /// A variable with its indices and fields.
    pub fn reference_text(&self, reference: &VarRef) -> String {
        let index = |e: &Option<Box<Expr>>| {
            e.as_ref().map(|e| format!("[{}]", self.expr_text(e))).unwrap_or_default()
        };
        let variable = self.var(reference.var);
        let mut out = format!("{}{}", variable.name, index(&reference.index));
        let mut ty = variable.ty;
        for step in &reference.path {
            let Type::Struct(id) = ty else { break };
            let Some(field) = self.structure(id).fields.get(step.field as usize) else { break };
            out += &format!(".{}{}", field.name, index(&step.index));
            ty = field.ty;
        }
        out
    }

    /// A formula, every operator in parentheses.
    pub fn formula_text(&self, formula: &Formula) -> String {
        let unary = |op: &str, f: &Formula| format!("{op} ({})", self.formula_text(f));
        let binary = |op: &str, f: &Formula, g: &Formula| {
            format!("({}) {op} ({})", self.formula_text(f), self.formula_text(g))
        };
        match &formula.kind {
            FormulaKind::Atom(e) => self.expr_text(e),
            FormulaKind::Not(f) => unary("!", f),
            FormulaKind::Next(f) => unary("X", f),
            FormulaKind::Always(f) => unary("[]", f),
            FormulaKind::Eventually(f) => unary("<>", f),
            FormulaKind::And(f, g) => binary("&&", f, g),
            FormulaKind::Or(f, g) => binary("||", f, g),
            FormulaKind::Implies(f, g) => binary("->", f, g),
            FormulaKind::Equivalent(f, g) => binary("<->", f, g),
            FormulaKind::Until(f, g) => binary("U", f, g),
            FormulaKind::Release(f, g) => binary("V", f, g),
            FormulaKind::WeakUntil(f, g) => binary("W", f, g),
        }
    }
}
