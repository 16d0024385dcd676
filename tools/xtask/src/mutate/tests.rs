//! Every operator changes a model, and mostly into one that is accepted.
use super::names::Names;
use super::sequence::{Edit, SequenceEdit, StatementEdit};
use super::syntax::{at_some_place, mutant, read};
use super::value::{DeclarationEdit, ExpressionEdit, IndexEdit, change_active};
use crate::generate::Random;
use promela::ast::Program;
use promela::printer::print;
use std::cell::Cell;
use std::path::Path;

const MODEL: &str = "
    byte x = 1; byte a[3]; local byte own; chan c = [2] of { byte };
    active [2] proctype p() {
        byte mine;
        again: mine = x + 1;
        atomic { c!mine; a[0] = mine };
        d_step { x = a[1]; x++ };
        if
        :: x == 2 -> goto again
        :: else -> skip
        fi;
        do
        :: c?mine -> break
        :: x < 3 && a[x] != 1 -> x = 2
        od
    }";

const SEEDS: u64 = 60;

fn accepted(text: &str) -> Option<Program> {
    read(Path::new("model.pml"), text, &[])
}

/// The mutants that differ from the model and are accepted, as text.
fn mutants(operator: impl Fn(&mut Program, &mut Random)) -> Vec<String> {
    let model = accepted(MODEL).expect("a model");
    let plain = print(&model);
    let texts = (0..SEEDS).map(|seed| {
        let mut changed = model.clone();
        operator(&mut changed, &mut Random::new(seed));
        print(&changed)
    });
    texts.filter(|text| *text != plain && accepted(text).is_some()).collect()
}

fn edited(edit: Edit) -> Vec<String> {
    mutants(|program, random| {
        let names = &Names::of(program);
        let seen = &Cell::new(0);
        at_some_place(program, random, seen, |turn, random| SequenceEdit { edit, turn, random, names });
    })
}

fn count(text: &str, word: &str) -> usize {
    text.matches(word).count()
}

#[test]
fn every_edit_of_a_sequence_changes_the_model() {
    for edit in Edit::ALL {
        let found = edited(edit).len();
        assert!(found >= 12, "{edit:?}: {found}");
    }
}

#[test]
fn what_is_wrapped_or_inserted_is_there() {
    let plain = print(&accepted(MODEL).expect("a model"));
    let words = [
        (Edit::Atomic, "atomic"),
        (Edit::DStep, "d_step"),
        (Edit::Assert, "assert"),
        (Edit::Unless, "unless"),
        (Edit::Distinguish, "_pid == "),
    ];
    for (edit, word) in words {
        for text in edited(edit) {
            assert!(count(&text, word) > count(&plain, word), "{edit:?}: {text}");
        }
    }
}

#[test]
fn statements_expressions_and_declarations_are_changed() {
    let seen = &Cell::new(0);
    let statements = mutants(|program, random| {
        let names = &Names::of(program);
        at_some_place(program, random, seen, |turn, random| StatementEdit { turn, random, names });
    });
    let expressions = mutants(|program, random| {
        let names = &Names::of(program);
        at_some_place(program, random, seen, |turn, random| ExpressionEdit { turn, random, names });
    });
    let indices = mutants(|program, random| {
        let names = &Names::of(program);
        at_some_place(program, random, seen, |turn, random| IndexEdit { turn, random, names });
    });
    let declarations = mutants(|program, random| {
        at_some_place(program, random, seen, |turn, random| DeclarationEdit { turn, random });
    });
    let numbers = mutants(|program, random| assert!(change_active(program, random)));
    for (what, found) in [
        ("statements", statements),
        ("expressions", expressions),
        ("indices", indices),
        ("declarations", declarations),
        ("numbers of processes", numbers),
    ] {
        assert!(found.len() >= 12, "{what}: {}", found.len());
    }
}

#[test]
fn a_mutant_promises_nothing_about_its_variables() {
    let found = mutants(|program, random| *program = mutant(program, random));
    assert!(found.len() >= 30, "{}", found.len());
    assert!(found.iter().all(|text| count(text, "local ") == 0));
}
