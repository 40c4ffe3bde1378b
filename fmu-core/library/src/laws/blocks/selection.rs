//! Signals selected, replicated, joined and split.

use mechanism::scalar::Scalar;
use mechanism::{Connections, Law, SignalIn, SignalOut, Signals, TimeView, after};
use serde::{Deserialize, Serialize};

/// Each element of the output is one of the inputs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Selection {
    pub inputs: Vec<SignalIn>,
    pub y: SignalOut,
}

impl Law for Selection {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().reads(self.inputs.iter().copied()).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, _view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        for (k, input) in self.inputs.iter().enumerate() {
            let value = signals.element(*input, 0);
            signals.set_element(self.y, k, value);
        }
    }
}
