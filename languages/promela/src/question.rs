//! An expression that is asked of a state from outside.
//!
//! It is read as if it stood in a never claim behind the model: macros, constants and global variables have their names, locals of
//! processes are `P[1]:x`, or `P(1):x` as traces write them, and `P[1]@label` is a question too. The model is read again with it,
//! so that a name means exactly what it means in the model.

use diagnostics::{Diagnostic, FileId, SourceMap, Span};

use crate::parse_behind;
use crate::preprocess::{Define, Loader};
use crate::resolved::Model;

/// The name of the claim that holds the expression.
pub const QUESTION: &str = "_question_";

/// Reads a model with an expression; the messages say what is wrong with the expression where there is no model.
pub fn parse_question(
    sources: &mut SourceMap,
    file: FileId,
    expression: &str,
    loader: &dyn Loader,
    defines: &[Define],
) -> Result<Model, Vec<Diagnostic>> {
    let block = format!("never {QUESTION} {{ ({}\n) }}", with_brackets(expression));
    let own = sources.add("expression", block);
    if let Some(why) = is_no_expression(expression) {
        return Err(vec![Diagnostic::error("expression", why, Span::new(own, 0, 0))]);
    }
    let (model, mut messages) = parse_behind(sources, (file, &[own]), loader, defines);
    messages.retain(Diagnostic::is_error);
    match model {
        Some(model) if messages.is_empty() => Ok(model),
        _ => Err(messages),
    }
}

/// Why a text cannot be one expression, whatever its names mean; it must not end the claim that it stands in.
fn is_no_expression(text: &str) -> Option<&'static str> {
    let mut depth = 0_i32;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ';' | '{' | '}' | '#' | '\n' => return Some("this is not one expression"),
            _ => {}
        }
        if depth < 0 {
            return Some("a bracket is closed that was not opened");
        }
    }
    match (text.trim().is_empty(), depth) {
        (true, _) => Some("an expression is missing"),
        (false, 0) => None,
        _ => Some("a bracket is not closed"),
    }
}

/// `P(1):x`, as traces write it, is `P[1]:x` in the language.
fn with_brackets(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('(') {
        let (before, behind) = rest.split_at(open);
        let digits = behind[1..].chars().take_while(char::is_ascii_digit).count();
        let after = &behind[1 + digits..];
        let names = before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        out.push_str(before);
        match names && digits > 0 && (after.starts_with("):") || after.starts_with(")@")) {
            true => {
                out.push_str(&format!("[{}]", &behind[1..1 + digits]));
                rest = &after[1..];
            }
            false => {
                out.push('(');
                rest = &behind[1..];
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::{is_no_expression, with_brackets};

    #[test]
    fn processes_may_be_named_as_in_traces() {
        assert_eq!(with_brackets("P(1):x == Q(12)@end && (y > 2)"), "P[1]:x == Q[12]@end && (y > 2)");
        assert_eq!(with_brackets("(a -> (1):b)"), "(a -> (1):b)");
        assert_eq!(with_brackets("len(q) + f(3)"), "len(q) + f(3)");
    }

    #[test]
    fn statements_and_open_brackets_are_no_expressions() {
        for text in ["", "  ", "x; y", "1) -> (2", "x }", "(x", "#define A"] {
            assert!(is_no_expression(text).is_some(), "{text}");
        }
        assert_eq!(is_no_expression("(x + 1) * len(q)"), None);
    }
}
