//! Machine code, made while symmetry is looked for.
//!
//! Code generation needs nothing but the layout of states. That is known for certain once detection has said which
//! cells hold references; but programs without symmetry keep the layout they have to begin with, so code for that
//! one is begun at once and dropped if it turns out to be another. Detecting symmetries, trying them out, taking up the group
//! and choosing a technique take about as long as generating code does, and neither needs the other: side by side, on
//! two processors, a check with symmetry takes hardly longer on small models than one without.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle, available_parallelism};

use next_state::NextState;
use program::Layout;

/// The code generator recurses over expressions, as the parser does.
const STACK: usize = 16 << 20;

/// Code that is being made.
pub struct Making {
    layout: Arc<Layout>,
    /// Cleared when nobody waits for it.
    wanted: Arc<AtomicBool>,
    thread: Option<JoinHandle<Option<NextState>>>,
}

impl Making {
    /// Begins to compile the program of a layout; `None` if there is no thread to be had.
    pub(crate) fn start(layout: &Arc<Layout>) -> Option<Making> {
        let wanted = Arc::new(AtomicBool::new(true));
        let (own, still) = (layout.clone(), wanted.clone());
        let make = move || NextState::new_while(own, || still.load(Ordering::Relaxed)).ok();
        let thread = Builder::new().name("code".into()).stack_size(STACK).spawn(make).ok()?;
        Some(Making { layout: layout.clone(), wanted, thread: Some(thread) })
    }

    /// Whether it is code for this layout.
    pub(crate) fn is_for(&self, layout: &Arc<Layout>) -> bool {
        Arc::ptr_eq(&self.layout, layout)
    }

    /// The code, once it is ready. `Err` if it is not for this layout, `Ok(None)` on a host without a code generator.
    pub(crate) fn finish(mut self, layout: &Arc<Layout>) -> Result<Option<NextState>, ()> {
        match self.thread.take() {
            Some(thread) if self.is_for(layout) => thread.join().map_err(|_| ()),
            _ => Err(()),
        }
    }
}

impl Drop for Making {
    fn drop(&mut self) {
        self.wanted.store(false, Ordering::Relaxed);
    }
}

/// Is there a processor for code that may turn out not to be needed?
pub(crate) fn may_guess() -> bool {
    available_parallelism().is_ok_and(|processors| processors.get() > 1)
}
