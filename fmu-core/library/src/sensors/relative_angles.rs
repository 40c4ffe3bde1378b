//! Modelica.Mechanics.MultiBody.Sensors.RelativeAngles

use super::{GUESS_ANGLE_1, SEQUENCE};
use crate::Element;
use crate::class::*;
use crate::relative_rotation::{R_REL, add_relative_rotation};
use mechanism::frames::Sequence;
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{Contact, FrameId, Law, MotionView, Real, SignalOut, Signals, VectorOut, after};
use serde::{Deserialize, Serialize};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.RelativeAngles",
    description: "Measure the angles that rotate frame_a into frame_b",
    documentation: documentation!("relative_angles.md"),
    parameters: &[SEQUENCE, GUESS_ANGLE_1],
    connectors: &[
        frame("frame_a", "Coordinate system from which the angles are measured"),
        frame("frame_b", "Coordinate system to which the angles are measured"),
        connector("angles", ConnectorKind::SignalOutput(3), "rad", "Angles to rotate frame_a into frame_b").measured(),
    ],
    variables: &R_REL,
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    RelativeAngles::build(e);
    add_relative_rotation(e);
}

/// Angles that rotate frame_a into frame_b around the axes of a sequence.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RelativeAngles {
    frame_a: FrameId,
    frame_b: FrameId,
    sequence: Sequence,
    /// Guess for the first angle, rad.
    guess_angle_1: Real,
    output: VectorOut,
}

impl RelativeAngles {
    /// Registers the law for the signal output `angles`, if that exists.
    pub(super) fn build(e: &mut Element<'_>) {
        if let Some(output) = e.vector_output("angles") {
            let law = Self {
                frame_a: e.frame("frame_a"),
                frame_b: e.frame("frame_b"),
                sequence: e.sequence("sequence"),
                guess_angle_1: e.real("guessAngle1"),
                output,
            };
            e.add_law(law);
        }
    }
}

impl Law for RelativeAngles {
    type Stage = after::Motion;

    fn reads_speeds(&self) -> bool {
        false
    }

    fn output(&self) -> Option<SignalOut> {
        Some(self.output.into())
    }

    fn contacts(&self) -> Vec<Contact> {
        vec![Contact::Seen(self.frame_a), Contact::Seen(self.frame_b)]
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let t = view.axes(self.frame_b).transpose() * view.axes(self.frame_a);
        let guess = view.parameters()[self.guess_angle_1];
        let angles = Vector3::from(self.sequence.measured_angles(&t, guess.value()));
        signals.set_vector(self.output, &angles);
    }
}
