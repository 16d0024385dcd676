//! Does a symmetry carry along what the compared code rests on?
//!
//! Symmetry is looked for in a program whose atomic sequences are single steps and in which what never happens is left
//! out ([`program::gather`], [`program::gather_specialised`]). It does what the program does from states in which some
//! facts hold: a variable holds one of some values, wherever the processes stand or when its process stands at a
//! location. The search comes to images of reachable states, so the image of a fact must be a fact.

use std::collections::{BTreeSet, HashMap};

use program::{Code, Fact, Interpreter, LocalId, LocationId, Owner, ProctypeId, VarKey};

use crate::detect::generator::Generator;
use crate::detect::{CellName, Detection};

/// Is the image of everything that the compared code rests on something that it rests on?
pub(super) fn carries_what_is_known(
    interpreter: &Interpreter,
    detection: &Detection,
    generator: &Generator,
) -> bool {
    let Some(gathered) = &detection.gathered else { return true };
    let facts = gathered.facts().iter();
    let facts: HashMap<Fact, BTreeSet<i32>> =
        facts.map(|(fact, values)| (*fact, values.iter().copied().collect())).collect();
    let carried = Carried { interpreter, detection, generator, facts };
    let all = || detection.instance.processes.iter().chain(&detection.instance.later);
    carried.facts.iter().all(|(fact, values)| match *fact {
        Fact::Anywhere(key) => carried.anywhere(key, values),
        Fact::At(proctype, location, local) => (all().filter(|code| code.proctype == proctype))
            .filter(|code| code.locations.iter().any(|&(l, _)| l == location))
            .all(|code| {
                let said = |p, l, local| carried.facts.get(&Fact::At(p, l, local)).cloned();
                carried.at(code, location, local, values, &said)
            }),
        Fact::Reached(..) => true,
    }) && all().all(|code| {
        code.locations.iter().all(|&(location, _)| {
            let said = |p, l, local| {
                let mut known = gathered.known(p, l).filter(|&(other, _)| other == local);
                known.next().map(|(_, value)| BTreeSet::from([value]))
            };
            let mut known = gathered.known(code.proctype, location);
            known.all(|(local, value)| carried.at(code, location, local, &BTreeSet::from([value]), &said))
        })
    })
}

struct Carried<'a> {
    interpreter: &'a Interpreter,
    detection: &'a Detection,
    generator: &'a Generator,
    facts: HashMap<Fact, BTreeSet<i32>>,
}

impl Carried<'_> {
    /// A fact about a variable wherever the processes stand.
    fn anywhere(&self, key: VarKey, values: &BTreeSet<i32>) -> bool {
        let Some(proctype) = key.proctype else { return self.elements(key, values) };
        let processes = self.detection.instance.processes.iter().zip(0u8..);
        let mut here = processes.filter(|(code, _)| code.proctype == proctype);
        here.all(|(_, pid)| self.elements(VarKey { owner: Owner::Process(pid), ..key }, values))
            && (!self.may_come_later(proctype) || self.renamed(key, values) == *values)
    }

    /// Every element of a variable goes to one of which the same is said of renamed values.
    fn elements(&self, key: VarKey, values: &BTreeSet<i32>) -> bool {
        let renamed = self.renamed(key, values);
        let program = self.interpreter.program();
        let declared = match key.proctype {
            Some(p) => &program.proctype(p).locals[key.index as usize],
            None => &program.globals[key.index as usize],
        };
        (0..declared.cells() as u32).all(|i| match self.generator.cell(CellName::Variable(key, i)) {
            CellName::Variable(to, _) => self.facts.get(&Fact::Anywhere(to.declared())) == Some(&renamed),
            _ => false,
        })
    }

    /// A fact about a local variable of a process that stands at a location; `said` are all facts of its kind.
    fn at(
        &self,
        code: &Code,
        location: LocationId,
        local: LocalId,
        values: &BTreeSet<i32>,
        said: &dyn Fn(ProctypeId, LocationId, LocalId) -> Option<BTreeSet<i32>>,
    ) -> bool {
        let key = VarKey::local(code.owner, code.proctype, local);
        let renamed = self.renamed(key, values);
        let Owner::Process(pid) = code.owner else {
            // Those that come later keep their locations and variables, and what they hold is renamed.
            return renamed == *values;
        };
        let to = self.generator.process(pid);
        let there = self.generator.location(pid, location);
        if !self.detection.is_live(CellName::Variable(key, 0)) {
            // No code mentions it, so it stays in its process and never changes; but another process may have stood
            // here.
            return (to, there) == (pid, location) || self.always(key, values);
        }
        let image = &self.detection.instance.processes[usize::from(to)];
        match self.generator.cell(CellName::Variable(key, 0)) {
            CellName::Variable(moved, 0) if moved.owner == Owner::Process(to) => {
                said(image.proctype, there, LocalId(moved.index)) == Some(renamed)
            }
            _ => false,
        }
    }

    /// Does a variable that nothing assigns hold one of some values at every start?
    fn always(&self, key: VarKey, values: &BTreeSet<i32>) -> bool {
        let mut starts = self.detection.instance.starts.iter();
        starts.all(|s| self.interpreter.variable(s, key, &[]).is_some_and(|held| values.contains(&held)))
    }

    fn renamed(&self, key: VarKey, values: &BTreeSet<i32>) -> BTreeSet<i32> {
        let class = self.detection.variable_class(key);
        values.iter().map(|&value| self.generator.value(class, value)).collect()
    }

    fn may_come_later(&self, proctype: ProctypeId) -> bool {
        self.detection.instance.later.iter().any(|code| code.proctype == proctype)
    }
}
