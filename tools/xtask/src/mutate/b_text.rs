//! Mutants of B components, made on the tokens of the text: operators, numbers and names changed, conjuncts and
//! substitutions deleted or exchanged. What no longer parses or types is refused and costs nothing.
use crate::generate::Random;
use std::path::Path;

/// Operators that may stand for each other.
const FAMILIES: [&[&str]; 9] = [
    &["=", "/="],
    &["<", ">", "<=", ">="],
    &[":", "/:"],
    &["<:", "/<:", "<<:"],
    &["\\/", "/\\", "-"],
    &["&", "or", "=>"],
    &["+", "-", "*", "/", "mod"],
    &["+->", "-->", ">->", ">+>", "<->", "-->>", "+->>"],
    &["<|", "<<|", "|>", "|>>", "<+"],
];

/// Operators by length, the longest first, so that the longest that fits is taken.
const OPERATORS: [&str; 39] = [
    "-->>", "+->>", ">->>", "/<<:", "+->", "-->", ">->", ">+>", "<->", "/<:", "<<:", "<=>", "<<|", "|>>",
    "|->", "<--", "<-", "->", "<=", ">=", "/=", "/:", "<:", "\\/", "/\\", "=>", ":=", "::", "||", "..", "**",
    "<|", "|>", "<+", "><", "==", "/|\\", "//", "/*",
];

/// The tokens of a text; blanks and comments go with the token behind them.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let blank = blank_length(rest);
        let length = blank + token_length(&rest[blank..]);
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after;
    }
    tokens
}

fn blank_length(text: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let end = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len())
        };
        at += end;
        if end == 0 || at >= text.len() {
            return at;
        }
    }
}

fn token_length(text: &str) -> usize {
    let word = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    if word > 0 {
        return word;
    }
    if let Some(quoted) = text.strip_prefix('"') {
        return quoted.find('"').map_or(text.len(), |end| end + 2);
    }
    let operator = OPERATORS.iter().find(|operator| text.starts_with(**operator));
    operator.map_or_else(|| text.chars().next().map_or(0, char::len_utf8), |operator| operator.len())
}

/// A text with one change, sometimes two.
pub fn mutant(text: &str, random: &mut Random) -> String {
    let mut tokens: Vec<String> = tokens(text).into_iter().map(str::to_owned).collect();
    for _ in 0..if random.chance(75) { 1 } else { 2 } {
        // Many changes have nothing to change; those are drawn again.
        for _ in 0..8 {
            if change(&mut tokens, random) {
                break;
            }
        }
    }
    tokens.concat()
}

fn change(tokens: &mut Vec<String>, random: &mut Random) -> bool {
    match random.below(5) {
        0 => operator(tokens, random),
        1 => number(tokens, random),
        2 => name(tokens, random),
        3 => delete_part(tokens, random),
        _ => exchange_parts(tokens, random),
    }
}

fn replace(token: &mut String, by: &str) {
    let kept = token.len() - token.trim_start().len();
    token.truncate(kept);
    token.push_str(by);
}

fn pick_where(tokens: &[String], random: &mut Random, is: impl Fn(&str) -> bool) -> Option<usize> {
    let fitting: Vec<usize> = (0..tokens.len()).filter(|&at| is(bare(&tokens[at]))).collect();
    random.pick(&fitting).copied()
}

/// A token without the blanks and comments before it.
fn bare(token: &str) -> &str {
    &token[blank_length(token)..]
}

fn operator(tokens: &mut [String], random: &mut Random) -> bool {
    let is = |token: &str| FAMILIES.iter().any(|family| family.contains(&token));
    let Some(at) = pick_where(tokens, random, is) else { return false };
    let old = bare(&tokens[at]).to_owned();
    let others: Vec<&str> = FAMILIES
        .iter()
        .filter(|family| family.contains(&old.as_str()))
        .flat_map(|family| family.iter().copied())
        .filter(|other| *other != old)
        .collect();
    let Some(new) = random.pick(&others) else { return false };
    replace(&mut tokens[at], &format!(" {new} "));
    true
}

fn number(tokens: &mut [String], random: &mut Random) -> bool {
    let is = |token: &str| token.bytes().all(|byte| byte.is_ascii_digit()) && !token.is_empty();
    let Some(at) = pick_where(tokens, random, is) else { return false };
    let old: u32 = bare(&tokens[at]).parse().unwrap_or(0);
    let new = [old.saturating_add(1), old.saturating_sub(1), 0, 1, 2][random.below(5)];
    replace(&mut tokens[at], &format!(" {new}"));
    true
}

/// A name that is written in small letters stands for a variable or a parameter, mostly.
fn name(tokens: &mut [String], random: &mut Random) -> bool {
    let is = |token: &str| token.starts_with(|c: char| c.is_ascii_lowercase());
    let (Some(at), Some(other)) = (pick_where(tokens, random, is), pick_where(tokens, random, is)) else {
        return false;
    };
    let new = bare(&tokens[other]).to_owned();
    let changed = bare(&tokens[at]) != new;
    replace(&mut tokens[at], &format!(" {new}"));
    changed
}

/// The end of the part that begins behind a separator: up to the next separator, keyword or closing bracket.
fn part_end(tokens: &[String], begin: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(begin) {
        match bare(token) {
            "(" | "{" | "[" | "BEGIN" | "PRE" | "IF" | "SELECT" | "ANY" | "CHOICE" | "LET" | "VAR"
            | "CASE" | "WHILE" => depth += 1,
            ")" | "}" | "]" | "END" if depth == 0 => return at,
            ")" | "}" | "]" | "END" => depth -= 1,
            "&" | "or" | "=>" | "||" | ";" | "THEN" | "ELSE" | "ELSIF" | "WHEN" | "WHERE" | "OR" | "DO"
                if depth == 0 =>
            {
                return at;
            }
            _ => {}
        }
    }
    tokens.len()
}

/// Deletes a separator with the part behind it: a conjunct of a guard or an invariant, a substitution, an operation.
fn delete_part(tokens: &mut Vec<String>, random: &mut Random) -> bool {
    let Some(at) = pick_where(tokens, random, |token| matches!(token, "&" | "||" | ";" | "or")) else {
        return false;
    };
    let end = part_end(tokens, at + 1);
    tokens.drain(at..end);
    true
}

/// Exchanges the parts behind two separators of one kind.
fn exchange_parts(tokens: &mut Vec<String>, random: &mut Random) -> bool {
    let Some(first) = pick_where(tokens, random, |token| matches!(token, "&" | "||" | ";" | "or")) else {
        return false;
    };
    let separator = bare(&tokens[first]).to_owned();
    let Some(second) = pick_where(tokens, random, |token| token == separator) else { return false };
    let (first, second) = (first.min(second) + 1, first.max(second) + 1);
    let (first_end, second_end) = (part_end(tokens, first), part_end(tokens, second));
    if first_end >= second {
        return false;
    }
    let mut changed = tokens[..first].to_vec();
    changed.extend_from_slice(&tokens[second..second_end]);
    changed.extend_from_slice(&tokens[first_end..second]);
    changed.extend_from_slice(&tokens[first..first_end]);
    changed.extend_from_slice(&tokens[second_end..]);
    *tokens = changed;
    true
}

/// Deletes runs of tokens, long ones first, while the question is answered with yes.
pub fn shrink(text: &str, questions: usize, persists: &mut dyn FnMut(&str) -> bool) -> String {
    let mut best: Vec<String> = tokens(text).into_iter().map(str::to_owned).collect();
    let mut left = questions;
    let mut length = best.len() / 2;
    while length > 0 {
        let mut at = 0;
        while at + length <= best.len() && left > 0 {
            let candidate: Vec<String> = [&best[..at], &best[at + length..]].concat();
            left -= 1;
            match persists(&candidate.concat()) {
                true => best = candidate,
                false => at += length.div_ceil(2),
            }
        }
        length /= 2;
    }
    best.concat()
}

/// The sizes of deferred sets that the first run of the expectations asks for.
pub fn cards(path: &Path, text: &str) -> Result<Vec<(String, usize)>, String> {
    let header = model_headers::read(path, text).map_err(|problem| problem.to_string())?;
    let run = header.and_then(|header| header.runs.into_iter().next());
    let cards = run.into_iter().flat_map(|run| run.card);
    Ok(cards.map(|(set, size)| (set, size as usize)).collect())
}

/// The same sizes, or one of them a little different.
pub fn other_cards(cards: &[(String, usize)], random: &mut Random) -> Vec<(String, usize)> {
    let mut cards = cards.to_vec();
    if random.chance(30) {
        let which = random.below(cards.len());
        if let Some((_, size)) = cards.get_mut(which) {
            *size = random.between(1, 4);
        }
    }
    cards
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "MACHINE m VARIABLES x INVARIANT x : 0..3 & x /= 2 // a comment\nINITIALISATION x := 0 END";

    #[test]
    fn tokens_make_up_the_text() {
        let found = tokens(TEXT);
        assert_eq!(found.concat(), TEXT);
        assert!(found.contains(&" /="));
        assert_eq!(bare(" // a comment\nINITIALISATION"), "INITIALISATION");
    }

    #[test]
    fn mutants_differ_and_some_are_machines() {
        let mut accepted = 0;
        for seed in 0..60 {
            let mutant = mutant(TEXT, &mut Random::new(seed));
            accepted +=
                usize::from(mutant != TEXT && bmachine::parses(diagnostics::FileId(0), &mutant).is_ok());
        }
        assert!(accepted > 20, "{accepted}");
    }

    #[test]
    fn a_text_is_made_small() {
        let small = shrink(TEXT, 200, &mut |text| text.contains("/= 2"));
        assert!(small.trim() == "/= 2", "{small}");
    }
}
