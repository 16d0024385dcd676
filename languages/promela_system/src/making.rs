//! Machine code, made while symmetries are tried out.
//!
//! Code generation needs nothing but the layout of states, which is known once detection has said which cells hold
//! references. Proving symmetries, trying them out, taking up the group and choosing a technique take about as long as
//! generating code does, and neither needs the other: side by side, on two processors, a check with symmetry takes
//! hardly longer on small models than one without. Programs that hold no references keep their layout, and if they are
//! large, code is begun before detection has come to its end. Where detection finds nothing, nothing is left to be done
//! beside it, and code is made when the search needs it.
//!
//! Rejected: always beginning before detection, with the layout that programs without symmetry keep. A thread, with memory
//! of its own for the allocator, takes longer to start than detection takes on a small program without symmetry, and with
//! symmetry the code begun was mostly of no use.

use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use next_state::NextState;
use program::Layout;

/// The code generator recurses over expressions, as the parser does.
const STACK: usize = 16 << 20;

/// Code that is being made.
pub struct Making {
    layout: Arc<Layout>,
    thread: JoinHandle<Option<NextState>>,
}

impl Making {
    /// Begins to compile the program of a layout; `None` if there is no thread to be had.
    pub(crate) fn start(layout: &Arc<Layout>) -> Option<Making> {
        let own = layout.clone();
        let make = move || NextState::new(own).ok();
        let thread = Builder::new().name("code".into()).stack_size(STACK).spawn(make).ok()?;
        Some(Making { layout: layout.clone(), thread })
    }

    /// The code, once it is ready. `Err` if it is not for this layout, `Ok(None)` on a host without a code generator.
    pub(crate) fn finish(self, layout: &Arc<Layout>) -> Result<Option<NextState>, ()> {
        match self.is_for(layout) {
            true => self.thread.join().map_err(|_| ()),
            false => Err(()),
        }
    }

    /// Is it for this very layout?
    pub(crate) fn is_for(&self, layout: &Arc<Layout>) -> bool {
        Arc::ptr_eq(&self.layout, layout)
    }
}
