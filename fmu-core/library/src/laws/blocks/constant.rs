//! Constant signals.

use mechanism::scalar::Scalar;
use mechanism::{Connections, Law, Real, ScalarOut, Signals, TimeView, after};
use serde::{Deserialize, Serialize};

/// `y = k`
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ConstantLaw {
    pub k: Real,
    pub y: ScalarOut,
}

impl Law for ConstantLaw {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        signals.set(self.y, view.parameters()[self.k]);
    }
}
