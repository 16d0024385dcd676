//! Machine code, made while symmetry is looked for.
//!
//! Code generation needs nothing but the layout of states. That is known for certain once detection has said which
//! cells hold references; but programs without symmetry keep the layout they have to begin with, so code for that one is
//! begun as a guess. What is small is compiled at once; with what takes long a guess waits until it is confirmed, so that
//! little is lost if it was wrong. Trying symmetries out, taking up the group and choosing a technique take about as
//! long as generating code does, and neither needs the other: side by side, on two processors, a check with symmetry takes
//! hardly longer on small models than one without.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

use next_state::NextState;
use program::Layout;

/// The code generator recurses over expressions, as the parser does.
const STACK: usize = 16 << 20;

/// Functions of more instructions than this wait until it is certain that they are needed.
const LARGE: usize = 250;

/// What is known of code in the making.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    Guessed,
    Certain,
    None,
}

/// What is known, shared with the thread that makes the code.
#[derive(Debug)]
struct Shared {
    need: Mutex<Need>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Need> {
        self.need.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, need: Need) {
        *self.lock() = need;
        self.changed.notify_all();
    }

    /// Is a function of so many instructions needed? Waits for the answer if it is large.
    fn wants(&self, instructions: usize) -> bool {
        let need = self.lock();
        if instructions <= LARGE {
            return *need != Need::None;
        }
        let open = |need: &mut Need| *need == Need::Guessed;
        let need = self.changed.wait_while(need, open).unwrap_or_else(PoisonError::into_inner);
        *need != Need::None
    }
}

/// Code that is being made.
pub struct Making {
    layout: Arc<Layout>,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<Option<NextState>>>,
}

impl Making {
    /// Begins to compile the program of a layout; `None` if there is no thread to be had.
    pub(crate) fn start(layout: &Arc<Layout>, certain: bool) -> Option<Making> {
        let need = if certain { Need::Certain } else { Need::Guessed };
        let shared = Arc::new(Shared { need: Mutex::new(need), changed: Condvar::new() });
        let (own, asked) = (layout.clone(), shared.clone());
        let make = move || NextState::new_while(own, |instructions| asked.wants(instructions)).ok();
        let thread = Builder::new().name("code".into()).stack_size(STACK).spawn(make).ok()?;
        Some(Making { layout: layout.clone(), shared, thread: Some(thread) })
    }

    /// Says that it is needed, if it is for this layout; otherwise returns false.
    pub(crate) fn confirm(&self, layout: &Arc<Layout>) -> bool {
        let same = Arc::ptr_eq(&self.layout, layout);
        if same {
            self.shared.set(Need::Certain);
        }
        same
    }

    /// The code, once it is ready. `Err` if it is not for this layout, `Ok(None)` on a host without a code generator.
    pub(crate) fn finish(mut self, layout: &Arc<Layout>) -> Result<Option<NextState>, ()> {
        match self.thread.take() {
            Some(thread) if self.confirm(layout) => thread.join().map_err(|_| ()),
            _ => Err(()),
        }
    }
}

impl Drop for Making {
    fn drop(&mut self) {
        self.shared.set(Need::None);
    }
}
