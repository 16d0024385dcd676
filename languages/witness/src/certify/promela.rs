//! The reference interpreter as what a certificate is checked against.

use program::Interpreter;

use super::{Behaviour, Reference, ReferenceStep};

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
        // What the processes do wrong is no matter of a claim: it is found when safety is checked, without the claim.
        let claimed = self.program().checked_claim.is_some();
        let fault = |step: &program::Step| step.fault.filter(|_| !claimed).map(|f| format!("{:?}", f.kind));
        let steps = expansion.steps.into_iter().map(|step| {
            let fault = fault(&step);
            ReferenceStep::new(step.state, fault)
        });
        Behaviour {
            steps: steps.filter(|step| step.state.is_some() || step.fault.is_some()).collect(),
            wrong,
        }
    }
}
