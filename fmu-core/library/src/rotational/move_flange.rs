//! Modelica.Mechanics.Rotational.Sources.Move

use super::torque::{FLANGE, SUPPORT, USE_SUPPORT};
use crate::class::*;
use crate::{Element, PrescribedLevel, SupportedFlange};
use mechanism::scalar::Scalar;
use mechanism::{Contact, FlangeId, Law, SignalIn, Signals, TimeView, VectorIn, after};
use serde::{Deserialize, Serialize};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.Move",
    description: "Forced movement of a flange according to an angle, speed and angular acceleration signal",
    documentation: documentation!("move_flange.md"),
    parameters: &[USE_SUPPORT],
    connectors: &[
        FLANGE,
        SUPPORT,
        connector(
            "u",
            ConnectorKind::SignalInput(3),
            "",
            "Angle, angular velocity and angular acceleration of flange with respect to support as input signals",
        ),
    ],
    variables: &[variable("phi", "rad", "Rotation angle of flange with respect to support")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    MoveLaw::build(e, "phi");
}

/// Prescribes position, speed and acceleration of a flange by three signals.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MoveLaw {
    driven: SupportedFlange,
    /// Position, speed and acceleration.
    motion: VectorIn,
}

impl MoveLaw {
    /// Registers the law of `e` and its position.
    pub(crate) fn build(e: &mut Element<'_>, position: &str) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let law = Self { driven, motion: e.vector_input("u") };
        e.prescribe(driven.flange, PrescribedLevel::Position, Some(law.motion.into()), false);
        driven.show_position(e, position);
        e.add_law(law);
    }
}

impl Law for MoveLaw {
    type Stage = after::Time;

    fn inputs(&self) -> Vec<SignalIn> {
        vec![self.motion.into()]
    }

    fn acts(&self) -> bool {
        true
    }

    fn contacts(&self) -> Vec<Contact> {
        self.driven.contacts()
    }

    fn prescribe_instead(&mut self, flange: FlangeId, other: FlangeId) {
        self.driven.prescribe_instead(flange, other);
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let [position, speed, acceleration] = signals.vector(self.motion).into();
        let SupportedFlange { flange, support } = self.driven;
        view.prescribe_position(flange, support, position);
        view.prescribe_speed(flange, speed);
        view.prescribe_acceleration(flange, acceleration);
    }
}
