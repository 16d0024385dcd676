//! What a renaming must leave alone, whatever else it does: the places where the program looks at names as numbers, or where
//! the language gives them an order.

use program::{LocalId, Owner, ProctypeId, Program, Scalar, VarKey};

use super::Proof;
use super::reader::is_storable;
use super::renaming::{Renaming, Sort};

/// Something the program demands of every symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Obligation {
    /// The values of a sort are used as numbers, or as those of another sort.
    Unmoved(Sort),
    /// This value of a sort is told from the others.
    Keeps(Sort, i32),
    /// Values of a sort are asked whether they are below this one.
    Below(Sort, i32),
    /// Values of a sort are stored in cells of this type.
    Fits(Sort, Scalar),
    /// The process has a place in an order.
    Process(u8),
    /// Another process of its type may be created in its place, whose locations and variables are known by their numbers.
    Replaced(u8),
    /// The processes of this type are told from those of others.
    Type(ProctypeId),
    /// All channels are looked at.
    Channels,
    /// Locations are known by their numbers.
    Locations,
    /// The elements of an array are reached through indices.
    Indexed(VarKey),
    /// A variable is reached through its process.
    Owned(VarKey),
}

impl Obligation {
    /// Does a renaming meet it?
    pub(super) fn is_met(self, proof: &Proof<'_>, by: &dyn Renaming) -> bool {
        match self {
            Obligation::Unmoved(sort) => by.moved(sort).is_empty(),
            Obligation::Keeps(sort, value) => by.value(sort, value) == value,
            Obligation::Below(sort, bound) => {
                by.moved(sort).into_iter().all(|v| (v < bound) == (by.value(sort, v) < bound))
            }
            Obligation::Fits(sort, scalar) => {
                // Values that never occur need not fit: an array may have more elements than a byte can count. What occurs
                // is not known where processes run before all of them exist.
                let any = proof.instance.creator.is_some();
                let occurs =
                    |v: &i32| any || proof.values.get(&sort).is_some_and(|values| values.contains(v));
                let mut images = by.moved(sort).into_iter().filter(occurs).map(|v| by.value(sort, v));
                images.all(|v| is_storable(scalar, v))
            }
            Obligation::Process(pid) => by.process(pid) == pid,
            Obligation::Type(proctype) => {
                let all = &proof.instance.processes;
                let is_of_it = |pid: u8| all.get(usize::from(pid)).is_some_and(|c| c.proctype == proctype);
                (0..all.len() as u8).all(|pid| is_of_it(pid) == is_of_it(by.process(pid)))
            }
            Obligation::Replaced(pid) => {
                let code = &proof.instance.processes[usize::from(pid)];
                let later = Owner::Later(code.proctype);
                let goes_along = |var: VarKey, index: u32| {
                    let (image, at) = by.element(VarKey { owner: later, ..var }, index);
                    by.element(var, index) == (VarKey { owner: var.owner, ..image }, at)
                };
                let mut locals = (proof.program.proctype(code.proctype).locals.iter().zip(0..))
                    .map(|(local, id)| (VarKey::local(code.owner, code.proctype, LocalId(id)), local));
                code.locations.iter().all(|&(l, _)| by.location(pid, l) == l)
                    && locals.all(|(var, local)| (0..local.cells() as u32).all(|i| goes_along(var, i)))
            }
            Obligation::Channels => {
                (0..proof.instance.configuration.channels.len() as u32).all(|c| by.channel(c) == c)
            }
            Obligation::Locations => by.keeps_locations(),
            Obligation::Indexed(var) => follows_indices(proof, by, var),
            Obligation::Owned(var) => {
                let owner = match var.owner {
                    Owner::Process(pid) => Owner::Process(by.process(pid)),
                    other => other,
                };
                by.element(var, 0).0 == VarKey { owner, ..var }
            }
        }
    }
}

/// Does every element of an array go where its indices go, and all to one array?
fn follows_indices(proof: &Proof<'_>, by: &dyn Renaming, var: VarKey) -> bool {
    let declared = declaration(proof.program, var);
    let image = by.element(var, 0).0;
    // Tables of where each index goes; an index within bounds must stay within them.
    let tables: Option<Vec<Vec<u32>>> = (declared.dims.iter().enumerate())
        .map(|(d, &bound)| {
            let sort = proof.sorts.index(var, d);
            let within = |i: u32| u32::try_from(by.value(sort, i as i32)).ok().filter(|&to| to < bound);
            (0..bound).map(within).collect()
        })
        .collect();
    let Some(tables) = tables else { return false };
    if declared.hidden {
        return true;
    }
    (0..declared.cells() as u32).all(|flat| {
        let (mut rest, mut to, mut scale) = (flat, 0, 1);
        for (table, &bound) in tables.iter().zip(&declared.dims).rev() {
            to += table[(rest % bound) as usize] * scale;
            (rest, scale) = (rest / bound, scale * bound);
        }
        by.element(var, flat) == (image, to)
    })
}

/// The declaration of a variable.
pub(super) fn declaration(program: &Program, var: VarKey) -> &program::Variable {
    match var.proctype {
        Some(p) => &program.proctype(p).locals[var.index as usize],
        None => &program.globals[var.index as usize],
    }
}
