//! The reference interpreter as what a certificate is checked against.

use program::Interpreter;

use super::{Behaviour, Reference};

impl Reference for &Interpreter {
    fn initial(&mut self) -> Result<Vec<Vec<u8>>, String> {
        let initial = Interpreter::initial(self);
        initial
            .map(|state| vec![state])
            .map_err(|kind| format!("the initial state cannot be built: {kind:?}"))
    }

    fn expand(&mut self, state: &[u8]) -> Behaviour {
        let expansion = Interpreter::expand(self, state);
        let wrong = match (expansion.invalid_end, expansion.claim) {
            (_, Some(claim)) => Some(format!("{claim:?}")),
            (true, None) => Some("invalid end".into()),
            (false, None) => None,
        };
        let steps = expansion.steps.into_iter();
        let steps = steps.map(|step| (step.state, step.fault.map(|fault| format!("{:?}", fault.kind))));
        Behaviour { steps: steps.collect(), wrong }
    }
}
