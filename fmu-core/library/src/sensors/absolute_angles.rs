//! Modelica.Mechanics.MultiBody.Sensors.AbsoluteAngles

use super::{GUESS_ANGLE_1, SEQUENCE};
use crate::Element;
use crate::class::*;
use mechanism::frames::Sequence;
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{Contact, FrameId, Law, MotionView, Real, SignalOut, Signals, VectorOut, after};
use serde::{Deserialize, Serialize};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.AbsoluteAngles",
    description: "Measure the angles that rotate the world frame into frame_a",
    documentation: documentation!("absolute_angles.md"),
    parameters: &[SEQUENCE, GUESS_ANGLE_1],
    connectors: &[
        frame("frame_a", "Coordinate system whose orientation is measured"),
        connector("angles", ConnectorKind::SignalOutput(3), "rad", "Angles to rotate world frame into frame_a")
            .measured(),
    ],
    ..Class::element(AbsoluteAngles::build)
};

/// Angles that rotate the world frame into frame_a around the axes of a sequence.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AbsoluteAngles {
    frame_a: FrameId,
    sequence: Sequence,
    /// Guess for the first angle, rad.
    guess_angle_1: Real,
    output: VectorOut,
}

impl AbsoluteAngles {
    /// Registers the law for the signal output `angles`, if that exists.
    pub(super) fn build(e: &mut Element<'_>) {
        if let Some(output) = e.vector_output("angles") {
            let (frame_a, sequence, guess_angle_1) =
                (e.frame("frame_a"), e.sequence("sequence"), e.real("guessAngle1"));
            e.add_law(Self { frame_a, sequence, guess_angle_1, output });
        }
    }
}

impl Law for AbsoluteAngles {
    type Stage = after::Motion;

    fn reads_speeds(&self) -> bool {
        false
    }

    fn output(&self) -> Option<SignalOut> {
        Some(self.output.into())
    }

    fn contacts(&self) -> Vec<Contact> {
        vec![Contact::Seen(self.frame_a)]
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let t = view.axes(self.frame_a).transpose();
        let guess = view.parameters()[self.guess_angle_1];
        let angles = Vector3::from(self.sequence.measured_angles(&t, guess.value()));
        signals.set_vector(self.output, &angles);
    }
}
