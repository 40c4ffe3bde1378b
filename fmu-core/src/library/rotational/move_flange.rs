//! Modelica.Mechanics.Rotational.Sources.Move

use super::ideal_gear::add_angle_to_support;
use super::torque::{FLANGE, SUPPORT, USE_SUPPORT};
use crate::library::class::*;
use crate::library::{Element, PrescribedLevel};
use crate::mechanism::{Contact, FlangeId, Law, SignalIn, Stage, View};
use crate::scalar::Scalar;

/// The class.
pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.Move",
    description: "Forced movement of a flange according to an angle, speed and angular acceleration signal",
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
    inner_parts: &[],
    body: Body::Element(build),
};

fn build(e: &mut Element<'_>) {
    MoveLaw::build(e, "phi");
}

/// Prescribes position, speed and acceleration of a flange by three signals.
#[derive(Clone, Debug)]
pub struct MoveLaw {
    flange: FlangeId,
    support: Option<FlangeId>,
    motion: SignalIn,
}

impl MoveLaw {
    /// Registers the law of `e` and its position.
    pub(in crate::library) fn build(e: &mut Element<'_>, position: &str) {
        let Some(flange) = e.flange("flange") else { return };
        let law = Self { flange, support: e.flange("support"), motion: e.input("u") };
        e.prescribe(flange, PrescribedLevel::Position, Some(law.motion), false);
        add_angle_to_support(e, position, flange, law.support);
        e.add_law(law);
    }
}

impl Law for MoveLaw {
    fn stage(&self) -> Stage {
        Stage::Time
    }

    fn inputs(&self) -> Vec<SignalIn> {
        vec![self.motion]
    }

    fn acts(&self) -> bool {
        true
    }

    fn contacts(&self) -> Vec<Contact> {
        let support = self.support.map(Contact::Flange);
        std::iter::once(Contact::Flange(self.flange)).chain(support).collect()
    }

    fn prescribe_instead(&mut self, flange: FlangeId, other: FlangeId) {
        if self.flange == flange {
            (self.flange, self.support) = (other, None);
        }
    }

    fn evaluate<T: Scalar>(&self, view: &mut View<'_, T>) {
        let [position, speed, acceleration] = [0, 1, 2].map(|k| view.input(self.motion, k));
        let support = self.support.map_or_else(T::zero, |support| view.flange_position(support));
        view.prescribe_position(self.flange, position + support);
        view.prescribe_speed(self.flange, speed);
        view.prescribe_acceleration(self.flange, acceleration);
    }
}
