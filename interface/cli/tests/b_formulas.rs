//! Temporal formulas about machines in B: those beside the machine, those that are none, and those that are not
//! checked.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn check(model: &str, flags: &[&str]) -> Output {
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/b/liveness").join(model);
    let mut command = Command::new(env!("CARGO_BIN_EXE_quotient"));
    command.arg("check").arg(model).args(flags).output().expect("the tool runs")
}

/// The verdict and the reason of a formula that stands beside the machine.
fn answer(model: &str, formula: &str, flags: &[&str]) -> (String, String) {
    let output = check(model, &[&["--ltl", formula, "--claim", "command_line", "--json"], flags].concat());
    let found: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let property = &found["properties"][0];
    assert_eq!((&property["name"], &property["kind"]), (&"command_line".into(), &"ltl".into()), "{found}");
    let text = |key: &str| property[key].as_str().unwrap_or_default().to_owned();
    (text("verdict"), text("reason"))
}

#[test]
fn formulas_beside_the_machine_are_checked() {
    let verdict = |formula, flags: &[&str]| answer("scheduler.mch", formula, flags).0;
    for flags in [&[][..], &["--symmetry", "none"], &["--symmetry", "flood"], &["--cycles", "nested"]] {
        assert_eq!(verdict("G F {ready = {}}", flags), "violated");
        assert_eq!(verdict("F [wake]", flags), "holds");
        assert_eq!(verdict("G ({card(ready) = 2} => O ([wake] & Y [activate]))", flags), "violated");
        assert_eq!(
            verdict("!p.({p : PROC} => G ([release] => {p : active} or X {p /: active}))", flags),
            "holds"
        );
    }
    assert_eq!(verdict("F [wake]", &["--symmetry", "markers"]), "undecided");
    assert_eq!(verdict("G F {ready = {}}", &["--max-states", "2"]), "undecided");
}

#[test]
fn a_run_that_violates_a_formula_is_told_with_its_cycle() {
    let output = check("scheduler.mch", &["--ltl", "G F {ready = {}}", "--claim", "command_line", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let found: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let steps = found["counterexample"].as_array().expect("a run").len() as u64;
    assert!(found["cycle_from"].as_u64().is_some_and(|from| from < steps), "{found}");
    assert_eq!(found["errors"][0]["kind"], "claim");
    let ended = check("runs_that_end.mch", &["--ltl", "G X true", "--claim", "command_line"]);
    let text = String::from_utf8_lossy(&ended.stdout).into_owned();
    assert!(text.contains("-- and nothing happens any more --"), "{text}");
}

#[test]
fn what_is_no_formula_is_refused_at_its_place() {
    let wrong = [
        ("G {redy = {}}", "--ltl:1:4", "unknown identifier redy", "did you mean `ready`?"),
        ("G F [wakeup(p)]", "--ltl:1:6", "there is no operation wakeup", ""),
        ("G F [wke]", "--ltl:1:6", "there is no operation wke", "did you mean `wake`?"),
        ("G (F {ready = {}}", "--ltl:1:17", "the formula ends", "this parenthesis is still open"),
        ("G F {ready = {}", "--ltl:1:5", "never closed", ""),
        ("G F {ready = 3}", "--ltl:1:14", "type INTEGER", ""),
        ("G F {ready =}", "--ltl:1:13", "expected", ""),
        ("G F {}", "--ltl:1:6", "nothing in these brackets", ""),
        ("G F [wake(1, 2)]", "--ltl:1:6", "wake has 1 parameters, not 2", ""),
        ("G F {PROC9 : ready}", "--ltl:1:6", "PROC has 2 elements", "--card PROC=N"),
        ("!p.({p : ready} => F {p : active})", "--ltl:1:6", "may not depend on variables", ""),
        ("ready", "--ltl:1:1", "expected a formula", "predicates are written in braces"),
    ];
    for (formula, place, message, hint) in wrong {
        let output = check("scheduler.mch", &["--ltl", formula]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{formula}: {told}");
        for part in [place, message, hint] {
            assert!(told.contains(part), "{formula}: {part:?} is not in\n{told}");
        }
    }
    let stated = check("unknown_operation.mch", &[]);
    assert_eq!(stated.status.code(), Some(2));
    assert_eq!(check("unknown_operation.mch", &["--ignore-claims"]).status.code(), Some(0));
}

#[test]
fn what_cannot_be_checked_is_undecided_with_the_reason() {
    let open = [
        ("WEF => F [wake]", "`WEF` is about single transitions"),
        ("G current", "animator"),
        ("G changed({ready})", "not evaluated"),
        ("F #p.({p : PROC} & {p : ready})", "only quantifiers"),
    ];
    for (formula, why) in open {
        let (verdict, reason) = answer("scheduler.mch", formula, &[]);
        assert_eq!(verdict, "undecided", "{formula}");
        assert!(reason.contains(why), "{formula}: {reason}");
    }
    // Every operation of this machine is without parameters.
    assert_eq!(answer("runs_that_end.mch", "WEF => F {x = 3}", &[]).0, "holds");
}

/// In the order of the text, where ten comes behind nine.
#[test]
fn formulas_are_told_in_the_order_in_which_they_are_written() {
    let formulas: String =
        [9, 10, 11, 2].map(|n| format!("  ASSERT_LTL_{n} == \"G {{x : 0..1}}\";\n")).concat();
    let text = format!(
        "MACHINE M\nDEFINITIONS\n{}\nVARIABLES x\nINVARIANT x : 0..1\nINITIALISATION x := 0\nOPERATIONS\n  flip = BEGIN x := 1 - x END\nEND\n",
        formulas.trim_end().trim_end_matches(';')
    );
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("b_formulas_order.mch");
    std::fs::write(&file, text).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_quotient")).arg("check").arg(&file).output();
    let told = String::from_utf8(output.expect("the tool runs").stdout).expect("text");
    let at = |n: u32| told.find(&format!("ASSERT_LTL_{n} ")).unwrap_or_else(|| panic!("{n}: {told}"));
    assert!(at(9) < at(10) && at(10) < at(11) && at(11) < at(2), "{told}");
}
