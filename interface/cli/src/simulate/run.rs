//! One run through a model: the steps taken so far, what is possible now, and a run to be followed if there is one.

use quotient::{Step, Walk};
use report::ChannelNames;

/// A run.
pub struct Run<'m> {
    walk: Box<dyn Walk + 'm>,
    taken: Vec<Taken>,
    possible: Vec<Step>,
    /// What is wrong with the state itself.
    wrong: Option<String>,
    /// Where it stands before its first step, if there is one way to begin and that is no step.
    origin: Option<Vec<u8>>,
    /// A run to be followed.
    guide: Vec<Step>,
    /// How many steps had been taken when it began.
    guide_at: usize,
    /// Lines of the longest file of the model.
    lines: u32,
}

/// A step that was taken.
pub struct Taken {
    /// The step.
    pub step: Step,
    /// Nobody chose it: it was the only one.
    pub is_automatic: bool,
    /// It is the step of the guide, and so were all before.
    pub is_guided: bool,
}

impl<'m> Run<'m> {
    /// A run that has not begun, through a model whose longest file has so many lines; an error says why it cannot
    /// begin.
    pub fn new(mut walk: Box<dyn Walk + 'm>, lines: u32) -> Result<Run<'m>, String> {
        let possible = walk.start()?;
        let mut run = Run {
            walk,
            taken: Vec::new(),
            possible,
            wrong: None,
            origin: None,
            guide: Vec::new(),
            guide_at: 0,
            lines,
        };
        // The only way to begin is no step of its own.
        if let [Step { state: Some(only), fault: None, moves, .. }] = run.possible.as_slice()
            && moves.is_empty()
        {
            run.origin = Some(only.clone());
            run.arrive();
        }
        Ok(run)
    }

    /// Lets the run be led along some steps from where it stands.
    pub fn follow(&mut self, guide: Vec<Step>) {
        self.guide = guide;
        self.guide_at = self.taken.len();
        self.taken.iter_mut().for_each(|taken| taken.is_guided = false);
    }

    /// How many steps the guide has, and how many of them are behind.
    pub fn guide(&self) -> Option<(usize, usize)> {
        (!self.guide.is_empty()).then(|| (self.guide.len(), self.taken.len().saturating_sub(self.guide_at)))
    }

    /// Lines of the longest file of the model.
    pub fn lines(&self) -> u32 {
        self.lines
    }

    /// The walk.
    pub fn walk(&mut self) -> &mut dyn Walk {
        self.walk.as_mut()
    }

    /// Where it stands, if it has begun.
    pub fn state(&self) -> Option<&[u8]> {
        match self.taken.last() {
            Some(taken) => taken.step.state.as_deref(),
            None => self.origin.as_deref(),
        }
    }

    /// The state whose values are shown: where it stands, or where the last step has failed.
    pub fn shown(&self) -> Option<&[u8]> {
        let fails_in = self.taken.last().and_then(|taken| taken.step.fails_in.as_deref());
        self.state().or(fails_in)
    }

    /// The state before the last step.
    fn state_before(&self) -> Option<&[u8]> {
        match self.taken.len() {
            0 => None,
            1 => self.origin.as_deref(),
            n => self.taken[n - 2].step.state.as_deref(),
        }
    }

    /// The steps so far.
    pub fn taken(&self) -> &[Taken] {
        &self.taken
    }

    /// What can happen now.
    pub fn possible(&self) -> &[Step] {
        &self.possible
    }

    /// What is wrong here: with the last step or with the state.
    pub fn wrong(&self) -> Option<&str> {
        let fault = self.taken.last().and_then(|taken| taken.step.fault.as_deref());
        fault.or(self.wrong.as_deref())
    }

    /// The number of the step, among those that are possible, that the guide takes next.
    pub fn guided(&self) -> Option<usize> {
        let at = self.taken.len().checked_sub(self.guide_at)?;
        if at > 0 && !self.taken.last().is_some_and(|taken| taken.is_guided) {
            return None;
        }
        let next = self.guide.get(at)?;
        let same =
            |step: &Step| step.text == next.text && step.state == next.state && step.fault == next.fault;
        self.possible.iter().position(same)
    }

    /// Takes a step that is possible.
    pub fn take(&mut self, number: usize, is_automatic: bool) {
        let Some(step) = self.possible.get(number).cloned() else { return };
        let is_guided = self.guided() == Some(number);
        self.taken.push(Taken { step, is_automatic, is_guided });
        self.arrive();
    }

    /// Takes the last step back, and those before it that nobody chose; how many.
    pub fn undo(&mut self) -> usize {
        let before = self.taken.len();
        while let Some(taken) = self.taken.pop() {
            if !taken.is_automatic {
                break;
            }
        }
        self.arrive();
        before - self.taken.len()
    }

    fn arrive(&mut self) {
        // A run ends at its first fault.
        let ended = self.taken.last().is_some_and(|taken| taken.step.fault.is_some());
        (self.possible, self.wrong) = match self.state().map(<[u8]>::to_vec) {
            Some(state) if !ended => (self.walk.steps(&state), self.walk.wrong(&state)),
            None if self.taken.is_empty() => (self.walk.start().unwrap_or_default(), None),
            _ => (Vec::new(), None),
        };
    }

    /// The values where it stands or has failed; none before it has begun.
    pub fn values(&mut self) -> Vec<(String, String)> {
        let state = self.shown().map(<[u8]>::to_vec);
        state.map(|state| self.walk.values(&state)).unwrap_or_default()
    }

    /// What the channels are called that there are.
    pub fn channel_names(&mut self) -> ChannelNames {
        ChannelNames::of_state(&self.values())
    }

    /// Whether a condition has become true with the last step. Where it cannot be evaluated it is not.
    pub fn became_true(&mut self, condition: &str) -> bool {
        let (before, now) = (self.state_before().map(<[u8]>::to_vec), self.shown().map(<[u8]>::to_vec));
        let holds = |walk: &mut dyn Walk, state: Option<Vec<u8>>| {
            let value = state.and_then(|state| walk.evaluate(&state, condition).ok());
            value.and_then(|value| value.truth) == Some(true)
        };
        holds(self.walk.as_mut(), now) && !holds(self.walk.as_mut(), before)
    }
}
