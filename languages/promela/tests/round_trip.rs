//! What the printer prints reads as the same program: on a model with one of everything, and on random ones.

use diagnostics::SourceMap;
use promela::preprocess::{NoIncludes, preprocess};
use promela::{ast::Program, parser, printer, tree};
use proptest::prelude::*;

fn parse(text: &str) -> (Program, Vec<String>) {
    let mut sources = SourceMap::new();
    let file = sources.add("m", text);
    let mut messages = Vec::new();
    let expanded = preprocess(&mut sources, file, &NoIncludes, &[], &mut messages);
    let program = parser::parse(&expanded, &mut messages);
    (program, messages.iter().map(|m| m.one_line(&sources)).collect())
}

fn assert_round_trip(text: &str) {
    let (first, errors) = parse(text);
    assert_eq!(errors, Vec::<String>::new(), "{text}");
    let printed = printer::print(&first);
    let (second, errors) = parse(&printed);
    assert_eq!(errors, Vec::<String>::new(), "{printed}");
    assert_eq!(tree::tree(&first), tree::tree(&second), "{printed}");
    assert_eq!(printer::print(&second), printed);
}

#[test]
fn one_of_everything() {
    let text = include_str!("everything.pml");
    assert_round_trip(text);
    let (program, _) = parse(text);
    insta::assert_snapshot!("everything_printed", printer::print(&program));
    insta::assert_snapshot!("everything_tree", tree::tree(&program));
}

/// Printed text means the same to the resolver too.
#[test]
fn the_printed_model_is_accepted() {
    let (program, _) = parse(include_str!("everything.pml"));
    let mut sources = SourceMap::new();
    let file = sources.add("printed", printer::print(&program));
    let (model, messages) = promela::parse(&mut sources, file, &NoIncludes, &[]);
    let errors: Vec<String> =
        messages.iter().filter(|m| m.is_error()).map(|m| m.one_line(&sources)).collect();
    assert_eq!(errors, Vec::<String>::new());
    assert_eq!(model.map(|m| m.proctypes.len()), Some(6));
}

fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("x".to_owned()),
        Just("a[1]".to_owned()),
        Just("s.f".to_owned()),
        Just("_pid".to_owned()),
        Just("true".to_owned()),
        Just("len(q)".to_owned()),
        Just("q?[1, eval(x)]".to_owned()),
        Just("timeout".to_owned()),
        (0..300_u32).prop_map(|n| n.to_string()),
    ];
    leaf.prop_recursive(5, 40, 3, |inner| {
        let operators = prop::sample::select(vec![
            "+", "-", "*", "/", "%", "&", "^", "|", ">", "<", ">=", "<=", "==", "!=", "&&", "||", "<<", ">>",
        ]);
        prop_oneof![
            4 => (inner.clone(), operators, inner.clone(), any::<bool>())
                .prop_map(|(a, op, b, p)| if p { format!("({a} {op} {b})") } else { format!("{a} {op} {b}") }),
            1 => (prop::sample::select(vec!["-", "!", "~"]), inner.clone()).prop_map(|(op, e)| format!("{op} {e}")),
            1 => (inner.clone(), inner.clone(), inner.clone()).prop_map(|(c, a, b)| format!("({c} -> {a} : {b})")),
            1 => inner.clone().prop_map(|e| format!("a[{e}]")),
            1 => inner.prop_map(|e| format!("enabled({e})")),
        ]
    })
}

fn statement() -> impl Strategy<Value = String> {
    let e = expression;
    let simple = prop_oneof![
        e().prop_map(|e| format!("x = {e}")),
        e().prop_map(|e| format!("({e})")),
        e().prop_map(|e| format!("assert({e})")),
        (e(), e()).prop_map(|(a, b)| format!("q!{a},{b}")),
        e().prop_map(|a| format!("q!!{a}")),
        e().prop_map(|a| format!("q ! !({a})")),
        e().prop_map(|a| format!("q??eval({a}),x")),
        Just("q?<x,-1>".to_owned()),
        Just("x++".to_owned()),
        Just("skip".to_owned()),
        Just("full(q) && (x || nempty(q))".to_owned()),
        Just("printf(\"%d\\n\", x)".to_owned()),
        Just("select (x : 1 .. 3)".to_owned()),
        Just("select (x :\n1 .. 3)".to_owned()),
        Just("set(x + 1)".to_owned()),
        Just("set((x + 1))".to_owned()),
        Just("goto L".to_owned()),
    ];
    simple.prop_recursive(4, 30, 4, |inner| {
        let several = prop::collection::vec(inner.clone(), 1..4);
        let separator = prop::sample::select(vec!["; ", ";\n", " -> ", "\n;"]);
        let sequence = (several, separator).prop_map(|(steps, separator)| steps.join(separator)).boxed();
        let options = prop::collection::vec(sequence.clone(), 1..4);
        prop_oneof![
            options.clone().prop_map(|o| format!("if :: {} fi", o.join(" :: "))),
            options.prop_map(|o| format!("do :: {}; break :: else od", o.join(" :: "))),
            sequence.clone().prop_map(|s| format!("{{ {s} }}")),
            sequence.clone().prop_map(|s| format!("atomic {{ {s} }}")),
            sequence.clone().prop_map(|s| format!("d_step {{ {s} }}")),
            sequence.clone().prop_map(|s| format!("for (x : 1 .. 3) {{ {s} }}")),
            sequence.clone().prop_map(|s| format!("{{ byte k = 3; {s} }}")),
            (sequence.clone(), sequence).prop_map(|(a, b)| format!("{{ {{ {a} }} unless {{ {b} }} }}")),
            inner.prop_map(|s| format!("M: {s}")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs(steps in prop::collection::vec(statement(), 1..5)) {
        let text = format!(
            "chan q = [2] of {{ byte, byte }}; byte x, a[4]; inline set(v) {{ x = v * 2\n}}\n\
             active proctype P() {{ {};\nL: skip }}",
            steps.join(";\n")
        );
        assert_round_trip(&text);
    }

    #[test]
    fn random_formulas(
        atoms in prop::collection::vec(expression(), 3),
        pattern in prop::sample::select(vec![
            "[] (A -> <> B)", "A U B U C", "A -> B -> C", "!A W (B V C)", "X X A && <>[] B", "[]<>(A) <-> (B || C)",
        ]),
    ) {
        // In a formula `->` always means implication, so there are no conditional expressions.
        prop_assume!(atoms.iter().all(|a| !a.contains("->")));
        let mut formula = pattern.to_owned();
        for (name, atom) in ["A", "B", "C"].iter().zip(&atoms) {
            formula = formula.replace(name, &format!("({atom})"));
        }
        assert_round_trip(&format!("chan q = [2] of {{ byte, byte }}; byte x; ltl p {{ {formula} }} init {{ skip }}"));
    }
}
