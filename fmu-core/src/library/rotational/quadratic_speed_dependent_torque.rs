//! Modelica.Mechanics.Rotational.Sources.QuadraticSpeedDependentTorque

use super::ideal_gear::add_angle_to_support;
use super::torque::{FLANGE, SUPPORT, USE_SUPPORT};
use crate::library::Element;
use crate::library::class::*;
use crate::mechanism::{Contact, FlangeId, Law, MotionView, Real, Signals, after, law_variables};
use crate::scalar::Scalar;

/// The class.
pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.QuadraticSpeedDependentTorque",
    description: "Quadratic dependency of torque versus speed",
    documentation: documentation!("quadratic_speed_dependent_torque.md"),
    parameters: &[
        USE_SUPPORT,
        real("tau_nominal", "N.m", "Nominal torque (if negative, torque is acting as load)").tunable(),
        boolean("TorqueDirection", true, "Same direction of torque in both directions of rotation"),
        real("w_nominal", "rad/s", "Nominal speed").min(f64::EPSILON).tunable(),
    ],
    connectors: &[FLANGE, SUPPORT],
    variables: &[
        variable("phi", "rad", "Angle of flange with respect to support (= flange.phi - support.phi)"),
        variable("w", "rad/s", "Angular velocity of flange with respect to support (= der(phi))"),
        variable("tau", "N.m", "Accelerating torque acting at flange (= -flange.tau)"),
    ],
    inner_parts: &[],
    body: Body::Element(build),
};

fn build(e: &mut Element<'_>) {
    let Some(flange) = e.flange("flange") else { return };
    let law = QuadraticTorque {
        flange,
        support: e.flange("support"),
        tau_nominal: e.real("tau_nominal"),
        w_nominal: e.real("w_nominal"),
        one_direction: e.boolean("TorqueDirection"),
    };
    let support = law.support;
    let law = e.add_law(law);
    add_angle_to_support(e, "phi", flange, support);
    e.show("w", law, QuadraticTorqueVariable::Speed);
    e.show("tau", law, QuadraticTorqueVariable::Torque);
}

/// `tau = tau_nominal (w/w_nominal)^2`, with the sign of w where the torque changes direction with the speed.
#[derive(Clone, Debug)]
pub struct QuadraticTorque {
    flange: FlangeId,
    support: Option<FlangeId>,
    tau_nominal: Real,
    w_nominal: Real,
    one_direction: bool,
}

law_variables! {
    /// What it shows.
    pub(in crate::library) QuadraticTorqueVariable of QuadraticTorque {
        Speed: Motion speed,
        Torque: Motion torque,
    }
}

impl QuadraticTorque {
    fn speed<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let support = self.support.map_or_else(T::zero, |support| view.flange_speed(support));
        view.flange_speed(self.flange) - support
    }

    fn torque<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let ratio = self.speed(view) / view.parameters()[self.w_nominal];
        let factor = if self.one_direction { ratio } else { ratio.abs() };
        view.parameters()[self.tau_nominal] * factor * ratio
    }
}

impl Law for QuadraticTorque {
    type Stage = after::Motion;

    fn acts(&self) -> bool {
        true
    }

    fn contacts(&self) -> Vec<Contact> {
        let support = self.support.map(Contact::Flange);
        std::iter::once(Contact::Flange(self.flange)).chain(support).collect()
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {
        let torque = self.torque(view);
        view.drive(self.flange, self.support, torque);
    }
}
