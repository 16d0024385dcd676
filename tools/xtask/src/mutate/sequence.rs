//! Mutations of what happens in which order: statements deleted, repeated, exchanged, wrapped, inserted; options and
//! jumps changed.
use super::names::{Names, expr, name, number, skip, stmt, variable};
use super::walk::{Turn, Visitor};
use crate::generate::Random;
use promela::ast::{BinaryOp, Body, Expr, ExprKind, Step, Stmt, StmtKind};

/// What is done to a sequence at one of its statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// The statement goes.
    Delete,
    /// The statement comes twice.
    Duplicate,
    /// The statement changes places with the next one.
    Swap,
    /// The statement and up to two more become one `atomic`.
    Atomic,
    /// The statement and up to two more become one `d_step`.
    DStep,
    /// Processes of one number do not execute the statement, or do so twice.
    Distinguish,
    /// An assertion over a variable comes before the statement.
    Assert,
    /// Another statement that may fault comes first: a division, an index, a `printf` of either.
    Fault,
    /// The statement may be interrupted when a variable has some value.
    Unless,
    /// A process ends here: the rest of the sequence goes.
    Cut,
}

impl Edit {
    /// All edits; those that have found most stand here twice.
    pub const ALL: [Edit; 13] = [
        Edit::Delete,
        Edit::Delete,
        Edit::Duplicate,
        Edit::Swap,
        Edit::Atomic,
        Edit::Atomic,
        Edit::DStep,
        Edit::Distinguish,
        Edit::Assert,
        Edit::Assert,
        Edit::Fault,
        Edit::Unless,
        Edit::Cut,
    ];
}

/// Applies an edit at the chosen statement.
pub struct SequenceEdit<'a> {
    /// Which.
    pub edit: Edit,
    /// Where.
    pub turn: Turn<'a>,
    /// Choices.
    pub random: Random,
    /// What new statements may mention.
    pub names: &'a Names,
}

impl Visitor for SequenceEdit<'_> {
    fn body(&mut self, body: &mut Body) {
        for position in 0..body.steps.len() {
            if matches!(body.steps[position], Step::Stmt(_)) && self.turn.take() {
                self.apply(&mut body.steps, position);
                return;
            }
        }
    }
}

impl SequenceEdit<'_> {
    fn apply(&mut self, steps: &mut Vec<Step>, at: usize) {
        let Step::Stmt(chosen) = steps[at].clone() else { return };
        match self.edit {
            Edit::Delete if steps.len() == 1 => steps[0] = Step::Stmt(skip()),
            Edit::Delete => drop(steps.remove(at)),
            Edit::Duplicate => steps.insert(at, Step::Stmt(unlabelled(chosen))),
            Edit::Swap if at + 1 < steps.len() => steps.swap(at, at + 1),
            Edit::Swap => {}
            Edit::Atomic | Edit::DStep => self.wrap(steps, at),
            Edit::Distinguish => steps[at] = Step::Stmt(self.distinguished(chosen)),
            Edit::Assert => {
                let condition = self.condition();
                steps.insert(at, Step::Stmt(stmt(StmtKind::Assert(condition))));
            }
            Edit::Fault => {
                let fault = self.fault();
                steps.insert(at, Step::Stmt(fault));
            }
            Edit::Unless => {
                let escape = stmt(StmtKind::Condition(self.condition()));
                let main = stmt(StmtKind::Block(sequence(vec![Step::Stmt(chosen)])));
                let escape = stmt(StmtKind::Block(sequence(vec![Step::Stmt(escape)])));
                steps[at] = Step::Stmt(stmt(StmtKind::Unless(Box::new(main), Box::new(escape))));
            }
            Edit::Cut => steps.truncate(at + 1),
        }
    }

    fn wrap(&mut self, steps: &mut Vec<Step>, at: usize) {
        let wanted = self.random.between(1, 3);
        let length = steps[at..].iter().take(wanted).take_while(|step| matches!(step, Step::Stmt(_))).count();
        let inner: Vec<Step> = steps.drain(at..at + length).collect();
        let wrapped = match self.edit {
            Edit::DStep => StmtKind::DStep(sequence(inner)),
            _ => StmtKind::Atomic(sequence(inner)),
        };
        steps.insert(at, Step::Stmt(stmt(wrapped)));
    }

    fn distinguished(&mut self, chosen: Stmt) -> Stmt {
        let (label, chosen) = match chosen.kind {
            StmtKind::Labelled(label, Some(inner)) => (Some(label), *inner),
            _ => (None, chosen),
        };
        let pid = Box::new(expr(ExprKind::Var(variable("_pid", None))));
        let which = Box::new(number(self.random.between(0, 3) as i32));
        let guard = stmt(StmtKind::Condition(expr(ExprKind::Binary(BinaryOp::Equal, pid, which))));
        let instead = if self.random.chance(50) { skip() } else { chosen.clone() };
        let mut special = vec![Step::Stmt(guard), Step::Stmt(instead)];
        if self.random.chance(40) {
            special.push(Step::Stmt(chosen.clone()));
        }
        let usual = vec![Step::Stmt(stmt(StmtKind::Else)), Step::Stmt(chosen)];
        let choice = stmt(StmtKind::If(vec![sequence(special), sequence(usual)]));
        match label {
            Some(label) => stmt(StmtKind::Labelled(label, Some(Box::new(choice)))),
            None => choice,
        }
    }

    /// A comparison of a variable, or of an element of an array, with a small number.
    fn condition(&mut self) -> Expr {
        let operators =
            [BinaryOp::Equal, BinaryOp::NotEqual, BinaryOp::NotEqual, BinaryOp::LessEqual, BinaryOp::Less];
        let operator = self.random.pick(&operators).copied().unwrap_or(BinaryOp::Equal);
        let value = Box::new(number(self.random.between(0, 3) as i32));
        expr(ExprKind::Binary(operator, Box::new(self.value()), value))
    }

    fn value(&mut self) -> Expr {
        if self.random.chance(30)
            && let Some((array, length)) = self.random.pick(&self.names.arrays).cloned()
        {
            let index = match self.random.below(6) {
                0 => number(length),
                1 => expr(ExprKind::Var(variable("_pid", None))),
                _ => number(self.random.below(length.clamp(1, 64) as usize) as i32),
            };
            return expr(ExprKind::Var(variable(&array, Some(index))));
        }
        let scalar = self.random.pick(&self.names.scalars).map_or("_pid", String::as_str);
        expr(ExprKind::Var(variable(scalar, None)))
    }

    fn fault(&mut self) -> Stmt {
        let value = self.value();
        let quotient = expr(ExprKind::Binary(BinaryOp::Divide, Box::new(number(7)), Box::new(value.clone())));
        let faulty = match self.random.pick(&self.names.arrays) {
            Some((array, _)) if self.random.chance(60) => expr(ExprKind::Var(variable(array, Some(value)))),
            _ => quotient,
        };
        let target = self.random.pick(&self.names.scalars);
        stmt(match (self.random.below(3), target) {
            (0, _) => StmtKind::Printf("\"%d\\n\"".to_owned(), vec![faulty]),
            (1, Some(target)) => StmtKind::Assign(variable(target, None), faulty),
            _ => {
                let zero = Box::new(number(0));
                let condition = ExprKind::Binary(BinaryOp::GreaterEqual, Box::new(faulty), zero);
                StmtKind::Condition(expr(condition))
            }
        })
    }
}

/// What is done to one statement, wherever it stands.
pub struct StatementEdit<'a> {
    /// Where.
    pub turn: Turn<'a>,
    /// Choices.
    pub random: Random,
    /// Where jumps may go.
    pub names: &'a Names,
}

impl Visitor for StatementEdit<'_> {
    fn statement(&mut self, statement: &mut Stmt) {
        let random = &mut self.random;
        let applies = matches!(
            statement.kind,
            StmtKind::If(_)
                | StmtKind::Do(_)
                | StmtKind::Atomic(_)
                | StmtKind::DStep(_)
                | StmtKind::Send { .. }
                | StmtKind::Receive { .. }
                | StmtKind::Goto(_)
                | StmtKind::Break
                | StmtKind::Else
        );
        if !applies || !self.turn.take() {
            return;
        }
        match &mut statement.kind {
            StmtKind::If(options) | StmtKind::Do(options) => {
                let option = random.below(options.len());
                match random.below(3) {
                    0 if options.len() > 1 => drop(options.remove(option)),
                    1 => options.retain(|option| !begins_with_else(option)),
                    _ => options.insert(option, options[option].clone()),
                }
            }
            StmtKind::Atomic(inner) if random.chance(50) => statement.kind = StmtKind::DStep(inner.clone()),
            StmtKind::Atomic(inner) => statement.kind = StmtKind::Block(inner.clone()),
            StmtKind::DStep(inner) if random.chance(50) => statement.kind = StmtKind::Atomic(inner.clone()),
            StmtKind::DStep(inner) => statement.kind = StmtKind::Block(inner.clone()),
            StmtKind::Send { sorted, .. } => *sorted = !*sorted,
            StmtKind::Receive { random: anywhere, keep, .. } => match random.below(2) {
                0 => *anywhere = !*anywhere,
                _ => *keep = !*keep,
            },
            StmtKind::Goto(target) => {
                if let Some(label) = random.pick(&self.names.labels) {
                    *target = name(label);
                }
            }
            StmtKind::Break | StmtKind::Else => *statement = skip(),
            _ => {}
        }
    }
}

fn begins_with_else(option: &Body) -> bool {
    matches!(option.steps.first(), Some(Step::Stmt(Stmt { kind: StmtKind::Else, .. })))
}

/// A label may stand once only.
fn unlabelled(statement: Stmt) -> Stmt {
    match statement.kind {
        StmtKind::Labelled(_, Some(inner)) => unlabelled(*inner),
        StmtKind::Labelled(_, None) => skip(),
        _ => statement,
    }
}

/// A sequence without a place.
pub fn sequence(steps: Vec<Step>) -> Body {
    let span = diagnostics::Span::default();
    Body { steps, span, close: span, arrow: false }
}
