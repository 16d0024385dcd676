//! From the text of a temporal formula to what it asks of a machine.
//!
//! ProB's notation is read by `property`; predicates and arguments are read here by the parser of B, each at its
//! place in the source. A formula speaks of runs that may end in a deadlock (`property::Alive`). Fairness to an
//! operation is a formula like any other.

use super::atom::{Asked, Atom, MOST_WITH_ARGUMENTS, OPERATION_BITS, Pattern, Question};
use super::fair::Fairness;
use crate::compose::Composition;
use crate::problem::Problem;
use crate::syntax::ast::{self, Ident, Node};
use crate::syntax::parse_part;
use checker::Premise;
use diagnostics::{Diagnostic, SourceMap, Span};
use property::parse::prob::{self, Leaf, Range};
use property::{Alive, Formula, Limits, Logic, Operator, Watcher};

/// A temporal formula that a machine states or that stands beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Temporal {
    /// What it is called.
    pub name: String,
    /// The name of its definition, or the whole of it.
    pub span: Span,
    /// The text of the formula.
    pub text: String,
    /// Where that stands.
    pub place: Span,
}

/// A formula that was read.
pub(crate) struct Read {
    pub logic: Logic,
    pub formula: Formula,
    /// The fairness that the formula assumes of a run, and what it says of runs that have it.
    pub fairness: Vec<Fairness>,
    pub unless_unfair: Formula,
    pub question: Question,
    /// Each atom as it stands in the formula.
    pub atoms: Vec<String>,
}

/// Why a formula is not checked.
#[derive(Debug)]
pub(crate) enum Refused {
    /// It is no formula.
    Wrong(Problem),
    /// There is no way to check it.
    Unsupported(String),
}

/// The number of the atom that the run has ended.
pub(crate) const ENDED: u32 = 0;

/// The code of messages about what is not supported.
const UNSUPPORTED: &str = "formula-unsupported";

impl Temporal {
    /// Reads the formula beside the machine that it is about.
    pub(crate) fn read(&self, composition: &Composition) -> Result<Read, Refused> {
        self.read_with(Logic::new(), composition)
    }

    /// Reads the formula without the consequent of one of its implications.
    pub(crate) fn read_without_consequent(
        &self,
        number: usize,
        composition: &Composition,
    ) -> Result<Read, Refused> {
        let mut logic = Logic::new();
        logic.leave_out_consequent(number);
        self.read_with(logic, composition)
    }

    /// What the implications of the formula assume, where their consequents matter.
    pub(crate) fn premises(&self, composition: &Composition) -> Result<Vec<Premise>, Refused> {
        let mut logic = Logic::new();
        let mut atoms = Vec::new();
        let read = |logic: &mut Logic| {
            let read = self.read_with(std::mem::take(logic), composition)?;
            *logic = read.logic;
            atoms = read.atoms;
            Ok(read.formula)
        };
        let found = logic.consequential_premises(read, Limits::SMALL)?;
        let names = |atom: property::Atom| atoms[atom.0 as usize].clone();
        let premise = |(number, premise)| Premise { number, text: logic.show(premise, &names) };
        Ok(found.into_iter().map(premise).collect())
    }

    fn read_with(&self, mut logic: Logic, composition: &Composition) -> Result<Read, Refused> {
        let asked = Asked { atoms: vec![Atom::Ended], patterns: Vec::new() };
        let question = Question { asked, ..Question::default() };
        let (seen, patterns, fair) = (vec![(None, String::new())], Vec::new(), Vec::new());
        let mut leaves = Leaves { temporal: self, composition, question, seen, patterns, fair };
        let formula = prob::parse(&mut logic, &self.text, self.place, &mut leaves).map_err(|error| {
            match error.code {
                UNSUPPORTED => Refused::Unsupported(error.message),
                _ => Refused::Wrong(problem(error)),
            }
        })?;
        let most = Watcher::MOST_ATOMS;
        if leaves.question.asked.atoms.len() > most {
            return Err(Refused::Unsupported(format!("the formula has more than {} propositions", most - 1)));
        }
        if composition.exposed.len() >= 1 << OPERATION_BITS {
            return Err(Refused::Unsupported("there are too many operations".to_owned()));
        }
        let (fairness, unless_unfair) = assumed(&mut logic, formula, &leaves.fair);
        let atoms = leaves.seen.iter().map(|(leaf, text)| written_leaf(*leaf, text)).collect();
        Ok(Read { logic, formula, fairness, unless_unfair, question: leaves.question, atoms })
    }
}

/// An atom in ProB's notation.
fn written_leaf(leaf: Option<Leaf>, text: &str) -> String {
    match leaf {
        None => "the end of the run".to_owned(),
        Some(Leaf::Action) => format!("[{text}]"),
        Some(Leaf::Enabled) => format!("e({text})"),
        Some(Leaf::Deadlock) => "deadlock".to_owned(),
        Some(Leaf::Sink) => "sink".to_owned(),
        Some(_) => format!("{{{text}}}"),
    }
}

/// The fairness that a formula assumes, and what is left of it: `fair => f` is a disjunction of `f` and of what is
/// not fair.
fn assumed(logic: &mut Logic, formula: Formula, fair: &[(Formula, Fairness)]) -> (Vec<Fairness>, Formula) {
    let fairness_of = |f: Formula| fair.iter().find(|(own, _)| *own == f).map(|(_, fairness)| *fairness);
    let alternatives = match logic.operator(formula) {
        Operator::Or(parts) => parts.to_vec(),
        _ => vec![formula],
    };
    let (mut fairness, mut left) = (Vec::new(), Vec::new());
    for alternative in alternatives {
        let Operator::Not(assumption) = *logic.operator(alternative) else {
            left.push(alternative);
            continue;
        };
        let parts = match (logic.operator(assumption), fairness_of(assumption)) {
            (Operator::And(parts), None) => parts.to_vec(),
            _ => vec![assumption],
        };
        let mut others = Vec::new();
        for part in parts {
            match fairness_of(part) {
                Some(own) if !fairness.contains(&own) => fairness.push(own),
                Some(_) => {}
                None => others.push(part),
            }
        }
        let assumed = logic.all(others);
        left.push(logic.not(assumed));
    }
    (fairness, logic.any(left))
}

/// A message of the parser of formulas as one about B.
fn problem(error: Diagnostic) -> Problem {
    let beside = error.labels.get(1).map(|label| label.message.clone()).filter(|text| !text.is_empty());
    let message = match beside {
        Some(beside) => format!("{}: {beside}", error.message),
        None => error.message.clone(),
    };
    Problem { hint: error.hint.clone(), ..Problem::new(error.span(), message) }
}

/// What the leaves of a formula ask.
struct Leaves<'a> {
    temporal: &'a Temporal,
    composition: &'a Composition,
    question: Question,
    /// Texts of atoms, so that equal ones are one.
    seen: Vec<(Option<Leaf>, String)>,
    /// Texts of patterns.
    patterns: Vec<String>,
    /// Formulas that say that a run is fair.
    fair: Vec<(Formula, Fairness)>,
}

fn unsupported<T>(what: impl Into<String>, span: Span) -> Result<T, Diagnostic> {
    Err(Diagnostic::error(UNSUPPORTED, what, span))
}

/// The formula that says that a run is fair to steps that are possible or taken where these atoms say so. A run that
/// ends is fair.
fn fair(logic: &mut Logic, is_weak: bool, enabled: Formula, taken: Formula) -> Formula {
    let alive = alive(logic);
    let disabled = logic.not(enabled);
    let repeatedly = |logic: &mut Logic, f: Formula| {
        let later = alive.eventually(logic, f);
        alive.always(logic, later)
    };
    if is_weak {
        let either = logic.or(disabled, taken);
        return repeatedly(logic, either);
    }
    let never = alive.always(logic, disabled);
    let given_up = alive.eventually(logic, never);
    let often = repeatedly(logic, taken);
    logic.or(given_up, often)
}

/// The run has not ended before.
fn alive(logic: &mut Logic) -> Alive {
    let ended = logic.atom(property::Atom(ENDED));
    Alive(logic.not(ended))
}

impl Leaves<'_> {
    /// The atom of this kind and text, which asks what `make` says if it is new.
    fn atom(
        &mut self,
        logic: &mut Logic,
        key: (Option<Leaf>, String),
        make: impl FnOnce(&mut Self) -> Result<Atom<ast::Formula>, Diagnostic>,
    ) -> Result<Formula, Diagnostic> {
        let number = match self.seen.iter().position(|seen| *seen == key) {
            Some(number) => number,
            None => {
                let atom = make(self)?;
                self.question.asked.atoms.push(atom);
                self.seen.push(key);
                self.seen.len() - 1
            }
        };
        // More than there may be are refused when the formula has been read.
        Ok(logic.atom(property::Atom(number as u32)))
    }

    fn enabled(&mut self, logic: &mut Logic, text: &str, span: Span) -> Result<Formula, Diagnostic> {
        self.atom(logic, (Some(Leaf::Enabled), text.to_owned()), |own| {
            Ok(Atom::Enabled(own.pattern(text, span)?))
        })
    }

    fn taken(&mut self, logic: &mut Logic, text: &str, span: Span) -> Result<Formula, Diagnostic> {
        self.atom(logic, (Some(Leaf::Action), text.to_owned()), |own| {
            Ok(Atom::Taken(own.pattern(text, span)?))
        })
    }

    /// The place of what stands in the brackets of a leaf.
    fn inside(&self, span: Span, text: &str) -> Span {
        let start = span.start.saturating_sub(self.temporal.place.start) as usize;
        let leaf = self.temporal.text.get(start..).unwrap_or("");
        let offset = leaf.find(['{', '[', '(']).map_or(0, |open| {
            let after = &leaf[open + 1..];
            open + 1 + after.len() - after.trim_start().len()
        });
        let from = span.start as usize + offset;
        Span::new(span.file, from, from + text.len())
    }

    fn parsed(&self, text: &str, place: Span) -> Result<ast::Formula, Diagnostic> {
        if text.trim().is_empty() {
            return Err(Diagnostic::error("formula-b", "there is nothing in these brackets", place));
        }
        parse_part(text, place).map_err(|error| {
            let message = error.message.replace("the end of the file", "the end of it");
            Diagnostic::error("formula-b", message, error.span)
        })
    }

    /// The number of the pattern `operation` or `operation(arguments)`.
    fn pattern(&mut self, text: &str, place: Span) -> Result<usize, Diagnostic> {
        if let Some(known) = self.patterns.iter().position(|known| known == text) {
            return Ok(known);
        }
        let (name, arguments) = match text.split_once('(') {
            Some((name, rest)) if rest.trim() == ")" => (name.trim(), Vec::new()),
            Some((name, _)) => (name.trim(), self.arguments(text, place)?),
            None => (text.trim(), Vec::new()),
        };
        let exposed = &self.composition.exposed;
        let Some(operation) = exposed.iter().position(|(_, _, own)| own == name) else {
            let place = Span::new(place.file, place.start as usize, place.start as usize + name.len());
            let error = Diagnostic::error("formula-b", format!("there is no operation {name}"), place);
            let near = diagnostics::nearest(name, exposed.iter().map(|(_, _, own)| own.as_str()));
            return Err(match near {
                Some(near) => error.hint(format!("did you mean `{near}`?")),
                None => error,
            });
        };
        let (unit, index, _) = &exposed[operation];
        let parameters = self.composition.units[*unit].machine.operations[*index].parameters.len();
        if arguments.len() > parameters {
            let message = format!("{name} has {parameters} parameters, not {}", arguments.len());
            return Err(Diagnostic::error("formula-b", message, place));
        }
        let is_any = |argument: &ast::Formula| matches!(&argument.node, Node::Name(name) if name == "_");
        let given = arguments.into_iter().enumerate().filter(|(_, argument)| !is_any(argument));
        let arguments: Vec<(usize, ast::Formula)> = given.collect();
        let patterns = &mut self.question.asked.patterns;
        let with_arguments = patterns.iter().filter(|pattern| !pattern.arguments.is_empty()).count();
        if with_arguments >= MOST_WITH_ARGUMENTS && !arguments.is_empty() {
            return unsupported("the formula has too many operations with arguments", place);
        }
        patterns.push(Pattern { operation, arguments, bit: with_arguments as u32 });
        self.patterns.push(text.to_owned());
        Ok(self.patterns.len() - 1)
    }

    fn arguments(&self, text: &str, place: Span) -> Result<Vec<ast::Formula>, Diagnostic> {
        match self.parsed(text, place)?.node {
            Node::Apply(_, arguments) => Ok(arguments),
            _ => {
                let error = Diagnostic::error("formula-b", "this is not an operation with arguments", place);
                Err(error.hint("write `operation` or `operation(argument, …)`"))
            }
        }
    }

    /// The operations of a list, each with its place.
    fn listed(&self, text: &str, place: Span) -> Vec<(String, Span)> {
        let mut depth = 0_i32;
        let mut starts = vec![0];
        for (at, c) in text.char_indices() {
            match c {
                '(' | '{' | '[' => depth += 1,
                ')' | '}' | ']' => depth -= 1,
                ',' if depth == 0 => starts.push(at + 1),
                _ => {}
            }
        }
        let ends = starts.iter().skip(1).map(|start| start - 1).chain([text.len()]);
        let pieces = starts.iter().zip(ends).map(|(start, end)| {
            let piece = &text[*start..end];
            let from = place.start as usize + start + piece.len() - piece.trim_start().len();
            (piece.trim().to_owned(), Span::new(place.file, from, from + piece.trim().len()))
        });
        pieces.collect()
    }

    /// How many operations of a list are enabled: none (`deadlock`), at most one, or exactly one.
    fn counted(
        &mut self,
        logic: &mut Logic,
        leaf: Leaf,
        text: &str,
        span: Span,
    ) -> Result<Formula, Diagnostic> {
        let mut enabled = Vec::new();
        for (piece, place) in self.listed(text, span) {
            enabled.push(self.enabled(logic, &piece, place)?);
        }
        let some = logic.any(enabled.iter().copied());
        if leaf == Leaf::Deadlock {
            return Ok(logic.not(some));
        }
        let mut single = Vec::new();
        for (index, one) in enabled.iter().enumerate() {
            for other in &enabled[index + 1..] {
                let both = logic.and(*one, *other);
                single.push(logic.not(both));
            }
        }
        let at_most_one = logic.all(single);
        Ok(if leaf == Leaf::Controller { logic.and(some, at_most_one) } else { at_most_one })
    }

    /// A run is fair to an operation if it takes it infinitely often, unless it is disabled infinitely often (weakly)
    /// or disabled from some point on (strongly).
    fn fair(
        &mut self,
        logic: &mut Logic,
        is_weak: bool,
        text: &str,
        span: Span,
    ) -> Result<Formula, Diagnostic> {
        let (enabled, taken) = (self.enabled(logic, text, span)?, self.taken(logic, text, span)?);
        let formula = fair(logic, is_weak, enabled, taken);
        if let (Operator::Atom(enabled), Operator::Atom(taken)) =
            (logic.operator(enabled), logic.operator(taken))
        {
            self.fair.push((formula, Fairness { is_weak, enabled: enabled.0, taken: taken.0 }));
        }
        Ok(formula)
    }

    /// Fairness to every operation; with parameters ProB means every transition.
    fn fair_to_all(&mut self, logic: &mut Logic, weak: bool, span: Span) -> Result<Formula, Diagnostic> {
        let mut all = Vec::new();
        for (unit, index, name) in &self.composition.exposed {
            let parameters = &self.composition.units[*unit].machine.operations[*index].parameters;
            if let Some(parameter) = parameters.first() {
                let word = if weak { "WEF" } else { "SEF" };
                let why = format!(
                    "`{word}` is about single transitions, and {name} has the parameter {}",
                    parameter.name
                );
                return unsupported(why, span);
            }
            all.push(self.fair(logic, weak, name, span)?);
        }
        Ok(logic.all(all))
    }
}

impl prob::Leaves for Leaves<'_> {
    fn alive(&mut self, logic: &mut Logic) -> Alive {
        alive(logic)
    }

    fn leaf(&mut self, logic: &mut Logic, leaf: Leaf, text: &str, span: Span) -> Result<Formula, Diagnostic> {
        let place = self.inside(span, text);
        match leaf {
            Leaf::Predicate => self
                .atom(logic, (Some(leaf), text.to_owned()), |own| own.parsed(text, place).map(Atom::State)),
            Leaf::Action => self.taken(logic, text, place),
            Leaf::Enabled | Leaf::Available => self.enabled(logic, text, place),
            Leaf::Deadlock if text.is_empty() => {
                self.atom(logic, (Some(leaf), String::new()), |_| Ok(Atom::Deadlock))
            }
            Leaf::Sink => self.atom(logic, (Some(leaf), String::new()), |_| Ok(Atom::Sink)),
            Leaf::Deadlock | Leaf::Deterministic | Leaf::Controller => self.counted(logic, leaf, text, place),
            Leaf::WeakFairness => self.fair(logic, true, text, place),
            Leaf::StrongFairness => self.fair(logic, false, text, place),
            Leaf::WeakFairnessOfAll => self.fair_to_all(logic, true, span),
            Leaf::StrongFairnessOfAll => self.fair_to_all(logic, false, span),
            Leaf::Current => unsupported("`current` is about the state of an animator", span),
            Leaf::Changed | Leaf::Unchanged | Leaf::Increasing | Leaf::Decreasing => {
                unsupported("changes of an expression along a step are not evaluated", span)
            }
        }
    }

    fn open_range(&mut self, range: Range<'_>) -> Result<usize, Diagnostic> {
        if !range.is_prefix {
            return unsupported(
                "only quantifiers `!x.({…} => …)` around the whole formula are checked",
                range.span,
            );
        }
        let predicate = range.predicate;
        let blanks = predicate.len() - predicate.trim_start().len();
        let start = range.predicate_span.start as usize + blanks;
        let place = Span::new(range.span.file, start, start + predicate.trim().len());
        let parsed = self.parsed(predicate.trim(), place)?;
        let name = Ident { name: range.identifier.to_owned(), span: range.span };
        self.question.rigid.push((name, parsed));
        Ok(1)
    }

    fn choose_value(&mut self, _: usize) {}

    fn close_range(&mut self) {}
}

/// The raw text of a string literal, if nothing in it is escaped, so that places in it are known.
pub(crate) fn written(sources: &SourceMap, literal: Span, value: &str) -> Span {
    let raw = sources.slice(literal);
    let quotes = if raw.starts_with("'''") { 3 } else { 1 };
    let place =
        Span::new(literal.file, literal.start as usize + quotes, literal.end as usize - quotes.min(1));
    match raw.get(quotes..raw.len().saturating_sub(quotes)) == Some(value) {
        true => Span::new(literal.file, place.start as usize, place.start as usize + value.len()),
        false => place,
    }
}
