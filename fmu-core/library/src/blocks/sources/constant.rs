//! Modelica.Blocks.Sources.Constant

use crate::Element;
use crate::blocks::interfaces::*;
use crate::class::*;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Law, Real, ScalarOut, Signals, TimeView, after};
use serde::{Deserialize, Serialize};

pub static CONSTANT: Class = Class {
    name: "Modelica.Blocks.Sources.Constant",
    description: "Generate constant signal of type Real",
    documentation: documentation!("constant.md"),
    parameters: &[real("k", "", "Constant output value").tunable()],
    ..so(|e| ConstantLaw::build(e, "k"))
};

/// `y = k`
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ConstantLaw {
    k: Real,
    y: ScalarOut,
}

impl ConstantLaw {
    /// Registers the law of `e` with the name of the parameter that is its output.
    pub(crate) fn build(e: &mut Element<'_>, parameter: &str) {
        if let Some(y) = e.scalar_output("y") {
            let k = e.real(parameter);
            e.add_law(Self { k, y });
        }
    }
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
