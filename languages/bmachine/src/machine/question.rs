//! A predicate or an expression that is asked of states from outside, in the scope of the top machine.

use super::{AskedValue, Machine};
use crate::BMachine;
use crate::code::Walk;
use crate::live::atom::Question;
use crate::problem::Problem;
use crate::symmetry::Method;
use crate::syntax::parse_part;
use crate::value::show;
use checker::Evaluated;
use diagnostics::{FileId, Span};

impl BMachine {
    /// The machine with a question, set up as without one; an error says what is wrong with the text.
    pub(super) fn asked(&self, text: &str) -> Result<Machine, String> {
        let place = Span::new(FileId::default(), 0, text.len());
        let value = parse_part(text, place).map_err(|error| error.message)?;
        let question = Question { value: Some(value), ..Question::default() };
        self.machine_with(&question, Method::None).map_err(|problems| told(&problems))
    }
}

/// The first problem, with its remedy.
fn told(problems: &[Problem]) -> String {
    match problems.first() {
        Some(Problem { message, hint: Some(hint), .. }) => format!("{message}; {hint}"),
        Some(Problem { message, .. }) => message.clone(),
        None => "this cannot be read".to_owned(),
    }
}

impl Machine {
    /// The value of what was asked in a state.
    pub(super) fn answer(&self, state: &[u8]) -> Result<Evaluated, String> {
        let value = self.value.as_ref().ok_or("nothing was asked")?;
        if state.first() != Some(&1) && self.mentions_variables(value) {
            return Err("variables have no values before the initialisation".to_owned());
        }
        let mut env = self.fresh_env();
        self.load(&mut env, state, &mut Vec::new());
        let evaluator = self.evaluator();
        let answer = match value {
            AskedValue::Predicate(predicate) => evaluator.holds(&mut env, predicate).map(|holds| {
                let text = if holds { "TRUE" } else { "FALSE" };
                Evaluated { text: text.to_owned(), truth: Some(holds) }
            }),
            AskedValue::Expression(expression, ty) => evaluator.eval(&mut env, expression).map(|value| {
                // A set that is known by what describes it is shown by its elements where they can be listed.
                let listed = evaluator.explicit(&mut env, value.clone(), Span::default()).unwrap_or(value);
                Evaluated { text: show(&listed, *ty, &self.domain), truth: None }
            }),
        };
        answer.map_err(super::fault_text)
    }

    fn mentions_variables(&self, value: &AskedValue) -> bool {
        let mentioned = match value {
            AskedValue::Predicate(predicate) => Walk::of_predicate(predicate),
            AskedValue::Expression(expression, _) => Walk::of_expression(expression),
        };
        self.variables.iter().any(|slot| mentioned.contains(slot))
    }
}
