//! Mutants of Promela models, made on the syntax tree and printed.
use super::names::Names;
use super::sequence::{Edit, SequenceEdit, StatementEdit};
use super::value::{DeclarationEdit, ExpressionEdit, IndexEdit, change_active};
use super::walk::{Turn, Visitor, walk};
use crate::generate::Random;
use crate::models::Beside;
use diagnostics::{Diagnostic, SourceMap};
use promela::ast::{Decl, Item, Program, Stmt, StmtKind, Visibility};
use promela::preprocess::Define;
use std::cell::Cell;
use std::path::Path;

/// The tree of a model, its includes and macros resolved; `None` for one that we refuse.
pub fn read(path: &Path, text: &str, defines: &[String]) -> Option<Program> {
    let mut sources = SourceMap::new();
    let file = sources.add(path.display().to_string(), text);
    let defines: Vec<Define> = defines.iter().filter_map(|define| Define::parse(define)).collect();
    let mut messages = Vec::new();
    let preprocessed = promela::preprocess::preprocess(&mut sources, file, &Beside, &defines, &mut messages);
    let program = promela::parser::parse(&preprocessed, &mut messages);
    let accepted = !messages.iter().any(Diagnostic::is_error)
        && promela::resolve::resolve(&program, file, &mut messages).is_some();
    accepted.then_some(program)
}

/// One mutant: mostly one change, sometimes two or three.
pub fn mutant(original: &Program, random: &mut Random) -> Program {
    let mut program = original.clone();
    if random.chance(70) {
        walk(&mut program, &mut ExpandInlines);
    }
    // Claims are checked apart from the rest, and switch some reductions off.
    if random.chance(70) {
        program.items.retain(|item| !matches!(item, Item::Never(_) | Item::Ltl(_)));
    }
    walk(&mut program, &mut WithoutPromises);
    for _ in 0..[1, 1, 1, 1, 2, 3][random.below(6)] {
        change(&mut program, random);
    }
    program
}

/// A global variable that is declared `local` is promised to be used by one process only. SPIN believes it, and so does
/// `-O1`; a mutant may break the promise.
struct WithoutPromises;

impl Visitor for WithoutPromises {
    fn declaration(&mut self, decl: &mut Decl) {
        decl.visibility = decl.visibility.filter(|visibility| *visibility != Visibility::Local);
    }
}

/// Calls of inlines become what they stand for, so that it can be changed in one place only.
struct ExpandInlines;

impl Visitor for ExpandInlines {
    fn statement(&mut self, statement: &mut Stmt) {
        while let StmtKind::Inline { target: None, body: Some(body), .. } = &mut statement.kind {
            let body = body.clone();
            *statement = *body;
        }
    }
}

fn change(program: &mut Program, random: &mut Random) {
    let names = &Names::of(program);
    let seen = &Cell::new(0);
    // A kind that has no place in this program is drawn again, not for ever.
    for _ in 0..4 {
        let changed = match random.weighted(&[50, 12, 20, 8, 8, 4]) {
            0 => {
                let edit = random.pick(&Edit::ALL).copied().unwrap_or(Edit::Delete);
                at_some_place(program, random, seen, |turn, random| SequenceEdit {
                    edit,
                    turn,
                    random,
                    names,
                })
            }
            1 => at_some_place(program, random, seen, |turn, random| StatementEdit { turn, random, names }),
            2 => at_some_place(program, random, seen, |turn, random| ExpressionEdit { turn, random, names }),
            3 => at_some_place(program, random, seen, |turn, random| IndexEdit { turn, random, names }),
            4 => at_some_place(program, random, seen, |turn, random| DeclarationEdit { turn, random }),
            _ => change_active(program, random),
        };
        if changed {
            return;
        }
    }
}

/// Counts the places of a visitor, chooses one and walks again. False where there is none.
pub(super) fn at_some_place<'a, V: Visitor>(
    program: &mut Program,
    random: &mut Random,
    seen: &'a Cell<usize>,
    make: impl Fn(Turn<'a>, Random) -> V,
) -> bool {
    let own = Random::new(random.bits());
    walk(&mut program.clone(), &mut make(Turn { wanted: usize::MAX, seen }, own.clone()));
    let wanted = random.below(seen.get());
    seen.set(0);
    walk(program, &mut make(Turn { wanted, seen }, own));
    seen.get() > 0
}
