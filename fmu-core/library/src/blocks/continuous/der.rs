//! Modelica.Blocks.Continuous.Der

use crate::blocks::interfaces::*;
use crate::class::*;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Law, ScalarIn, ScalarOut, Signals, TimeView, after};
use serde::{Deserialize, Serialize};

pub static DER: Class = Class {
    name: "Modelica.Blocks.Continuous.Der",
    description: "Derivative of input (= exact differentiation)",
    documentation: documentation!("der.md"),
    ..siso(|e| {
        if let Some(y) = e.scalar_output("y") {
            let u = e.scalar_input("u");
            e.add_law(DerLaw { u, y });
        }
    })
};

/// `y = der(u)`, exact: evaluated over numbers that carry their derivatives in time.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DerLaw {
    u: ScalarIn,
    y: ScalarOut,
}

impl Law for DerLaw {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.u]).writes(self.y)
    }

    fn reads_derivatives(&self) -> bool {
        true
    }

    fn evaluate<T: Scalar>(&self, _view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let derivative = signals.get(self.u).time_derivative();
        signals.set(self.y, derivative);
    }
}
