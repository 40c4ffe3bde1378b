//! Modelica.Blocks.Logical.Switch

use super::super::{Y, input};
use crate::Element;
use crate::class::*;
use mechanism::scalar::Scalar;
use mechanism::{Law, ScalarIn, ScalarOut, SignalIn, SignalOut, Signals, TimeView, after};
use serde::{Deserialize, Serialize};

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Logical.Switch",
    description: "Switch between two Real signals",
    documentation: documentation!("switch.md"),
    connectors: &[
        input("u1"),
        connector("u2", ConnectorKind::BooleanInput(1), "", "True: y = u1, else y = u3"),
        input("u3"),
        Y,
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    SwitchLaw::build(e);
}

/// `y` is one of two signals.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SwitchLaw {
    condition: ScalarIn,
    yes: ScalarIn,
    no: ScalarIn,
    y: ScalarOut,
}

impl SwitchLaw {
    /// Registers the law of `e`.
    pub(super) fn build(e: &mut Element<'_>) {
        let Some(y) = e.scalar_output("y") else { return };
        let [yes, condition, no] = ["u1", "u2", "u3"].map(|name| e.scalar_input(name));
        e.add_law(Self { condition, yes, no, y });
    }
}

impl Law for SwitchLaw {
    type Stage = after::Time;

    fn inputs(&self) -> Vec<SignalIn> {
        [self.condition, self.yes, self.no].map(SignalIn::from).to_vec()
    }

    fn output(&self) -> Option<SignalOut> {
        Some(self.y.into())
    }

    fn evaluate<T: Scalar>(&self, _view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let chosen = if signals.get(self.condition).value() > 0.5 { self.yes } else { self.no };
        let y = signals.get(chosen);
        signals.set(self.y, y);
    }
}
