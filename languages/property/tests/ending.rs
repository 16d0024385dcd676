//! Formulas about runs that end, beside their meaning on finite words written down directly.

mod random;

use diagnostics::{Diagnostic, FileId, Span};
use property::parse::prob;
use property::{Alive, Atom, Formula, Logic, Word};
use random::Random;

const ENDED: Atom = Atom(2);

struct Leaves;

impl prob::Leaves for Leaves {
    fn leaf(&mut self, logic: &mut Logic, _: prob::Leaf, text: &str, _: Span) -> Result<Formula, Diagnostic> {
        Ok(logic.atom(Atom(u32::from(text == "b"))))
    }

    fn alive(&mut self, logic: &mut Logic) -> Alive {
        let ended = logic.atom(ENDED);
        Alive(logic.not(ended))
    }

    fn open_range(&mut self, range: prob::Range<'_>) -> Result<usize, Diagnostic> {
        Err(Diagnostic::error("range", "none here", range.span))
    }

    fn choose_value(&mut self, _: usize) {}

    fn close_range(&mut self) {}
}

/// The letters of a finite word, over two propositions.
type Letters = [[bool; 2]];

/// A random formula as text, with its value at every position.
fn formula(random: &mut Random, size: usize, word: &Letters) -> (String, Vec<bool>) {
    let n = word.len();
    if size == 0 {
        let kind = random.below(5);
        return match kind {
            0 => ("true".into(), vec![true; n]),
            1 | 2 => ("{a}".into(), word.iter().map(|letter| letter[0]).collect()),
            _ => ("{b}".into(), word.iter().map(|letter| letter[1]).collect()),
        };
    }
    let kind = random.below(14);
    let (f, p) = formula(random, random_part(size - 1, kind), word);
    let some = |range: std::ops::Range<usize>, value: &dyn Fn(usize) -> bool| range.into_iter().any(value);
    let all = |range: std::ops::Range<usize>, value: &dyn Fn(usize) -> bool| range.into_iter().all(value);
    let each = |value: &dyn Fn(usize) -> bool| (0..n).map(value).collect::<Vec<bool>>();
    let one = |name: &str, values: Vec<bool>| (format!("{name} ({f})"), values);
    match kind {
        0 => return one("not", each(&|i| !p[i])),
        1 => return one("X", each(&|i| i + 1 < n && p[i + 1])),
        2 => return one("F", each(&|i| some(i..n, &|j| p[j]))),
        3 => return one("G", each(&|i| all(i..n, &|j| p[j]))),
        4 => return one("Y", each(&|i| i > 0 && p[i - 1])),
        5 => return one("O", each(&|i| some(0..i + 1, &|j| p[j]))),
        6 => return one("H", each(&|i| all(0..i + 1, &|j| p[j]))),
        _ => {}
    }
    let (g, q) = formula(random, (size - 1) / 2, word);
    let two = |name: &str, values: Vec<bool>| (format!("({f}) {name} ({g})"), values);
    let until = |i: usize| some(i..n, &|j| q[j] && all(i..j, &|k| p[k]));
    let since = |i: usize| some(0..i + 1, &|j| q[j] && all(j + 1..i + 1, &|k| p[k]));
    match kind {
        7 => two("&", each(&|i| p[i] && q[i])),
        8 => two("or", each(&|i| p[i] || q[i])),
        9 => two("=>", each(&|i| !p[i] || q[i])),
        10 => two("U", each(&until)),
        11 => two("W", each(&|i| until(i) || all(i..n, &|j| p[j]))),
        12 => two("R", each(&|i| all(i..n, &|j| q[j] || some(i..j, &|k| p[k])))),
        _ => two("S", each(&since)),
    }
}

/// How much of a formula is below its first operand.
fn random_part(size: usize, kind: usize) -> usize {
    if kind < 7 { size } else { size / 2 }
}

#[test]
fn formulas_mean_on_the_word_with_an_end_what_they_mean_on_the_finite_one() {
    let mut random = Random(7);
    let (mut held, mut ends_matter) = (0, 0);
    for _ in 0..4_000 {
        let length = 1 + random.below(4);
        let word: Vec<[bool; 2]> =
            (0..length).map(|_| [random.below(2) == 0, random.below(2) == 0]).collect();
        let size = random.below(7);
        let (text, values) = formula(&mut random, size, &word);
        let mut logic = Logic::new();
        let span = Span::new(FileId(0), 0, text.len());
        let read = prob::parse(&mut logic, &text, span, &mut Leaves).expect("generated");
        let letter = |letter: &[bool; 2]| {
            (0..2).filter(|atom| letter[*atom]).map(|atom| Atom(atom as u32)).collect::<Vec<Atom>>()
        };
        let prefix: Vec<Vec<Atom>> = word.iter().map(letter).collect();
        let last = prefix.last().cloned().unwrap_or_default();
        let ended = Word { prefix: prefix.clone(), cycle: vec![vec![ENDED]] };
        assert_eq!(ended.satisfies(&logic, read), values[0], "{text} on {word:?}");
        held += usize::from(values[0]);
        ends_matter += usize::from(Word { prefix, cycle: vec![last] }.satisfies(&logic, read) != values[0]);
    }
    assert!(held > 500, "almost no formula held: {held}");
    assert!(ends_matter > 50, "the end made a difference {ends_matter} times only");
}
