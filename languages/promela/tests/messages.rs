//! What the user sees: every kind of message on a small model, as snapshots.

use diagnostics::{Colour, Renderer, SourceMap};
use promela::preprocess::NoIncludes;

/// All messages about a text, rendered without colour.
fn messages(text: &str) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add("model.pml", text);
    let (_, messages) = promela::parse(&mut sources, file, &NoIncludes, &[]);
    let mut renderer = Renderer::new(&sources, Colour::Never);
    messages.iter().map(|m| renderer.render(m)).collect::<Vec<_>>().join("\n")
}

/// One line per message.
fn lines(text: &str) -> Vec<String> {
    let mut sources = SourceMap::new();
    let file = sources.add("m", text);
    let (_, messages) = promela::parse(&mut sources, file, &NoIncludes, &[]);
    messages.iter().map(|m| m.one_line(&sources)).collect()
}

#[test]
fn undeclared_names_suggest_near_ones() {
    insta::assert_snapshot!(messages(
        "byte counter;\nactive proctype P() {\n    conuter = 1;\n    count = 2\n}\n"
    ));
}

#[test]
fn every_error_of_one_pass_is_reported() {
    let text = "active proctype P() {\n  byte x;\n  x = = 1;\n  if :: x == 1 -> x = ) :: else fi;\n  do :: od;\n  x = 3\n}\nbyte [3];\ninit { run (); skip }\n";
    insta::assert_snapshot!(messages(text));
}

/// A `run` makes a process, so it is no value that may be computed with, and is nowhere dropped.
#[test]
fn a_run_stands_by_itself_or_is_assigned() {
    let model = |statement: &str| {
        format!("byte x, a[3]; proctype B(byte z) {{ skip }} active proctype A() {{ {statement} }}\n")
    };
    let refused = [
        "x = 1 + run B(1)",
        "x = -(run B(1))",
        "x = (run B(1) -> 1 : 0)",
        "x = a[run B(1)]",
        "a[run B(1)] = 1",
        "x = run B(run B(1))",
        "assert(run B(1) > 0)",
        "printf(\"%d\", run B(1))",
        "run B(1) && x == 0",
        "for (x : 0 .. run B(1)) { skip }",
        "select (x : 0 .. run B(1))",
        "x = get_priority(run B(1))",
        "x = pc_value(run B(1))",
        "x = enabled(run B(1))",
    ];
    for statement in refused {
        let said = lines(&model(statement));
        assert!(said.iter().any(|line| line.contains("[run-in-expression]")), "{statement}: {said:?}");
    }
    for statement in
        ["run B(1)", "x = run B(1)", "x = (run B(1))", "if :: run B(1) -> skip fi", "a[1] = run B(2)"]
    {
        let said = lines(&model(statement));
        assert!(said.iter().all(|line| !line.contains(" error")), "{statement}: {said:?}");
    }
}

#[test]
fn priorities_and_rendezvous_are_refused_together() {
    let text = "chan c = [0] of { byte };\nactive proctype A() priority 3 { c!1 }\nactive proctype B() { byte v; c?v }\n";
    assert!(lines(text)[0].contains("[priority-with-rendezvous]"), "{:?}", lines(text));
    assert!(lines(&text.replace("[0]", "[1]")).iter().all(|line| !line.contains("priority-with")));
}

#[test]
fn a_channel_has_at_most_255_slots() {
    let refused = "chan c = [256] of { byte };\ninit { c!1 }\n";
    let expected = "m:1:11: error: a channel has between 0 and 255 slots, not 256";
    assert!(lines(refused)[0].starts_with(expected), "{:?}", lines(refused));
    assert!(lines(&refused.replace("256", "255")).iter().all(|line| !line.contains("error")));
}

#[test]
fn errors_inside_an_inline_show_the_call() {
    insta::assert_snapshot!(messages(
        "inline f(a) {\n  a = ;\n}\nactive proctype P() {\n  byte x;\n  f(x)\n}\n"
    ));
}

#[test]
fn errors_in_a_macro_point_at_its_use() {
    insta::assert_snapshot!(messages(
        "#define INC(v) v = v + missing\nactive proctype P() {\n  byte x;\n  INC(x)\n}\n"
    ));
}

#[test]
fn redeclarations_show_both_places() {
    insta::assert_snapshot!(messages("byte x;\nactive proctype P() {\n  int x;\n  x = 1\n}\n"));
}

#[test]
fn embedded_c_is_refused() {
    insta::assert_snapshot!(messages(
        "c_decl { int i; }\nactive proctype P() {\n  c_code { now.x++; };\n  skip\n}\n"
    ));
}

#[test]
fn traps_are_warned_of() {
    let text = "chan q = [2] of { byte };\nchan r = [2] of { byte };\nactive proctype P() {\n  byte x, y;\n  r!1;\n  if\n  :: x = 1 -> y = 300\n  :: q?y -> goto L\n  :: else -> skip\n  fi;\n  goto L;\n  x = 2;\nL: q!1\n}\n";
    insta::assert_snapshot!(messages(text));
}

/// One bad line each; the rest of the model is fine.
#[test]
fn semantic_errors() {
    let bodies = [
        "goto nowhere",
        "break",
        "a = 1",
        "x[1] = 2",
        "s = t",
        "s.z = 1",
        "x.z = 1",
        "q = 3",
        "x = q + 1",
        "x!1",
        "q!1,2,3",
        "run R()",
        "run P(1)",
        "(run P() > 0)",
        "_pid = 3",
        "x = _",
        "if :: else -> skip :: else -> skip fi",
        "{ L: x = 1 }",
        "L: x = 1 unless { x = 2 }",
        "do :: d_step { x = 1; break } od",
        "d_step { run P() }",
        "q?x,x",
        "x = !full(q)",
        "L: goto L",
        "L: byte k",
        "np_",
        "for (s : 1 .. 2) { skip }",
        "for (x : 3 .. 1) { skip }",
        "for (x in x) { skip }",
        "a[a[0]] = 1",
        "x = P@nolabel",
        "mtype = { u, v }",
        "m = one; m = other",
        "mtype:k l = one",
        "unsigned w; w = 1",
        "x = (1 -> 2)",
        "x = 1 2",
        "chan late = [1] of { byte }",
    ];
    let mut out = String::new();
    for body in bodies {
        let text = format!(
            "typedef T {{ byte f }}; mtype = {{ one }}; mtype:k = {{ other }};\nchan q = [1] of {{ byte, byte }};\nbyte a[2]; T s, t;\nactive proctype P() {{\n  byte x; mtype m = one; skip;\n  {body}\n}}\n"
        );
        let errors: Vec<String> = lines(&text).into_iter().filter(|l| l.contains(": error: ")).collect();
        assert!(!errors.is_empty(), "accepted: {body}");
        out += &format!("{body}\n    {}\n", errors.join("\n    "));
    }
    insta::assert_snapshot!(out);
}

#[test]
fn top_level_errors() {
    let texts = [
        "",
        "byte x;",
        "byte x[0]; init { skip }",
        "hidden bit b; init { skip }",
        "active proctype P(byte a[2]) { skip }",
        "active proctype P(byte a = 1) { skip }",
        "active proctype P() provided (k) { byte k; skip }",
        "proctype P() { skip } proctype P() { skip } init { skip }",
        "never { skip } never { skip } init { skip }\nnever never_0 { skip }",
        "chan q = [1] of { byte }; init { skip } never { q?1 }",
        "chan q = [1] of { byte }; init { q!1 } trace { q!1; x }",
        "byte c[2] = { 1, 2 }, d; init { skip }",
        "ltl p { [] (x == 1) } init { skip }",
        "chan q = [1] of { unsigned }; init { skip }",
        "unsigned x : 40; init { skip }",
        "active [300] proctype P() { skip }",
        "inline f() { f() } init { f() }",
        "inline f(a, b) { a = b } init { byte b; f(b, 1) }",
        "init { skip ",
        "init { skip } }",
        "init { printf(\"unterminated) }",
    ];
    let mut out = String::new();
    for text in texts {
        let errors: Vec<String> = lines(text).into_iter().filter(|l| l.contains(": error: ")).collect();
        assert!(!errors.is_empty(), "accepted: {text}");
        out += &format!("{text}\n    {}\n", errors.join("\n    "));
    }
    insta::assert_snapshot!(out);
}
