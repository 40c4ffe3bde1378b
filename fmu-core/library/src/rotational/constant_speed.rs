//! Modelica.Mechanics.Rotational.Sources.ConstantSpeed

use super::torque::{FLANGE, SUPPORT, USE_SUPPORT};
use crate::class::*;
use crate::{Element, PrescribedLevel, SupportedFlange};
use mechanism::scalar::Scalar;
use mechanism::{Contact, FlangeId, Law, Real, Signals, Source, TimeView, after};
use serde::{Deserialize, Serialize};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.ConstantSpeed",
    description: "Constant speed, not dependent on torque",
    documentation: documentation!("constant_speed.md"),
    parameters: &[USE_SUPPORT, real("w_fixed", "rad/s", "Fixed speed")],
    connectors: &[FLANGE, SUPPORT],
    variables: &[
        variable("phi", "rad", "Angle of flange with respect to support (= flange.phi - support.phi)"),
        variable("w", "rad/s", "Angular velocity of flange with respect to support (= der(phi))"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    ConstantSpeedLaw::build(e, "w_fixed", ["phi", "w"]);
}

/// Prescribes the speed of the joint that moves a flange.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ConstantSpeedLaw {
    driven: SupportedFlange,
    speed: Real,
}

impl ConstantSpeedLaw {
    /// Registers the law of `e` with the speed parameter and the names of the position and the speed.
    pub(crate) fn build(e: &mut Element<'_>, speed: &str, [position, rate]: [&str; 2]) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        e.prescribe(driven.flange, PrescribedLevel::Speed, None, false);
        let speed = e.real(speed);
        e.add_law(Self { driven: driven.alone(), speed });
        driven.show_position(e, position);
        e.add_variable(rate, |_| Source::Parameter(speed.address()));
    }
}

impl Law for ConstantSpeedLaw {
    type Stage = after::Time;

    fn acts(&self) -> bool {
        true
    }

    fn contacts(&self) -> Vec<Contact> {
        self.driven.contacts()
    }

    fn prescribe_instead(&mut self, flange: FlangeId, other: FlangeId) {
        self.driven.prescribe_instead(flange, other);
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, _signals: &mut Signals<'_, T>) {
        let speed = view.parameters()[self.speed];
        view.prescribe_speed(self.driven.flange, speed);
        view.prescribe_acceleration(self.driven.flange, T::zero());
    }
}
