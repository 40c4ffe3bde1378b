//! The law of a torque or force that a signal gives, acting between a flange and its support.

use crate::library::Element;
use crate::mechanism::{FlangeId, Law, SignalIn, Stage, View};
use crate::scalar::Scalar;

/// A signal drives `flange`; `support` takes the reaction, or the ground when there is none.
#[derive(Clone, Debug)]
pub struct FlangeDrive {
    flange: FlangeId,
    support: Option<FlangeId>,
    input: SignalIn,
}

impl FlangeDrive {
    /// Registers the law of `e` for the signal input called `input`.
    pub(in crate::library) fn build(e: &mut Element<'_>, input: &str) {
        let Some(flange) = e.flange("flange") else { return };
        let law = Self { flange, support: e.flange("support"), input: e.input(input) };
        e.add_law(law);
    }
}

impl Law for FlangeDrive {
    fn stage(&self) -> Stage {
        Stage::Time
    }

    fn inputs(&self) -> Vec<SignalIn> {
        vec![self.input]
    }

    fn acts(&self) -> bool {
        true
    }

    fn evaluate<T: Scalar>(&self, view: &mut View<'_, T>) {
        let drive = view.input(self.input, 0);
        view.flange_flows[self.flange] = -drive;
        if let Some(support) = self.support {
            view.flange_flows[support] = drive;
        }
    }
}
