//! Operators on sequences.

use super::{Env, Evaluator, Res, undefined};
use crate::code::{Ex, SequenceOp};
use crate::value::{self, Value};
use diagnostics::Span;

impl Evaluator<'_> {
    /// The value of an operator on a sequence and, for some operators, a second operand.
    pub(super) fn sequence_op(
        &self,
        env: &mut Env,
        operator: SequenceOp,
        first: &Ex,
        second: Option<&Ex>,
        span: Span,
    ) -> Res<Value> {
        let value = self.listed(env, first)?;
        if operator == SequenceOp::Size {
            return match value::sequence_length(&value) {
                Some(length) => Ok(Value::Word(length as i64)),
                None => undefined(span, NOT_A_SEQUENCE),
            };
        }
        let mut items = items_of(&value, span)?;
        let second = second.map(|second| self.eval(env, second)).transpose()?;
        if items.is_empty()
            && let SequenceOp::First | SequenceOp::Last | SequenceOp::Front | SequenceOp::Tail = operator
        {
            return undefined(span, "operator on the empty sequence");
        }
        match (operator, second) {
            (SequenceOp::First, _) => return Ok(items.swap_remove(0)),
            (SequenceOp::Last, _) => return Ok(items.pop().unwrap_or(Value::Word(0))),
            (SequenceOp::Reverse, _) => items.reverse(),
            (SequenceOp::Front, _) => items.truncate(items.len() - 1),
            (SequenceOp::Tail, _) => drop(items.remove(0)),
            (SequenceOp::Flatten, _) => items = flattened(&items, span)?,
            (SequenceOp::Concat, Some(other)) => items.extend(items_of(&other, span)?),
            (SequenceOp::Prepend, Some(item)) => items.insert(0, item),
            (SequenceOp::Append, Some(item)) => items.push(item),
            (SequenceOp::Take, Some(count)) => items.truncate(part_length(&items, &count, span)?),
            (SequenceOp::Drop, Some(count)) => items = items.split_off(part_length(&items, &count, span)?),
            _ => {}
        }
        Ok(value::sequence(items))
    }
}

const NOT_A_SEQUENCE: &str = "not a sequence";

fn items_of(sequence: &Value, span: Span) -> Res<Vec<Value>> {
    value::sequence_items(sequence).map_or_else(|| undefined(span, NOT_A_SEQUENCE), Ok)
}

fn flattened(sequences: &[Value], span: Span) -> Res<Vec<Value>> {
    let mut all = Vec::new();
    for sequence in sequences {
        all.extend(items_of(sequence, span)?);
    }
    Ok(all)
}

/// The operand of `/|\` or `\|/`, which may not exceed the length of the sequence.
fn part_length(items: &[Value], count: &Value, span: Span) -> Res<usize> {
    match usize::try_from(count.word()) {
        Ok(count) if count <= items.len() => Ok(count),
        _ => undefined(span, "more items than the sequence has"),
    }
}
