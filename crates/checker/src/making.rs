//! Machine code, made while symmetry is looked for.
//!
//! As soon as detection has said which cells hold references, the layout of states is known, and with it all that code
//! generation needs. Trying the symmetries out, taking up the group and choosing a technique take about as long as
//! generating code does, and neither needs the other, so they run side by side: on small models a check with symmetry
//! takes hardly longer than one without.

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
        match Arc::ptr_eq(&self.layout, layout) {
            true => self.thread.join().map_err(|_| ()),
            false => Err(()),
        }
    }
}
