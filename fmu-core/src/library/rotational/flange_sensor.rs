//! The law of sensors that measure a flange.

use crate::library::Element;
use crate::mechanism::{Contact, FlangeId, Law, SignalOut, Source, Stage, TieKind, View};
use crate::scalar::Scalar;

use super::rigid_tie::add_tie;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::library) enum FlangeQuantity {
    /// Angle or distance.
    Position,
    /// Its derivative.
    Speed,
    /// Its second derivative.
    Acceleration,
    /// Torque or force into the flange.
    Flow,
}

/// Measures a quantity of a flange without acting on it.
#[derive(Clone, Debug)]
pub struct FlangeSensor {
    flange: FlangeId,
    quantity: FlangeQuantity,
    output: SignalOut,
}

impl FlangeSensor {
    /// Registers the law of an absolute sensor `e` with the output `output`.
    pub(in crate::library) fn build(e: &mut Element<'_>, quantity: FlangeQuantity, output: &str) {
        if let (Some(flange), Some(output)) = (e.flange("flange"), e.output(output)) {
            e.add_law(Self { flange, quantity, output });
        }
        if e.class.variables.iter().any(|v| v.name == "w")
            && let Some(flange) = e.flange("flange")
        {
            e.add_variable("w", |_| Source::FlangeSpeed(flange));
        }
        if e.class.variables.iter().any(|v| v.name == "v")
            && let Some(flange) = e.flange("flange")
        {
            e.add_variable("v", |_| Source::FlangeSpeed(flange));
        }
    }

    /// Registers a rigid connection that measures the flow through it.
    pub(in crate::library) fn build_cut(e: &mut Element<'_>, output: &str) {
        let flange = add_tie(e, TieKind::Rigid { length: None, inertia: None }, None);
        if let (Some(flange), Some(output)) = (flange, e.output(output)) {
            e.add_law(Self { flange, quantity: FlangeQuantity::Flow, output });
        }
    }
}

impl Law for FlangeSensor {
    fn stage(&self) -> Stage {
        match self.quantity {
            FlangeQuantity::Position | FlangeQuantity::Speed => Stage::Motion,
            FlangeQuantity::Acceleration => Stage::Acceleration,
            FlangeQuantity::Flow => Stage::Reaction,
        }
    }

    fn reads_speeds(&self) -> bool {
        !matches!(self.quantity, FlangeQuantity::Position)
    }

    fn output(&self) -> Option<SignalOut> {
        Some(self.output)
    }

    fn contacts(&self) -> Vec<Contact> {
        vec![Contact::Flange(self.flange)]
    }

    fn evaluate<T: Scalar>(&self, view: &mut View<'_, T>) {
        let value = match self.quantity {
            FlangeQuantity::Position => view.flange_position(self.flange),
            FlangeQuantity::Speed => view.flange_speed(self.flange),
            FlangeQuantity::Acceleration => view.flange_acceleration(self.flange),
            FlangeQuantity::Flow => view.flange_flows[self.flange],
        };
        view.set_output(self.output, 0, value);
    }
}
