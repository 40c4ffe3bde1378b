//! Modelica.Mechanics.MultiBody.Sensors.Power

use super::cut_vector::{FRAME_A, FRAME_B};
use crate::Element;
use crate::class::*;
use mechanism::scalar::Scalar;
use mechanism::{Contact, FrameId, Law, ReactionView, RigidTransform, ScalarOut, SignalOut, Signals, after};
use serde::{Deserialize, Serialize};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.Power",
    description: "Measure the power that flows from frame_a to frame_b, which are connected rigidly",
    documentation: documentation!("power.md"),
    connectors: &[
        FRAME_A,
        FRAME_B,
        connector("power", ConnectorKind::SignalOutput(1), "W", "Power that flows into the sensor at frame_a")
            .measured(),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    e.add_rigid(RigidTransform::Identity);
    if let Some(output) = e.scalar_output("power") {
        let frame_a = e.frame("frame_a");
        e.add_law(PowerLaw { frame_a, output });
    }
}

/// Power of the cut force and torque at frame_a: `f v + t w`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PowerLaw {
    frame_a: FrameId,
    output: ScalarOut,
}

impl Law for PowerLaw {
    type Stage = after::Reaction;

    fn output(&self) -> Option<SignalOut> {
        Some(self.output.into())
    }

    fn contacts(&self) -> Vec<Contact> {
        vec![Contact::Seen(self.frame_a)]
    }

    fn evaluate<T: Scalar>(&self, view: &mut ReactionView<'_, T>, signals: &mut Signals<'_, T>) {
        let (force, torque) = (view.force(self.frame_a), view.torque(self.frame_a));
        let power = force.dot(&view.v_0(self.frame_a)) + torque.dot(&view.w_0(self.frame_a));
        signals.set(self.output, power);
    }
}
