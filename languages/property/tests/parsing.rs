//! Formulas from text, and what is said about text that is none.

use diagnostics::{Diagnostic, SourceMap, Span};
use property::parse::{prob, spin};
use property::{Atom, Formula, Logic};

/// Notes the text of every expression.
#[derive(Default)]
struct Texts {
    seen: Vec<String>,
    split: bool,
    /// The values that quantified identifiers have.
    values: Vec<usize>,
    /// The identifiers of quantifiers that stand before everything else.
    prefixes: Vec<String>,
}

impl Texts {
    fn atom(&mut self, logic: &mut Logic, text: &str) -> Formula {
        let known = self.seen.iter().position(|seen| seen == text);
        let index = known.unwrap_or_else(|| {
            self.seen.push(text.to_owned());
            self.seen.len() - 1
        });
        logic.atom(Atom(u32::try_from(index).expect("few")))
    }
}

impl spin::Expressions for Texts {
    fn expression(&mut self, logic: &mut Logic, text: &str, _: Span) -> Result<Formula, Diagnostic> {
        Ok(self.atom(logic, text))
    }

    fn split_connectives(&self) -> bool {
        self.split
    }
}

impl prob::Leaves for Texts {
    fn leaf(
        &mut self,
        logic: &mut Logic,
        leaf: prob::Leaf,
        text: &str,
        _: Span,
    ) -> Result<Formula, Diagnostic> {
        let values: Vec<String> = self.values.iter().map(|v| format!(" {v}")).collect();
        Ok(self.atom(logic, format!("{leaf:?} {text}{}", values.concat()).trim_end()))
    }

    fn open_range(&mut self, range: prob::Range<'_>) -> Result<usize, Diagnostic> {
        self.values.push(0);
        self.prefixes.extend(range.is_prefix.then(|| range.identifier.to_owned()));
        let values = range.predicate.trim().len().checked_sub(1);
        values.ok_or_else(|| Diagnostic::error("empty", "no predicate", range.span))
    }

    fn choose_value(&mut self, index: usize) {
        *self.values.last_mut().expect("a quantifier") = index;
    }

    fn close_range(&mut self) {
        self.values.pop();
    }
}

/// A formula of SPIN's notation as it is read: printed again, with the texts of its atoms in angle brackets.
fn from_spin(text: &str, split: bool) -> String {
    let mut logic = Logic::new();
    let mut texts = Texts { split, ..Texts::default() };
    let formula = spin::parse(&mut logic, text, Span::new(diagnostics::FileId(0), 0, text.len()), &mut texts);
    let formula = formula.unwrap_or_else(|error| panic!("{text}: {error:?}"));
    logic.show(formula, &|atom| format!("‹{}›", texts.seen[atom.0 as usize]))
}

fn from_prob(text: &str) -> String {
    let mut logic = Logic::new();
    let mut texts = Texts::default();
    let formula = prob::parse(&mut logic, text, Span::new(diagnostics::FileId(0), 0, text.len()), &mut texts);
    let formula = formula.unwrap_or_else(|error| panic!("{text}: {error:?}"));
    logic.show(formula, &|atom| format!("‹{}›", texts.seen[atom.0 as usize]))
}

/// The message about a formula, in one line.
fn complaint(
    text: &str,
    parse: impl FnOnce(&mut Logic, &str, Span, &mut Texts) -> Result<Formula, Diagnostic>,
) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add("f", format!("  {text}"));
    let span = Span::new(file, 2, 2 + text.len());
    let error = parse(&mut Logic::new(), text, span, &mut Texts::default()).expect_err(text);
    let line = error.one_line(&sources);
    line.strip_prefix("f:1:").expect("the place").to_owned()
}

fn spin_complaint(text: &str) -> String {
    complaint(text, |logic, text, span, texts| spin::parse(logic, text, span, texts))
}

fn prob_complaint(text: &str) -> String {
    complaint(text, |logic, text, span, texts| prob::parse(logic, text, span, texts))
}

#[test]
fn spin_precedence() {
    let read = |text| from_spin(text, true);
    // Temporal operators of two operands bind tighter than `&&`, associate to the left and bind weaker than those of
    // one.
    assert_eq!(read("a U b && c"), "(‹a› U ‹b›) && ‹c›");
    assert_eq!(read("a U b U c"), "(‹a› U ‹b›) U ‹c›");
    assert_eq!(read("[] a U b"), "[] ‹a› U ‹b›");
    assert_eq!(read("! a U b"), "!‹a› U ‹b›");
    assert_eq!(read("a -> b -> c"), "‹c› || !(‹b› || !‹a›)");
    assert_eq!(read("a || b && c"), "‹a› || (‹b› && ‹c›)");
    assert_eq!(read("a V b W c"), "‹c› V ((‹a› V ‹b›) || ‹c›)");
    assert_eq!(read("X <> [] a"), "X <> [] ‹a›");
    assert_eq!(read("a \\/ b /\\ c"), read("a || b && c"));
    assert_eq!(
        read("always (a implies eventually (b until next c)) equivalent d"),
        read("[] (a -> <> (b U X c)) <-> d")
    );
    assert_eq!(read("a weakuntil b release c stronguntil d"), read("((a W b) V c) U d"));
    assert_eq!(read("true U false"), "false");
}

#[test]
fn spin_atoms_are_whole_expressions() {
    let read = |text| from_spin(text, false);
    assert_eq!(read("[] (x + 1 > y[2].z && !done)"), "[] ‹x + 1 > y[2].z && !done›");
    assert_eq!(read("[] (P[1]@critical -> <> (len(q) == 0))"), "[] (<> ‹len(q) == 0› || !‹P[1]@critical›)");
    assert_eq!(read("<> (P:x == 3)"), "<> ‹P:x == 3›");
    assert_eq!(read("q?[msg] U nfull(q)"), "‹q?[msg]› U ‹nfull(q)›");
    assert_eq!(read("(a || b) U (c)"), "‹a || b› U ‹c›");
    assert_eq!(read("(a || <> b)"), "<> ‹b› || ‹a›");
    assert_eq!(read("a -> b"), "‹b› || !‹a›");
    assert_eq!(read("-x < ~y U c_expr { a > '}' }"), "‹-x < ~y› U ‹c_expr { a > '}' }›");
    assert_eq!(read("a & b | c U d"), "‹a & b | c› U ‹d›");
}

#[test]
fn spin_messages() {
    let said = spin_complaint;
    assert_eq!(
        said("[] (a -> b"),
        "12: error: the formula ends before this parenthesis is closed [formula-syntax]"
    );
    assert_eq!(
        said("a U b)"),
        "8: error: expected an operator or the end of the formula, found `)` [formula-syntax] (hint: remove it, or open a parenthesis before)"
    );
    assert_eq!(
        said("G (a -> F b)"),
        "3: error: `G` is no operator in Promela's formulas [formula-syntax] (hint: `always` is written `[]`)"
    );
    assert_eq!(
        said("[] F b"),
        "6: error: `F` is no operator in Promela's formulas [formula-syntax] (hint: `eventually` is written `<>`)"
    );
    assert_eq!(
        said("<> a & b U c"),
        "8: error: `&` computes with values and cannot be applied to a temporal formula [misplaced-temporal] (hint: write `&&`)"
    );
    assert_eq!(
        said("<> len(q) == 0"),
        "13: error: `==` computes with values and cannot be applied to a temporal formula [misplaced-temporal] (hint: temporal operators bind tighter: put the comparison in parentheses)"
    );
    assert_eq!(
        said("a => b"),
        "5: error: `=` has no meaning in a formula [formula-syntax] (hint: implication is written `->`)"
    );
    assert_eq!(said("a &&"), "6: error: the formula ends where an operand is expected [formula-syntax]");
    assert_eq!(said("U b"), "3: error: expected an operand, found `U` [formula-syntax]");
    assert_eq!(
        said("a b"),
        "5: error: expected an operator or the end of the formula, found `b` [formula-syntax]"
    );
    assert_eq!(
        said("x[1 > 2"),
        "4: error: this bracket is never closed [formula-syntax] (hint: close it before the end of the formula)"
    );
    assert_eq!(said(""), "3: error: the formula ends where an operand is expected [formula-syntax]");
    assert!(said(&"(".repeat(5000)).contains("nested more than"));
    assert!(said(&"!".repeat(5000)).contains("nested more than"));
    assert!(said(&"a U ".repeat(5000)).contains("nested more than"));
}

#[test]
fn prob_formulas() {
    let read = from_prob;
    assert_eq!(read("G({x > 1} => F[reset])"), "[] (<> ‹Action reset› || !‹Predicate x > 1›)");
    assert_eq!(read("GF {x = {1, 2}}"), "[] <> ‹Predicate x = {1, 2}›");
    assert_eq!(read("e(op(1)) U deadlock"), "‹Enabled op(1)› U ‹Deadlock›");
    assert_eq!(read("deadlock(a, b) or sink & current"), "(‹Deadlock a, b› || ‹Sink›) && ‹Current›");
    assert_eq!(read("{a} => {b} => {c}"), "‹Predicate c› || !(‹Predicate b› || !‹Predicate a›)");
    assert_eq!(read("not{a} W {b} R {c}"), read("((not {a}) W {b}) R {c}"));
    assert_eq!(read("O {a} & H {b} & Y {c}"), "O ‹Predicate a› && !O !‹Predicate b› && Y ‹Predicate c›");
    assert_eq!(read("{a} S {b} T {c}"), "!(!(‹Predicate a› S ‹Predicate b›) S !‹Predicate c›)");
    assert_eq!(read("(WF(up) & SF(down)) => GF [up]"), read("(WF(up) & SF(down)) => (G (F [up]))"));
    assert_eq!(read("WEF & SEF"), "‹WeakFairnessOfAll› && ‹StrongFairnessOfAll›");
    assert_eq!(read("globally ({a} implies eventually {b})"), read("G ({a} => F {b})"));
    assert_eq!(read("historically {a} and once {b} since {c}"), read("(H {a}) & ((O {b}) S {c})"));
    assert_eq!(read("{x = \"}\"}"), "‹Predicate x = \"}\"›");
    assert_eq!(read("unchanged({x}) & increasing({y})"), "‹Unchanged {x}› && ‹Increasing {y}›");
    assert_eq!(read("true U false"), "false");
    assert_eq!(read("[] (!e(a) -> {b} && {c})"), read("G (not e(a) => {b} & {c})"));
    assert_eq!(read("{a} <=> {b}"), read("({a} & {b}) or (not {a} & not {b})"));
}

#[test]
fn prob_quantifiers_read_their_body_for_each_value() {
    // The test's front end says that a predicate has one value fewer than letters.
    assert_eq!(from_prob("#x.({abc} & F {q})"), "<> ‹Predicate q 0› || <> ‹Predicate q 1›");
    assert_eq!(from_prob("! x . ({ab} => {q}) & {r}"), "‹Predicate q 0› && ‹Predicate r›");
    assert_eq!(from_prob("!x.({a} => {q}) or {r}"), "true");
}

#[test]
fn prob_messages() {
    let said = prob_complaint;
    assert_eq!(
        said("G {x > 1"),
        "5: error: this bracket is never closed [formula-syntax] (hint: close it before the end of the formula)"
    );
    assert_eq!(
        said("(G {x}"),
        "8: error: the formula ends where `)` or an operator is expected [formula-syntax]"
    );
    assert_eq!(
        said("G x > 1"),
        "5: error: expected a formula, found `x` [formula-syntax] (hint: predicates are written in braces: `{x > 1}`)"
    );
    assert_eq!(
        said("{a} <=> {b} <=> {c}"),
        "15: error: expected `)` or the end of the formula, found `<` [formula-syntax] (hint: `<=>` does not associate; write parentheses)"
    );
    assert!(said("#{a}").contains("a quantifier is written"));
    assert!(said(&"(".repeat(5000)).contains("nested more than"));
    assert!(said(&"G".repeat(5000)).contains("nested more than"));
}

#[test]
fn no_text_makes_a_parser_panic() {
    let pieces = [
        "a", "(", ")", "[]", "<>", "U", "&&", "{", "}", "[", "]", "\"", "é", "G", "!", "#x.", "=>", " ", "'",
        "WF(", "-",
    ];
    let mut state = 7usize;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..8 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.push_str(pieces[(state >> 33) % pieces.len()]);
        }
        let span = Span::new(diagnostics::FileId(0), 0, text.len());
        let _ = spin::parse(&mut Logic::new(), &text, span, &mut Texts::default());
        let _ = prob::parse(&mut Logic::new(), &text, span, &mut Texts::default());
    }
}

/// The identifiers whose quantifiers over all values stand before everything else.
fn prefixes(text: &str) -> Vec<String> {
    let mut texts = Texts::default();
    let span = Span::new(diagnostics::FileId(0), 0, text.len());
    prob::parse(&mut Logic::new(), text, span, &mut texts)
        .unwrap_or_else(|error| panic!("{text}: {error:?}"));
    texts.prefixes
}

#[test]
fn quantifiers_before_everything_else_are_told() {
    let none: [&str; 0] = [];
    assert_eq!(prefixes("!x.({x:S} => F {p})"), ["x",]);
    assert_eq!(prefixes("  ! x . ( {x:S} => !y.({y:} => F {p}) )  "), ["x", "y"]);
    assert_eq!(prefixes("!x.({x:} => G !y.({y:} => F {p}))"), ["x"]);
    assert_eq!(prefixes("#x.({x:} & F {p})"), none);
    assert_eq!(prefixes("!x.({x:} => F {p}) & {q}"), none);
    assert_eq!(prefixes("{q} => !x.({x:} => F {p})"), none);
    assert_eq!(prefixes("not !x.({x:} => F {p})"), none);
}
