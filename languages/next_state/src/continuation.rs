//! Moves that keep control: the rest of an `atomic` sequence.
//!
//! After a move inside an `atomic` only the same process goes on, and intermediate states are not stored. Each process
//! type has a function that takes a state just written, still uncommitted, and carries on: where the location has one
//! transition it is executed in place, without a copy, and control flows straight to the code of its target; a state
//! that cannot go on, or a move that gives up control, is committed. So `atomic { guard -> x = 1; y = 2 }` costs one
//! copy in all.
//!
//! Where several transitions could follow, the state is set aside and the process's moves are made from there
//! ([`Callback::Branch`]). Where a loop of such moves begins, and where the process has control because it has just
//! received by rendezvous, the state goes to the machine's worklist ([`Callback::Chain`]), which remembers what it has
//! seen; every loop passes such a place, so all of them end.

use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, JumpTableData, Value, types};
use program::{Location, Proctype, Statement, Transition};

use crate::callback::Callback;
use crate::emitter::{Current, ElseRule, Emitter, Work, may_assert};

/// What happens at a location where the process still has control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Going {
    /// Nobody arrives here with control.
    Never,
    /// Nothing can be done: the state is stored.
    Stuck,
    /// One transition, executed in place.
    InPlace,
    /// Several transitions, or one that Rust makes.
    Branch,
    /// The beginning of a loop.
    Loop,
}

impl Emitter<'_> {
    /// Carries on from an uncommitted state. `label` is that of the step.
    pub fn carry_on(&mut self, slot: Value, label: Value) {
        self.load_bases();
        self.b.def_var(self.target, slot);
        self.step = Some(label);
        let store = self.new_block();
        let unit = self.unit;
        let proctype = unit.program().proctype(self.proctype);
        let going = plan(proctype, unit.has_rendezvous());
        let blocks: Vec<Block> = (going.iter())
            .map(|g| if matches!(g, Going::Never | Going::Stuck) { store } else { self.new_block() })
            .collect();
        let view = self.owned_view();
        let counter = self.load_cell(view, unit.layout.processes[self.proctype.index()].location);
        let calls: Vec<_> =
            blocks.iter().map(|&block| self.b.func.dfg.block_call(block, &[] as &[BlockArg])).collect();
        let default = self.b.func.dfg.block_call(store, &[] as &[BlockArg]);
        let table = self.b.create_jump_table(JumpTableData::new(default, &calls));
        self.b.ins().br_table(counter, table);
        for (i, location) in proctype.locations.iter().enumerate() {
            match going[i] {
                Going::Never | Going::Stuck => continue,
                Going::Branch => self.hand_over(Callback::Branch, blocks[i]),
                Going::Loop => self.hand_over(Callback::Chain, blocks[i]),
                Going::InPlace => {
                    self.b.switch_to_block(blocks[i]);
                    self.in_place(&location.transitions[0], &blocks, store);
                }
            }
        }
        self.b.switch_to_block(store);
        let zero = self.constant(0);
        self.b.def_var(self.asserted, zero);
        self.commit();
        self.finish();
    }

    fn finish(&mut self) {
        let zero = self.constant(0);
        self.b.ins().return_(&[zero]);
    }

    /// Gives the state to Rust.
    fn hand_over(&mut self, to: Callback, block: Block) {
        self.b.switch_to_block(block);
        let slot = self.b.use_var(self.target);
        let label = self.label();
        self.call(to, &[self.ctx, slot, self.pid, label]);
        self.finish();
    }

    /// The only transition of a location: executed on the state itself, or the state is stored as it is.
    fn in_place(&mut self, transition: &Transition, blocks: &[Block], store: Block) {
        let zero = self.constant(0);
        self.b.def_var(self.asserted, zero);
        self.current = Current { id: transition.id, site: 0 };
        self.fault = self.new_block();
        self.b.set_cold_block(self.fault);
        let kind = self.b.append_block_param(self.fault, types::I32);
        let mut work =
            Work { owned: true, else_rule: ElseRule::Always, handshake: false, no_offer: None, test: None };
        let view = self.owned_view();
        self.perform(view, &transition.statement, &mut work, store);
        self.note_executed();
        self.arrive(transition);
        if transition.atomic {
            self.tell_on_the_way(&transition.statement);
            self.b.ins().jump(blocks[transition.target.index()], &[]);
        } else if may_assert(&transition.statement) {
            self.commit();
            self.finish();
        } else {
            self.b.ins().jump(store, &[]);
        }
        self.b.switch_to_block(self.fault);
        self.report_fault(kind);
        self.finish();
    }
}

/// What to do at each location.
fn plan(proctype: &Proctype, rendezvous: bool) -> Vec<Going> {
    let mut going = vec![Going::Never; proctype.locations.len()];
    let targets = proctype.locations.iter().flat_map(|l| &l.transitions).filter(|t| t.atomic);
    for target in targets.map(|t| t.target.index()) {
        if let Some(location) = proctype.locations.get(target) {
            going[target] = kind(proctype, location, rendezvous);
        }
    }
    for head in loop_heads(proctype) {
        going[head] = Going::Loop;
    }
    going
}

fn kind(proctype: &Proctype, location: &Location, rendezvous: bool) -> Going {
    match location.transitions.as_slice() {
        [] => Going::Stuck,
        [only] if proctype.provided.is_none() && can_be_in_place(&only.statement, rendezvous) => {
            Going::InPlace
        }
        _ => Going::Branch,
    }
}

/// Made by machine code alone, and blocked or executed as a whole.
fn can_be_in_place(statement: &Statement, rendezvous: bool) -> bool {
    match statement {
        Statement::Send { .. } => !rendezvous,
        Statement::Run { .. } | Statement::Terminate => false,
        Statement::Sequence(statements) => statements.first().is_none_or(|s| can_be_in_place(s, rendezvous)),
        _ => true,
    }
}

/// Locations to which an edge of a depth-first search over moves that keep control leads back: one on every loop.
fn loop_heads(proctype: &Proctype) -> Vec<usize> {
    let targets = |location: usize| -> Vec<usize> {
        let transitions = proctype.locations[location].transitions.iter();
        let kept = transitions.filter(|t| t.atomic).map(|t| t.target.index());
        kept.filter(|&t| t < proctype.locations.len()).collect()
    };
    // 0: not visited; 1: on the path; 2: done.
    let mut mark = vec![0u8; proctype.locations.len()];
    let mut heads = Vec::new();
    for start in 0..proctype.locations.len() {
        let mut path = vec![(start, Vec::new())];
        if mark[start] == 0 {
            mark[start] = 1;
            path[0].1 = targets(start);
        }
        while let Some((location, rest)) = path.last_mut() {
            match rest.pop() {
                Some(next) if mark[next] == 0 => {
                    mark[next] = 1;
                    path.push((next, targets(next)));
                }
                Some(next) if mark[next] == 1 => heads.push(next),
                Some(_) => {}
                None => {
                    mark[*location] = 2;
                    path.pop();
                }
            }
        }
    }
    heads
}
