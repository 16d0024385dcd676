//! People who know C are told what Promela writes instead, at the first thing that is wrong.

use diagnostics::SourceMap;
use promela::preprocess::{Define, NoIncludes};

const SELECTION: &str = "`if :: x > 0 -> … :: else -> … fi`";
const LOOP: &str = "`do :: x > 0 -> … :: else -> break od`";
const COUNTING: &str = "`for (i : 0 .. 9) { … }`";
const NO_FUNCTIONS: &str = "there are no functions";

/// What is written, what is wrong with it, and a part of the remedy.
const HABITS: [(&str, &str, &str); 36] = [
    ("init { if (x) { x = 1 } }", "expected `::`, found `(`", SELECTION),
    ("init { if (x) x = 1; else x = 2; }", "expected `::`, found `(`", SELECTION),
    ("init { if x > 1 then x = 2 }", "expected `::`, found `x`", SELECTION),
    ("init { if :: x -> x = 1; else if (x == 2) { x = 3 } fi }", "expected `::`, found `(`", SELECTION),
    ("init { while (x < 3) { x++ } }", "expected `;` or `}`, found `(`", LOOP),
    ("init { do { x++ } while (x) }", "expected `::`, found `{`", LOOP),
    ("init { for (;;) { x++ } }", "expected a name, found `;`", COUNTING),
    ("init { for (x = 0; x < 3; x++) { skip } }", "expected `:`, found `=`", COUNTING),
    ("init { if :: (x = 1) -> skip :: else fi }", "found `=`", "`=="),
    ("init { x += 3 }", "expected an expression, found `=`", "`x = x + 1`"),
    ("init { if :: x == 1 -> skip }", "expected `::` or `fi`, found `}`", "`fi` is missing"),
    ("init { do :: x == 1 -> skip }", "expected `::` or `od`, found `}`", "`od` is missing"),
    ("init { do :: if :: x > 1 -> break od }", "expected `::` or `fi`, found `od`", "`fi` is missing"),
    ("int f(int a) { return a }", "found `(`", NO_FUNCTIONS),
    ("void f() { skip }", "found `void`", NO_FUNCTIONS),
    ("init { x = f(3) }", "found `(`", NO_FUNCTIONS),
    ("init { f(3) }", "found `(`", NO_FUNCTIONS),
    ("int main() { skip }", "found `(`", "`init { … }`"),
    ("struct P { int x }", "found `struct`", "`typedef T"),
    ("char c;", "found `char`", "`byte`"),
    ("init { switch (x) { case 1: skip } }", "found `(`", "`if :: x == 1"),
    ("init { byte y = x > 1 ? 2 : 3 }", "found `?`", "`(x > y -> 2 : 3)`"),
    ("init { x = 1; return 0 }", "`return` makes sense only", "a process ends where its code does"),
    ("boolean b;", "found `boolean`", "`bool`"),
    ("const int n = 3;", "found `const`", "`#define N 3`"),
    ("string s;", "found `string`", "`mtype = {"),
    ("init { x == 1; } else { skip }", "found `else`", "`:: else -> …`"),
    ("init { for (int i = 0; i < 3; i++) { skip } }", "found `int`", "declare the variable before"),
    ("init { for (byte i : 0 .. 3) { skip } }", "found `byte`", "declare the variable before"),
    ("init { ++x }", "found `++`", "`x++` and `x--` are statements"),
    ("int *p;", "found `*`", "no pointers"),
    ("init { x = &x }", "found `&`", "no pointers"),
    ("init { x = \"a\" }", "found a string", "`mtype = {"),
    ("proctype P(int a) { skip } init { P(3) }", "found `(`", "`run P(1)`"),
    ("init { do :: continue od }", "`continue` is not declared", "`goto`"),
    ("init { count = 1 }", "`count` is not declared", "`int count`"),
];

/// A header of C does not exist here, and nobody needs it.
#[test]
fn a_header_of_c_is_not_needed() {
    for (text, remedy) in [("#include <stdio.h>\n", "no headers of C"), ("#include \"own.h\"\n", "`-I DIR`")]
    {
        let mut sources = SourceMap::new();
        let file = sources.add("m.pml", format!("{text}init {{ skip }}"));
        let messages = promela::parse(&mut sources, file, &NoIncludes, &[]).1;
        let first = messages.iter().find(|message| message.is_error()).expect("an error");
        assert!(first.hint.as_deref().unwrap_or_default().contains(remedy), "{first:?}");
    }
}

/// A bound that is not declared is no number, and no range is empty because of it.
#[test]
fn one_slip_has_one_message() {
    for text in ["init { byte x; select (x : 1 .. size) }", "init { byte x; for (x : 3 .. size) { skip } }"] {
        let mut sources = SourceMap::new();
        let file = sources.add("m.pml", text);
        let messages = promela::parse(&mut sources, file, &NoIncludes, &[]).1;
        assert_eq!(messages.iter().filter(|message| message.is_error()).count(), 1, "{text}: {messages:?}");
    }
}

#[test]
fn what_looks_like_c_is_answered_with_promela() {
    for (text, wrong, remedy) in HABITS {
        let mut sources = SourceMap::new();
        let file = sources.add("m.pml", format!("byte x; {text}"));
        let (model, messages) = promela::parse(&mut sources, file, &NoIncludes, &[]);
        assert!(model.is_none(), "{text}: accepted");
        let first = messages.iter().find(|message| message.is_error()).expect("an error");
        assert!(first.message.contains(wrong), "{text}: {}", first.message);
        let hint = first.hint.clone().unwrap_or_default();
        assert!(hint.contains(remedy), "{text}: {}: {hint}", first.message);
    }
}

#[test]
fn definitions_of_the_command_line_win_and_say_so() {
    let read = |text: &str| {
        let mut sources = SourceMap::new();
        let file = sources.add("m.pml", text);
        let define = Define::parse("N=3").expect("a definition");
        let (model, messages) = promela::parse(&mut sources, file, &NoIncludes, &[define]);
        let length = model.and_then(|model| model.variables.first().and_then(|variable| variable.array));
        let notices = messages.iter().filter(|message| message.code == "defined-outside").count();
        (length, notices)
    };
    assert_eq!(read("#define N 10\nbyte a[N]; init { a[0] = 1 }"), (Some(3), 1));
    assert_eq!(read("#ifndef N\n#define N 10\n#endif\nbyte a[N]; init { a[0] = 1 }"), (Some(3), 0));
    assert_eq!(read("#undef N\n#define N 10\nbyte a[N]; init { a[0] = 1 }"), (Some(10), 0));
    assert_eq!(read("#define M 10\nbyte a[M]; init { a[0] = 1 }"), (Some(10), 0));
}
