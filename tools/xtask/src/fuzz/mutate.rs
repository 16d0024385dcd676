//! Mutates models into inputs that no author would write: by bytes, by tokens, by lines, by splicing two models.
//!
//! Token mutations matter most. Random bytes rarely pass the lexer; a model with one token swapped for that of another
//! model reaches the resolver and the search, and it is there that assumptions live.
use crate::generate::Random;

/// Texts to start from, and all tokens seen in them.
pub struct Corpus {
    texts: Vec<Vec<u8>>,
    tokens: Vec<Vec<u8>>,
}

/// Tokens that a corpus may lack and that have caused trouble in parsers before.
const DICTIONARY: [&str; 48] = [
    "4294967296",
    "-1",
    "99999999999999999999",
    "0",
    "255",
    "256",
    "2147483647",
    "'a'",
    "\"x\"",
    "/*",
    "*/",
    "//",
    "#define X X",
    "\n#include \"self\"\n",
    "\n#if 1\n",
    "\n#endif\n",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "->",
    "::",
    ";",
    "..",
    "@",
    ":",
    "?",
    "!!",
    "??",
    "d_step",
    "atomic",
    "unless",
    "else",
    "timeout",
    "goto",
    "run",
    "chan",
    "typedef",
    "inline",
    "select",
    "for",
    "active",
    "provided",
    "priority",
    "_nr_pr",
    "eval",
];

impl Corpus {
    /// A corpus of these texts, of which there must be at least one.
    pub fn new(texts: Vec<Vec<u8>>) -> Corpus {
        let mut tokens: Vec<Vec<u8>> = DICTIONARY.iter().map(|token| token.as_bytes().to_vec()).collect();
        for text in &texts {
            tokens.extend(
                split(text).into_iter().filter(|token| !token[0].is_ascii_whitespace()).map(<[u8]>::to_vec),
            );
        }
        tokens.sort_unstable();
        tokens.dedup();
        Corpus { texts, tokens }
    }

    /// One input: a text with a few mutations, sometimes many.
    pub fn input(&self, random: &mut Random) -> Vec<u8> {
        let mut text = random.pick(&self.texts).cloned().unwrap_or_default();
        let rounds = if random.chance(90) { random.between(1, 4) } else { random.between(5, 40) };
        for _ in 0..rounds {
            text = self.mutated(text, random);
            // Splices must not grow without end.
            text.truncate(1 << 17);
        }
        text
    }

    fn mutated(&self, text: Vec<u8>, random: &mut Random) -> Vec<u8> {
        match random.weighted(&[50, 12, 12, 12, 1]) {
            0 => self.mutate_tokens(&text, random),
            1 => mutate_bytes(text, random),
            2 => mutate_lines(&text, random),
            3 => self.splice(&text, random),
            _ => nest(text, random),
        }
    }

    fn mutate_tokens(&self, text: &[u8], random: &mut Random) -> Vec<u8> {
        let mut tokens = split(text);
        let at = random.below(tokens.len());
        let other = random.below(tokens.len());
        let foreign = random.pick(&self.tokens).map_or(&b";"[..], Vec::as_slice);
        match random.below(6) {
            _ if tokens.is_empty() => tokens.push(foreign),
            0 => drop(tokens.remove(at)),
            1 => tokens.insert(at, tokens[other]),
            2 => tokens.swap(at, other),
            3 => tokens[at] = tokens[other],
            4 => tokens[at] = foreign,
            _ => tokens.insert(at, foreign),
        }
        tokens.concat()
    }

    /// The head of one text and the tail of another, cut between tokens.
    fn splice(&self, text: &[u8], random: &mut Random) -> Vec<u8> {
        let other = random.pick(&self.texts).map_or(&b""[..], Vec::as_slice);
        let (head, tail) = (split(text), split(other));
        let (cut, from) = (random.below(head.len() + 1), random.below(tail.len() + 1));
        [head[..cut].concat(), tail[from..].concat()].concat()
    }
}

fn mutate_bytes(mut text: Vec<u8>, random: &mut Random) -> Vec<u8> {
    if text.is_empty() {
        return vec![random.bits() as u8];
    }
    let at = random.below(text.len());
    match random.below(4) {
        0 => text[at] ^= 1 << random.below(8),
        1 => text.insert(at, random.bits() as u8),
        2 => drop(text.remove(at)),
        _ => text.truncate(at),
    }
    text
}

fn mutate_lines(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
    let from = random.below(lines.len());
    let to = (from + random.between(1, 5)).min(lines.len());
    match random.below(2) {
        _ if lines.is_empty() => {}
        0 => drop(lines.drain(from..to)),
        _ => {
            let copied = lines[from..to].to_vec();
            let at = random.below(lines.len());
            lines.splice(at..at, copied);
        }
    }
    lines.concat()
}

/// Repeats an opening token very often: recursion must be bounded.
fn nest(mut text: Vec<u8>, random: &mut Random) -> Vec<u8> {
    let opening = [
        "(",
        "{",
        "!",
        "-",
        "if :: ",
        "do :: ",
        "a[",
        "x = (",
        "atomic {",
        "1 + (",
        "{ skip } unless {",
        "->",
    ];
    let piece = random.pick(&opening).copied().unwrap_or("(");
    let at = random.below(text.len() + 1);
    let times = [10, 100, 1000, 20_000][random.below(4)];
    text.splice(at..at, piece.repeat(times).into_bytes());
    text
}

/// Splits into words, numbers, runs of white space and single other bytes.
fn split(text: &[u8]) -> Vec<&[u8]> {
    let class = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' => 1,
        b' ' | b'\t' | b'\n' | b'\r' => 2,
        _ => 0,
    };
    text.chunk_by(|&left, &right| class(left) != 0 && class(left) == class(right)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_split_without_loss() {
        let text = b"byte x1 = (3+4);\n// \xff";
        assert_eq!(split(text).concat(), text);
        assert_eq!(split(b"a+ b"), [&b"a"[..], b"+", b" ", b"b"]);
    }

    #[test]
    fn every_mutation_survives_empty_and_small_texts() {
        for text in ["", "x", "active proctype P() { skip }\n"] {
            let corpus = Corpus::new(vec![text.as_bytes().to_vec()]);
            let mut changed = 0;
            for seed in 0..500 {
                let input = corpus.input(&mut Random::new(seed));
                changed += usize::from(input != text.as_bytes());
                assert!(input.len() <= 1 << 17);
            }
            assert!(changed > 300, "{changed}");
        }
    }
}
