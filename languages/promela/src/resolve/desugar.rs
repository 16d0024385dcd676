//! `for`, `select`, `unless` and the options of `if` and `do`, brought into the form SPIN's verifier works on.
//!
//! How SPIN rewrites these decides how many states a model has, so it is followed to the letter (`for_setup`,
//! `for_index`, `for_body`, `sel_index`, `do_unless`, `if_seq` and `check_sequence` in `flow.c`, `select` in
//! `spinlex.c` of 6.5.2).

use super::Resolver;
use super::declaration::zero;
use super::reference::Wanted;
use crate::resolved::{
    BinaryOp, Block, Expr, ExprKind, Initialiser, LValue, LabelId, ProctypeKind, ReceiveArg, Stmt, StmtKind,
    Type, VarId, VarRef, Variable,
};
use crate::{ast, printer};
use diagnostics::{Diagnostic, Span};

/// The head of a `for` or `select`: what counts, from where to where, and how that is written.
type Head<'a> = (&'a ast::VarRef, &'a ast::Expr, &'a ast::Expr, &'a ast::RangeTexts);

/// SPIN writes a `select` out when it has at most this number of values.
const MAX_WRITTEN_OUT: i32 = 33;

impl Resolver<'_> {
    /// `x = from; do :: x <= to -> body; x++ :: else -> break od`.
    pub(super) fn for_range(
        &mut self,
        (var, from, to, texts): Head<'_>,
        body: &ast::Body,
        stmt: &ast::Stmt,
        out: &mut Vec<Stmt>,
    ) -> Option<StmtKind> {
        let index = self.loop_index(var);
        let (from, to) = (self.expr(from), self.expr(to));
        self.check_order(&from, &to, stmt.span);
        let body = self.in_loop(|r| r.scoped(body));
        let index = index?;
        out.push(assignment(&index, from, stmt, format!("{} = {}", texts.var, texts.from)));
        let texts = [format!("{} <= {}", texts.var, texts.to), format!("{}++", texts.var)];
        Some(counting_loop(&index, BinaryOp::LessEqual, to, body, stmt, texts))
    }

    /// Over an array: as above, from 0 to its last index. Over a channel: each message is received and sent again.
    pub(super) fn for_in(
        &mut self,
        var: &ast::VarRef,
        of: &ast::VarRef,
        body: &ast::Body,
        stmt: &ast::Stmt,
        out: &mut Vec<Stmt>,
    ) -> Option<StmtKind> {
        let first = var.parts.first()?;
        let structure = self.lookup(&first.name.text).map(|id| self.model.var(id).ty);
        if matches!(structure, Some(Type::Struct(_))) {
            return self.for_in_channel(var, of, body, stmt, out);
        }
        let index = self.loop_index(var);
        let array = self.reference(of, Wanted::Array);
        let length = array.as_ref().and_then(|r| self.length(r));
        if let (Some(_), None) = (&array, length) {
            self.error("for-array", "this is no array", of.span);
        }
        let body = self.in_loop(|r| r.scoped(body));
        let (index, length) = (index?, length?);
        let last = i32::try_from(length).ok()? - 1;
        let name = printer::reference(var);
        out.push(assignment(&index, zero(of.span), stmt, format!("{name} = 0")));
        let texts = [format!("{name} <= {last}"), format!("{name}++")];
        let last = Expr { kind: ExprKind::Const(last), span: of.span };
        Some(counting_loop(&index, BinaryOp::LessEqual, last, body, stmt, texts))
    }

    /// Number of elements of the array a reference leads to.
    fn length(&self, reference: &VarRef) -> Option<u32> {
        let mut ty = self.model.var(reference.var).ty;
        let mut array = self.model.var(reference.var).array;
        for step in &reference.path {
            let Type::Struct(id) = ty else { return None };
            let field = &self.model.structure(id).fields[step.field as usize];
            (ty, array) = (field.ty, field.array);
        }
        array
    }

    fn for_in_channel(
        &mut self,
        var: &ast::VarRef,
        of: &ast::VarRef,
        body: &ast::Body,
        stmt: &ast::Stmt,
        out: &mut Vec<Stmt>,
    ) -> Option<StmtKind> {
        let message = self.reference(var, Wanted::Any)?;
        let channel = self.channel(of)?;
        self.check_iterated(&channel, message.ty, of.span)?;
        let counter = self.counter(stmt.span);
        let leaves = self.leaves(message);
        let receive = StmtKind::Receive {
            channel: channel.clone(),
            args: leaves.iter().map(|leaf| ReceiveArg::Store(LValue::Var(leaf.clone()))).collect(),
            random: false,
            keep: false,
        };
        let send = StmtKind::Send {
            channel: channel.clone(),
            args: leaves.into_iter().map(|leaf| Expr { span: var.span, kind: ExprKind::Var(leaf) }).collect(),
            sorted: false,
        };
        let mut inner = self.in_loop(|r| r.scoped(body));
        let (message, queue) = (printer::reference(var), printer::reference(of));
        let receive = plain(receive, stmt, format!("{queue}?{message}"));
        let send = plain(send, stmt, format!("{queue}!{message}"));
        inner.splice(0..0, [receive, send]);
        let length = Expr { kind: ExprKind::Len(channel), span: of.span };
        // Nobody has written the counter.
        let head = || match &stmt.kind {
            ast::StmtKind::ForIn { head, .. } => head.to_string(),
            _ => String::new(),
        };
        out.push(assignment(&counter, zero(of.span), stmt, head()));
        Some(counting_loop(&counter, BinaryOp::Less, length, inner, stmt, [head(), head()]))
    }

    /// A channel can be walked over if it is buffered, with one field of the index's structure.
    fn check_iterated(&mut self, channel: &VarRef, ty: Type, span: Span) -> Option<()> {
        let init = match &self.model.var(channel.var).init {
            Initialiser::Channel(init) if channel.path.is_empty() => init,
            _ => {
                self.error("for-channel", "the messages of this channel are not known here", span);
                return None;
            }
        };
        if init.capacity > 0 && init.declared[..] == [ty] {
            return Some(());
        }
        let declared = init.span;
        let message = "a buffered channel of exactly the index's structure is needed here";
        let error = Diagnostic::error("for-channel", message, span).also(declared, "declared here");
        self.errors.push(error);
        None
    }

    /// A hidden counter.
    fn counter(&mut self, span: Span) -> VarRef {
        let id = VarId(u32::try_from(self.model.variables.len()).unwrap_or(u32::MAX));
        let name = format!("_for_{}", id.0);
        self.model.variables.push(Variable {
            unique_name: name.clone(),
            name,
            scope: self.scope(),
            ty: Type::Byte,
            array: None,
            init: Initialiser::Zero,
            visibility: None,
            is_param: false,
            span,
        });
        VarRef { var: id, index: None, path: Vec::new(), ty: Type::Byte, span }
    }

    /// The index of a loop must be a plain variable.
    fn loop_index(&mut self, var: &ast::VarRef) -> Option<VarRef> {
        if let Some(name) = self.predefined(var) {
            self.error("loop-index", format!("`{name}` cannot count a loop"), var.span);
            return None;
        }
        let reference = self.reference(var, Wanted::Any)?;
        let plain = reference.path.is_empty() && reference.index.is_none();
        if plain && !matches!(reference.ty, Type::Chan | Type::Struct(_)) {
            return Some(reference);
        }
        let error = Diagnostic::error("loop-index", "only a plain variable can count here", var.span);
        self.errors.push(error.hint("not a channel, a structure or an element of an array"));
        None
    }

    fn check_order(&mut self, from: &Expr, to: &Expr, span: Span) {
        if let (ExprKind::Const(a), ExprKind::Const(b)) = (&from.kind, &to.kind)
            && a > b
            // A bound that could not be read is no number either.
            && self.errors.is_empty()
        {
            self.error("empty-range", format!("the range {a} .. {b} is empty"), span);
        }
    }

    /// Written out as an `if` when SPIN does so while reading, else a loop that may stop at any value.
    pub(super) fn select(
        &mut self,
        (var, from, to, texts): Head<'_>,
        literal: bool,
        stmt: &ast::Stmt,
        out: &mut Vec<Stmt>,
    ) -> Option<StmtKind> {
        let index = self.loop_index(var);
        let (from, to) = (self.expr(from), self.expr(to));
        self.check_order(&from, &to, stmt.span);
        let index = index?;
        if let (ExprKind::Const(a), ExprKind::Const(b), true) = (&from.kind, &to.kind, literal)
            && b.wrapping_sub(*a) < MAX_WRITTEN_OUT
        {
            let value = |n| Expr { kind: ExprKind::Const(n), span: stmt.span };
            let assign = |n| assignment(&index, value(n), stmt, format!("{} = {n}", texts.var));
            let option = |n| Block { stmts: vec![assign(n)], span: stmt.span };
            return Some(StmtKind::If((*a..=*b).map(option).collect()));
        }
        out.push(assignment(&index, from, stmt, format!("{} = {}", texts.var, texts.from)));
        let more = StmtKind::Condition(compare(&index, BinaryOp::Less, to, stmt.span));
        let more = plain(more, stmt, format!("{} < {}", texts.var, texts.to));
        let next = increment(&index, stmt, format!("{}++", texts.var));
        let go_on = Block { stmts: vec![more, next], span: stmt.span };
        let stop = Block { stmts: vec![plain(StmtKind::Break, stmt, "break".into())], span: stmt.span };
        Some(StmtKind::Do(if literal { vec![go_on, stop] } else { vec![stop, go_on] }))
    }

    /// A block in braces is taken apart: its statements are the sequence. A label before such a block stays outside.
    pub(super) fn unless(
        &mut self,
        main: &ast::Stmt,
        escape: &ast::Stmt,
        stmt: &ast::Stmt,
        out: &mut Vec<Stmt>,
    ) {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        self.stmt(main, Vec::new(), &mut first);
        self.stmt(escape, Vec::new(), &mut second);
        let (Some(mut main), Some(escape)) = (first.pop(), second.pop()) else { return };
        out.append(&mut first);
        out.append(&mut second);
        self.check_escape(&escape);
        let escape = sequence_of(escape);
        let plain = |kind| plain(kind, stmt, stmt.text.to_string());
        // A loop is entered at a join of its own, so its label, inside the sequence, is not that of a first statement.
        if main.labels.is_empty() || matches!(main.kind, StmtKind::Do(_)) {
            let kind = StmtKind::Unless { main: sequence_of(main), escape };
            return out.push(plain(kind));
        }
        let labels = std::mem::take(&mut main.labels);
        let wrap: fn(Block) -> StmtKind = match main.kind {
            StmtKind::Block(_) => StmtKind::Block,
            StmtKind::Atomic(_) => StmtKind::Atomic,
            StmtKind::DStep(_) => StmtKind::DStep,
            _ => return self.label_before_unless(&labels),
        };
        let (StmtKind::Block(body) | StmtKind::Atomic(body) | StmtKind::DStep(body)) = main.kind else {
            return;
        };
        let unless = plain(StmtKind::Unless { main: body, escape });
        let kind = wrap(Block { stmts: vec![unless], span: stmt.span });
        out.push(Stmt { labels, ..plain(kind) });
    }

    fn check_escape(&mut self, escape: &Stmt) {
        if let (Some(label), false) = (escape.labels.first(), matches!(escape.kind, StmtKind::Do(_))) {
            let span = self.model.labels[label.index()].span;
            let error = Diagnostic::error("misplaced-label", "an escape cannot begin with a label", span);
            self.errors.push(error.label("it is no state of its own"));
        }
    }

    fn label_before_unless(&mut self, labels: &[LabelId]) {
        let Some(label) = labels.first().map(|l| self.model.labels[l.index()].clone()) else { return };
        let error = Diagnostic::error("misplaced-label", "this label belongs to no single state", label.span);
        self.errors.push(error.hint(format!("write `{}: {{ … unless … }}`", label.name)));
    }

    pub(super) fn options(&mut self, options: &[ast::Body]) -> Vec<Block> {
        let mut blocks: Vec<Block> = options.iter().map(|option| self.option(option)).collect();
        let claim = self.here.as_ref().is_some_and(|here| here.kind == ProctypeKind::Never);
        if !claim {
            blocks.iter_mut().for_each(|block| drop_redundant_skips(&mut block.stmts));
        }
        self.check_else(&blocks);
        blocks
    }

    fn option(&mut self, option: &ast::Body) -> Block {
        if let Some(here) = &mut self.here {
            here.initialising = false;
        }
        let mut stmts = Vec::new();
        self.steps(&option.steps, &mut stmts);
        if stmts.is_empty() {
            self.error("empty-sequence", "an option needs at least one statement", option.span);
        }
        Block { stmts, span: option.span }
    }

    /// At most one option begins with `else`, and none beside a send or receive where `xr` or `xs` is used.
    fn check_else(&mut self, blocks: &[Block]) {
        let (found, others): (Vec<&Block>, Vec<&Block>) =
            blocks.iter().partition(|block| block.begins_with_else());
        let Some((last, earlier)) = found.split_last() else { return };
        if let Some(first) = earlier.first() {
            let error = Diagnostic::error("duplicate-else", "there are two `else` options", last.span);
            self.errors.push(error.also(first.span, "the other one"));
        }
        if self.has_exclusive && others.iter().any(|b| b.stmts.first().is_some_and(uses_channel)) {
            let message = "`else` beside sends or receives cannot be combined with `xr` and `xs`";
            self.error("else-with-exclusive", message, last.span);
        }
    }
}

/// The statements of a block in braces, or the statement alone.
fn sequence_of(stmt: Stmt) -> Block {
    match stmt.kind {
        StmtKind::Block(block) if stmt.labels.is_empty() => block,
        _ => Block { span: stmt.span, stmts: vec![stmt] },
    }
}

/// `do :: index op limit -> body; index++ :: else -> break od`.
fn counting_loop(
    index: &VarRef,
    op: BinaryOp,
    limit: Expr,
    body: Vec<Stmt>,
    stmt: &ast::Stmt,
    [condition, next]: [String; 2],
) -> StmtKind {
    let goes_on = StmtKind::Condition(compare(index, op, limit, stmt.span));
    let mut stmts = vec![plain(goes_on, stmt, condition)];
    stmts.extend(body);
    stmts.push(increment(index, stmt, next));
    let stop = vec![plain(StmtKind::Else, stmt, "else".into()), plain(StmtKind::Break, stmt, "break".into())];
    StmtKind::Do(vec![Block { stmts, span: stmt.span }, Block { stmts: stop, span: stmt.span }])
}

fn compare(index: &VarRef, op: BinaryOp, limit: Expr, span: Span) -> Expr {
    let index = Expr { kind: ExprKind::Var(index.clone()), span: index.span };
    Expr { kind: ExprKind::Binary(op, Box::new(index), Box::new(limit)), span }
}

fn assignment(index: &VarRef, value: Expr, stmt: &ast::Stmt, text: String) -> Stmt {
    plain(StmtKind::Assign { target: LValue::Var(index.clone()), value }, stmt, text)
}

fn increment(index: &VarRef, stmt: &ast::Stmt, text: String) -> Stmt {
    let one = Expr { kind: ExprKind::Const(1), span: stmt.span };
    assignment(index, compare(index, BinaryOp::Add, one, stmt.span), stmt, text)
}

/// A statement without labels that another stands for.
fn plain(kind: StmtKind, stmt: &ast::Stmt, text: String) -> Stmt {
    Stmt { labels: Vec::new(), kind, span: stmt.span, call: stmt.call, text: text.into() }
}

/// In a run of unlabelled skips and prints inside an option, SPIN removes every skip after the first that is not at the
/// end.
fn drop_redundant_skips(stmts: &mut Vec<Stmt>) {
    let mut run = 0;
    let last = stmts.len().saturating_sub(1);
    let mut at = 0;
    stmts.retain(|stmt| {
        let here = at;
        at += 1;
        let print = matches!(stmt.kind, StmtKind::Printf { .. } | StmtKind::Printm(_));
        let skip = matches!(&stmt.kind, StmtKind::Condition(e) if matches!(e.kind, ExprKind::Const(1)));
        if !(print || skip) || !stmt.labels.is_empty() {
            run = 0;
            return true;
        }
        run += 1;
        !(run > 1 && skip && here != last)
    });
}

/// Does a guard look at a channel, so that `else` beside it is dubious?
pub(crate) fn uses_channel(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Send { .. } | StmtKind::Receive { .. } => true,
        StmtKind::Condition(expr) => probes(expr),
        _ => false,
    }
}

fn probes(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Probe(..) => true,
        ExprKind::Binary(_, a, b) => probes(a) || probes(b),
        _ => false,
    }
}
