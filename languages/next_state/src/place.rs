//! Variables: where a place stands, reading it, writing it.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value, types};
use program::{CellSlot, Expr, FaultKind, Part, Place, ProctypeId, Scalar, VarRef};

use crate::context::{Context, ProcessBase};
use crate::emitter::{CELL, CONTEXT, Emitter, View};

/// Which pointer an address counts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    Global,
    Process,
}

/// A cell, independent of the state it is read from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address {
    pub base: Base,
    pub slot: CellSlot,
    /// Bytes to add, 64 bits wide.
    pub index: Option<Value>,
}

impl Emitter<'_> {
    pub fn load_place(&mut self, view: View, place: &Place) -> Value {
        if let VarRef::Remote { proctype, pid, local } = &place.var {
            let local = local.index();
            let slot = self.unit.layout.processes[proctype.index()].locals[local];
            let dims = self.unit.program().proctype(*proctype).locals[local].dims.clone();
            return self.remote(view, *proctype, pid.as_deref(), |e, there| {
                let index = e.flat_index(view, &place.index, &dims, slot.map_or(1, CellSlot::size));
                match slot {
                    Some(slot) => e.load(there, Address { base: Base::Process, slot, index }),
                    None => e.constant(0),
                }
            });
        }
        match self.locate(view, place) {
            Some(address) => self.load(view, address),
            None => self.constant(0),
        }
    }

    /// Where a place stands; `None` when it is not in the state. Indices are checked either way.
    pub fn locate(&mut self, view: View, place: &Place) -> Option<Address> {
        let (base, slot, dims) = match &place.var {
            VarRef::Global(id) => {
                (Base::Global, self.unit.layout.globals[id.index()], &self.unit.program().global(*id).dims)
            }
            VarRef::Local(id) => {
                let frame = &self.unit.layout.processes[self.proctype.index()];
                let dims = &self.unit.program().proctype(self.proctype).local(*id).dims;
                (Base::Process, frame.locals[id.index()], dims)
            }
            VarRef::Remote { .. } | VarRef::Scratch => return None,
        };
        let index = self.flat_index(view, &place.index, dims, slot.map_or(1, CellSlot::size));
        slot.map(|slot| Address { base, slot, index })
    }

    /// Bytes from the first cell to the element, of which each has `size`; `None` for the first cell itself.
    fn flat_index(&mut self, view: View, index: &[Expr], dims: &[u32], size: usize) -> Option<Value> {
        let mut flat: Option<Value> = None;
        let mut known = 0i64;
        for (expr, &bound) in index.iter().zip(dims) {
            known *= i64::from(bound);
            flat = flat.map(|f| self.b.ins().imul_imm_s(f, i64::from(bound)));
            if let Expr::Const(value) = expr
                && (0..i64::from(bound)).contains(&i64::from(*value))
            {
                known += i64::from(*value);
                continue;
            }
            let value = self.eval(view, expr);
            let outside = self.b.ins().icmp_imm_s(IntCC::UnsignedGreaterThanOrEqual, value, i64::from(bound));
            self.fault_if(outside, FaultKind::ArrayIndex);
            let wide = self.b.ins().uextend(types::I64, value);
            flat = Some(flat.map_or(wide, |f| self.b.ins().iadd(f, wide)));
        }
        let size = size as i64;
        let scaled = flat.map(|f| if size == 1 { f } else { self.b.ins().imul_imm_s(f, size) });
        match (scaled, known * size) {
            (None, 0) => None,
            (None, bytes) => Some(self.b.ins().iconst(types::I64, bytes)),
            (Some(f), 0) => Some(f),
            (Some(f), bytes) => Some(self.b.ins().iadd_imm_s(f, bytes)),
        }
    }

    /// The pointer to a cell.
    fn pointer(&mut self, view: View, address: Address) -> Value {
        let base = match (address.base, address.slot.part) {
            (Base::Global, Part::Control) => view.state,
            (Base::Global, Part::Reference) => {
                let offset = offset_of!(Context, reference_start) as i32;
                let start = self.b.ins().uload32(CONTEXT, self.ctx, offset);
                self.b.ins().iadd(view.state, start)
            }
            (Base::Process, Part::Control) => view.control,
            (Base::Process, Part::Reference) => view.reference,
        };
        match address.index {
            Some(index) => self.b.ins().iadd(base, index),
            None => base,
        }
    }

    pub fn load(&mut self, view: View, address: Address) -> Value {
        let pointer = self.pointer(view, address);
        self.load_at(pointer, address.slot)
    }

    pub fn store(&mut self, view: View, address: Address, value: Value) {
        let pointer = self.pointer(view, address);
        self.store_at(pointer, address.slot, value);
    }

    /// A cell of the process the view is of.
    pub fn load_cell(&mut self, view: View, slot: CellSlot) -> Value {
        self.load(view, Address { base: Base::Process, slot, index: None })
    }

    pub fn store_cell(&mut self, view: View, slot: CellSlot, value: Value) {
        self.store(view, Address { base: Base::Process, slot, index: None }, value);
    }

    /// Zero bytes in a cell: no value.
    pub fn clear(&mut self, view: View, address: Address) {
        let pointer = self.pointer(view, address);
        let zero = self.constant(0);
        let scalar = if address.slot.biased { Scalar::Byte } else { address.slot.scalar };
        let unbiased = CellSlot { biased: false, scalar, ..address.slot };
        self.store_at(pointer, unbiased, zero);
    }

    /// Reads a cell; the pointer is what its offset counts from.
    pub fn load_at(&mut self, pointer: Value, slot: CellSlot) -> Value {
        let (offset, scalar) = (slot.offset as i32, slot.scalar);
        if slot.biased {
            let stored = self.b.ins().uload8(types::I32, CELL, pointer, offset);
            let value = self.b.ins().iadd_imm_s(stored, -1);
            return self.truncated(scalar, value);
        }
        match scalar.size() {
            1 => self.b.ins().uload8(types::I32, CELL, pointer, offset),
            2 if scalar == Scalar::Short => self.b.ins().sload16(types::I32, CELL, pointer, offset),
            2 => self.b.ins().uload16(types::I32, CELL, pointer, offset),
            _ => self.b.ins().load(types::I32, CELL, pointer, offset),
        }
    }

    /// Writes a cell; the pointer is what its offset counts from.
    pub fn store_at(&mut self, pointer: Value, slot: CellSlot, value: Value) {
        let (offset, scalar) = (slot.offset as i32, slot.scalar);
        let mut kept = self.truncate(scalar, value);
        if slot.biased {
            kept = self.b.ins().iadd_imm_s(kept, 1);
        }
        match slot.size() {
            1 => self.b.ins().istore8(CELL, kept, pointer, offset),
            2 => self.b.ins().istore16(CELL, kept, pointer, offset),
            _ => self.b.ins().store(CELL, kept, pointer, offset),
        };
    }

    /// What must be done to a value beyond cutting it to whole bytes.
    fn truncate(&mut self, scalar: Scalar, value: Value) -> Value {
        match scalar {
            Scalar::Bit => self.b.ins().band_imm_s(value, 1),
            Scalar::Unsigned(bits) if !matches!(bits, 8 | 16 | 32..) => {
                self.b.ins().band_imm_s(value, (1i64 << bits) - 1)
            }
            _ => value,
        }
    }

    /// The value a cell of this type would hold, in a register.
    pub fn truncated(&mut self, scalar: Scalar, value: Value) -> Value {
        match scalar {
            Scalar::Byte | Scalar::Pid | Scalar::Mtype | Scalar::Chan => self.b.ins().band_imm_s(value, 0xff),
            Scalar::Unsigned(8) => self.b.ins().band_imm_s(value, 0xff),
            Scalar::Unsigned(16) => self.b.ins().band_imm_s(value, 0xffff),
            Scalar::Short => {
                let narrow = self.b.ins().ireduce(types::I16, value);
                self.b.ins().sextend(types::I32, narrow)
            }
            _ => self.truncate(scalar, value),
        }
    }

    /// Something read from another process; 0 if there is no such process or it is of another type.
    pub fn remote(
        &mut self,
        view: View,
        proctype: ProctypeId,
        pid: Option<&Expr>,
        read: impl FnOnce(&mut Self, View) -> Value,
    ) -> Value {
        let pid = self.remote_pid(view, proctype, pid);
        let (alive, right, join) = (self.new_block(), self.new_block(), self.new_block());
        let result = self.b.append_block_param(join, types::I32);
        let zero = BlockArg::Value(self.constant(0));
        let count = self.context(types::I32, offset_of!(Context, process_count));
        let exists = self.b.ins().icmp(IntCC::UnsignedLessThan, pid, count);
        self.b.ins().brif(exists, alive, &[], join, &[zero]);
        self.b.switch_to_block(alive);
        let entry = self.process_entry(pid);
        let kind = self.b.ins().load(types::I32, CONTEXT, entry, offset_of!(ProcessBase, proctype) as i32);
        let same = self.b.ins().icmp_imm_s(IntCC::Equal, kind, i64::from(proctype.0));
        self.b.ins().brif(same, right, &[], join, &[zero]);
        self.b.switch_to_block(right);
        let [control, reference] = [offset_of!(ProcessBase, control), offset_of!(ProcessBase, reference)]
            .map(|field| self.b.ins().uload32(CONTEXT, entry, field as i32))
            .map(|offset| self.b.ins().iadd(view.state, offset));
        let value = read(self, View { state: view.state, control, reference });
        self.b.ins().jump(join, &[BlockArg::Value(value)]);
        self.b.switch_to_block(join);
        result
    }

    /// The process a remote reference means: without a number, the first of its type, or -1.
    pub fn remote_pid(&mut self, view: View, proctype: ProctypeId, pid: Option<&Expr>) -> Value {
        match pid {
            Some(expr) => self.eval(view, expr),
            None => {
                let table = self.context(types::I64, offset_of!(Context, first_of_type));
                self.b.ins().load(types::I32, CONTEXT, table, 4 * proctype.0 as i32)
            }
        }
    }

    fn process_entry(&mut self, pid: Value) -> Value {
        let table = self.context(types::I64, offset_of!(Context, processes));
        let wide = self.b.ins().uextend(types::I64, pid);
        let scaled = self.b.ins().imul_imm_s(wide, size_of::<ProcessBase>() as i64);
        self.b.ins().iadd(table, scaled)
    }
}
