//! No input makes the front end panic, hang or grow without bound; whatever is refused is refused with a place.

use diagnostics::{Colour, Diagnostic, Renderer, SourceMap};
use promela::preprocess::{Define, Included, Loader};
use std::time::{Duration, Instant};

struct Itself(String);

impl Loader for Itself {
    fn load(&self, name: &str, _: &str) -> Result<Included, String> {
        Ok(Included { name: name.to_owned(), text: self.0.clone() })
    }
}

/// Reads a text to the end of all stages, shows every message, and gives the errors as lines.
fn read(text: &str) -> Vec<String> {
    let mut sources = SourceMap::new();
    let file = sources.add("m", text);
    let (model, messages) = promela::parse(&mut sources, file, &Itself(text.to_owned()), &[]);
    let mut renderer = Renderer::new(&sources, Colour::Never);
    for message in messages.iter().take(20) {
        assert!(!renderer.render(message).is_empty());
        assert!((message.span().file.0 as usize) < sources.files().count(), "no such file");
    }
    let errors: Vec<&Diagnostic> = messages.iter().filter(|m| m.is_error()).collect();
    assert_eq!(model.is_none(), !errors.is_empty(), "refused without a reason, or accepted with one");
    errors.into_iter().map(|e| e.one_line(&sources)).collect()
}

#[test]
fn hopeless_inputs_are_refused_with_a_place() {
    let deep = 100_000;
    let nested =
        |open: &str, close: &str| format!("init {{ {}skip{} }}", open.repeat(deep), close.repeat(deep));
    let inputs = [
        String::new(),
        "\0\x01\x02\u{fffd}\u{7f}".repeat(1000),
        "{".repeat(deep),
        "(".repeat(deep),
        "init { x = ".to_owned() + &"(".repeat(deep),
        "init { x = ".to_owned() + &"!".repeat(deep),
        "init { x = ".to_owned() + &"-".repeat(deep),
        "init { byte x; x = 1".to_owned() + &" + 1".repeat(deep) + " }",
        "init { byte x; x = ".to_owned() + &"x[".repeat(deep),
        nested("{ ", " }"),
        nested("atomic { ", " }"),
        nested("if :: ", " fi"),
        nested("do :: ", " od"),
        nested("L: ", ""),
        "init { q?".to_owned() + &"(".repeat(deep),
        "init { q?x".to_owned() + &"(x".repeat(deep),
        "#include \"m\"\n".to_owned(),
        "#if 1\n".repeat(deep),
        "#define A B\n#define B A\nA A A".to_owned(),
        "#define F(x) F(x x)\n".to_owned() + &"F(".repeat(1000),
        "inline f() { f() } init { f() }".to_owned(),
        "\"".repeat(deep),
        "init { skip".to_owned() + &"; skip".repeat(deep),
    ];
    for input in inputs {
        let started = Instant::now();
        let errors = read(&input);
        let start: String = input.chars().take(40).collect();
        assert!(!errors.is_empty(), "accepted {start:?}");
        assert!(started.elapsed() < Duration::from_secs(30), "{start:?} took {:?}", started.elapsed());
    }
}

#[test]
fn inlines_cannot_explode() {
    let mut text = "byte x; inline f0() { x = 1 }\n".to_owned();
    for i in 1..15 {
        text += &format!("inline f{i}() {{ {} }}\n", format!("f{}();", i - 1).repeat(12));
    }
    let errors = read(&(text + "init { f14() }"));
    assert!(errors.iter().any(|e| e.contains("too much text")), "{errors:?}");
}

#[test]
fn ten_megabytes_are_read_in_reasonable_time() {
    let statement = "x = (x + 1) % 7; y = x;\n";
    let text = format!("byte x, y;\ninit {{\n{}skip }}\n", statement.repeat(10_000_000 / statement.len()));
    assert!(text.len() > 9_900_000);
    let started = Instant::now();
    assert_eq!(read(&text), Vec::<String>::new());
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
    let blank = " ".repeat(10_000_000);
    assert!(!read(&blank).is_empty());
    let digits = "9".repeat(10_000_000);
    assert!(!read(&digits).is_empty());
}

#[test]
fn defines_are_checked() {
    assert_eq!(Define::parse("N=3").map(|d| (d.name, d.value)), Some(("N".to_owned(), "3".to_owned())));
    assert_eq!(Define::parse("N").map(|d| d.value), Some("1".to_owned()));
    assert_eq!(Define::parse("3N=1"), None);
    assert_eq!(Define::parse("A B=1"), None);
}

/// Small deterministic generator, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap_or(0) % limit.max(1)
    }
}

const SEED_MODEL: &str = include_str!("everything.pml");

#[test]
fn mutated_models_never_panic() {
    assert_eq!(read(SEED_MODEL), Vec::<String>::new());
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let chars: Vec<char> = SEED_MODEL.chars().collect();
    for _ in 0..3000 {
        let mut mutated = chars.clone();
        for _ in 0..=random.below(4) {
            let (at, other) = (random.below(mutated.len()), random.below(mutated.len()));
            let length = random.below(30).min(mutated.len() - at);
            match random.below(6) {
                0 => drop(mutated.drain(at..at + length)),
                1 => mutated.truncate(at.max(1)),
                2 => mutated.swap(at, other),
                3 => mutated[at] = char::from(u8::try_from(random.below(128)).unwrap_or(b'x')),
                4 => mutated.insert(at, ['é', '\0', '"', '\'', '#', '\\', '{', '}'][random.below(8)]),
                _ => {
                    let piece: Vec<char> = mutated[at..at + length].to_vec();
                    mutated.splice(other..other, piece);
                }
            }
        }
        read(&mutated.into_iter().collect::<String>());
    }
}
