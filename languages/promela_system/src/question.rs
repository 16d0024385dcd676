//! An expression that is asked of states, as the reference interpreter evaluates it.

use checker::Evaluated;
use diagnostics::{Diagnostic, SourceMap};
use program::{BinaryOp, Expr, Interpreter, Program, Statement, UnaryOp, VarRef, Variable, value_text};
use promela::preprocess::{Included, Loader};
use promela::{Claims, QUESTION};

use crate::words::fault_text;
use crate::{Level, Promela};

/// An expression over the names of a model.
pub(crate) struct Question {
    expr: Expr,
    /// Its value is true or false, and not a number.
    is_truth: bool,
}

impl Question {
    /// Reads an expression about the states of `walked`, a program of this model.
    pub fn read(promela: &Promela, walked: &Program, text: &str) -> Result<Question, String> {
        let mut sources = promela.sources.clone();
        let loader = Known(&promela.sources);
        let file = promela.model.file;
        let model = promela::parse_question(&mut sources, file, text, &loader, &promela.defines)
            .map_err(|messages| told(&messages, walked))?;
        let program = promela::lower_with(&model, &sources, Level::Written.into(), Claims::Only(QUESTION));
        let claim = program.claims.first().map(|&id| program.proctype(id));
        let first = claim.and_then(|claim| claim.location(claim.initial).transitions.first());
        let expr = match first.map(|transition| &transition.statement) {
            Some(Statement::Guard(expr)) => expr.clone(),
            Some(Statement::Skip) => Expr::Const(1),
            _ => return Err("this is a statement and not an expression; `==` compares".into()),
        };
        match unseen(&program, walked) {
            Some(name) => Err(format!("`{name}` is hidden: no state has a value of it")),
            None => Ok(Question { is_truth: is_truth(&expr), expr }),
        }
    }

    /// Its value in a state.
    pub fn ask(&self, interpreter: &Interpreter, state: &[u8]) -> Result<Evaluated, String> {
        let value = interpreter.value(state, &self.expr).map_err(|kind| fault_text(kind).1.to_owned())?;
        let layout = interpreter.layout();
        let text = match (self.is_truth, variable(&layout.program, &self.expr)) {
            (true, _) => (value != 0).to_string(),
            (false, Some(var)) => {
                let kind = (var.scalar, var.mtype.as_deref());
                value_text(layout, &layout.configuration_of(state), kind, value)
            }
            (false, None) => value.to_string(),
        };
        Ok(Evaluated { text, truth: Some(value != 0) })
    }
}

/// The first message, with its remedy.
fn told(messages: &[Diagnostic], walked: &Program) -> String {
    let Some(first) = messages.iter().find(|message| message.is_error()) else {
        return "this cannot be read".into();
    };
    let hint = local_hint(first, walked).or_else(|| first.hint.clone());
    hint.map_or_else(|| first.message.clone(), |hint| format!("{}; {hint}", first.message))
}

/// A name that only processes know: how it is asked for.
fn local_hint(message: &Diagnostic, walked: &Program) -> Option<String> {
    let name = message.message.strip_suffix("` is not declared")?.strip_prefix('`')?;
    let has_it = |local: &Variable| local.name == name && !local.hidden;
    let owner = walked.proctypes.iter().find(|proctype| proctype.locals.iter().any(has_it))?;
    Some(format!("that of a process is asked for with its number: `{}(0):{name}`", owner.name))
}

/// A variable that is part of states only because the question reads it.
fn unseen(asked: &Program, walked: &Program) -> Option<String> {
    let differs = |(own, old): (&Variable, &Variable)| (!own.hidden && old.hidden).then(|| own.name.clone());
    asked.globals.iter().zip(&walked.globals).find_map(differs)
}

/// The variable that an expression is, if it is one.
fn variable<'p>(program: &'p Program, expr: &Expr) -> Option<&'p Variable> {
    let Expr::Load(place) = expr else { return None };
    match &place.var {
        VarRef::Global(id) => Some(program.global(*id)),
        VarRef::Remote { proctype, local, .. } => Some(program.proctype(*proctype).local(*local)),
        VarRef::Local(_) | VarRef::Scratch => None,
    }
}

fn is_truth(expr: &Expr) -> bool {
    use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
    match expr {
        Expr::Unary(UnaryOp::Not, _) => true,
        Expr::Binary(Lt | Le | Gt | Ge | Eq | Ne | And | Or, ..) => true,
        Expr::Test(..) | Expr::Poll { .. } | Expr::AtLabel { .. } | Expr::Enabled(_) => true,
        Expr::Timeout | Expr::NonProgress => true,
        Expr::Cond(_, yes, no) => is_truth(yes) && is_truth(no),
        _ => false,
    }
}

/// Files that were included when the model was read.
struct Known<'s>(&'s SourceMap);

impl Loader for Known<'_> {
    fn load(&self, name: &str, from: &str) -> Result<Included, String> {
        let path =
            std::path::Path::new(from).parent().map_or_else(|| name.into(), |folder| folder.join(name));
        let path = path.display().to_string();
        let file = self.0.files().find(|(_, file)| file.name() == path);
        let (_, file) = file.ok_or_else(|| format!("{path} was not read with the model"))?;
        Ok(Included { name: path, text: file.text().to_owned() })
    }
}
