//! The preprocessor against what C99 and GNU cpp say, and against `gcc -E` itself where it is installed.

use super::*;

struct Files(Vec<(&'static str, &'static str)>);

impl Loader for Files {
    fn load(&self, name: &str, _: &str) -> Result<Included, String> {
        let found = self.0.iter().find(|(n, _)| *n == name).ok_or("no such file")?;
        Ok(Included { name: name.to_owned(), text: found.1.to_owned() })
    }
}

fn run(text: &str, files: Files, defines: &[&str]) -> (String, Vec<String>) {
    let mut sources = SourceMap::new();
    let file = sources.add("m.pml", text);
    let defines: Vec<_> = defines.iter().filter_map(|d| Define::parse(d)).collect();
    let mut errors = Vec::new();
    let out = preprocess(&mut sources, file, &files, &defines, &mut errors);
    (out.text.trim().to_owned(), errors.iter().map(|e| e.one_line(&sources)).collect())
}

fn text(source: &str) -> String {
    let (out, errors) = run(source, Files(Vec::new()), &[]);
    assert_eq!(errors, Vec::<String>::new());
    out
}

fn errors(source: &str) -> Vec<String> {
    run(source, Files(Vec::new()), &[]).1
}

#[test]
fn expands_macros_as_the_standard_says() {
    assert_eq!(text("#define N 3\nbyte a[N];"), "byte a[3];");
    assert_eq!(text("#define F(x,y) x+y\nc = F(1, (2,3)) d"), "c = 1 +(2,3) d");
    assert_eq!(text("#define F(x) x\nF F(F)(1)"), "F F(1)");
    assert_eq!(text("#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)"), "2*9*g");
    assert_eq!(text("#define x x y\nx"), "x y");
    assert_eq!(text("#define G(p) #p p##1\nG(a b)"), "\"a b\" a b1");
    assert_eq!(text("#define NEG -1\n-NEG"), "- -1");
    assert_eq!(text("#define N 5\n0..N 0 .. N"), "0..N 0 .. 5");
    assert_eq!(text("#define E\na E b\n#undef E\nE"), "a b\nE");
    assert_eq!(text("\"a // b\" /* x */ c // d\ne"), "\"a // b\" c\ne");
}

#[test]
fn keeps_the_line_structure_that_semicolons_depend_on() {
    assert_eq!(text("a\n\nb"), "a\nb");
    assert_eq!(text("a /* \n */ b"), "a\nb");
    assert_eq!(text("#define F(x,y) x y\nF(1,\n2) d"), "1 2\nd");
    assert_eq!(text("#define M a \\\n  b\nM c"), "a b c");
}

#[test]
fn chooses_branches() {
    let source = "#if defined(A) && A > 2\nbig\n#elif defined B\nb\n#else\nnone\n#endif";
    assert_eq!(run(source, Files(Vec::new()), &["A=3"]).0, "big");
    assert_eq!(run(source, Files(Vec::new()), &["A=2", "B"]).0, "b");
    assert_eq!(run(source, Files(Vec::new()), &[]).0, "none");
    assert_eq!(text("#if 0\n#if 1\nx\n#else\ny\n#endif\n#elif (1 ? 0x10 : 0) == 16\nz\n#endif"), "z");
    assert_eq!(text("#ifndef X\n#define X\na\n#endif\n#ifdef X\nb\n#endif"), "a\nb");
    assert_eq!(text("#if 0\ndon't \"\n#garbage\n#endif\nok"), "ok");
}

#[test]
fn includes_through_the_loader() {
    let files = Files(vec![("a.h", "#include \"b.h\"\nbyte a"), ("b.h", "byte b;")]);
    let (out, errors) = run("#include \"a.h\"\nbyte c;", files, &[]);
    assert_eq!((out.as_str(), errors.len()), ("byte b;\nbyte a\nbyte c;", 0));
}

#[test]
fn errors_are_located_and_never_fatal() {
    let recursive = Files(vec![("a.h", "#include \"a.h\"\n")]);
    let (_, found) = run("#include \"a.h\"\n", recursive, &[]);
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("a.h:1:1: error: `a.h` is included too deeply"), "{found:?}");
    insta::assert_snapshot!(
        [
            "#if 1\nx",
            "#endif",
            "#define F(x,y) x\nF(1)",
            "#define F(x) x\nF(1",
            "#if 1 / 0\n#endif",
            "#if (1\n#endif",
            "#defin X",
            "#error no luck",
            "/* open",
            "#include \"none\"",
            "#else",
            "#define F(\n",
        ]
        .map(|source| errors(source).join("\n"))
        .join("\n")
    );
}

#[test]
fn explosions_are_stopped() {
    let mut source = String::from("#define A0 x x x x x x x x x x\n");
    for i in 1..20 {
        source += &format!("#define A{i} {}\n", format!("A{} ", i - 1).repeat(10));
    }
    let found = errors(&(source + "A19\n"));
    assert!(found.len() == 1 && found[0].contains("too much text"), "{found:?}");
    let deep = "#define F(x) x\n".to_owned() + &"F(".repeat(10_000) + &")".repeat(10_000);
    assert!(errors(&deep)[0].contains("nested too deeply"));
    let parens = "#if ".to_owned() + &"(".repeat(100_000);
    assert!(errors(&parens).iter().any(|e| e.contains("nested too deeply")));
}

#[test]
fn places_lead_back_through_macros() {
    let mut sources = SourceMap::new();
    let source = "#define M(x) [x]\nabc 0..N M(why)";
    let file = sources.add("m.pml", source);
    let out = preprocess(&mut sources, file, &NoIncludes, &[], &mut Vec::new());
    let place = |piece: &str| {
        let at = out.text.find(piece).unwrap_or_default();
        sources.slice(out.span(at, at + piece.len()))
    };
    assert_eq!(place("abc"), "abc");
    assert_eq!(place("N"), "N");
    assert_eq!(place("["), "M");
    assert_eq!(place("why"), "why");
}
