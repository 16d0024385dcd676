//! One function per process type and mode: a jump on the program counter, then the transitions of the location in order.

use std::mem::offset_of;

use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, JumpTableData, Value, types};
use cranelift_frontend::Variable as FlagVariable;
use program::{Initialiser, LocalId, Location, Statement, Transition, Variable};

use crate::context::Context;
use crate::emitter::{CELL, CONTEXT, Current, ElseRule, Emitter, Mode, View, Work};
use crate::handshake::accepts;
use crate::place::{Address, Base};
use crate::unit::{RunSite, Site};

impl Emitter<'_> {
    /// The moves of a process; returns whether it has any (in handshake mode: how many).
    pub fn moves(&mut self, state: Value) {
        self.load_bases();
        let view = self.view(state);
        let finish = self.new_block();
        let none = self.constant(0);
        self.b.def_var(self.found, none);
        self.check_provided(view, finish);
        self.sees_timeout = true;
        let unit = self.unit;
        let proctype = unit.program().proctype(self.proctype);
        let slot = unit.layout.processes[self.proctype.index()].location;
        let counter = self.load_cell(view, slot);
        let blocks: Vec<_> = (proctype.locations.iter())
            .map(|location| if self.is_live(location) { self.new_block() } else { finish })
            .collect();
        self.jump(counter, &blocks, finish);
        for (location, &block) in proctype.locations.iter().zip(&blocks) {
            if block != finish {
                self.b.switch_to_block(block);
                self.location_moves(view, location);
                self.b.ins().jump(finish, &[]);
            }
        }
        self.b.switch_to_block(finish);
        let found = self.b.use_var(self.found);
        self.b.ins().return_(&[found]);
    }

    fn jump(&mut self, counter: Value, blocks: &[Block], otherwise: Block) {
        let calls: Vec<_> =
            blocks.iter().map(|&block| self.b.func.dfg.block_call(block, &[] as &[BlockArg])).collect();
        let default = self.b.func.dfg.block_call(otherwise, &[] as &[BlockArg]);
        let table = self.b.create_jump_table(JumpTableData::new(default, &calls));
        self.b.ins().br_table(counter, table);
    }

    fn is_live(&self, location: &Location) -> bool {
        match self.mode {
            Mode::Handshake => location.transitions.iter().any(|t| accepts(&t.statement)),
            _ => !location.transitions.is_empty(),
        }
    }

    /// A process whose `provided` clause is false has no moves. One whose clause is faulty has that fault for its only
    /// move, told of the first transition that it would have tried; also when a rendezvous is on offer.
    fn check_provided(&mut self, view: View, finish: Block) {
        let unit = self.unit;
        let proctype = unit.program().proctype(self.proctype);
        let Some(clause) = &proctype.provided else { return };
        let (moves, faulty) = (self.new_block(), self.new_block());
        let kind = self.b.append_block_param(faulty, types::I32);
        self.fault = faulty;
        self.branch(view, clause, moves, finish);
        self.b.switch_to_block(faulty);
        self.b.set_cold_block(faulty);
        let zero = self.constant(0);
        self.b.def_var(self.asserted, zero);
        let counter = self.load_cell(view, unit.layout.processes[self.proctype.index()].location);
        let firsts: Vec<_> = proctype.locations.iter().map(|location| location.transitions.first()).collect();
        let blocks: Vec<_> =
            firsts.iter().map(|first| if first.is_some() { self.new_block() } else { finish }).collect();
        self.jump(counter, &blocks, finish);
        for (first, &block) in firsts.iter().zip(&blocks) {
            let Some(first) = first else { continue };
            self.b.switch_to_block(block);
            let site = self.site(first);
            self.current = Current { id: first.id, site };
            self.report_fault(kind);
            self.mark(self.found);
            self.b.ins().jump(finish, &[]);
        }
        self.b.switch_to_block(moves);
    }

    /// Tries the transitions in order. Once one of an `unless` group has been executable, the next group is not tried.
    fn location_moves(&mut self, view: View, location: &Location) {
        let end = self.new_block();
        let mut group = 0;
        let escaped = self.b.declare_var(types::I32);
        let zero = self.constant(0);
        self.b.def_var(escaped, zero);
        for transition in &location.transitions {
            if group > 0 && group != transition.escape {
                let out = self.b.use_var(escaped);
                let rest = self.new_block();
                self.b.ins().brif(out, end, &[], rest, &[]);
                self.b.switch_to_block(rest);
            }
            group = transition.escape;
            if self.mode == Mode::Free || accepts(&transition.statement) {
                self.transition(view, transition, (group > 0).then_some(escaped));
            }
        }
        self.b.ins().jump(end, &[]);
        self.b.switch_to_block(end);
    }

    fn transition(&mut self, view: View, transition: &Transition, escaped: Option<FlagVariable>) {
        let next = self.new_block();
        let zero = self.constant(0);
        self.b.def_var(self.asserted, zero);
        let site = self.site(transition);
        self.current = Current { id: transition.id, site };
        self.executed = self.new_block();
        self.fault = self.new_block();
        self.b.set_cold_block(self.fault);
        let kind = self.b.append_block_param(self.fault, types::I32);
        let mut work = Work {
            owned: false,
            else_rule: ElseRule::NoneFound,
            handshake: self.mode == Mode::Handshake,
            no_offer: None,
            test: None,
        };
        self.perform(view, &transition.statement, &mut work, next);
        self.arrive(transition);
        if transition.atomic {
            self.keep_control(&transition.statement);
        } else {
            self.commit();
        }
        self.b.ins().jump(self.executed, &[]);
        self.end_in_fault(kind, next);
        self.b.switch_to_block(self.executed);
        self.note_executed();
        self.mark(self.found);
        if let Some(escaped) = escaped {
            self.mark(escaped);
        }
        self.b.ins().jump(next, &[]);
        self.b.switch_to_block(next);
    }

    /// The process goes on alone from the state just written.
    fn keep_control(&mut self, statement: &Statement) {
        self.tell_on_the_way(statement);
        let (slot, label) = (self.b.use_var(self.target), self.label());
        self.b.ins().call(self.functions.carry_on, &[self.ctx, slot, self.pid, label]);
    }

    /// A fault counts as a move. In a handshake it does not keep later groups from being tried.
    fn end_in_fault(&mut self, kind: Value, next: Block) {
        self.b.switch_to_block(self.fault);
        self.report_fault(kind);
        if self.mode == Mode::Handshake {
            self.mark(self.found);
            self.b.ins().jump(next, &[]);
        } else {
            self.b.ins().jump(self.executed, &[]);
        }
    }

    fn mark(&mut self, flag: FlagVariable) {
        let one = self.constant(1);
        self.b.def_var(flag, one);
    }

    /// Sets the program counter and `_last`; in a handshake also the sender's program counter.
    pub fn arrive(&mut self, transition: &Transition) {
        let target = self.owned_view();
        if self.mode == Mode::Handshake && self.unit.has_uniform_locations() {
            let at = self.b.ins().uload32(CONTEXT, self.ctx, offset_of!(Context, sender_at) as i32);
            let cell = self.b.ins().iadd(target.state, at);
            let location = self.context(types::I32, offset_of!(Context, sender_location));
            match self.unit.layout.processes[self.proctype.index()].location.scalar.size() {
                1 => self.b.ins().istore8(CELL, location, cell, 0),
                _ => self.b.ins().istore16(CELL, location, cell, 0),
            };
        }
        if let Some(offset) = self.unit.layout.last {
            self.b.ins().istore8(CELL, self.pid, target.state, offset as i32);
        }
        if transition.target.0 != 0 {
            let slot = self.unit.layout.processes[self.proctype.index()].location;
            let location = self.constant(transition.target.0 as i32);
            self.store_cell(target, slot, location);
        }
    }

    /// What callbacks must know of the transition.
    fn site(&mut self, transition: &Transition) -> u32 {
        let mut alone = &transition.statement;
        while let Statement::Sequence(statements) = alone
            && let [only] = statements.as_slice()
        {
            alone = only;
        }
        let run = match alone {
            Statement::Run { proctype, args, .. } => {
                Some(RunSite { proctype: *proctype, args: args.len(), result: None })
            }
            _ => None,
        };
        self.unit.add_site(Site {
            id: transition.id,
            target: transition.target,
            atomic: transition.atomic,
            run,
        })
    }

    /// Initial values of the locals of a new process; returns the kind of a fault or 0.
    pub fn initialise(&mut self, state: Value) {
        self.load_bases();
        self.fault = self.new_block();
        let kind = self.b.append_block_param(self.fault, types::I32);
        let view = self.view(state);
        let unit = self.unit;
        let mut channels = 0;
        for (variable, i) in unit.program().proctype(self.proctype).locals.iter().zip(0..) {
            self.initialise_local(view, variable, LocalId(i), &mut channels);
        }
        let fine = self.constant(0);
        self.b.ins().return_(&[fine]);
        self.b.switch_to_block(self.fault);
        self.b.ins().return_(&[kind]);
    }

    fn initialise_local(&mut self, view: View, variable: &Variable, id: LocalId, channels: &mut i64) {
        let slot = self.unit.layout.processes[self.proctype.index()].locals[id.index()];
        for cell in 0..variable.cells() {
            let value = match &variable.init {
                Initialiser::Unset | Initialiser::Parameter => return,
                Initialiser::Zero if !slot.is_some_and(|slot| slot.biased) => return,
                Initialiser::Zero => self.constant(0),
                Initialiser::Value(expr) => self.eval(view, expr),
                Initialiser::List(exprs) => match exprs.get(cell).or(exprs.last()) {
                    Some(expr) => self.eval(view, expr),
                    None => return,
                },
                Initialiser::Channel(_) => {
                    *channels += 1;
                    let before = self.context(types::I32, offset_of!(Context, channel_base));
                    self.b.ins().iadd_imm_s(before, *channels)
                }
            };
            if let Some(mut slot) = slot {
                slot.offset += (cell * slot.size()) as u32;
                self.store(view, Address { base: Base::Process, slot, index: None }, value);
            }
        }
    }
}
